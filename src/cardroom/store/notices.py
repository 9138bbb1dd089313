"""What other workers tell through the database: LISTEN and NOTIFY, on a thread of its own."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Event, Thread
from typing import Final

import psycopg

from cardroom.store.ownership import CHANNEL

LOST: Final = ""
"""Said after a connection was made: anything may have been missed before."""
_WAIT_SECONDS: Final = 0.5


class Notices:
    """Calls `heard` with each text, on its thread; connects again by itself."""

    def __init__(self, address: str, heard: Callable[[str], None]) -> None:
        self._address, self._heard = address, heard
        self._over = Event()
        self._thread = Thread(target=self._run, name="notices", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        self._over.set()
        self._thread.join(2 * _WAIT_SECONDS)

    def _run(self) -> None:
        while not self._over.is_set():
            try:
                self._listen()
            except psycopg.Error:
                time.sleep(_WAIT_SECONDS)

    def _listen(self) -> None:
        with psycopg.connect(self._address, autocommit=True, connect_timeout=5) as database:
            database.execute(f"LISTEN {CHANNEL}")
            self._heard(LOST)
            while not self._over.is_set():
                for notice in database.notifies(timeout=_WAIT_SECONDS):
                    self._heard(notice.payload)
