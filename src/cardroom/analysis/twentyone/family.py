"""The 21 games on the side of the odds: what can be asked of them."""

from __future__ import annotations

from cardroom.analysis.families import Analysis
from cardroom.analysis.twentyone import bank, simulation
from cardroom.analysis.twentyone.answers import odds, strategy

ANALYSIS = Analysis(odds=odds, strategy=strategy, simulation=simulation.PART, banking=bank)
