"""The distribution of what a session brings, and the risk of ruin in it.

Rounds are independent and alike, so the distribution of a session is that of a round, convolved
with itself: exact for the given distribution of a round. A round is either counted exactly or
simulated; a simulated one is tilted to its exact mean (`bank.ruin.steps_of`).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final, NamedTuple, Protocol, runtime_checkable

import numpy as np

from cardroom.analysis.bank.ruin import Floats, RuinFault, Steps, forever, spare, steps_of, within
from cardroom.analysis.documents import game_fields
from cardroom.analysis.executor import Executor, Threads
from cardroom.analysis.families import NotComputed, analysis_of, answered
from cardroom.analysis.notices import Tell, silent
from cardroom.analysis.odds import OddsAsked, game_odds
from cardroom.analysis.result_cache import cached
from cardroom.analysis.session_documents import Quantile, Session, SessionRuin, Whose
from cardroom.analysis.simulation import NamedChart, SimulationRequest
from cardroom.analysis.stakes import stake_of
from cardroom.analysis.stopping import Goal
from cardroom.analysis.totals import Totals
from cardroom.rules.ruleset import Ruleset

SHARES: Final = (0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 0.999)
HANDS: Final = 1 << 22
"""Simulated, where a round is not counted exactly: three decimals of a deviation."""
SIZE_MAX: Final = 1 << 24
"""Amounts that a session may end with; more would take minutes."""
WHOLE: Final = 1e-9


class SessionAsked(NamedTuple):
    """Amounts in cents."""

    bet: int
    rounds: int
    whose: Whose = "player"
    boxes: int = 1
    bankroll: int | None = None
    chart: NamedChart | None = None
    hours: float | None = None


@runtime_checkable
class CountsRounds(Protocol):
    """A simulator that counts what all boxes of a round win together (`Totals.together`)."""

    def shuffling_each_round(self) -> CountsRounds: ...

    def run(self, goal: Goal, executor: Executor) -> Totals: ...


class RoundNets(NamedTuple):
    """What a round brings the player's side, all boxes together."""

    nets: Mapping[int, float]
    """Cents, with their weights."""
    mean: float | None
    """The exact mean, where the weights were simulated."""
    wagered: int
    """The least that a round needs."""
    method: str


def session(rules: Ruleset, asked: SessionAsked, tell: Tell = silent) -> Session:
    """Kept between runs."""
    if stake_of(rules, asked.bet) is None:
        raise NotComputed(f"{rules.title} has no wager of that amount")
    return cached(
        "session", rules.digest, list(asked), Session, lambda: _session(rules, asked, tell)
    )


def _session(rules: Ruleset, asked: SessionAsked, tell: Tell) -> Session:
    found = _round(rules, asked, tell)
    sign = 1 if asked.whose == "player" else -1
    nets = {sign * net: weight for net, weight in found.nets.items()}
    steps = steps_of(nets, None if found.mean is None else sign * found.mean)
    amounts, chances = summed(steps, asked.rounds)
    below = np.cumsum(chances)
    return Session(
        **game_fields(rules),
        whose=asked.whose,
        rounds=asked.rounds,
        hours=asked.hours,
        bet=asked.bet,
        boxes=asked.boxes,
        mean=asked.rounds * steps.mean * steps.unit,
        deviation=math.sqrt(asked.rounds * steps.variance) * steps.unit,
        round_deviation=math.sqrt(steps.variance) * steps.unit,
        ahead=float(chances[amounts > 0].sum()),
        even=float(chances[amounts == 0].sum()),
        quantiles=tuple(
            Quantile(share, int(amounts[min(int(np.searchsorted(below, share)), len(below) - 1)]))
            for share in SHARES
        ),
        ruin=None if asked.bankroll is None else _ruin(steps, asked.bankroll, found, asked),
        method=found.method,
        assumptions=(
            "rounds are independent: every one is dealt from a fresh shoe",
            "the same wager in every round; collections are not counted",
            "side bets are not made",
        ),
    )


def summed(steps: Steps, rounds: int) -> tuple[Floats, Floats]:
    """Cents that a number of rounds may bring together, ascending, and their chances."""
    size = rounds * (len(steps.chances) - 1) + 1
    if size > SIZE_MAX:
        raise NotComputed(f"{rounds:,} rounds are too many to add up; ask for fewer")
    length = 1 << (size - 1).bit_length()
    series = np.fft.rfft(steps.chances, length) ** rounds
    chances = np.clip(np.fft.irfft(series, length)[:size], 0.0, None)
    amounts: Floats = (np.arange(size, dtype=np.float64) + rounds * steps.least) * steps.unit
    shares: Floats = chances / chances.sum()
    return amounts, shares


def _round(rules: Ruleset, asked: SessionAsked, tell: Tell) -> RoundNets:
    """One box whose every payment has a known chance, or a simulated round."""
    chart = None if asked.chart is None else asked.chart.document
    odds = game_odds(rules, OddsAsked(stake=asked.bet, chart=chart), tell).wagers[0]
    edge = -odds.edge * asked.bet * asked.boxes
    if asked.boxes == 1 and abs(odds.total_chance - 1) < WHOLE and not odds.split_frequency:
        nets = {int(each.net * asked.bet): each.chance for each in odds.payments}
        return RoundNets(nets, None, asked.bet, f"a round: {odds.method}")
    counted = _simulated(rules, asked, tell)
    nets = {net * asked.bet // counted.unit: float(n) for net, n in counted.together.items()}
    method = f"a round: simulated, {counted.rounds:,} rounds, its mean exact"
    return RoundNets(nets, edge, asked.bet * asked.boxes, method)


def _simulated(rules: Ruleset, asked: SessionAsked, tell: Tell) -> Totals:
    part = analysis_of(rules).simulation
    if part is None:
        raise NotComputed(f"{rules.title} has no simulated rounds to add up")
    request = SimulationRequest(boxes=asked.boxes, stake=asked.bet, chart=asked.chart)
    simulation = answered(rules, part).simulation(rules, request, tell)
    simulator = getattr(simulation, "simulator", None)
    if not isinstance(simulator, CountsRounds):
        raise NotComputed(f"a session of {rules.title} is computed for one box only")
    rounds = max(1, HANDS // asked.boxes)
    return simulator.shuffling_each_round().run(Goal(rounds=rounds), Threads())


def _ruin(steps: Steps, bankroll: int, found: RoundNets, asked: SessionAsked) -> SessionRuin:
    needed = found.wagered if asked.whose == "player" else 0
    room = spare(bankroll, needed, steps.unit)
    why = ""
    inside: float | None = None
    ever: float | None = None
    try:
        (inside,) = within(steps, room, [asked.rounds])
    except RuinFault as fault:
        why = str(fault)
    try:
        ever = 1.0 if room < 0 else float(forever(steps, room)[room])
    except RuinFault as fault:
        why = str(fault)
    return SessionRuin(bankroll, needed, inside, ever, why)
