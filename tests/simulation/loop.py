"""An event loop whose time is the simulation's: nothing waits, and nothing runs side by side."""

from __future__ import annotations

import asyncio
from asyncio import events
from collections.abc import Callable
from random import Random
from typing import Any, TypeVar

T = TypeVar("T")


class _NoFiles:
    """In place of a selector: there is no socket and no pipe to wait for."""

    def select(self, _timeout: float | None) -> list[Any]:
        return []


class SimulatedLoop(asyncio.BaseEventLoop):
    """Work for a thread is done on this one, a little later; `chance` says how much."""

    def __init__(self, now: Callable[[], float], chance: Random) -> None:
        super().__init__()
        self._now, self._chance = now, chance
        self._selector = _NoFiles()
        self._clock_resolution = 1e-9
        self.failures: list[str] = []
        self.set_exception_handler(self._failed)

    def time(self) -> float:
        return self._now()

    def run_in_executor(  # type: ignore[override]
        self, _executor: Any, work: Callable[..., T], *given: Any
    ) -> asyncio.Future[T]:
        done: asyncio.Future[T] = self.create_future()

        def run() -> None:
            if done.cancelled():
                return
            try:
                done.set_result(work(*given))
            except Exception as wrong:
                done.set_exception(wrong)

        self.call_later(self._chance.random() * 0.002, run)
        return done

    def call_soon_threadsafe(  # type: ignore[override]
        self, callback: Any, *given: Any, context: Any = None
    ) -> asyncio.Handle:
        return self.call_soon(callback, *given, context=context)

    def next_time(self) -> float | None:
        """When there is something to do next; None if nothing is planned."""
        if self._ready:  # type: ignore[attr-defined]
            return self.time()
        scheduled = self._scheduled  # type: ignore[attr-defined]
        return scheduled[0].when() if scheduled else None

    def run_due(self) -> None:
        """Everything that is due now, and whatever that makes due now."""
        events._set_running_loop(self)
        try:
            while (at := self.next_time()) is not None and at <= self.time():
                self._run_once()  # type: ignore[attr-defined]
        finally:
            events._set_running_loop(None)

    def inside(self, work: Callable[[], T]) -> T:
        """Something that is asked of the service from outside."""
        events._set_running_loop(self)
        try:
            return work()
        finally:
            events._set_running_loop(None)

    def abandon(self) -> None:
        """The process has died: end its tasks where they are."""
        for _ in range(20):
            left = asyncio.all_tasks(self)
            if not left:
                break
            for task in left:
                task.cancel()
            self.run_due()
        self.close()

    def _failed(self, _loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        self.failures.append(repr(context.get("exception") or context.get("message")))

    def _process_events(self, _events: Any) -> None:
        """There are none."""

    def _write_to_self(self) -> None:
        """Nobody sleeps who would have to be woken."""
