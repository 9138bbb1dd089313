"""The distribution of what a session brings, and the risk of ruin in it.

Rounds are independent and alike, so the distribution of a session is that of a round, convolved
with itself: exact for the given distribution of a round. A round is either counted exactly or
simulated; a simulated one is tilted to its exact mean (`bank.ruin.steps_of`).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final, Literal, NamedTuple, Protocol

from cardroom.analysis.bank.ruin import (
    RuinFault,
    Steps,
    forever,
    quantiles,
    spare,
    steps_of,
    summed,
    within_by_room,
)
from cardroom.analysis.documents import WagerOdds, game_fields
from cardroom.analysis.executor import Threads
from cardroom.analysis.families import NotComputed, analysis_of, answered
from cardroom.analysis.odds import OddsRequest, game_odds
from cardroom.analysis.result_cache import cached_for
from cardroom.analysis.session_documents import Quantile, RuinChance, Session, SessionRuin, Whose
from cardroom.analysis.simulation import NamedChart, SimulationRequest
from cardroom.analysis.stakes import stake_of
from cardroom.analysis.stopping import Goal
from cardroom.analysis.totals import Totals
from cardroom.money import exact
from cardroom.progress import Tell, silent
from cardroom.rules.ruleset import Ruleset

SHARES: Final = (0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 0.999)
CURVE: Final = tuple(step / 200 for step in range(1, 200))
RUIN_STEPS: Final = 100
"""Bankrolls of a curve of ruin."""
HANDS: Final = 1 << 22
"""Simulated, where a round is not counted exactly: three decimals of a deviation."""
WHOLE: Final = 1e-9


class SessionRequest(NamedTuple):
    """Amounts in cents."""

    bet: int
    rounds: int
    whose: Whose = "player"
    boxes: int = 1
    bankroll: int | None = None
    chart: NamedChart | None = None
    hours: float | None = None
    with_bets: tuple[tuple[str, int], ...] = ()
    """Side bets that are made in every round, each with its stake; for one box."""
    collections: Literal["pay", "leave"] = "pay"
    """Whether the posted collections are paid."""


def rounds_in(hours: float, pace: float) -> int:
    """The number of rounds in these hours; `pace` is the rounds per hour."""
    return round(hours * pace)


class RoundNets(NamedTuple):
    """What a round brings the player's side, all boxes together."""

    nets: Mapping[int, float]
    """Cents, with their weights."""
    mean: float | None
    """The exact mean, where the weights were simulated."""
    wagered: int
    """The least that a round needs."""
    method: str
    error: float = 0.0
    """One standard error of the mean; 0 where it is exact."""


class SideBetRounds(Protocol):
    def __call__(
        self, rules: Ruleset, asked: SessionRequest, wagers: Mapping[str, WagerOdds], tell: Tell
    ) -> RoundNets:
        """What one box wins on its wager and on its side bets together. The stakes are allowed, and
        `wagers` has all odds by spot.
        """


def session(rules: Ruleset, asked: SessionRequest, tell: Tell = silent) -> Session:
    """Kept between runs, unless the game is a plug-in's."""
    if stake_of(rules, asked.bet) is None:
        raise NotComputed(f"{rules.title} has no wager of that amount")
    return cached_for(rules, "session", list(asked), Session, lambda: _session(rules, asked, tell))


def _session(rules: Ruleset, asked: SessionRequest, tell: Tell) -> Session:
    found = _round(rules, asked, tell)
    sign = 1 if asked.whose == "player" else -1
    fee = 0 if asked.collections == "leave" else collection(rules, asked)
    nets = {sign * net - fee: weight for net, weight in found.nets.items()}
    steps = steps_of(nets, None if found.mean is None else sign * found.mean - fee)
    try:
        amounts, chances = summed(steps, asked.rounds)
    except RuinFault as fault:
        raise NotComputed(str(fault)) from None
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
        quantiles=tuple(map(Quantile, SHARES, quantiles(amounts, chances, SHARES))),
        curve=tuple(map(Quantile, CURVE, quantiles(amounts, chances, CURVE))),
        ruin=None
        if asked.bankroll is None
        else _ruin(steps, asked.bankroll, found.wagered + fee, asked, tell),
        method=found.method,
        assumptions=(
            "rounds are independent: every one is dealt from a fresh shoe",
            *_assumptions(asked, fee),
            *_meters(rules, asked),
        ),
        collection=fee,
        with_bets=dict(asked.with_bets),
        mean_error=asked.rounds * found.error,
    )


def _assumptions(asked: SessionRequest, fee: int) -> tuple[str, str]:
    """What is bet, and what is paid for it."""
    paid = f"a collection of {exact(fee)} is paid in every round" if fee else "no collection"
    if asked.collections == "leave":
        paid = "collections are not counted"
    made = ", ".join(f"{spot} for {exact(stake)}" for spot, stake in asked.with_bets)
    bets = f"side bets in every round: {made}" if made else "side bets are not made"
    return f"the same wager in every round; {paid}", bets


