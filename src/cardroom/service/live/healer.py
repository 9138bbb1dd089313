"""Continues by itself after a full disk, a disk error, or a restart of the database."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from cardroom.service.live.lobby import Lobby
from cardroom.store import Store, StoreError

LOOK_SECONDS: Final = 0.2
WAIT_SECONDS: Final = (0.2, 0.5, 1.0, 2.0, 5.0)
"""Pauses between the attempts; the last one repeats."""
_log = logging.getLogger(__name__)


class Healer:
    """Watches the journal. While nothing can be saved, every viewer sees a notice; then all tables
    continue from what was stored."""

    def __init__(self, store: Store, lobby: Lobby) -> None:
        self._store, self._lobby = store, lobby

    async def watch(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            if self._store.paused:
                await self._heal()

    async def _heal(self) -> None:
        _log.warning("%s; the tables wait", self._store.paused)
        self._lobby.show_stopped()
        attempt = 0
        while not await self._resumed():
            await asyncio.sleep(WAIT_SECONDS[min(attempt, len(WAIT_SECONDS) - 1)])
            attempt += 1
        _log.warning("the journal is written again; the tables continue")

    async def _resumed(self) -> bool:
        try:
            await asyncio.to_thread(self._store.resume)
            await self._lobby.catch_up()
        except StoreError as still:
            _log.info("the journal still cannot be written: %s", still)
            return False
        return True
