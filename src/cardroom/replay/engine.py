"""Simulation by the engine itself, for a family that has nothing faster.

Every round is dealt from a fresh shoe, a function of seed and number. A box that is asked lets its
time run out, so the family decides for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

import msgspec

from cardroom.analysis.executor import Executor
from cardroom.analysis.families import NotComputed
from cardroom.analysis.simulation import Simulation, SimulationPart, SimulationRequest, refuse_boxes
from cardroom.analysis.stopping import Goal, chunks, until_met
from cardroom.analysis.totals import SideTotals, Totals
from cardroom.analysis.wager_simulation import WagerReport, WagerSimulation
from cardroom.cards import Stream, shuffled
from cardroom.play.inputs import Lapse
from cardroom.play.round import Ask, Round
from cardroom.progress import Tell
from cardroom.replay.explained import Explained, RoundPlace, explained, only_round, results
from cardroom.replay.rounds import ReplayedRound, Supply, Wagers, at_seed, each_own, replay, won
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.spots import Spot

CHUNK: Final = 1 << 8
"""Rounds in one piece of work."""
USUAL_WAGER: Final = 10_000
PLAY: Final = "every box does what the game does for a player who does not answer"


class EngineSimulator(NamedTuple):
    """One posted game, all boxes alike, one seed; `bets` are the side bets of every box."""

    rules: Ruleset
    seed: int
    boxes: int
    bets: tuple[Spot, ...]

    @property
    def stakes(self) -> Mapping[str, int]:
        main, *_ = self.rules.spots
        return {spot.name: _stake(self.rules, spot) for spot in (main, *self.bets)}

    def empty(self) -> Totals:
        main, *_ = stakes = self.stakes
        return Totals(
            digest=self.rules.digest,
            script=", with ".join(["the engine", *stakes]),
            seed=self.seed,
            boxes=self.boxes,
            unit=stakes[main],
            sides=tuple(SideTotals(bet.name, bet.title, stakes[bet.name]) for bet in self.bets),
        )

    def replayed(self, number: int) -> ReplayedRound:
        stream = Stream(self.seed, number)
        cards = iter(shuffled(tuple(self.rules.deck), stream.below))

        def dice(many: int) -> tuple[int, ...]:
            return tuple(1 + stream.below(6) for _ in range(many))

        wagers = Wagers(each_own(self.boxes), self.stakes)
        return replay(self.rules, wagers, Supply(cards, dice, at_seed(self.rules)), _lapse)

    def deal(self, first: int, number: int) -> Totals:
        """Rounds from number `first` on."""
        found = self.empty()
        for place in range(first, first + number):
            found = found.plus(self._counted(self.replayed(place)))
        return found

    def _counted(self, played: ReplayedRound) -> Totals:
        main, *_ = stakes = self.stakes
        side_bets = {bet.name for bet in self.bets}
        boxes = won(played.round, self.boxes)
        nets = [sum(n for spot, n in box.items() if spot not in side_bets) for box in boxes]
        staked = sum(s.bet.stake for s in played.round.settled if s.bet.spot not in side_bets)
        net = sum(nets)
        return self.empty()._replace(
            shoes=1,
            rounds=1,
            wagered=staked // stakes[main],
            net=net,
            net_net=net * net,
            net_rounds=net,
            rounds_rounds=1,
            nets=Counter(nets),
            sides=tuple(_side(bet, stakes[bet.name], boxes, nets) for bet in self.bets),
        )

    def run(
        self, goal: Goal, executor: Executor, before: Totals, watch: Callable[[Totals], None]
    ) -> Totals:
        work = chunks(before.rounds, goal, CHUNK)
        return until_met(
            goal, before, lambda: executor.map(lambda at: self.deal(*at), work), Totals.plus, watch
        )


def _lapse(round: Round, ask: Ask) -> Lapse:
    del round
    return Lapse(ask.box)


def _stake(rules: Ruleset, spot: Spot) -> int:
    """$100, or the nearest that the spot takes."""
    limits = rules.limits_at(spot, rules.limits)
    stake = min(max(USUAL_WAGER, limits.least), limits.most or USUAL_WAGER)
    return spot.stake or stake // limits.chip * limits.chip


def _side(
    bet: Spot, stake: int, boxes: Sequence[Mapping[str, int]], nets: Sequence[int]
) -> SideTotals:
    nets_of = [box[bet.name] for box in boxes if bet.name in box]
    net, made = sum(nets_of), len(nets_of)
    product = sum(box.get(bet.name, 0) * own for box, own in zip(boxes, nets, strict=True))
    return SideTotals(
        bet.name, bet.title, stake, made, net, net * net, net * made, made * made, product,
        Counter(nets_of),
    )  # fmt: skip


def table(rules: Ruleset, request: SimulationRequest, tell: Tell) -> Simulation:
    del tell
    refuse_boxes(request, rules.boxes - (rules.banking.limit != "none"))
    bets = []
    for name in request.with_bet or ():
        spot = rules.spot(name)
        if spot is None or spot == rules.spots[0]:
            others = ", ".join(each.name for each in rules.spots[1:]) or "none"
            raise NotComputed(f"--with-bet {name}: {rules.title} has no such bet; it has {others}")
        bets.append(spot)
    fresh = msgspec.structs.replace(rules.shoe, kind="each-round")
    posted = msgspec.structs.replace(rules, shoe=fresh)
    return WagerSimulation(EngineSimulator(posted, request.seed, request.boxes, tuple(bets)), PLAY)


PART: Final = SimulationPart(
    frozenset({"with_bet"}),
    table,
    WagerReport,
    "cardroom.replay.engine:explain",
    between_boxes=Totals.between_boxes,
)


def explain(simulation: Simulation, shoe: int, number: int) -> Explained:
    assert isinstance(simulation, WagerSimulation)
    simulator = simulation.simulator
    assert isinstance(simulator, EngineSimulator)
    only_round(shoe, number)
    played = simulator.replayed(shoe)
    found = results(played.round, simulator.boxes, simulator.stakes)
    place = RoundPlace(simulator.seed, shoe)
    return explained(simulator.rules, place, simulation.play, found, played.events)
