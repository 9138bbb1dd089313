"""Erasing a name from a journal whose chain stays whole.

An entry from which a name is erased keeps its number, time, links, and hash, so the chain and every
signed checkpoint still hold. Its content no longer gives that hash. What it is now is fixed in
another way: the stream `erasures` records each erasure, with a sum over all entries from which
names were erased so far. That entry is chained and signed like any other.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from cardroom import __version__
from cardroom.store.errors import DamagedError, StoreError
from cardroom.store.journal import ERASED, ORIGIN, Blinding, Entry, Head, chain
from cardroom.store.sqlite_file import COLUMNS, INSERT, open_writer, translated

STREAM: Final = "erasures"


class Erasure(msgspec.Struct, frozen=True):
    """One person's name became another one. `by` are the two people who decided it."""

    name: str
    """What the person is called from now on."""
    by: tuple[str, str]
    why: str
    entries: int
    """How many entries had the name."""
    erased: int
    """How many entries have lost a name so far, by this erasure and all before it."""
    sum: str
    """SHA-256 over those entries (`sum_of`), in hex."""
    engine: str = __version__


def read(body: bytes) -> Erasure:
    try:
        return msgspec.json.decode(body, type=Erasure)
    except msgspec.DecodeError as error:
        raise DamagedError(f"{STREAM}: not an erasure: {error}") from error


Seen = tuple[bytes, int, bytes]
"""An entry without a name: its stream, its number, and the digest of what it is now."""


def digest_of(row: tuple[Any, ...]) -> bytes:
    """The digest of an entry as it is now; names in the row are bytes."""
    stream, seq, prev, at, key, part, body, hashed, _ = row
    fields = (stream, str(seq), prev, str(at), key or b"", str(part), body, hashed)
    texts = [field.encode() if isinstance(field, str) else field for field in fields]
    return sha256(b"".join(len(text).to_bytes(8) + text for text in texts)).digest()


def sum_of(seen: Iterable[Seen]) -> str:
    """One digest over entries without names, in any order."""
    found = sha256()
    for _, _, digest in sorted(seen):
        found.update(digest)
    return found.hexdigest()


def faults(seen: list[Seen], last: bytes | None) -> Iterator[str]:
    """Whether entries without names are those of the last erasure that was recorded."""
    if last is None:
        if seen:
            yield "names were erased, and no erasure is recorded"
        return
    recorded = read(last)
    if len(seen) != recorded.erased or sum_of(seen) != recorded.sum:
        yield f"entries without names are not those that were recorded ({recorded.erased})"


class Rename(NamedTuple):
    """Another name in place of the one to be erased; a text without it stays the same."""

    body: Callable[[str], str]
    key: Callable[[str], str]
    """In the id of a command, which may be built of names."""


def erase(
    path: Path,
    rename: Rename,
    told: Callable[[int, int, str], Erasure],
    at: int,
    blind: Blinding,
    check: Callable[[Callable[[str], Iterator[Entry]], list[str]], str],
) -> Erasure:
    """Erase a name from a closed journal, in one transaction.

    `told` makes the record from the number of entries that had the name, of those that have none
    now, and their sum. `check` says what is wrong with the new content; then nothing is changed.
    """
    with translated(path), closing(open_writer(path)) as database:
        database.execute("BEGIN IMMEDIATE")
        try:
            count = _rewrite(database, rename)
            if not count:
                raise StoreError("the name is in no entry of the journal")
            seen = [(row[0], row[1], digest_of(row)) for row in _erased(database)]
            record = told(count, len(seen), sum_of(seen))
            _append(database, record, at, blind)
            wrong = check(lambda name: _read(database, name), _streams(database))
            if wrong:
                raise StoreError(wrong)
            database.execute("COMMIT")
        except BaseException:
            database.execute("ROLLBACK")
            raise
        # Nothing of the old content stays in unused pages or in the log.
        database.execute("VACUUM")
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return record


def _rewrite(database: sqlite3.Connection, rename: Rename) -> int:
    rows = database.execute("SELECT rowid, key, body FROM entries WHERE stream <> ?", (STREAM,))
    changed: list[tuple[str | None, bytes, bytes, int]] = []
    for rowid, key, body in rows:
        text = body.decode()
        new, named = rename.body(text), None if key is None else rename.key(key)
        if new != text or named != key:
            changed.append((named, new.encode(), ERASED, rowid))
    database.executemany("UPDATE entries SET key = ?, body = ?, blind = ? WHERE rowid = ?", changed)
    return len(changed)


def _erased(database: sqlite3.Connection) -> Iterator[tuple[Any, ...]]:
    names = COLUMNS.replace("stream,", "CAST(stream AS BLOB),")
    names = names.replace("key,", "CAST(key AS BLOB),")
    return database.execute(f"SELECT {names} FROM entries WHERE blind = ?", (ERASED,))


def _append(database: sqlite3.Connection, record: Erasure, at: int, blind: Blinding) -> None:
    last = database.execute(
        "SELECT seq, hash, at FROM entries WHERE stream = ? ORDER BY seq DESC LIMIT 1", (STREAM,)
    ).fetchone()
    head = ORIGIN if last is None else Head(*last)
    (entry,) = chain({STREAM: head}, [(STREAM, msgspec.json.encode(record))], at, blind=blind)
    database.execute(INSERT, msgspec.structs.astuple(entry))


def _streams(database: sqlite3.Connection) -> list[str]:
    return [name for (name,) in database.execute("SELECT DISTINCT stream FROM entries")]


def _read(database: sqlite3.Connection, stream: str) -> Iterator[Entry]:
    rows = database.execute(
        f"SELECT {COLUMNS} FROM entries WHERE stream = ? ORDER BY seq", (stream,)
    )
    return (Entry(*row) for row in rows)
