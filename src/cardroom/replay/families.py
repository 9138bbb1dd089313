"""Simulations of every family, and how each deals a simulated round again: one line per family."""

from __future__ import annotations

import importlib
from typing import Final, Protocol

from cardroom.analysis.families import analysis_of, answered
from cardroom.analysis.notices import Tell, silent
from cardroom.analysis.simulation import Simulation, SimulationRequest
from cardroom.replay import engine
from cardroom.replay.explained import Explained
from cardroom.rules.ruleset import Ruleset

MODULES: Final = {
    "twentyone": "cardroom.replay.twentyone",
    "three-card": "cardroom.replay.three_card",
    "pai-gow": "cardroom.replay.pai_gow",
}
"""Modules are named, not imported: a command loads what its own game needs."""


class ReplayPart(Protocol):
    def explain(self, simulation: Simulation, shoe: int, number: int) -> Explained:
        """One simulated round by the engine, which agrees with what the simulator counted."""


def simulation_of(rules: Ruleset, request: SimulationRequest, tell: Tell = silent) -> Simulation:
    """A table of a posted game; the engine plays where its family has nothing faster."""
    part = analysis_of(rules).simulation or engine.PART
    return answered(rules, part).simulation(rules, request, tell)


def explain(simulation: Simulation, shoe: int, number: int) -> Explained:
    rules = simulation.rules
    by_engine = analysis_of(rules).simulation is None
    part: ReplayPart = engine if by_engine else importlib.import_module(MODULES[rules.family])
    return part.explain(simulation, shoe, number)
