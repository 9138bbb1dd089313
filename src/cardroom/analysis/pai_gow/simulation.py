"""What pai gow poker answers to `simulate`: house way against house way, and the bank's money."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from cardroom.analysis.executor import Executor
from cardroom.analysis.families import NoAnswer, NotComputed
from cardroom.analysis.kernels.pai_gow_tables import Measure
from cardroom.analysis.notices import COMPILING_SIMULATOR
from cardroom.analysis.pai_gow.rounds import (
    BOXES_MAX,
    PaiGowFigures,
    PaiGowSimulator,
    RoundMean,
    Seating,
)
from cardroom.analysis.pai_gow.simulation_options import OPTIONS
from cardroom.analysis.pai_gow.way_tables import way_tables
from cardroom.analysis.result_cache import compiled
from cardroom.analysis.simulation import (
    PaymentCount,
    SideBetReport,
    SimulationPart,
    SimulationRequest,
    Statistic,
    refuse_boxes,
)
from cardroom.analysis.simulation_options import flag
from cardroom.analysis.stakes import in_words, rounded
from cardroom.analysis.stopping import Goal
from cardroom.games.common import rounding_of
from cardroom.games.pai_gow.state import policies
from cardroom.hands.house_way import HouseWay, way_of
from cardroom.money import EXACT, MoneyError, cents
from cardroom.progress import Tell
from cardroom.rules.ruleset import Ruleset

USUAL_WAGER: Final = 1_000
SHARES: Final = (
    Measure.WON,
    Measure.PUSHED,
    Measure.LOST,
    Measure.FRONT_COPIES,
    Measure.BACK_COPIES,
)
BANK: Final = (
    Measure.NET,
    Measure.BASE,
    Measure.FORTUNE,
    Measure.ENVY,
    Measure.UNPAID,
    Measure.UNTAKEN,
)


class PaiGowReport(msgspec.Struct, frozen=True):
    """Money in cents, and shares of the players' hands."""

    game: str
    house: str
    digest: str
    options: Mapping[str, Any]
    play: str
    ways: tuple[str, ...]
    seed: int
    boxes: int
    stake: int
    fortune: int
    posted: int | None
    rounds: int
    method: str
    edge: float
    standard_error: float
    shares: Mapping[str, RoundMean]
    bank: Mapping[str, RoundMean]
    collection: Mapping[str, int]
    short_rounds: Mapping[str, int]
    lowest: int
    sums: Mapping[str, tuple[int, int]]
    faces: tuple[tuple[int, ...], ...]
    rounds_per_second: int

    def heading(self, rules: Ruleset) -> Sequence[str]:
        boxes = f"{self.boxes} box{'es' * (self.boxes > 1)}"
        return (
            f"{rules.title}: {self.rounds:,} rounds",
            f"{self.play}; {boxes}; seed {self.seed}",
        )

    def figures(self, rules: Ruleset) -> Sequence[Statistic]:
        del rules
        return [*self._hands(), *self._bank(), *self._collections()]

    def _hands(self) -> list[Statistic]:
        names = ("player wins", "push", "bank wins", "copies in front", "copies behind")
        found = [
            Statistic(name, share.value, "percent", share.error)
            for name, share in zip(names, self.shares.values(), strict=True)
        ]
        return [*found, Statistic("bank's edge", self.edge, "percent", self.standard_error)]

    def _bank(self) -> list[Statistic]:
        """The bank's round."""
        net = self.bank[_key(Measure.NET)]
        found = [_dollars("bank, per round", net)]
        if self.fortune:
            parts = (("wagers", Measure.BASE), ("Fortune", Measure.FORTUNE), ("envy", Measure.ENVY))
            found += [_dollars(f"  of it {name}", self.bank[_key(kind)]) for name, kind in parts]
        found += [
            Statistic("bank, deviation", net.deviation, "dollars", note="per round"),
            Statistic("bank, worst round", self.lowest, "cents"),
        ]
        if self.posted is not None:
            last = "envy" if self.fortune else "base"
            short = self.short_rounds[last] / self.rounds
            found += [
                Statistic("bank's amount ran out", short, "percent", note="of the rounds"),
                _dollars("owed and not paid", self.bank[_key(Measure.UNPAID)]),
                _dollars("lost and not collected", self.bank[_key(Measure.UNTAKEN)]),
            ]
        return found

    def _collections(self) -> list[Statistic]:
        own, banks = self.collection["player"], self.collection["bank"]
        net, cost = self.bank[_key(Measure.NET)], own / self.stake
        return [
            Statistic("collection of a player", own, "cents", note=f"{cost:.2%} of the wager"),
            Statistic(
                "edge and collection together", self.edge + cost, "percent", self.standard_error
            ),
            Statistic("collection of the bank", banks, "cents", note="per round"),
            Statistic("bank after collection", net.value - banks, "dollars", net.error),
        ]

    def counts(self) -> Sequence[PaymentCount]:
        return ()

    def side_bets(self) -> Sequence[SideBetReport]:
        return ()


