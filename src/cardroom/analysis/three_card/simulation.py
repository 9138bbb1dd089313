"""What Three Card Poker answers to `simulate`."""

from __future__ import annotations

from typing import Final

from cardroom.analysis.families import NotComputed
from cardroom.analysis.notices import COMPILING_SIMULATOR, Tell
from cardroom.analysis.result_cache import compiled
from cardroom.analysis.side_bets.tables import NoSuchBet
from cardroom.analysis.simulation import SimulationPart, SimulationRequest, refuse_boxes
from cardroom.analysis.three_card.deals import PLAY
from cardroom.analysis.three_card.rounds import ThreeCardSimulator
from cardroom.analysis.wager_simulation import WagerSimulation
from cardroom.rules.ruleset import Ruleset


def table(rules: Ruleset, request: SimulationRequest, tell: Tell) -> WagerSimulation:
    refuse_boxes(request, rules.boxes - 1, " besides the bank's")
    if not compiled("three_card"):
        tell(COMPILING_SIMULATOR)
    bets = request.with_bet or ()
    try:
        simulator = ThreeCardSimulator(rules, request.seed, request.boxes, bets)
    except NoSuchBet as reason:
        raise NotComputed(f"--with-bet: {reason}") from None
    return WagerSimulation(simulator, PLAY)


PART: Final = SimulationPart(frozenset({"with_bet"}), table)
