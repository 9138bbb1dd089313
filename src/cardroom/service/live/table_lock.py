"""The lock of a live table, which keeps in mind whether the table is known."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable


class TableLock:
    """Held while a command is carried out, with `async with`.

    Where a commit failed, nobody knows what is stored. The next holder reads it first, or the
    table would be decided on as it was before.
    """

    def __init__(self, read_on: Callable[[], Awaitable[None]]) -> None:
        self._lock, self._read_on = asyncio.Lock(), read_on
        self.unsure = False
        """Whether something may be stored that the table does not show."""

    async def __aenter__(self) -> None:
        await self._lock.acquire()
        try:
            if self.unsure:
                await self._read_on()
                self.unsure = False
        except BaseException:
            self._lock.release()
            raise

    async def __aexit__(self, *_: object) -> None:
        self._lock.release()
