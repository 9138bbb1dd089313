"""The fence between writers: whether a batch still follows what is stored."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cardroom.store.errors import ConflictError, KeyTakenError, StoreError
from cardroom.store.journal import Entry, StreamHead

Batch = Sequence[Entry]
Judgment = tuple[Entry, ...] | StoreError


class Fence:
    """Judges the batches of one transaction in order; each batch sees what the ones before it add.

    `head` and `find` look up what was stored before the transaction.
    """

    def __init__(
        self, head: Callable[[str], StreamHead], find: Callable[[str], tuple[Entry, ...]]
    ) -> None:
        self._head, self._find = head, find
        self._heads: dict[str, StreamHead] = {}
        self._found: dict[str, tuple[Entry, ...]] = {}
        self.accepted: list[Entry] = []

    def judge(self, batch: Batch) -> Judgment:
        # Check the key first: a repeated command has stale heads, but that is not a conflict.
        key = batch[0].key
        if key is not None:
            found = self._found.get(key) or self._find(key)
            if found:
                return _repeated(key, found, batch)
        ends: dict[str, StreamHead] = {}
        for entry in batch:
            head = ends.get(entry.stream) or self._head_of(entry.stream)
            if entry.seq != head.seq + 1 or entry.prev != head.hash:
                return ConflictError(entry.stream, entry.seq, head.seq)
            ends[entry.stream] = entry.head
        self._heads.update(ends)
        self.accepted.extend(batch)
        stored = tuple(batch)
        if key is not None:
            self._found[key] = stored
        return stored

    def _head_of(self, stream: str) -> StreamHead:
        head = self._heads.get(stream)
        if head is None:
            head = self._heads[stream] = self._head(stream)
        return head


def _repeated(key: str, found: tuple[Entry, ...], batch: Batch) -> Judgment:
    streams = {entry.stream for entry in found}
    if streams != {entry.stream for entry in batch}:
        names = ", ".join(sorted(streams))
        return KeyTakenError(f"command id {key} was already used for another command, to {names}")
    return found
