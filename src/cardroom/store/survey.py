"""A walk over the entries of a journal that finds every fault in them."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from typing import Any, Final

import msgspec

from cardroom.store import erasure
from cardroom.store.errors import DamagedError
from cardroom.store.journal import (
    BLIND_BYTES,
    ERASED,
    NOTHING,
    UNBLINDED,
    Entry,
    Fault,
    FaultKind,
    Mark,
    StreamHead,
    pack_numbers,
    stream_prefix,
    tag_of,
)

Row = tuple[Any, Any, Any, Any, Any, Any, Any, Any, Any]
"""An entry as stored in a file: the fields of `Entry` in order, names as bytes.

Any, because a damaged file may hold anything.
"""

Known = Callable[[str], bool]
"""Whether a journal may have a stream of this name."""

Author = Callable[[bytes], bytes]
"""From the bytes of an unblinded entry to the blinding value that one house gives it."""

WITHHELD: Final = object()
"""The blinding value of an exported entry that has parts left out."""


class ExpectedJournal(msgspec.Struct, frozen=True):
    """What a journal is compared with.

    `marks` are signed. Entries after the last mark of their stream must be the work of one of the
    `authors`, except in streams that are signed in another way; without authors they are only
    counted.
    """

    marks: tuple[Mark, ...] = ()
    signed_until: int = 0
    """Every entry with an earlier time should be covered by a mark."""
    authors: tuple[Author, ...] = ()
    known: Known = lambda _: True
    signed_otherwise: frozenset[bytes] = frozenset()


class Survey(msgspec.Struct, frozen=True):
    """The result of a walk: where each stream ends, how much of it is not signed, every fault."""

    entries: int
    heads: dict[str, StreamHead]
    faults: tuple[Fault, ...]
    unsigned: int = 0
    withheld: int = 0
    """Exported entries with parts left out, whose content cannot be checked."""
    erased: int = 0
    """Entries from which a name was erased: what they are now is recorded in another entry."""


def survey(entries: Iterable[Entry], expected: ExpectedJournal | None = None) -> Survey:
    """Check entries, in ascending order within each stream, against each other and marks."""
    return survey_rows(map(row_of, entries), expected)


def row_of(entry: Entry) -> Row:
    key = None if entry.key is None else entry.key.encode()
    return (
        entry.stream.encode(),
        entry.seq,
        entry.prev,
        entry.at,
        key,
        entry.part,
        entry.body,
        entry.hash,
        entry.blind,
    )


class _Walk:
    """How far the walk along one stream has come, and the marks still ahead."""

    __slots__ = ("at", "end", "last", "marks", "prefix", "signed")

    def __init__(self, stream: bytes) -> None:
        self.prefix = stream_prefix(stream)
        self.end, self.last = 0, NOTHING
        self.at = 0
        self.marks: dict[int, bytes] = {}
        self.signed = 0


def survey_rows(rows: Iterable[Row], expected: ExpectedJournal | None = None) -> Survey:
    """`survey` without the cost of making entries: a journal of years is verified in minutes.

    After a fault the walk continues from what is stored, so that a fault is reported once.
    """
    surveyor = _Surveyor(expected or ExpectedJournal())
    for row in rows:
        surveyor.take(row)
    return surveyor.survey()


class _Surveyor:
    def __init__(self, expected: ExpectedJournal) -> None:
        self._expected = expected
        self._walks: dict[bytes, _Walk] = {}
        self._faults = list(_expect(self._walks, expected.marks))
        self._unblinded: list[Fault] = []
        self._count = self._unsigned = self._withheld = self._blinded = 0
        self._erased: list[erasure.Seen] = []
        self._erasure: bytes | None = None

    def take(self, row: Row) -> None:
        stream, seq, prev, at, _, _, _, hashed, blind = row
        self._count += 1
        walk = self._walks.get(stream)
        if walk is None:
            if not isinstance(stream, bytes):
                self._faults.append(Fault("unreadable", "an entry does not name its stream"))
                return
            walk = self._walks[stream] = _Walk(stream)
        if seq != walk.end + 1 or prev != walk.last:
            self._faults.append(_broken_link(stream, seq, walk.end))
        try:
            self._check_content(walk, row)
            if at < walk.at:
                self._fault("time", stream, seq, "has an earlier time than the entry before it")
            if seq > walk.signed and blind is not WITHHELD and blind != ERASED:
                self._check_author(walk, row)
        except (TypeError, struct.error):
            self._fault("changed", stream, seq, "holds a value of the wrong kind")
            return
        if walk.marks and walk.marks.pop(seq, hashed) != hashed:
            text = "the chain was rewritten: a signed checkpoint has another hash here"
            self._fault("rewritten", stream, seq, text)
        walk.end, walk.last, walk.at = seq, hashed, at

    def _check_content(self, walk: _Walk, row: Row) -> None:
        stream, seq, prev, at, key, part, body, hashed, blind = row
        if blind is WITHHELD:
            self._withheld += 1
            return
        if blind == ERASED:
            self._erased.append((stream, seq, erasure.digest_of(row)))
            return
        if stream == _ERASURES:
            self._erasure = body
        if len(blind) not in (0, BLIND_BYTES):
            self._fault("changed", stream, seq, "its blinding value has the wrong length")
        self._blinded += bool(blind)
        name = key or b""
        numbers = pack_numbers(seq, at, part, len(name))
        parts = (tag_of(blind), walk.prefix, numbers, prev, blind, name, body)
        if sha256(b"".join(parts)).digest() != hashed:
            self._fault("changed", stream, seq, "the content does not match its hash")

    def _check_author(self, walk: _Walk, row: Row) -> None:
        """For an entry that no checkpoint covers: did the house write it?"""
        stream, seq, prev, at, key, part, body, _, blind = row
        if stream in self._expected.signed_otherwise:
            return
        self._unsigned += 1
        authors = self._expected.authors
        if blind and authors:
            name = key or b""
            numbers = pack_numbers(seq, at, part, len(name))
            plain = b"".join((tag_of(UNBLINDED), walk.prefix, numbers, prev, name, body))
            if all(author(plain) != blind for author in authors):
                self._fault("forged", stream, seq, _NOT_OURS)
        elif at < self._expected.signed_until:
            self._fault("forged", stream, seq, "older than the last checkpoint, but not in it")
        elif not blind:
            self._unblinded.append(_fault("forged", stream, seq, _NOT_OURS))

    def _fault(self, kind: FaultKind, stream: bytes, seq: Any, text: str) -> None:
        self._faults.append(_fault(kind, stream, seq, text))

    def survey(self) -> Survey:
        if self._expected.authors and self._blinded:
            # In a journal that this version has never written to, all entries are unblinded.
            self._faults += self._unblinded
        if not self._withheld:
            # An export that leaves parts out does not say which entries have lost a name.
            self._faults += _unrecorded(self._erased, self._erasure)
        self._faults += _unmet(self._walks)
        self._faults += _unknown(self._walks, self._expected.known)
        heads = {
            _text(name): StreamHead(walk.end, walk.last, walk.at)
            for name, walk in self._walks.items()
            if walk.end
        }
        return Survey(
            self._count,
            heads,
            tuple(self._faults),
            self._unsigned,
            self._withheld,
            len(self._erased),
        )


_ERASURES: Final = erasure.STREAM.encode()


def _unrecorded(seen: list[erasure.Seen], last: bytes | None) -> Iterator[Fault]:
    try:
        for text in erasure.faults(seen, last):
            yield Fault("changed", text, erasure.STREAM)
    except DamagedError as error:
        yield Fault("unreadable", str(error), erasure.STREAM)


_NOT_OURS: Final = "newer than the last checkpoint, and not written with the house's key"


def _expect(walks: dict[bytes, _Walk], marks: Iterable[Mark]) -> Iterator[Fault]:
    for mark in marks:
        stream = mark.stream.encode()
        walk = walks.setdefault(stream, _Walk(stream))
        walk.signed = max(walk.signed, mark.seq)
        if walk.marks.setdefault(mark.seq, mark.hash) != mark.hash:
            yield _fault("rewritten", stream, mark.seq, "two checkpoints disagree")


def _unmet(walks: dict[bytes, _Walk]) -> Iterator[Fault]:
    for stream, walk in walks.items():
        for seq in walk.marks:
            text = "missing from the journal, but in a signed checkpoint"
            yield _fault("missing", stream, seq, text)


def _unknown(walks: dict[bytes, _Walk], known: Known) -> Iterator[Fault]:
    for stream, walk in walks.items():
        if walk.end and not known(_text(stream)):
            yield _fault("unknown", stream, 1, "no version of cardroom writes such a stream")


def _broken_link(stream: bytes, seq: Any, end: int) -> Fault:
    if seq == end + 1:
        return _fault("rechained", stream, seq, "does not follow the entry before it")
    if isinstance(seq, int) and seq > end:
        return _fault("missing", stream, end + 1, f"missing; the next one stored is number {seq}")
    return _fault("changed", stream, seq, f"comes after number {end}")


def _fault(kind: FaultKind, stream: bytes, seq: Any, text: str) -> Fault:
    return Fault(kind, text, _text(stream), seq if isinstance(seq, int) else 0)


def _text(name: bytes) -> str:
    return name.decode(errors="backslashreplace")
