"""The interface of every journal: three methods to read, three more to write, and `close`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from typing import NamedTuple, Protocol

from cardroom.store.journal import Blinding, Entry, StreamHead

Body = tuple[int, int, bytes]
"""Time, number, and body of an entry."""


class Joined(NamedTuple):
    """Entries in a row, for readers that need few of their times."""

    after: int
    """The number of the entry before the first of them."""
    until: int
    """No entry of a higher number is among them."""
    first: int
    """The time of the first one; time never runs backward in a stream."""
    last: int
    """The time of the last one."""
    bodies: bytes
    """With a comma between any two."""


class Reader(Protocol):
    """A journal that can only be read."""

    def read(self, stream: str, after: int = 0) -> Iterator[Entry]:
        """The entries of a stream after number `after`, in order."""
        ...

    def bodies(
        self, stream: str, after: int = 0, until: int | None = None
    ) -> Iterator[Sequence[Body]]:
        """The bodies of the entries after one number and up to another, in order and in pages: for
        reports, which read millions of entries and no hashes."""
        ...

    def joined(self, stream: str, after: int, until: int) -> Iterator[Joined]:
        """The same bodies, joined by the store: an object for each entry would cost more than to
        read it."""
        ...

    def heads(self) -> dict[str, StreamHead]:
        """Where each stream ends."""
        ...

    def close(self) -> None:
        """Finish everything accepted so far, then release all resources. May be called twice."""
        ...


class Store(Reader, Protocol):
    """A journal of opaque entries. Every method may be called from any thread."""

    @property
    def blind(self) -> Blinding:
        """How new entries of this journal are blinded; pass it to `journal.chain`."""
        ...

    @property
    def paused(self) -> str:
        """Why nothing is accepted at present; empty if writing works."""
        ...

    def append(self, batch: Sequence[Entry]) -> Future[tuple[Entry, ...]]:
        """Store a batch made by `journal.chain`, completely or not at all.

        The future is done only after the commit. Its result is what is stored under the
        batch's key: the batch itself, or what the same command wrote the first time.
        It fails with `ConflictError`, `KeyTakenError`, `LockedError` or `PausedError`.
        Await it with `arrivals.durable`, or block with `.result()`.
        """
        ...

    def find(self, key: str) -> tuple[Entry, ...]:
        """The entries a command has written, in order; empty if it was never stored.

        Look here before answering that a command is refused: it may be a repetition. Its first run
        has changed the state, so deciding it again could refuse something that was in fact done.
        """
        ...

    def note_commits(self, noted: Callable[[float], None]) -> None:
        """Call this with the seconds of each commit, on the thread that commits."""
        ...

    def resume(self) -> None:
        """Resume after `PausedError` if a trial write is durable; otherwise raise the error."""
        ...
