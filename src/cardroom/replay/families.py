"""Simulations of every family, and a simulated round dealt again, each as its family says."""

from __future__ import annotations

from collections.abc import Iterator
from pkgutil import resolve_name
from typing import Protocol, cast

from cardroom.analysis.families import PlugInError, analysis_of, answered, named
from cardroom.analysis.simulation import (
    Simulation,
    SimulationPart,
    SimulationReport,
    SimulationRequest,
)
from cardroom.games import registry
from cardroom.progress import Tell, silent
from cardroom.replay import engine
from cardroom.replay.explained import Explained
from cardroom.rules.ruleset import Ruleset


class Replay(Protocol):
    def __call__(self, simulation: Simulation, shoe: int, number: int, /) -> Explained:
        """One simulated round by the engine, which agrees with what the simulator counted."""


def simulation_of(rules: Ruleset, request: SimulationRequest, tell: Tell = silent) -> Simulation:
    """A table of a posted game."""
    return simulation_part(rules).simulation(rules, request, tell)


def explain(simulation: Simulation, shoe: int, number: int) -> Explained:
    rules = simulation.rules
    return _loaded(rules, answered(rules, simulation_part(rules).replay))(simulation, shoe, number)


def reports() -> tuple[type[SimulationReport], ...]:
    """What the simulations of all families report."""
    return tuple(dict.fromkeys(part.report for part in _parts()))


def _parts() -> Iterator[SimulationPart]:
    for family in registry.packages():
        try:
            part = named(family).simulation or engine.PART
        except PlugInError:  # a simulation of its games says why
            continue
        if isinstance(part, SimulationPart):
            yield part


def simulation_part(rules: Ruleset) -> SimulationPart:
    """The engine plays where the family has nothing faster."""
    return answered(rules, analysis_of(rules).simulation or engine.PART)


def _loaded(rules: Ruleset, replay: str) -> Replay:
    try:
        return cast(Replay, resolve_name(replay))
    except Exception as wrong:
        named = f"the replay {replay} of {rules.title}"
        raise PlugInError(f"{named} cannot be loaded: {type(wrong).__name__}: {wrong}") from wrong
