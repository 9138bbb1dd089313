"""The edge from a real shoe: what a cut card changes, compared with a fresh shoe for every round.

Rounds with high cards take fewer cards. So a shoe whose high cards come early gives more rounds
before the cut card, the last of them from low cards, and the rounds are not an even sample. Only
simulation shows this. If every shoe had the same number of rounds, each round would be worth what
it is worth from a fresh shoe; so only the difference has to be sampled: rounds beyond that number,
which are added, and those that are missing, which are dealt behind the cut card and subtracted.
That takes a small part of the rounds that a plain simulation needs for the same error.
"""

from __future__ import annotations

import math
from typing import Final

from cardroom import model
from cardroom.analysis.documents import GameOdds, StrategyChart
from cardroom.analysis.executor import Threads
from cardroom.analysis.notices import COMPILING_SIMULATOR
from cardroom.analysis.result_cache import cached, compiled
from cardroom.analysis.shoe_documents import ShoeEdge, ShoeEdges, SideShoeEdge
from cardroom.analysis.side_bets.errors import NoSuchBet
from cardroom.analysis.totals import SideTotals, Totals
from cardroom.analysis.twentyone.bet_tables import fits
from cardroom.analysis.twentyone.simulation import script_of
from cardroom.analysis.twentyone.simulator.minimise import IllegalScript
from cardroom.analysis.twentyone.simulator.program import CARDS_A_BOX
from cardroom.analysis.twentyone.simulator.simulate import TwentyOneSimulator
from cardroom.model import Tables
from cardroom.model.course import NotSimulated, open_rounds
from cardroom.progress import Tell
from cardroom.rules.ruleset import Ruleset

HANDS: Final = 1 << 25
"""Hands of all boxes together: an error of a few thousandths of a point, in a few seconds."""
PILOT: Final = 1 << 10
"""Shoes that show how many rounds a shoe has."""
SEED: Final = 1
ROOM: Final = 2
"""Rounds for which cards must lie behind the cut card if missing ones are to be dealt."""
APART: Final = 4
"""Standard deviations below the usual number of rounds that no shoe falls short of."""


def shoe_edges(
    rules: Ruleset, found: GameOdds, chart: StrategyChart | None, tell: Tell
) -> ShoeEdges:
    """For one box and for a full table, by perfect play or by a chart; kept between runs."""
    if rules.shoe.kind != "cut-card":
        return ShoeEdges((), "no cut card: every round is dealt from all the cards")
    full = rules.boxes - (rules.banking.limit != "none")

    def build() -> ShoeEdges:
        if not compiled("simulate"):
            tell(COMPILING_SIMULATOR)
        try:
            rows = tuple(
                _edge(rules, found, chart, boxes, tell) for boxes in dict.fromkeys((1, full))
            )
        except (NotSimulated, IllegalScript) as reason:
            return ShoeEdges((), f"not known: {reason}")
        return ShoeEdges(rows, "")

    edge, question = found.wagers[0].edge, [HANDS, found.stake, chart]
    return cached("shoe", rules.digest, [*question, edge], ShoeEdges, build)


def _edge(
    rules: Ruleset, found: GameOdds, chart: StrategyChart | None, boxes: int, tell: Tell
) -> ShoeEdge:
    tables = model.at_stake(model.compile(rules), rules, found.stake)
    script = script_of(rules, tables, chart)
    simulator = TwentyOneSimulator(rules, tables, script, SEED, boxes)
    fixed = fixed_rounds(simulator)
    usual = simulator.deal(1, PILOT)
    shoes = max(PILOT, HANDS // boxes * PILOT // usual.rounds)
    counted = simulator.compared(fixed, shoes, Threads(), tell)
    fresh = found.wagers[0].edge
    change, error = difference(counted, fixed, -fresh)
    return ShoeEdge(
        boxes=boxes,
        dealt=simulator.house.cut / len(simulator.deck),
        edge=fresh + change,
        change=change,
        error=error,
        rounds=counted.rounds,
        rounds_per_shoe=counted.rounds / counted.shoes,
        side_bets=_side_bets(simulator, tables, found, shoes, tell),
    )


def _side_bets(
    simulator: TwentyOneSimulator, tables: Tables, found: GameOdds, shoes: int, tell: Tell
) -> tuple[SideShoeEdge, ...]:
    """In rounds of their own: a bet on the bank's hand makes the bank play out."""
    rules, boxes = simulator.rules, simulator.boxes
    priced = {wager.spot: wager for wager in found.wagers}
    bets = [
        bet.name
        for bet in rules.side_bets
        if fits(bet)
        and bet.meter is None
        and bet.survives is None
        and bet.name in priced
        and all(open_rounds(rules, bet.spot))
    ]
    if not bets:
        return ()
    try:
        taking = TwentyOneSimulator(rules, tables, simulator.script, SEED, boxes, bets, found.stake)
    except NoSuchBet:
        return ()
    fixed = fixed_rounds(taking)
    counted = taking.compared(fixed, shoes, Threads(), tell)
    edges = []
    for side in counted.sides:
        wager = priced[side.spot]
        change, error = difference(_alone(counted, side), fixed * boxes, -wager.edge)
        edges.append(SideShoeEdge(side.spot, side.title, wager.edge + change, change, error))
    return tuple(edges)


def _alone(counted: Totals, side: SideTotals) -> Totals:
    """A side bet in the place of the wager; each box that makes it is a round."""
    return counted._replace(
        net=side.net,
        net_net=side.net_net,
        net_rounds=side.net_made,
        rounds_rounds=side.made_made,
        rounds=side.made,
        boxes=1,
        unit=side.unit,
    )


def fixed_rounds(simulator: TwentyOneSimulator) -> int:
    """A number of rounds that every shoe can be dealt: the usual one, or one that no shoe misses
    where few cards lie behind the cut card."""
    pilot = simulator.deal(1, PILOT)
    mean = pilot.rounds / pilot.shoes
    behind = len(simulator.deck) - simulator.house.cut
    if behind >= ROOM * CARDS_A_BOX * (simulator.boxes + 1):
        return max(1, round(mean))
    spread = math.sqrt(max(0.0, pilot.rounds_rounds / pilot.shoes - mean**2))
    return max(1, math.floor(mean - APART * spread) - 1)


def difference(counted: Totals, fixed: int, fresh: float) -> tuple[float, float]:
    """How much more a box loses in a round than from a fresh shoe, where it wins `fresh`; and one
    standard error. What was summed are the rounds of each shoe minus `fixed` rounds."""
    shoes, rounds, each = counted.shoes, counted.rounds, counted.boxes * counted.unit
    mean = each * fresh
    apart = counted.net - mean * (rounds - fixed * shoes)
    square = float(counted.net_net)
    square -= 2 * mean * (counted.net_rounds - fixed * counted.net)
    square += mean**2 * (counted.rounds_rounds - 2 * fixed * rounds + fixed**2 * shoes)
    # The number of rounds varies, too: a ratio of sums.
    ratio = apart / rounds
    by_rounds = counted.net_rounds - mean * (counted.rounds_rounds - fixed * rounds)
    spread = square - 2 * ratio * by_rounds + ratio**2 * counted.rounds_rounds
    return -ratio / each, math.sqrt(max(0.0, spread)) / rounds / each
