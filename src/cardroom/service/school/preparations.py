"""The worked rounds are looked through before anybody asks about them.

That takes some seconds of the processor for all games, once for each version of the program. Where
the service has processes to compute in, it is done in one of them, at the lowest priority, so that
no table waits for it.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from threading import Event, Lock
from typing import Final, Literal, NamedTuple

import msgspec

from cardroom.errors import CardroomError
from cardroom.school.drill import shipped_drills
from cardroom.school.index import as_indexed, index, kept
from cardroom.school.library import PostedAt
from cardroom.service.coach.workers import WARM_UP, Worker

LOWEST: Final = 19
Place = Literal["process", "thread"]


class Wanted(NamedTuple):
    """Worked rounds to look through: of a game at a house, or in a folder of the house's own."""

    game: str
    posted: PostedAt
    rounds: str = ""


class Preparations:
    """Any thread may call it."""

    def __init__(self, place: Place) -> None:
        self._place = place
        self._line: deque[Wanted] = deque()
        self._thread = ThreadPoolExecutor(1, "school")
        self._reader: Worker | None = None
        self._changing = Lock()
        self._now: Wanted | None = None
        self._ready: list[Wanted] = []
        self._begun = False
        self._closed = Event()

    def first(self, game: str, posted: PostedAt, rounds: str = "") -> bool:
        """Whether the game is ready; if it is not, it comes before all that is in line."""
        chosen = Wanted(game, as_indexed(posted), rounds)
        with self._changing:
            if chosen in self._line:
                self._line.remove(chosen)
                self._line.appendleft(chosen)
            elif chosen not in self._ready and chosen != self._now and not self._closed.is_set():
                self._line.appendleft(chosen)
                self._thread.submit(self._next)
            return chosen in self._ready

    def all(self) -> None:
        """Every game as most people ask for it, so that the first question is ready, too."""
        with self._changing:
            if self._begun or self._closed.is_set():
                return
            self._begun = True
            for game in dict.fromkeys(each.game for each in shipped_drills()):
                self._line.append(Wanted(game, PostedAt()))
                self._thread.submit(self._next)

    def close(self) -> None:
        with self._changing:
            self._closed.set()
            self._thread.shutdown(wait=False, cancel_futures=True)
        self._release()

    def _next(self) -> None:
        with self._changing:
            self._now = wanted = self._line.popleft()
        # What cannot be looked through is refused when somebody asks about it.
        try:
            with suppress(CardroomError):
                if self._place == "process" and not kept(*wanted):
                    self._read(wanted)
                if self._closed.is_set():
                    return
                index(*wanted)
        finally:
            with self._changing:
                self._ready.append(wanted)
                self._now = None
                done = not self._line
        if done:
            self._release()

    def _read(self, wanted: Wanted) -> None:
        """In the process. If it ends before that, the rounds are looked through here."""
        with self._changing:
            if self._closed.is_set():
                return
            if self._reader is None:
                self._reader = Worker("worked rounds", look_through)
            reader = self._reader
        with suppress(EOFError, OSError, CancelledError):
            reader.exchange(msgspec.json.encode(wanted))

    def _release(self) -> None:
        """The process is not needed until somebody chooses other rules."""
        with self._changing:
            reader, self._reader = self._reader, None
        if reader is not None:
            reader.close()


def look_through(data: bytes, _: Callable[[bytes], None]) -> bytes:
    """In the child: what is found is kept in the cache, where the service reads it."""
    if data != WARM_UP:
        _step_back()
        index(*msgspec.json.decode(data, type=Wanted))
    return b""


@cache
def _step_back() -> None:
    """Not every system has priorities."""
    with suppress(AttributeError, OSError):
        os.nice(LOWEST)
