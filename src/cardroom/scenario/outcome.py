"""The outcome of a scenario: the round, its events, its results, and what was not as expected."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from cardroom import games
from cardroom.events import Event
from cardroom.play.round import Refusal, Round
from cardroom.rules.clauses import Clauses
from cardroom.rules.ruleset import Ruleset
from cardroom.scenario.checks import check_refusals, named
from cardroom.scenario.document import Expected, Scenario
from cardroom.scenario.expectations import compare
from cardroom.scenario.results import Results
from cardroom.scenario.source import ScenarioError

POSTED_GAME: Final = "the posted game"
"""What was refused, where no house may post the options."""


class RefusedEntry(msgspec.Struct, frozen=True):
    """Something that was refused, as the file says."""

    line: int
    what: str
    refusal: Refusal
    at: Round | None = None
    """The round that it was tried in; None before the deal."""


class FailedExpectation(msgspec.Struct, frozen=True):
    """An expectation that failed."""

    line: int
    text: str


class ScenarioOutcome(msgspec.Struct, frozen=True):
    scenario: Scenario
    rules: Ruleset
    round: Round | None
    """None if the round never began, because it was refused."""
    events: tuple[Event, ...]
    results: Results
    refusals: tuple[RefusedEntry, ...]
    problems: tuple[FailedExpectation, ...]


class RoundRefused(Exception):
    """The round as a whole was refused, and the file said that it must be."""


class PostingRefused(Exception):
    """No house may post these options together, and the file said so."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        super().__init__("; ".join(faults))
        self.faults = faults


def posting_refused(scenario: Scenario, rules: Ruleset, faults: tuple[str, ...]) -> ScenarioOutcome:
    """Nothing was played; a clause that the file names must be among the faults.

    `rules` is the game with its defaults, because these options cannot be posted.
    """
    wanted = scenario.refused or ""
    said = "; ".join(faults)
    check_refusals(scenario, games.game(scenario.game).clauses)
    clauses = named(games.game(scenario.game).clauses, wanted)
    cited = [clause for clause in clauses if clause.cite in said]
    line = scenario.line("refused")
    problems = [not_compared(expected, "the game was not posted") for expected in scenario.expect]
    if clauses and not cited:
        problems.append(FailedExpectation(line, f"expected a refusal by {wanted}, got: {said}"))
    refusals = tuple(RefusedEntry(line, POSTED_GAME, Refusal(clause, said)) for clause in cited)
    return ScenarioOutcome(scenario, rules, None, (), {}, refusals, tuple(problems))


def compared(
    scenario: Scenario, found: Results, round: Literal["over", "not played"]
) -> list[FailedExpectation]:
    """What is not as expected. Whether a game is broken is known even if nothing was played."""
    problems = []
    for expected in scenario.expect:
        if round == "over" or expected.path == ("broken",):
            wrong = compare(expected, found)
            problems += [] if wrong is None else [FailedExpectation(expected.line, wrong)]
        else:
            problems.append(not_compared(expected, "no round was played to its end"))
    return problems


def not_compared(expected: Expected, why: str) -> FailedExpectation:
    """An expectation about a round that there is none of."""
    name = ".".join(("expect", *expected.path))
    return FailedExpectation(expected.line, f"{name} cannot be compared: {why}")


class Notes:
    """The refusals and problems that are met while a file is played."""

    def __init__(self, scenario: Scenario, clauses: Clauses) -> None:
        self.scenario, self.clauses = scenario, clauses
        self.refusals: list[RefusedEntry] = []
        self.problems: list[FailedExpectation] = []

    def error(self, line: int, message: str) -> ScenarioError:
        """For `raise`: the file cannot be played."""
        return ScenarioError(self.scenario.file, line, message)

    def problem(self, line: int, text: str) -> None:
        self.problems.append(FailedExpectation(line, text))

    def refused(
        self, line: int, what: str, wanted: str, refusal: Refusal, at: Round | None = None
    ) -> None:
        """It was refused, as it must be; the clause is compared if the file names one."""
        self.refusals.append(RefusedEntry(line, what, refusal, at))
        clauses = named(self.clauses, wanted)
        if clauses and refusal.clause not in clauses:
            self.problem(line, f"{what}: expected a refusal by {wanted}, got {refusal}")

    def accepted(self, line: int, what: str, wanted: str) -> None:
        self.problem(line, f"{what}: accepted, but it must be refused ({wanted})")
