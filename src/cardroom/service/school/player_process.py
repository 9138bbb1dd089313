"""Player drills in a process of their own, which has the solver.

The next question is computed while the person still thinks about this one. It does not depend on
the answer: a case that is missed comes again only after other questions.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

import msgspec

from cardroom.errors import CardroomError
from cardroom.school.course import Posed
from cardroom.school.drill import drill
from cardroom.school.library import PostedAt
from cardroom.school.progress import Seen, next_question
from cardroom.service.coach.adviser import AnyPlayerCourse, player_course
from cardroom.service.coach.workers import WARM_UP, Worker
from cardroom.service.school.records import forget

COURSES: Final = 16
BEGUN_MAX: Final = 500
"""Questions that are computed, or wait for somebody who may have gone."""
WAIT_SECONDS: Final = 0.8
"""After that the page asks again."""
FAILED: Final = "this question could not be computed"


class PlayerAsk(msgspec.Struct, frozen=True):
    """Everything that decides the next question of a player drill."""

    drill: str
    level: str
    posting: PostedAt
    seed: int
    seen: tuple[Seen, ...]


class PlayerReply(msgspec.Struct, frozen=True, omit_defaults=True):
    posed: Posed | None = None
    why: str = ""
    """Why there is no question."""


class PlayerDrills:
    """Questions that are being computed, by the person and what decides them."""

    def __init__(self) -> None:
        self._worker = Worker("school", compute)
        self._begun: OrderedDict[tuple[str, bytes], asyncio.Task[PlayerReply]] = OrderedDict()

    async def next(self, person: str, asked: PlayerAsk) -> PlayerReply | None:
        """None while it is being computed."""
        key, task = self._task(person, asked)
        await asyncio.wait([task], timeout=WAIT_SECONDS)
        if not task.done():
            return None
        self._begun.pop(key, None)
        return task.result()

    def prepare(self, person: str, asked: PlayerAsk) -> None:
        self._task(person, asked)

    async def close(self) -> None:
        for task in self._begun.values():
            task.cancel()
        await asyncio.to_thread(self._worker.close)

    def _task(
        self, person: str, asked: PlayerAsk
    ) -> tuple[tuple[str, bytes], asyncio.Task[PlayerReply]]:
        data = msgspec.json.encode(asked)
        key = (person, data)
        if key not in self._begun:
            self._begun[key] = asyncio.create_task(self._computed(data))
            forget(self._begun, BEGUN_MAX)
        return key, self._begun[key]

    async def _computed(self, data: bytes) -> PlayerReply:
        try:
            answer = await self._worker.ask(data, lambda _: None)
        except (EOFError, OSError):
            return PlayerReply(why=FAILED)
        return msgspec.json.decode(answer, type=PlayerReply)


def compute(data: bytes, _: Callable[[bytes], None]) -> bytes:
    """In the child: what decides a question in, the question out."""
    if data == WARM_UP:
        return b""
    asked = msgspec.json.decode(data, type=PlayerAsk)
    try:
        course = _course(asked.drill, msgspec.json.encode(asked.posting))
        level = course.drill.level_named(asked.level)
        posed = next_question(course, asked.seen, asked.seed, level)
    except CardroomError as wrong:
        # A house may not post the game, or its file may be wrong by now.
        return msgspec.json.encode(PlayerReply(why=str(wrong)))
    return msgspec.json.encode(PlayerReply(posed))


@lru_cache(maxsize=COURSES)
def _course(name: str, posting: bytes) -> AnyPlayerCourse:
    return player_course(drill(name), msgspec.json.decode(posting, type=PostedAt))


def answered(seen: Sequence[Seen], posed: Posed) -> tuple[Seen, ...]:
    """As if the open question had been answered."""
    return (*seen, Seen(posed.drill, posed.stratum, "right"))
