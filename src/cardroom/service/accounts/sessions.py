"""Sessions: who is logged in, from where, and until when."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from hashlib import sha256
from threading import Lock
from typing import Final

from cardroom.service.accounts.roles import STAFF, Role
from cardroom.service.accounts.secrets_file import SecretsFile, StoredSession
from cardroom.service.settings import SessionTimes

COOKIE: Final = "cardroom"
ID_DIGITS: Final = 16
"""Enough of a digest to tell sessions apart; it opens none."""


def digest_of(token: str) -> bytes:
    return sha256(token.encode("utf-8", "surrogatepass")).digest()


def id_of(token: bytes) -> str:
    return token.hex()[:ID_DIGITS]


class Sessions:
    """Kept in memory next to the file, so that `find` never blocks."""

    def __init__(
        self,
        file: SecretsFile,
        times: SessionTimes,
        clock: Callable[[], float],
        entropy: Callable[[int], bytes] = secrets.token_bytes,
        *,
        shared: bool = False,
    ) -> None:
        """Shared: other workers open and end sessions, too."""
        self._shared = shared
        self._file, self._times, self._clock, self._entropy = file, times, clock, entropy
        self._lock = Lock()
        self._open = {each.token: each for each in file.sessions(clock())}
        self.ended: Callable[[bytes], None] = lambda _: None
        """Called, from any thread, with the digest of each session that ends."""

    def find(self, token: str | None) -> StoredSession | None:
        if not token:
            return None
        found = self._open.get(digest_of(token)) or self._opened_elsewhere(token)
        if found is None:
            return None
        if found.expires < self._clock():
            self._forget(found.token)
            return None
        return found

    def _opened_elsewhere(self, token: str) -> StoredSession | None:
        """A session that another worker has opened. It is read once."""
        found = self._file.session(digest_of(token)) if self._shared else None
        if found is not None:
            with self._lock:
                self._open[found.token] = found
        return found

    def open(self, name: str, role: Role, address: str) -> str:
        token, now = self._entropy(32).hex(), self._clock()
        times = self._times
        seconds = times.staff_seconds if role in STAFF else times.seconds
        session = StoredSession(digest_of(token), name, role, now + seconds, now, address)
        self._file.add_session(session)
        with self._lock:
            self._open[session.token] = session
        return token

    def of(self, name: str) -> list[StoredSession]:
        """Newest first."""
        now = self._clock()
        known = self._file.sessions(now) if self._shared else list(self._open.values())
        with self._lock:
            own = [
                each for each in known if each.name.lower() == name.lower() and each.expires >= now
            ]
        return sorted(own, key=lambda each: (-each.opened, each.token))

    def end(self, *ended: StoredSession) -> int:
        for each in ended:
            self._file.drop_session(each.token)
            self._forget(each.token)
        return len(ended)

    def sweep(self) -> None:
        """End the sessions whose time is over."""
        now = self._clock()
        with self._lock:
            old = [token for token, each in self._open.items() if each.expires < now]
        for token in old:
            self._forget(token)

    def forget(self, token: bytes) -> None:
        """Another worker has ended it."""
        with self._lock:
            known = self._open.pop(token, None)
        if known is not None:
            self.ended(token)

    def _forget(self, token: bytes) -> None:
        with self._lock:
            self._open.pop(token, None)
        self.ended(token)
