"""The options of a simulation that only pai gow poker reads."""

from __future__ import annotations

from typing import Final

from cardroom.analysis.simulation_options import SimulationOption

OPTIONS: Final = (
    SimulationOption("way", "Pai gow: how players set (default: as posted).", "NAME|FILE"),
    SimulationOption("bank_way", "Pai gow: how the bank sets (default: as posted).", "NAME|FILE"),
    SimulationOption("bet", "Pai gow: the wager of every box.", "DOLLARS"),
    SimulationOption("fortune", "Pai gow: the Fortune bet of every box.", "DOLLARS"),
    SimulationOption("bank", "Pai gow: what the bank posts (default: always enough).", "DOLLARS"),
)
