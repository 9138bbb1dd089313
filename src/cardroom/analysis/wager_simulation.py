"""Simulations of a box's result on its wager: edge, standard deviation, frequencies."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

import msgspec

from cardroom.analysis import totals
from cardroom.analysis.documents import EDGE_NAMES, edge_of
from cardroom.analysis.executor import Executor
from cardroom.analysis.simulation import PaymentCount, SideBetReport, Statistic
from cardroom.analysis.stopping import Goal
from cardroom.analysis.totals import SideTotals, Totals
from cardroom.rules.ruleset import Ruleset

WAGERS: Final = "wagers per round"


class WagerReport(msgspec.Struct, frozen=True):
    game: str
    house: str
    digest: str
    options: Mapping[str, Any]
    play: str
    seed: int
    boxes: int
    shoe: str
    shoes: int
    rounds: int
    void_rounds: int
    method: str
    edge: float
    standard_error: float
    deviation: float
    hit_frequency: float
    push_frequency: float
    wagered: float
    element_of_risk: float
    payments: tuple[PaymentCount, ...]
    bets: tuple[SideBetReport, ...]
    rounds_per_second: int
    cards: int
    """In the shoe."""
    round_deviation: float
    """Of what all boxes win together in a round, in wagers of one box; `deviation` is of a box."""

    def heading(self, rules: Ruleset) -> Sequence[str]:
        cards = self.cards
        shoe = {
            "cut-card": f"a shoe of {cards} cards, the cut card {rules.shoe.behind} before the end",
            "each-round": f"{cards} cards, shuffled for each round",
            "continuous": f"a continuous shuffler with {cards} cards",
        }[self.shoe]
        boxes = f"{self.boxes} box{'es' * (self.boxes > 1)}"
        return (
            f"{rules.title}: {self.rounds:,} rounds from {self.shoes:,} shoes",
            f"{shoe}; {boxes}; {self.play}; seed {self.seed}",
        )

    def figures(self, rules: Ruleset) -> Sequence[Statistic]:
        found = [
            Statistic(EDGE_NAMES[edge_of(rules)], self.edge, "percent", self.standard_error),
            Statistic("standard deviation of a box", self.deviation, "number", note=WAGERS),
            *self._together(),
            Statistic("wins", self.hit_frequency, "percent"),
            Statistic("pushes", self.push_frequency, "percent"),
            Statistic("wagered by a box", self.wagered, "number", note=WAGERS),
            Statistic("element of risk", self.element_of_risk, "percent"),
        ]
        if self.void_rounds:
            share = self.void_rounds / (self.rounds + self.void_rounds)
            note = f"{self.void_rounds:,} rounds ran out of cards and do not count"
            found.append(Statistic("void", share, "percent", note=note))
        return found

    def _together(self) -> tuple[Statistic, ...]:
        if self.boxes == 1:
            return ()
        name = f"of the round, {self.boxes} boxes"
        return (Statistic(name, self.round_deviation, "number", note="wagers of one box"),)

    def counts(self) -> Sequence[PaymentCount]:
        return self.payments

    def side_bets(self) -> Sequence[SideBetReport]:
        return self.bets


class WagerSimulator(Protocol):
    """Deals rounds and sums what the boxes won."""

    @property
    def rules(self) -> Ruleset: ...

    def empty(self) -> Totals: ...

    def deal(self, first: int, number: int) -> Totals: ...

    def run(
        self, goal: Goal, executor: Executor, before: Totals, watch: Callable[[Totals], None]
    ) -> Totals: ...


class WagerSimulation(NamedTuple):
    simulator: WagerSimulator
    play: str
    """How the boxes play, in words."""
    cards: int = 0
    """How many cards another shoe than the posted one has, all of them in it for every round."""

    @property
    def rules(self) -> Ruleset:
        return self.simulator.rules

    def empty(self) -> Totals:
        return self.simulator.empty()

    def deal(self, first: int, number: int) -> Totals:
        return self.simulator.deal(first, number)

    def run(
        self, goal: Goal, executor: Executor, before: Totals, watch: Callable[[Totals], None]
    ) -> Totals:
        return self.simulator.run(goal, executor, before, watch)

    def save(self, counted: Totals, path: Path) -> None:
        totals.save(counted, path)

    def load(self, path: Path) -> Totals:
        return totals.load(path, self.empty())

    def report(self, counted: Totals, rounds_per_second: int) -> WagerReport:
        rules = self.rules
        return WagerReport(
            game=rules.game,
            house=rules.house,
            digest=rules.digest,
            options=dict(rules.changed),
            play=self.play,
            seed=counted.seed,
            boxes=counted.boxes,
            shoe="each-round" if self.cards else rules.shoe.kind,
            shoes=counted.shoes,
            rounds=counted.rounds,
            void_rounds=counted.voids,
            method="simulated",
            edge=counted.edge,
            standard_error=counted.error,
            deviation=counted.deviation,
            hit_frequency=counted.share(1),
            push_frequency=counted.share(0),
            wagered=counted.wagers,
            element_of_risk=counted.risk,
            payments=_payments(counted.payments(), counted.games),
            bets=tuple(_side_bet(counted, side) for side in counted.sides),
            rounds_per_second=rounds_per_second,
            cards=self.cards or len(rules.deck),
            round_deviation=counted.round_deviation,
        )


def _side_bet(counted: Totals, side: SideTotals) -> SideBetReport:
    return SideBetReport(
        spot=side.spot,
        title=side.title,
        made=side.made,
        edge=side.edge,
        standard_error=side.error(counted.shoes),
        deviation=side.deviation,
        hit_frequency=side.hit_frequency,
        covariance=counted.covariance(side),
        payments=_payments(side.payments(), side.made),
    )


def _payments(payments: Sequence[tuple[Fraction, int]], games: int) -> tuple[PaymentCount, ...]:
    return tuple(PaymentCount(str(net), times, times / games) for net, times in payments)
