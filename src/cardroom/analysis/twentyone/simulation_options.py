"""The options of a simulation that only games of 21 read."""

from __future__ import annotations

from typing import Final

from cardroom.analysis.simulation_options import SimulationOption

INSURANCE: Final = SimulationOption(
    "insurance",
    "Games of 21: whether to take insurance, for half a wager.",
    values=("never", "always"),
    after="chart",
)
OPTIONS: Final = (INSURANCE,)
