"""What every journal offers: five verbs, and `close`; two of them to those who only look."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from typing import Protocol

from cardroom.store.journal import Entry, Head


class Reader(Protocol):
    """A journal to look at."""

    def read(self, stream: str, after: int = 0) -> Iterator[Entry]:
        """The entries of a stream that follow number `after`, in order."""
        ...

    def heads(self) -> dict[str, Head]:
        """Where each stream ends."""
        ...

    def close(self) -> None:
        """Finish what was accepted, then release everything. Closing twice is harmless."""
        ...


class Store(Reader, Protocol):
    """A journal of opaque entries. Every method may be called from any thread."""

    def append(self, batch: Sequence[Entry]) -> Future[tuple[Entry, ...]]:
        """Store a batch made by `journal.chain`, all of it or nothing.

        The future is done only after the commit. Its result is what is stored under the
        batch's key: the batch itself, or what the same command wrote the first time.
        It fails with `ConflictError`, `KeyTakenError`, `LockedError` or `PausedError`.
        Await it with `asyncio.wrap_future`, or block with `.result()`.
        """
        ...

    def find(self, key: str) -> tuple[Entry, ...]:
        """What a command has written, in order; empty if it was never stored.

        Ask before deciding on a command that may be a repetition: its first run has changed
        the state, so deciding again could refuse what was in fact done.
        """
        ...

    def resume(self) -> None:
        """Acknowledge again after `PausedError`, once a trial write is durable; else the error."""
        ...
