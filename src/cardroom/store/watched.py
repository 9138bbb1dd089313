"""A journal that says how much of it has been read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from cardroom.progress import Tell, Watch
from cardroom.store.journal import Entry, StreamHead
from cardroom.store.protocol import Body, Joined, Reader


class WatchedReader:
    """A reader that tells how many of the entries that will be read have been read."""

    def __init__(
        self, reader: Reader, text: str, tell: Tell, streams: Iterable[str], times: int = 1
    ) -> None:
        """`streams` are those that will be read, each `times`."""
        self._reader = reader
        heads = reader.heads()
        self._ends = {name: heads[name].seq for name in streams if name in heads}
        self._watch = Watch(text, times * sum(self._ends.values()), tell)

    def read(self, stream: str, after: int = 0) -> Iterator[Entry]:
        entries = self._reader.read(stream, after)
        end = self._ends.get(stream, 0)
        return self._watch.over(entries, end - after) if end else entries

    def bodies(
        self, stream: str, after: int = 0, until: int | None = None
    ) -> Iterator[Sequence[Body]]:
        for page in self._reader.bodies(stream, after, until):
            yield page
            if stream in self._ends:
                self._watch.add(len(page))

    def joined(self, stream: str, after: int, until: int) -> Iterator[Joined]:
        for part in self._reader.joined(stream, after, until):
            yield part
            if stream in self._ends:
                self._watch.add(part.until - part.after)

    def heads(self) -> dict[str, StreamHead]:
        return self._reader.heads()

    def close(self) -> None:
        self._reader.close()
