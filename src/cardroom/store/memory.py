"""A journal in memory, for tests and for tables that need no audit."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from threading import Lock

from cardroom.store.fence import Fence
from cardroom.store.journal import ORIGIN, Blinding, Entry, StreamHead, check_batch, fresh_blind
from cardroom.store.protocol import Body, Joined


class MemoryStore:
    """The store protocol over dicts; it lasts as long as the process."""

    paused = ""

    def __init__(self, blind: Blinding = fresh_blind) -> None:
        self.blind = blind
        self._lock = Lock()
        self._streams: dict[str, list[Entry]] = {}
        self._keys: dict[str, tuple[Entry, ...]] = {}

    def append(self, batch: Sequence[Entry]) -> Future[tuple[Entry, ...]]:
        check_batch(batch)
        done: Future[tuple[Entry, ...]] = Future()
        with self._lock:
            fence = Fence(self._head, self._find)
            outcome = fence.judge(batch)
            for entry in fence.accepted:
                self._streams.setdefault(entry.stream, []).append(entry)
                if entry.key is not None:
                    self._keys[entry.key] = tuple(batch)
        if isinstance(outcome, tuple):
            done.set_result(outcome)
        else:
            done.set_exception(outcome)
        return done

    def find(self, key: str) -> tuple[Entry, ...]:
        with self._lock:
            return self._find(key)

    def read(self, stream: str, after: int = 0) -> Iterator[Entry]:
        with self._lock:
            entries = self._streams.get(stream, [])[after:]
        return iter(entries)

    def bodies(
        self, stream: str, after: int = 0, until: int | None = None
    ) -> Iterator[Sequence[Body]]:
        with self._lock:
            entries = self._streams.get(stream, [])[after:until]
        yield [(entry.at, entry.seq, entry.body) for entry in entries]

    def joined(self, stream: str, after: int, until: int) -> Iterator[Joined]:
        for page in self.bodies(stream, after, until):
            if page:
                bodies = b",".join(body for _, _, body in page)
                yield Joined(after, until, page[0][0], page[-1][0], bodies)

    def heads(self) -> dict[str, StreamHead]:
        with self._lock:
            return {name: entries[-1].head for name, entries in self._streams.items()}

    def note_commits(self, noted: Callable[[float], None]) -> None:
        """Do nothing: there are no commits."""

    def resume(self) -> None:
        """Do nothing: memory is never paused."""

    def close(self) -> None:
        """Do nothing: there is nothing to release."""

    def _head(self, stream: str) -> StreamHead:
        entries = self._streams.get(stream)
        return entries[-1].head if entries else ORIGIN

    def _find(self, key: str) -> tuple[Entry, ...]:
        return self._keys.get(key, ())
