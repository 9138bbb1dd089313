"""Progress: right answers, time, and trend, by drill, game, and clause; and what comes up next.

Missed cases come again soon, and each right answer makes the interval longer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, Protocol

import msgspec

from cardroom.cards import Stream, shuffled
from cardroom.school.course import Posed
from cardroom.school.drill import Drill, DrillLevel
from cardroom.school.record import QuestionAnswered, Recorded

INTERVALS: Final = (2, 6, 18)
"""After a miss a case comes again after two other questions; after each right answer, later."""
RECENT: Final = 10


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

    @property
    def share(self) -> float:
        return self.right / self.asked


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


def by_drill(given: Sequence[QuestionAnswered]) -> list[Standing]:
    return standings(given, lambda each: (each.drill,))


def by_game(given: Sequence[QuestionAnswered]) -> list[Standing]:
    return standings(given, lambda each: (each.game,))


def by_clause(given: Sequence[QuestionAnswered]) -> list[Standing]:
    """By the clause that decides, or that the worked round is an example of."""
    return standings(given, lambda each: (f"{each.game} {id}" for id in each.clauses[:1]))


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
    )


def due(given: Sequence[QuestionAnswered], drill: str) -> str | None:
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
    strata: Mapping[str, Sequence[Any]]

    def about(self, stratum: str, seed: int, number: int, level: DrillLevel) -> Posed: ...
    def question(self, seed: int, number: int, level: DrillLevel) -> Posed: ...


def next_question(
    course: AnyCourse, given: Sequence[QuestionAnswered], seed: int, level: DrillLevel
) -> Posed:
    """A case that is due, then one that never came up, then all of them again."""
    own = [each for each in given if each.drill == course.drill.name]
    number = len(own)
    again = due(own, course.drill.name)
    if again is not None and again in course.strata:
        return course.about(again, seed, number, level)
    seen = {each.stratum for each in own}
    order = shuffled(sorted(course.strata), Stream(seed, 0).below)
    fresh = next((stratum for stratum in order if stratum not in seen), None)
    if fresh is not None:
        return course.about(fresh, seed, number, level)
    return course.question(seed, number, level)
