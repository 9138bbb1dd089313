"""Player drills in processes of their own, which have the solver.

Odds that nobody has needed yet take seconds. They are computed in the first process, which leaves
them in the cache; the second one finds them there, so that nobody waits for the odds of others.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

import msgspec

from cardroom.errors import CardroomError
from cardroom.school.course import Posed
from cardroom.school.drill import drill
from cardroom.school.library import PostedAt
from cardroom.school.progress import GradedAnswer, next_question
from cardroom.service.coach.adviser import AnyPlayerCourse, player_course
from cardroom.service.coach.workers import WARM_UP, Worker

COURSES: Final = 16
FAILED: Final = "this question could not be computed"


class PlayerAsk(msgspec.Struct, frozen=True):
    """Everything that decides the next questions of a player drill."""

    drill: str
    level: str
    posting: PostedAt
    seed: int
    seen: tuple[GradedAnswer, ...]
    count: int = 1


class PlayerReply(msgspec.Struct, frozen=True, omit_defaults=True):
    posed: tuple[Posed, ...] = ()
    why: str = ""
    """Why there is no question."""


class PlayerProcesses:
    def __init__(self) -> None:
        self._opener = Worker("school odds", compute)
        self._asker = Worker("school", compute)
        self._opened: set[tuple[str, bytes]] = set()
        """Drills and rules whose odds are in the cache."""

    async def compute(self, asked: PlayerAsk) -> PlayerReply:
        course = (asked.drill, msgspec.json.encode(asked.posting))
        worker = self._asker if course in self._opened else self._opener
        try:
            answer = await worker.ask(msgspec.json.encode(asked), lambda _: None)
        except (EOFError, OSError):
            return PlayerReply(why=FAILED)
        self._opened.add(course)
        return msgspec.json.decode(answer, type=PlayerReply)

    def close(self) -> None:
        self._opener.close()
        self._asker.close()


def compute(data: bytes, _: Callable[[bytes], None]) -> bytes:
    """In the child: what decides some questions in, the questions out."""
    if data == WARM_UP:
        return b""
    asked = msgspec.json.decode(data, type=PlayerAsk)
    try:
        return msgspec.json.encode(PlayerReply(_questions(asked)))
    except CardroomError as wrong:
        # A house may not post the game, or its file may be wrong by now.
        return msgspec.json.encode(PlayerReply(why=str(wrong)))


def _questions(asked: PlayerAsk) -> tuple[Posed, ...]:
    """One after the other, as if each had been answered."""
    course = _course(asked.drill, msgspec.json.encode(asked.posting))
    level = course.drill.level_named(asked.level)
    seen, posed = asked.seen, []
    for _ in range(asked.count):
        posed.append(next_question(course, seen, asked.seed, level))
        seen = answered(seen, posed[-1])
    return tuple(posed)


@lru_cache(maxsize=COURSES)
def _course(name: str, posting: bytes) -> AnyPlayerCourse:
    return player_course(drill(name), msgspec.json.decode(posting, type=PostedAt))


def answered(seen: tuple[GradedAnswer, ...], posed: Posed) -> tuple[GradedAnswer, ...]:
    """As if the question had been answered."""
    return (*seen, GradedAnswer(posed.drill, posed.stratum, "right"))
