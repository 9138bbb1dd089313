"""The 21 games on the side of the odds: what can be asked of them."""

from __future__ import annotations

from cardroom.analysis.families import Analysis
from cardroom.analysis.twentyone import bank, simulation
from cardroom.analysis.twentyone.answers import odds, strategy
from cardroom.analysis.twentyone.hand_list import hands
from cardroom.analysis.twentyone.protection import answers as protection
from cardroom.analysis.twentyone.side_bet_rounds import round_nets
from cardroom.analysis.twentyone.side_bets import decided_by_cards

ANALYSIS = Analysis(
    odds=odds,
    strategy=strategy,
    simulation=simulation.PART,
    banking=bank,
    hands=hands,
    protection=protection,
    side_bet_rounds=round_nets,
    side_bet_rows=decided_by_cards,
)
