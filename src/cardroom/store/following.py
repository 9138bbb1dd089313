"""A second copy of a journal, kept up to date while the room is open, on another machine.

Only entries that follow what the copy has are taken. So a rewritten original does not rewrite the
copy: the difference is a fault, and the copy stays as it was.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from msgspec.structs import astuple

from cardroom.store.errors import DamagedError
from cardroom.store.journal import ORIGIN, Entry, Head, digest
from cardroom.store.protocol import Reader
from cardroom.store.sqlite import head_in, heads_in
from cardroom.store.sqlite_file import (
    INSERT,
    check_file,
    create,
    open_writer,
    translated,
    upgrade,
)


def follow(source: Reader, copy: Path) -> int:
    """Add what the copy lacks, and return the number of entries; a missing copy is begun.

    `DamagedError` if the original no longer has what the copy has, or if an entry does not fit.
    """
    if not copy.exists():
        create(copy)
    check_file(copy)
    upgrade(copy)
    with translated(copy), closing(open_writer(copy)) as database:
        ends = source.heads()
        for stream, held in heads_in(database).items():
            _require_kept(source, stream, held, ends.get(stream, ORIGIN))
        database.execute("BEGIN IMMEDIATE")
        count = 0
        for stream in sorted(ends):
            for entry in _new(source, stream, head_in(database, stream)):
                database.execute(INSERT, astuple(entry))
                count += 1
        database.execute("COMMIT")
    return count


def _require_kept(source: Reader, stream: str, held: Head, end: Head) -> None:
    if end.seq < held.seq:
        raise DamagedError(
            f"{stream}: the copy has {held.seq:,} entries, and the original only {end.seq:,};"
            " the copy was not changed"
        )
    entry = next(iter(source.read(stream, held.seq - 1)), None)
    if entry is None or entry.hash != held.hash:
        raise DamagedError(
            f"{stream} {held.seq}: the original has another entry than the copy;"
            " the copy was not changed"
        )


def _new(source: Reader, stream: str, held: Head) -> Iterator[Entry]:
    for entry in source.read(stream, held.seq):
        if entry.seq != held.seq + 1 or entry.prev != held.hash or digest(entry) != entry.hash:
            raise DamagedError(f"{stream} {entry.seq}: does not follow the entry before it")
        held = entry.head
        yield entry
