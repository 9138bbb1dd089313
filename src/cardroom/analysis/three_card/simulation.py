"""What Three Card Poker answers to `simulate`."""

from __future__ import annotations

from typing import Final

from cardroom.analysis.families import NoAnswer, NotComputed
from cardroom.analysis.notices import COMPILING_SIMULATOR
from cardroom.analysis.result_cache import compiled
from cardroom.analysis.side_bets.errors import NoSuchBet
from cardroom.analysis.simulation import SimulationPart, SimulationRequest, refuse_boxes
from cardroom.analysis.stakes import in_words, stake_of
from cardroom.analysis.three_card.chart import play_table, read_lowest
from cardroom.analysis.three_card.deals import PLAY
from cardroom.analysis.three_card.pack import cards_in, pack_of
from cardroom.analysis.three_card.rounds import ThreeCardSimulator
from cardroom.analysis.totals import Totals
from cardroom.analysis.wager_simulation import WagerReport, WagerSimulation
from cardroom.games.three_card.policies import policies_of
from cardroom.progress import Tell
from cardroom.rules.ruleset import Ruleset

HAND: Final = 3


def table(rules: Ruleset, request: SimulationRequest, tell: Tell) -> WagerSimulation:
    refuse_boxes(request, rules.boxes - 1, " besides the bank's")
    if not compiled("three_card"):
        tell(COMPILING_SIMULATOR)
    bets, stake = request.with_bet or (), stake_of(rules, request.stake)
    pack = pack_of(rules, request.shoe)
    cards = len(cards_in(pack)) if request.shoe else 0
    if request.shoe and cards < HAND * (request.boxes + 1):
        raise NotComputed(f"--shoe: {cards} cards are not enough for {request.boxes} boxes")
    try:
        simulator = ThreeCardSimulator(rules, request.seed, request.boxes, bets, stake, pack)
    except NoSuchBet as reason:
        raise NotComputed(f"--with-bet: {reason}") from None
    by = PLAY
    if request.chart is not None:
        own = policies_of(rules)
        lowest = read_lowest(request.chart.document, own)
        simulator = simulator.playing(play_table(own, lowest))
        by = f"the chart {request.chart.name}: {PLAY}"
    play = by if stake is None else f"{by}; {in_words(rules, stake)}"
    return WagerSimulation(simulator, play, cards)


PART: Final = SimulationPart(
    frozenset({"with_bet", "stake", "chart", "shoe"}),
    table,
    WagerReport,
    "cardroom.replay.three_card:explain",
    together=NoAnswer("is added up for one box only in a session"),
    between_boxes=Totals.between_boxes,
)
