"""Entries in hash chains, one chain per stream, and the checks on them.

Everything here is a function of its arguments: the clock, the file, the signing key, and the
entropy come from the caller.

Format 2 blinds every entry: its hash also covers 32 random bytes, which are stored and never
published. Without them, anyone who sees the hash of a dealt hand could find its cards by trying all
of them. Entries of format 1 have no blinding value. They are read, verified, and continued, and
their hashes are not published while they could give a card away.
"""

from __future__ import annotations

import re
import secrets
import struct
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any, Final, Literal

import msgspec

FORMAT: Final = 2
UNBLINDED: Final = b""
"""The blinding value of entries of format 1."""
BLIND_BYTES: Final = 32
NOTHING: Final = bytes(32)

# Names are printable ASCII without spaces, so that no database collates or folds them.
_NAME: Final = re.compile(r"[!-~]{1,200}")
_TAG_UNBLINDED: Final = b"cardroom journal 1\0"
_TAG: Final = b"cardroom journal 2\0"
_pack_stream: Final = struct.Struct(">H").pack
_pack_numbers: Final = struct.Struct(">QqIH").pack


class Head(msgspec.Struct, frozen=True):
    """The end of a stream: the number of its entries and the hash of the last one."""

    seq: int
    hash: bytes


ORIGIN: Final = Head(0, NOTHING)


class Entry(msgspec.Struct, frozen=True, gc=False):
    """One entry. The first of a stream has `seq` 1; `at` is Unix time in nanoseconds.

    `key` is the id of the command that caused it, `part` its place among the entries that one
    command wrote together, `blind` its secret blinding value. The hash covers every other field.
    """

    stream: str
    seq: int
    prev: bytes
    at: int
    key: str | None
    part: int
    body: bytes
    hash: bytes
    blind: bytes = UNBLINDED

    @property
    def head(self) -> Head:
        return Head(self.seq, self.hash)

    @property
    def public_hash(self) -> str:
        """The hash in hex for everybody; empty if trying all cards could reveal a hidden one."""
        return self.hash.hex() if self.blind else ""


class Mark(msgspec.Struct, frozen=True):
    """The head of a stream in a signed checkpoint."""

    stream: str
    seq: int
    hash: bytes


Kind = Literal["changed", "missing", "rechained", "rewritten", "forged", "unreadable", "page"]


class Fault(msgspec.Struct, frozen=True):
    """One thing that is wrong with a journal. A `page` fault affects no entry."""

    kind: Kind
    text: str
    stream: str = ""
    seq: int = 0

    def __str__(self) -> str:
        place = f"{self.stream} {self.seq}: " if self.stream else ""
        return f"{place}{self.text}"


def _prefix(stream: bytes) -> bytes:
    return _pack_stream(len(stream)) + stream


def digest(entry: Entry) -> bytes:
    """The hash an entry must have.

    SHA-256 over format, stream, seq, at, part, prev, blind (from format 2 on), key, body.
    """
    # Every field before the body has a fixed or stated length, so no two entries encode alike.
    name = b"" if entry.key is None else entry.key.encode()
    numbers = _pack_numbers(entry.seq, entry.at, entry.part, len(name))
    prefix = _tag(entry.blind) + _prefix(entry.stream.encode())
    return sha256(prefix + numbers + entry.prev + entry.blind + name + entry.body).digest()


def _tag(blind: bytes) -> bytes:
    return _TAG if blind else _TAG_UNBLINDED


def fresh_blind() -> bytes:
    return secrets.token_bytes(BLIND_BYTES)


def chain(
    heads: Mapping[str, Head],
    bodies: Iterable[tuple[str, bytes]],
    at: int,
    key: str | None = None,
    blind: Callable[[], bytes] = fresh_blind,
) -> tuple[Entry, ...]:
    """A batch to append: each (stream, body) as the entry after that stream's head.

    `heads` is what the caller's decision is based on; a stream without a head must be empty.
    `blind` makes a blinding value for each entry.
    """
    ends = dict(heads)
    batch: list[Entry] = []
    for part, (stream, body) in enumerate(bodies):
        _check_name(stream, "stream")
        head = ends.get(stream, ORIGIN)
        blank = Entry(stream, head.seq + 1, head.hash, at, key, part, body, NOTHING, blind())
        entry = msgspec.structs.replace(blank, hash=digest(blank))
        ends[stream] = entry.head
        batch.append(entry)
    if key is not None:
        _check_name(key, "command id")
    return tuple(batch)


