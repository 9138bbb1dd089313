"""The outcome of a scenario: the round, its events, its results, and what was not as expected."""

from __future__ import annotations

import msgspec

from cardroom import games
from cardroom.events import Event
from cardroom.play.clauses import TABLE_CLAUSES
from cardroom.play.round import Refusal, Round
from cardroom.rules.clauses import Clause, Clauses
from cardroom.rules.ruleset import Ruleset
from cardroom.scenario.document import Scenario
from cardroom.scenario.results import Results
from cardroom.scenario.source import ScenarioError


class Refused(msgspec.Struct, frozen=True):
    """Something that was refused, as the file says."""

    line: int
    what: str
    refusal: Refusal


class Problem(msgspec.Struct, frozen=True):
    """An expectation that failed."""

    line: int
    text: str


class Outcome(msgspec.Struct, frozen=True):
    scenario: Scenario
    rules: Ruleset
    round: Round | None
    """None if the round never began, because it was refused."""
    events: tuple[Event, ...]
    results: Results
    refusals: tuple[Refused, ...]
    problems: tuple[Problem, ...]


class RoundRefused(Exception):
    """The round as a whole was refused, and the file said that it must be."""


class PostingRefused(Exception):
    """No house may post these options together, and the file said so."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        super().__init__("; ".join(faults))
        self.faults = faults


def posting_refused(scenario: Scenario, rules: Ruleset, faults: tuple[str, ...]) -> Outcome:
    """Nothing was played; a clause that the file names must be among the faults.

    `rules` is the game with its defaults, because these options cannot be posted.
    """
    wanted = scenario.refused or ""
    said = "; ".join(faults)
    clauses = games.game(scenario.game).clauses.named(wanted) + TABLE_CLAUSES.named(wanted)
    named = [clause for clause in clauses if clause.cite in said]
    line = scenario.line("refused")
    problems: tuple[Problem, ...] = ()
    if clauses and not named:
        problems = (Problem(line, f"expected a refusal by {wanted}, got: {said}"),)
    refusals = tuple(Refused(line, "the posted game", Refusal(clause, said)) for clause in named)
    return Outcome(scenario, rules, None, (), {}, refusals, problems)


class Notes:
    """The refusals and problems that are met while a file is played."""

    def __init__(self, scenario: Scenario, clauses: Clauses) -> None:
        self.scenario, self.clauses = scenario, clauses
        self.refusals: list[Refused] = []
        self.problems: list[Problem] = []

    def error(self, line: int, message: str) -> ScenarioError:
        """For `raise`: the file cannot be played."""
        return ScenarioError(self.scenario.file, line, message)

    def problem(self, line: int, text: str) -> None:
        self.problems.append(Problem(line, text))

    def refused(self, line: int, what: str, wanted: str, refusal: Refusal) -> None:
        """It was refused, as it must be; the clause is compared if the file names one."""
        self.refusals.append(Refused(line, what, refusal))
        named = self._named(wanted)
        if named and refusal.clause not in named:
            self.problem(line, f"{what}: expected a refusal by {wanted}, got {refusal}")

    def accepted(self, line: int, what: str, wanted: str) -> None:
        self.problem(line, f"{what}: accepted, but it must be refused ({wanted})")

    def _named(self, text: str) -> tuple[Clause, ...]:
        return self.clauses.named(text) + TABLE_CLAUSES.named(text)