def _meters(rules: Ruleset, asked: SessionRequest) -> tuple[str, ...]:
    metered = {bet.name for bet in rules.side_bets if bet.meter is not None}
    if metered.isdisjoint(dict(asked.with_bets)):
        return ()
    return ("a progressive meter shows its seed in every round",)


def collection(rules: Ruleset, asked: SessionRequest) -> int:
    """Cents per round that the player, or the bank, pays for the posted collection."""
    wagers = [(rules.spots[0].name, asked.bet)] * asked.boxes + list(asked.with_bets)
    pays = rules.fees.players_pay if asked.whose == "player" else rules.fees.bank_pays
    return pays(wagers, rules.limits)


def _round(rules: Ruleset, asked: SessionRequest, tell: Tell) -> RoundNets:
    """One box whose every payment has a known chance, or a simulated round."""
    chart = None if asked.chart is None else asked.chart.document
    every = game_odds(rules, OddsRequest(stake=asked.bet, chart=chart), tell).wagers
    odds = every[0]
    if asked.with_bets:
        return _with_bets(rules, asked, {each.spot: each for each in every}, tell)
    edge = -odds.edge * asked.bet * asked.boxes
    if asked.boxes == 1 and abs(odds.total_chance - 1) < WHOLE and not odds.split_frequency:
        nets = {int(each.net * asked.bet): each.chance for each in odds.payments}
        error = (odds.edge_error or 0.0) * asked.bet
        return RoundNets(nets, None, asked.bet, f"a round: {odds.method}", error)
    counted = _simulated(rules, asked, tell)
    nets = {net * asked.bet // counted.unit: float(n) for net, n in counted.together.items()}
    method = f"a round: simulated, {counted.rounds:,} rounds, its mean exact"
    return RoundNets(nets, edge, asked.bet * asked.boxes, method)


def _with_bets(
    rules: Ruleset, asked: SessionRequest, odds: Mapping[str, WagerOdds], tell: Tell
) -> RoundNets:
    if asked.boxes > 1:
        raise NotComputed("--with-bet: a session with side bets is computed for one box")
    part = answered(rules, analysis_of(rules).side_bet_rounds)
    known = [bet.name for bet in rules.side_bets if bet.name in odds]
    for name, stake in asked.with_bets:
        if name not in known:
            others = ", ".join(known) or "none"
            raise NotComputed(f"--with-bet {name}: no such side bet; there are: {others}")
        _refuse_stake(rules, name, stake)
    return part(rules, asked, odds, tell)


def _refuse_stake(rules: Ruleset, name: str, stake: int) -> None:
    spot = rules.spot(name)
    assert spot is not None
    if spot.stake is not None and stake != spot.stake:
        raise NotComputed(f"--with-bet {name}: the bet is always {exact(spot.stake)}")
    limits = rules.limits_at(spot, rules.limits)
    fault = limits.fault(stake)
    if fault is not None:
        raise NotComputed(f"--with-bet {name}: {limits.says(fault, stake)}")


def _simulated(rules: Ruleset, asked: SessionRequest, tell: Tell) -> Totals:
    part = analysis_of(rules).simulation
    if part is None:
        raise NotComputed(f"{rules.title} has no simulated rounds to add up")
    request = SimulationRequest(boxes=asked.boxes, stake=asked.bet, chart=asked.chart)
    together = answered(rules, part).rounds_together(rules, request, tell)
    rounds = max(1, HANDS // asked.boxes)
    return together.run(Goal(rounds=rounds), Threads())


def _ruin(
    steps: Steps, bankroll: int, wagered: int, asked: SessionRequest, tell: Tell
) -> SessionRuin:
    needed = wagered if asked.whose == "player" else 0
    room = spare(bankroll, needed, steps.unit)
    if room < 0:
        return SessionRuin(bankroll, needed, 1.0, 1.0, "")
    why = ""
    inside: float | None = None
    ever: float | None = None
    curve: tuple[RuinChance, ...] = ()
    try:
        by_room = within_by_room(steps, room, asked.rounds, tell)
    except RuinFault as fault:
        why = str(fault)
    else:
        inside = float(by_room[room])
        rooms = sorted({room * step // RUIN_STEPS for step in range(RUIN_STEPS + 1)})
        curve = tuple(
            RuinChance(needed + each * steps.unit, float(by_room[each])) for each in rooms
        )
    try:
        ever = float(forever(steps, room, tell)[room])
    except RuinFault as fault:
        why = str(fault)
    return SessionRuin(bankroll, needed, inside, ever, why, curve)