def check_batch(batch: Sequence[Entry]) -> None:
    """Refuse a batch that was not made by `chain`: a programming error."""
    if not batch:
        raise ValueError("an empty batch writes nothing")
    for part, entry in enumerate(batch):
        chained = entry.hash == digest(entry) and len(entry.blind) == BLIND_BYTES
        if entry.part != part or entry.key != batch[0].key or not chained:
            raise ValueError(f"{entry.stream} {entry.seq} was not chained into this batch")


def _check_name(name: str, noun: str) -> None:
    if not _NAME.fullmatch(name):
        raise ValueError(
            f"{name!r} is not a valid {noun}: use 1 to 200 printable characters, no spaces"
        )


class Survey(msgspec.Struct, frozen=True):
    """The result of a walk over entries: where each stream ends, and every fault."""

    entries: int
    heads: dict[str, Head]
    faults: tuple[Fault, ...]


Row = tuple[Any, Any, Any, Any, Any, Any, Any, Any, Any]
"""An entry as stored in a file: the fields of `Entry` in order, names as bytes.

Any, because a damaged file may hold anything.
"""


def survey(entries: Iterable[Entry], marks: Iterable[Mark] = ()) -> Survey:
    """Check entries, in ascending order within each stream, against each other and marks."""
    return survey_rows(map(_row, entries), marks)


def _row(entry: Entry) -> Row:
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

    __slots__ = ("end", "last", "marks", "prefix")

    def __init__(self, stream: bytes) -> None:
        self.prefix = _prefix(stream)
        self.end, self.last = 0, NOTHING
        self.marks: dict[int, bytes] = {}


def survey_rows(rows: Iterable[Row], marks: Iterable[Mark] = ()) -> Survey:
    """`survey` without the cost of making entries: a journal of years is verified in minutes.

    After a fault the walk continues from what is stored, so that a fault is reported once.
    """
    walks: dict[bytes, _Walk] = {}
    faults = list(_expect(walks, marks))
    count = 0
    for stream, seq, prev, at, key, part, body, hashed, blind in rows:
        count += 1
        walk = walks.get(stream)
        if walk is None:
            if not isinstance(stream, bytes):
                faults.append(Fault("unreadable", "an entry does not name its stream"))
                continue
            walk = walks[stream] = _Walk(stream)
        if seq != walk.end + 1 or prev != walk.last:
            faults.append(_broken_link(stream, seq, walk.end))
        name = key or b""
        try:
            if len(blind) not in (0, BLIND_BYTES):
                text = "its blinding value has the wrong length"
                faults.append(_fault("changed", stream, seq, text))
            numbers = _pack_numbers(seq, at, part, len(name))
            parts = (_tag(blind), walk.prefix, numbers, prev, blind, name, body)
            due = sha256(b"".join(parts)).digest()
        except (TypeError, struct.error):
            faults.append(_fault("changed", stream, seq, "holds a value of the wrong kind"))
            continue
        if due != hashed:
            faults.append(_fault("changed", stream, seq, "the content does not match its hash"))
        if walk.marks and walk.marks.pop(seq, hashed) != hashed:
            text = "the chain was rewritten: a signed checkpoint has another hash here"
            faults.append(_fault("rewritten", stream, seq, text))
        walk.end, walk.last = seq, hashed
    faults += _unmet(walks)
    heads = {_text(name): Head(w.end, w.last) for name, w in walks.items() if w.end}
    return Survey(count, heads, tuple(faults))


def _expect(walks: dict[bytes, _Walk], marks: Iterable[Mark]) -> Iterator[Fault]:
    for mark in marks:
        stream = mark.stream.encode()
        walk = walks.setdefault(stream, _Walk(stream))
        if walk.marks.setdefault(mark.seq, mark.hash) != mark.hash:
            yield _fault("rewritten", stream, mark.seq, "two checkpoints disagree")


def _unmet(walks: dict[bytes, _Walk]) -> Iterator[Fault]:
    for stream, walk in walks.items():
        for seq in walk.marks:
            text = "missing from the journal, but in a signed checkpoint"
            yield _fault("missing", stream, seq, text)


def _broken_link(stream: bytes, seq: Any, end: int) -> Fault:
    if seq == end + 1:
        return _fault("rechained", stream, seq, "does not follow the entry before it")
    if isinstance(seq, int) and seq > end:
        return _fault("missing", stream, end + 1, f"missing; the next one stored is number {seq}")
    return _fault("changed", stream, seq, f"comes after number {end}")


def _fault(kind: Kind, stream: bytes, seq: Any, text: str) -> Fault:
    return Fault(kind, text, _text(stream), seq if isinstance(seq, int) else 0)


def _text(name: bytes) -> str:
    return name.decode(errors="backslashreplace")
