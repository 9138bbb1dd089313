"""A second copy of a journal, kept up to date while the room is open, on another machine.

Only entries that follow what the copy has are taken. So a rewritten original does not rewrite the
copy: the difference is a fault, and the copy stays as it was. Names that were erased from the
original (`erasure`) are erased from the copy only if its keeper says so.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final, Literal

from msgspec.structs import astuple

from cardroom.progress import Tell, Watch, silent
from cardroom.store import erasure
from cardroom.store.archive import COPYING
from cardroom.store.errors import DamagedError
from cardroom.store.journal import ERASED, ORIGIN, Entry, StreamHead, digest
from cardroom.store.known_heads import head_in
from cardroom.store.protocol import Reader
from cardroom.store.sqlite import heads_in
from cardroom.store.sqlite_file import (
    COLUMNS,
    INSERT,
    check_file,
    create,
    open_writer,
    translated,
    upgrade,
)

Erasures = Literal["refused", "taken"]
"""What happens to the copy when names were erased from the original."""


def follow(source: Reader, copy: Path, erasures: Erasures = "refused", tell: Tell = silent) -> int:
    """Add what the copy lacks, and return the number of entries; a missing copy is begun.

    `DamagedError` if the original no longer has what the copy has, or if an entry does not fit.
    """
    if not copy.exists():
        create(copy)
    check_file(copy)
    upgrade(copy)
    with translated(copy), closing(open_writer(copy)) as database:
        ends = source.heads()
        copied = heads_in(database)
        for stream, held in copied.items():
            _require_kept(source, stream, held, ends.get(stream, ORIGIN))
        database.execute("BEGIN IMMEDIATE")
        count = 0
        erased = False
        new = {name: end.seq - copied.get(name, ORIGIN).seq for name, end in ends.items()}
        watch = Watch(COPYING, sum(new.values()), tell)
        for stream in sorted(ends):
            entries = _new(source, stream, head_in(database, stream))
            for entry in watch.over(entries, new[stream]):
                database.execute(INSERT, astuple(entry))
                erased = erased or stream == erasure.STREAM or entry.blind == ERASED
                count += 1
        if erased:
            _take_erasures(source, database, erasures)
        database.execute("COMMIT")
    return count


def _take_erasures(source: Reader, database: sqlite3.Connection, erasures: Erasures) -> None:
    """The content of entries that have lost a name, if it is what the record of it says."""
    records = [erasure.read(entry.body) for entry in source.read(erasure.STREAM)]
    if erasures == "refused":
        said = "; ".join(f"by {' and '.join(each.by)}: {each.why}" for each in records)
        raise DamagedError(
            f"names were erased from the original ({said}); the copy was not changed. If that is"
            " right, repeat this with --take-erasures"
        )
    for stream in source.heads():
        for entry in source.read(stream):
            if entry.blind == ERASED:
                database.execute(
                    _ERASE, (entry.key, entry.body, ERASED, stream, entry.seq, entry.hash)
                )
    rows = database.execute(f"SELECT {COLUMNS} FROM entries WHERE blind = ?", (ERASED,))
    seen = [(row[0], row[1], erasure.digest_of(row)) for row in rows]
    last = database.execute(
        "SELECT body FROM entries WHERE stream = ? ORDER BY seq DESC LIMIT 1", (erasure.STREAM,)
    ).fetchone()
    for wrong in erasure.faults(seen, None if last is None else last[0]):
        raise DamagedError(f"{wrong}; the copy was not changed")


_ERASE: Final = (
    "UPDATE entries SET key = ?, body = ?, blind = ? WHERE stream = ? AND seq = ? AND hash = ?"
)


def _require_kept(source: Reader, stream: str, held: StreamHead, end: StreamHead) -> None:
    if end.seq < held.seq:
        raise DamagedError(
            f"{stream}: the original has {end.seq:,} of the {held.seq:,} entries of the copy;"
            " the copy was not changed"
        )
    entry = next(iter(source.read(stream, held.seq - 1)), None)
    if entry is None or entry.hash != held.hash:
        raise DamagedError(
            f"{stream} {held.seq}: the original has another entry than the copy;"
            " the copy was not changed"
        )


def _new(source: Reader, stream: str, held: StreamHead) -> Iterator[Entry]:
    for entry in source.read(stream, held.seq):
        whole = entry.blind == ERASED or digest(entry) == entry.hash
        if entry.seq != held.seq + 1 or entry.prev != held.hash or not whole:
            raise DamagedError(f"{stream} {entry.seq}: does not follow the entry before it")
        held = entry.head
        yield entry
