"""Progress: right answers, time, and trend, by drill, game, and clause; and what comes up next.

Missed cases come again soon, and each right answer makes the interval longer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, Protocol

import msgspec

from cardroom.cards import Stream, shuffled
from cardroom.games import registry
from cardroom.play.clauses import TABLE_CLAUSES
from cardroom.school.course import Posed
from cardroom.school.drill import Drill, DrillLevel, shipped_drills
from cardroom.school.record import QuestionAnswered, Recorded, TableDealt

INTERVALS: Final = (2, 6, 18)
"""After a miss a case comes again after two other questions; after each right answer, later."""
RECENT: Final = 10
CANDIDATES: Final = 5
"""Cases that have never come up, from which the hardest comes first."""


class AnsweredCase(Protocol):
    """What spaced repetition looks at."""

    @property
    def drill(self) -> str: ...
    @property
    def stratum(self) -> str: ...
    @property
    def verdict(self) -> str: ...


class GradedAnswer(msgspec.Struct, frozen=True, array_like=True):
    """An answer, as short as it can be."""

    drill: str
    stratum: str
    verdict: str


class Standing(msgspec.Struct, frozen=True):
    """How somebody did on one drill, game, or clause."""

    name: str
    asked: int
    right: int
    late: int
    seconds: float
    """The mean time of an answer."""
    trend: float
    """The share of right answers among the last ones, minus that among those before."""
    title: str = ""
    """The name in words: of the drill, the game, or the rule."""
    percent: int = 0
    """Of the answers, right."""

    @property
    def share(self) -> float:
        return self.right / self.asked


def percent_right(right: int, asked: int) -> int:
    """Rounded down: 79.9% are not yet the 80% that pass."""
    return 100 * right // asked


def answers(record: Iterable[Recorded]) -> list[QuestionAnswered]:
    return [each.event for each in record if isinstance(each.event, QuestionAnswered)]


def standings(
    given: Sequence[QuestionAnswered], by: Callable[[QuestionAnswered], Iterable[str]]
) -> list[Standing]:
    """The weakest first."""
    groups: dict[str, list[QuestionAnswered]] = {}
    for each in given:
        for name in by(each):
            groups.setdefault(name, []).append(each)
    found = [_standing(name, group) for name, group in groups.items()]
    return sorted(found, key=lambda each: (each.share, each.name))


def by_drill(given: Sequence[QuestionAnswered], offered: Iterable[Drill] = ()) -> list[Standing]:
    """With the titles of the drills that are offered, a house's own included."""
    drills = (*shipped_drills(), *offered)
    titles = {each.name: f"{_game(each.game)}: {each.title}" for each in drills}
    return _titled(standings(given, lambda each: (each.drill,)), lambda name: titles.get(name, ""))


def by_game(given: Sequence[QuestionAnswered]) -> list[Standing]:
    return _titled(standings(given, lambda each: (each.game,)), _game)


def by_clause(given: Sequence[QuestionAnswered]) -> list[Standing]:
    """By the clause that decides, or that the worked round is an example of."""
    found = standings(given, lambda each: (f"{each.game} {id}" for id in each.clauses[:1]))
    return _titled(found, _rule)


def by_table(record: Iterable[Recorded]) -> list[Standing]:
    """Whole rounds that were dealt, by game: what was to be done, and what was done right."""
    games: dict[str, list[TableDealt]] = {}
    for each in record:
        if isinstance(each.event, TableDealt):
            games.setdefault(each.event.game, []).append(each.event)
    return _titled([_dealt(name, rounds) for name, rounds in sorted(games.items())], _game)


def _titled(found: Iterable[Standing], words: Callable[[str], str]) -> list[Standing]:
    """An unknown name, such as that of a game no longer installed, stays as it is."""
    change = msgspec.structs.replace
    return [change(each, title=words(each.name) or each.name) for each in found]


def _game(id: str) -> str:
    found = registry.game(id)
    return "" if found is None else found.title


def _rule(name: str) -> str:
    """The rule in our words, after the title of its game."""
    id, _, clause = name.partition(" ")
    found = registry.game(id)
    if found is None:
        return ""
    every = (*found.clauses.named(clause), *TABLE_CLAUSES.named(clause))
    return f"{found.title}: {every[0].says}" if every else ""


def _dealt(name: str, rounds: Sequence[TableDealt]) -> Standing:
    due = sum(each.due for each in rounds)
    wrong = sum(min(each.departures, each.due) for each in rounds)
    last, before = rounds[-1:], rounds[-2:-1]
    trend = _clean(last) - _clean(before) if before else 0.0
    seconds = sum(each.millis for each in rounds) / due / 1000
    percent = percent_right(due - wrong, due)
    return Standing(name, due, due - wrong, 0, seconds, trend, percent=percent)


def _clean(rounds: Sequence[TableDealt]) -> float:
    return sum(1 - min(each.departures / each.due, 1) for each in rounds) / len(rounds)


def _standing(name: str, group: Sequence[QuestionAnswered]) -> Standing:
    right = [each.verdict == "right" for each in group]
    last, before = right[-RECENT:], right[-2 * RECENT : -RECENT]
    trend = sum(last) / len(last) - sum(before) / len(before) if before else 0.0
    return Standing(
        name,
        len(group),
        sum(right),
        sum(each.verdict == "late" for each in group),
        sum(each.millis for each in group) / len(group) / 1000,
        trend,
        percent=percent_right(sum(right), len(group)),
    )


def due(given: Sequence[AnsweredCase], drill: str) -> str | None:
    """The missed case that is longest overdue; one that was then right three times is learned."""
    own = [each for each in given if each.drill == drill]
    missed: dict[str, tuple[int, int]] = {}
    for number, each in enumerate(own):
        if each.verdict != "right":
            missed[each.stratum] = (number, 0)
        elif each.stratum in missed:
            missed[each.stratum] = (number, missed[each.stratum][1] + 1)
    over = {
        stratum: len(own) - 1 - number - INTERVALS[streak]
        for stratum, (number, streak) in missed.items()
        if streak < len(INTERVALS)
    }
    ready = {stratum: late for stratum, late in over.items() if late >= 0}
    return max(ready, key=lambda stratum: (ready[stratum], stratum)) if ready else None


class AnyCourse(Protocol):
    """What a drill's questions are drawn from."""

    drill: Drill

    @property
    def strata(self) -> Mapping[str, object]: ...
    def about(self, stratum: str, seed: int, number: int, level: DrillLevel) -> Posed: ...
    def question(self, seed: int, number: int, level: DrillLevel) -> Posed: ...
    def hardest(self, strata: Sequence[str]) -> str: ...


def next_question(
    course: AnyCourse, given: Sequence[AnsweredCase], seed: int, level: DrillLevel
) -> Posed:
    """A case that is due, then the hardest of some that never came up, then all of them again."""
    own = [each for each in given if each.drill == course.drill.name]
    number = len(own)
    again = due(own, course.drill.name)
    if again is not None and again in course.strata:
        return course.about(again, seed, number, level)
    seen = {each.stratum for each in own}
    order = shuffled(sorted(course.strata), Stream(seed, 0).below)
    fresh = [stratum for stratum in order if stratum not in seen][:CANDIDATES]
    if fresh:
        return course.about(course.hardest(fresh), seed, number, level)
    return course.question(seed, number, level)
