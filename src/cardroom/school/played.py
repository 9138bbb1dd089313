"""A round as the school looks at it: what was played, move by move, and what was refused."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property
from pathlib import Path
from typing import Final

from cardroom import games
from cardroom.events import Event
from cardroom.play.clauses import TABLE_CLAUSES
from cardroom.play.interpreter import Move
from cardroom.play.round import Round
from cardroom.rules.clauses import Clause, Clauses
from cardroom.rules.ruleset import Ruleset
from cardroom.scenario import Scenario
from cardroom.scenario.outcome import RefusedEntry, ScenarioOutcome

WRONG_MAX: Final = 3
"""Wrong options next to a right one."""


def turned(options: Sequence[str], by: int) -> list[str]:
    """The options from another one on, and those before it at the end."""
    first = by % (len(options) or 1)
    return [*options[first:], *options[:first]]


class LessonRound:
    """One round of the engine, which knows every answer about it."""

    def __init__(self, outcome: ScenarioOutcome) -> None:
        self.outcome = outcome
        self.rules: Ruleset = outcome.rules
        self.round: Round | None = outcome.round
        self.events: tuple[Event, ...] = outcome.events
        self.refusals: tuple[RefusedEntry, ...] = outcome.refusals

    @property
    def scenario(self) -> Scenario:
        return self.outcome.scenario

    @property
    def name(self) -> str:
        """Its game and its file, wherever it is installed: an examination is verified elsewhere."""
        file = Path(self.scenario.file)
        return f"{file.parent.name}/{file.stem}"

    def some_of(
        self, wrong: Sequence[str], about: str = "", but: Collection[str] = ()
    ) -> list[str]:
        """A few wrong options: others for other rounds, and always the same for this one."""
        found = turned(wrong, sum(map(ord, about + self.name)))
        return [each for each in found if each not in but][:WRONG_MAX]

    @cached_property
    def clauses(self) -> Clauses:
        """Of the game, and of every table."""
        own = games.clauses(self.rules)
        return Clauses([*own, *(each for each in TABLE_CLAUSES if each.id not in own)])

    @cached_property
    def cited(self) -> tuple[Clause, ...]:
        """The clauses that this round is a worked example of."""
        found = (clause for cite in self.scenario.cites for clause in self.clauses.named(cite))
        return tuple(dict.fromkeys(found))

    @cached_property
    def moves(self) -> tuple[Move[object], ...]:
        """The inputs of the round one by one; none if it never began."""
        round = self.round
        if round is None or round.origin is None:
            return ()
        return tuple(games.moves(round.origin, round.inputs))

    @cached_property
    def opening(self) -> tuple[Event, ...]:
        """What happened before the first card: bets, fees, "no more bets"."""
        later = sum(len(move.events) for move in self.moves)
        return self.events[: max(len(self.events) - later, 0)]

    def clause(self, id: str) -> Clause | None:
        found = self.clauses.named(id)
        return found[0] if found else None

    def first_clause(self, *ids: str) -> Clause | None:
        """The first of these that the game has."""
        return next((found for id in ids if (found := self.clause(id)) is not None), None)

    def governing(self, topic: str) -> Clause | None:
        """The clause that the family names for what the dealer does, if the game has one."""
        return self.first_clause(*games.governing(self.rules, topic))

    def until(self, number: int) -> tuple[Event, ...]:
        """The events before move `number`."""
        before = [event for move in self.moves[:number] for event in move.events]
        return (*self.opening, *before)
