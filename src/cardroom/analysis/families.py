"""The analysis of each family of games: one value and one line per family.

No other code of the odds branches by family. A part of `Analysis` is a protocol that is declared
next to its reader and implemented in the family's own folder. A family that is not built in is
looked up in installed packages, by the entry point group `cardroom.analysis`: the name of the
entry point is the family's, and it points to an `Analysis`.
"""

from __future__ import annotations

import importlib
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from cardroom.errors import CardroomError
from cardroom.rules.ruleset import Ruleset

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from cardroom.analysis.bank.report import BankingPart
    from cardroom.analysis.counting.question import ProtectionPart
    from cardroom.analysis.hands import HandsPart
    from cardroom.analysis.odds import OddsPart
    from cardroom.analysis.pricing import EdgesPart, PricingPart
    from cardroom.analysis.session import SideBetRounds
    from cardroom.analysis.side_bets.rows import RowsPart
    from cardroom.analysis.simulation import SimulationPart
    from cardroom.analysis.strategy import StrategyPart

GROUP: Final = "cardroom.analysis"
BUILT_IN: Final = {
    "twentyone": "cardroom.analysis.twentyone.family:ANALYSIS",
    "three-card": "cardroom.analysis.three_card.family:ANALYSIS",
    "pai-gow": "cardroom.analysis.pai_gow.family:ANALYSIS",
    "poker": "cardroom.analysis.poker.family:ANALYSIS",
}
"""Modules are named, not imported: a command loads the solver of its own game only."""

Part = TypeVar("Part")


class NotComputed(CardroomError):
    """A question without an answer; the message is one line for people."""


class PlugInError(CardroomError):
    """An installed package that cannot be loaded, or a part of it; the message names it."""


class NoAnswer(NamedTuple):
    """Why a family lacks a part, as it is read after a game's title: "has no chart"."""

    why: str


class Analysis(NamedTuple):
    """What a family computes. A part that it lacks says why."""

    odds: OddsPart | NoAnswer = NoAnswer("has no computed odds")
    strategy: StrategyPart | NoAnswer = NoAnswer("has no computed strategy")
    simulation: SimulationPart | NoAnswer | None = None
    """None where the engine itself plays the simulated rounds."""
    banking: BankingPart | NoAnswer = NoAnswer("has no computed odds of banking")
    hands: HandsPart | NoAnswer = NoAnswer("has no list of its hands")
    protection: ProtectionPart | NoAnswer = NoAnswer("is not analyzed for card counting")
    pricing: PricingPart | NoAnswer | None = None
    """How `check` judges the wagers of a house; None is each of them alone."""
    side_bet_rounds: SideBetRounds | NoAnswer = NoAnswer("has no rounds with side bets to add up")
    side_bet_rows: RowsPart | NoAnswer = NoAnswer("has no computed odds of side bets")
    edges: EdgesPart | None = None
    """The edges alone; None where they take as long as all the odds."""


def analysis_of(rules: Ruleset) -> Analysis:
    return named(rules.family)


def is_built_in(rules: Ruleset) -> bool:
    """Whether the family's analysis is ours, and not a plug-in's."""
    return _built_in(rules.family)


def _built_in(name: str) -> bool:
    return name in BUILT_IN


def answered(rules: Ruleset, part: Part | NoAnswer) -> Part:
    """The part of a game's family, or `NotComputed` with the family's reason."""
    if isinstance(part, NoAnswer):
        raise NotComputed(f"{rules.title} {part.why}")
    return part


@cache
def named(name: str) -> Analysis:
    """The analysis of a family, by its id."""
    if _built_in(name):
        module, _, attribute = BUILT_IN[name].partition(":")
        found = getattr(importlib.import_module(module), attribute)
        assert isinstance(found, Analysis)
        return found
    from importlib import metadata  # noqa: PLC0415 - slow to import, and seldom needed

    for plug_in in metadata.entry_points(group=GROUP, name=name):
        return _loaded(plug_in)
    return Analysis()


def _loaded(plug_in: EntryPoint) -> Analysis:
    package = plug_in.dist.name if plug_in.dist is not None else plug_in.module
    plug_in_words = f"the plug-in {package} ({plug_in.value}) for the odds of {plug_in.name}"
    try:
        found = plug_in.load()
    except Exception as wrong:
        raise PlugInError(
            f"{plug_in_words} cannot be loaded: {type(wrong).__name__}: {wrong}"
        ) from wrong
    if not isinstance(found, Analysis):
        raise PlugInError(f"{plug_in_words} is a {type(found).__name__}, not an Analysis")
    return found
