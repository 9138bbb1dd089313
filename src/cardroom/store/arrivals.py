"""Answers of the thread that commits, brought to the event loop together.

A commit answers many commands at once. One call wakes the loop for all of them;
`asyncio.wrap_future` would wake it for each.
"""

from __future__ import annotations

import asyncio
from collections import deque
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from typing import Final, TypeVar
from weakref import WeakKeyDictionary, ref

from cardroom.store.errors import StoreError
from cardroom.store.fence import Judgment
from cardroom.store.journal import Entry

T = TypeVar("T")


class Arrivals:
    """Of one event loop, which it does not keep alive."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = ref(loop)
        self._came: deque[asyncio.Future[None]] = deque()
        self._called = False

    def note(self, waiter: asyncio.Future[None], _: object) -> None:
        """On any thread: somebody's answer has come."""
        # In this order, and the other way round in `_bring`: no answer is left behind.
        self._came.append(waiter)
        if not self._called:
            self._called = True
            loop = self._loop()
            with suppress(RuntimeError):  # The loop has ended: nobody waits any longer.
                if loop is not None:
                    loop.call_soon_threadsafe(self._bring)

    def _bring(self) -> None:
        self._called = False
        while self._came:
            waiter = self._came.popleft()
            if not waiter.done():
                waiter.set_result(None)


_loops: Final = WeakKeyDictionary[asyncio.AbstractEventLoop, Arrivals]()


async def durable(future: Future[T]) -> T:
    """The result of a batch. To stop waiting does not take it back: it may be stored already."""
    if not future.done():
        loop = asyncio.get_running_loop()
        arrivals = _loops.get(loop)
        if arrivals is None:
            arrivals = _loops[loop] = Arrivals(loop)
        waiter: asyncio.Future[None] = loop.create_future()
        future.add_done_callback(partial(arrivals.note, waiter))
        await waiter
    return future.result()


async def outcome(future: Future[tuple[Entry, ...]]) -> Judgment:
    """The result of a batch, or why it was not stored."""
    try:
        return await durable(future)
    except StoreError as refused:
        return refused
