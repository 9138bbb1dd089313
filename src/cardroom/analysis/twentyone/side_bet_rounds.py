"""What a box of a 21 game wins on its wager and on its side bets together: see `SideBetRounds`."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping

from cardroom.analysis import session
from cardroom.analysis.documents import WagerOdds
from cardroom.analysis.families import NotComputed
from cardroom.analysis.joint_counts import fitted
from cardroom.analysis.session import RoundNets, SessionRequest
from cardroom.analysis.simulation import SimulationRequest
from cardroom.analysis.stakes import side_stake
from cardroom.analysis.twentyone.bet_tables import TabulatedBet
from cardroom.analysis.twentyone.simulation import simulator_of
from cardroom.games.common import rounding_of
from cardroom.money import dollars, exact
from cardroom.progress import Tell
from cardroom.rules.ruleset import Ruleset


def round_nets(
    rules: Ruleset, asked: SessionRequest, wagers: Mapping[str, WagerOdds], tell: Tell
) -> RoundNets:
    """Simulated; the mean, and the chances of each side bet by itself, are those of the odds."""
    stakes = dict(asked.with_bets)
    for name, stake in stakes.items():
        _refuse_rounding(rules, name, stake, asked.bet)
    request = SimulationRequest(stake=asked.bet, chart=asked.chart, with_bet=tuple(stakes))
    simulator, _ = simulator_of(rules, request, tell)
    counted = simulator.shuffling_each_round().joint(session.HANDS)
    main, unit = rules.spots[0].name, simulator.empty().unit
    chances = [_chances(bet, wagers[bet.spot]) for bet in simulator.bets]
    joint = fitted(counted, -wagers[main].edge * unit, chances)
    units = [unit, *(bet.unit for bet in simulator.bets)]
    amounts = [asked.bet, *(stakes[bet.spot] for bet in simulator.bets)]
    nets: defaultdict[int, float] = defaultdict(float)
    for won, weight in joint.items():
        parts = zip(won, amounts, units, strict=True)
        nets[sum(net * stake // each for net, stake, each in parts)] += weight
    made = {main: asked.bet, **stakes}
    error = math.hypot(*((wagers[spot].edge_error or 0.0) * stake for spot, stake in made.items()))
    return RoundNets(
        nets,
        -sum(wagers[spot].edge * stake for spot, stake in made.items()),
        sum(made.values()),
        f"a round: simulated, {sum(counted.values()):,} rounds, its mean"
        f" {'that of the odds' if error else 'exact'}",
        error,
    )


def _refuse_rounding(rules: Ruleset, name: str, stake: int, wager: int) -> None:
    """Where payments are rounded, the odds of a side bet are of one stake only."""
    spot = rules.spot(name)
    assert spot is not None
    known = side_stake(rules, spot, wager)
    if rounding_of(rules).chip > 1 and known is not None and stake != known:
        raise NotComputed(
            f"--with-bet {name}={dollars(stake)}: payments are rounded here, and next to a wager of"
            f" {exact(wager)} they are known for {name}={dollars(known)} only"
        )


def _chances(bet: TabulatedBet, odds: WagerOdds) -> Mapping[int, float] | None:
    """By what it wins in its units; None where play may lose it before its cards decide."""
    if bet.survives is not None:
        return None
    found: defaultdict[int, float] = defaultdict(float)
    for payment in odds.payments:
        found[int(payment.net * bet.unit)] += payment.chance
    return found