def _key(kind: Measure) -> str:
    return kind.name.lower()


def _dollars(name: str, found: RoundMean) -> Statistic:
    return Statistic(name, found.value, "dollars", found.error)


class PaiGowSimulation(NamedTuple):
    simulator: PaiGowSimulator
    ways: tuple[HouseWay, HouseWay]
    """Of the players and of the bank."""

    @property
    def rules(self) -> Ruleset:
        return self.simulator.rules

    @property
    def play(self) -> str:
        own, bank = (way.title for way in self.ways)
        play = f"players set the way of {own}, the bank that of {bank}"
        if rounding_of(self.rules) == EXACT:
            return play
        return f"{play}; {in_words(self.rules, self.simulator.seating.stake)}"

    def empty(self) -> PaiGowFigures:
        return self.simulator.empty()

    def deal(self, first: int, number: int) -> PaiGowFigures:
        simulator = self.simulator
        return PaiGowFigures(simulator.seating, simulator.deal(first, number))

    def run(
        self,
        goal: Goal,
        executor: Executor,
        before: PaiGowFigures,
        watch: Callable[[PaiGowFigures], None],
    ) -> PaiGowFigures:
        return self.simulator.run(goal, executor, before, watch)

    def save(self, counted: PaiGowFigures, path: Path) -> None:
        self.simulator.save(counted, path)

    def load(self, path: Path) -> PaiGowFigures:
        return self.simulator.load(path)

    def report(self, counted: PaiGowFigures, rounds_per_second: int) -> PaiGowReport:
        rules, seating, totals = self.rules, self.simulator.seating, counted.totals
        seats = self.simulator.seats
        kept = float(1 - rounded(rules, Fraction(1), seating.stake))
        return PaiGowReport(
            game=rules.game,
            house=rules.house,
            digest=rules.digest,
            options=dict(rules.changed),
            play=self.play,
            ways=tuple(way.name for way in self.ways),
            seed=self.simulator.seed,
            boxes=seating.boxes,
            stake=seating.stake,
            fortune=seating.fortune,
            posted=seating.posted,
            rounds=totals.rounds,
            method="simulated",
            edge=-counted.player.value + counted.share(Measure.WON).value * kept,
            standard_error=counted.player.error,
            shares={_key(kind): counted.share(kind) for kind in SHARES},
            bank={_key(kind): counted.mean(kind) for kind in BANK},
            collection={"player": seats.fee(0), "bank": seats.bank_fee},
            short_rounds=dict(zip(("base", "fortune", "envy"), totals.shorts, strict=True)),
            lowest=totals.lowest,
            sums={_key(kind): totals.sums[kind] for kind in Measure},
            faces=totals.faces,
            rounds_per_second=rounds_per_second,
        )


def table(rules: Ruleset, request: SimulationRequest, tell: Tell) -> PaiGowSimulation:
    ways = _way(rules, request, "way"), _way(rules, request, "bank_way")
    seating = _seating(rules, request)
    if not compiled("pai_gow_rounds"):
        tell(COMPILING_SIMULATOR)
    tables = way_tables(ways[0], tell), way_tables(ways[1], tell)
    simulator = PaiGowSimulator(rules, tables, seating, request.seed)
    return PaiGowSimulation(simulator, ways)


def _way(rules: Ruleset, request: SimulationRequest, option: str) -> HouseWay:
    name = request.options.get(option)
    return policies(rules).way if name is None else way_of(name)


def _amount(request: SimulationRequest, option: str) -> int | None:
    try:
        return cents(request.options[option]) if option in request.options else None
    except MoneyError as wrong:
        raise NotComputed(f"{flag(option)}: {wrong}") from None


def _seating(rules: Ruleset, request: SimulationRequest) -> Seating:
    bet, fortune, bank = (_amount(request, option) for option in ("bet", "fortune", "bank"))
    refuse_boxes(request, BOXES_MAX, " besides the bank's")
    stake = max(rules.limits.least, USUAL_WAGER) if bet is None else bet
    if fortune and rules.spot("fortune") is None:
        raise NotComputed(f"--fortune: {rules.title} has no Fortune bet")
    _refuse_amount(rules, "--bet", "main", stake)
    if fortune:
        _refuse_amount(rules, "--fortune", "fortune", fortune)
    if bank is not None and bank <= 0:
        raise NotComputed("--bank: the bank posts an amount above zero")
    return Seating(request.boxes, stake, fortune or 0, bank)


def _refuse_amount(rules: Ruleset, option: str, name: str, stake: int) -> None:
    spot = rules.spot(name)
    assert spot is not None
    limits = rules.limits_at(spot, rules.limits)
    fault = limits.fault(stake)
    if fault is not None:
        raise NotComputed(f"{option}: {limits.says(fault, stake)}")


PART: Final = SimulationPart(
    frozenset(option.name for option in OPTIONS),
    table,
    PaiGowReport,
    "cardroom.replay.pai_gow:explain",
    together=NoAnswer("is added up for one box only in a session"),
    between_boxes=PaiGowFigures.between_boxes,
)
