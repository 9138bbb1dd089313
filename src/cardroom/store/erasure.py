"""Erasing a name from a journal whose chain stays whole.

An entry from which a name is erased keeps its number, time, links, and hash, so the chain and every
signed checkpoint still hold. Its content no longer gives that hash. What it is now is fixed in
another way: the stream `erasures` records each erasure, with a sum over all entries from which
names were erased so far. That entry is chained and signed like any other.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

import msgspec

from cardroom import __version__
from cardroom.store.errors import DamagedError, StoreError
from cardroom.store.journal import ERASED, ORIGIN, Blinding, Entry, chain
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


Seen = tuple[bytes | str, int, bytes]
"""An entry without a name: its stream, its number, and the digest of what it is now."""


def digest_of(row: tuple[Any, ...]) -> bytes:
    """The digest of an entry as it is now; names may be text or bytes."""
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


class Erasable(Protocol):
    """A closed journal within one transaction: an error leaves it as it was."""

    def contents(self) -> Iterator[tuple[str, int, str | None, bytes]]:
        """Stream, number, key, and body of every entry."""
        ...

    def change(self, entries: list[tuple[str | None, bytes, bytes, str, int]]) -> None:
        """Other keys, bodies, and blinding values of entries, by stream and number."""
        ...

    def erased(self) -> Iterator[tuple[Any, ...]]:
        """Whole rows of the entries from which names were erased."""
        ...

    def append(self, entry: Entry) -> None: ...
    def read(self, stream: str) -> Iterator[Entry]: ...
    def streams(self) -> list[str]: ...


def erase(
    journal: Erasable,
    rename: Rename,
    told: Callable[[int, int, str], Erasure],
    at: int,
    blind: Blinding,
    check: Callable[[Callable[[str], Iterator[Entry]], list[str]], str],
) -> Erasure:
    """Erase a name from a journal.

    `told` makes the record from the number of entries that had the name, of those that have none
    now, and their sum. `check` says what is wrong with the new content; then nothing is changed.
    """
    count = _rewrite(journal, rename)
    if not count:
        raise StoreError("the name is in no entry of the journal")
    seen = [(row[0], row[1], digest_of(row)) for row in journal.erased()]
    record = told(count, len(seen), sum_of(seen))
    last = max(journal.read(STREAM), key=lambda entry: entry.seq, default=None)
    head = ORIGIN if last is None else last.head
    (entry,) = chain({STREAM: head}, [(STREAM, msgspec.json.encode(record))], at, blind=blind)
    journal.append(entry)
    wrong = check(journal.read, journal.streams())
    if wrong:
        raise StoreError(wrong)
    return record


def _rewrite(journal: Erasable, rename: Rename) -> int:
    changed: list[tuple[str | None, bytes, bytes, str, int]] = []
    for stream, seq, key, body in journal.contents():
        text = body.decode()
        new, named = rename.body(text), None if key is None else rename.key(key)
        if stream != STREAM and (new != text or named != key):
            changed.append((named, new.encode(), ERASED, stream, seq))
    journal.change(changed)
    return len(changed)


@contextmanager
def erasing(path: Path) -> Iterator[Erasable]:
    """A journal file."""
    with translated(path), closing(open_writer(path)) as database:
        database.execute("BEGIN IMMEDIATE")
        try:
            yield _ErasableFile(database)
            database.execute("COMMIT")
        except BaseException:
            database.execute("ROLLBACK")
            raise
        # Nothing of the old content stays in unused pages or in the log.
        database.execute("VACUUM")
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")


class _ErasableFile:
    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database

    def contents(self) -> Iterator[tuple[str, int, str | None, bytes]]:
        return self._database.execute("SELECT stream, seq, key, body FROM entries")

    def change(self, entries: list[tuple[str | None, bytes, bytes, str, int]]) -> None:
        sql = "UPDATE entries SET key = ?, body = ?, blind = ? WHERE stream = ? AND seq = ?"
        self._database.executemany(sql, entries)

    def erased(self) -> Iterator[tuple[Any, ...]]:
        return self._database.execute(f"SELECT {COLUMNS} FROM entries WHERE blind = ?", (ERASED,))

    def append(self, entry: Entry) -> None:
        self._database.execute(INSERT, msgspec.structs.astuple(entry))

    def read(self, stream: str) -> Iterator[Entry]:
        rows = self._database.execute(
            f"SELECT {COLUMNS} FROM entries WHERE stream = ? ORDER BY seq", (stream,)
        )
        return (Entry(*row) for row in rows)

    def streams(self) -> list[str]:
        return [name for (name,) in self._database.execute("SELECT DISTINCT stream FROM entries")]
