"""Entries in hash chains, one chain per stream, and what is wrong with a set of them.

Everything here is a pure function of its arguments: the clock, the file and the signing key
belong to others.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from struct import Struct
from typing import Final, Literal

import msgspec

FORMAT: Final = 1
NOTHING: Final = bytes(32)

# Names are printable ASCII without blanks, so that no database collates or folds them.
_NAME: Final = re.compile(r"[!-~]{1,200}")
_TAG: Final = b"cardroom journal %d\0" % FORMAT
_pack_stream: Final = Struct(">H").pack
_pack_numbers: Final = Struct(">QqIH").pack


class Head(msgspec.Struct, frozen=True):
    """The end of a stream: the number of its entries and the hash of the last one."""

    seq: int
    hash: bytes


ORIGIN: Final = Head(0, NOTHING)


class Entry(msgspec.Struct, frozen=True, gc=False):
    """One entry. The first of a stream has `seq` 1; `at` is Unix time in nanoseconds.

    `key` is the id of the command that caused it, `part` its place among the entries that one
    command wrote together. The hash covers every other field.
    """

    stream: str
    seq: int
    prev: bytes
    at: int
    key: str | None
    part: int
    body: bytes
    hash: bytes

    @property
    def head(self) -> Head:
        return Head(self.seq, self.hash)


class Mark(msgspec.Struct, frozen=True):
    """A head that somebody vouched for: a line of a signed checkpoint."""

    stream: str
    seq: int
    hash: bytes


Kind = Literal["changed", "missing", "rechained", "rewritten", "forged", "unreadable", "page"]


class Fault(msgspec.Struct, frozen=True):
    """One thing that is wrong with a journal. A `page` fault touches no entry."""

    kind: Kind
    text: str
    stream: str = ""
    seq: int = 0

    def __str__(self) -> str:
        place = f"{self.stream} {self.seq}: " if self.stream else ""
        return f"{place}{self.text}"


def _prefix(stream: str) -> bytes:
    name = stream.encode()
    return _TAG + _pack_stream(len(name)) + name


def _digest(
    prefix: bytes, seq: int, prev: bytes, at: int, key: str | None, part: int, body: bytes
) -> bytes:
    # Every field before the body has a fixed or a stated length, so no two entries encode alike.
    name = b"" if key is None else key.encode()
    return sha256(prefix + _pack_numbers(seq, at, part, len(name)) + prev + name + body).digest()


def digest(entry: Entry) -> bytes:
    """The hash an entry must have: SHA-256 over format, stream, seq, at, part, prev, key, body."""
    return _digest(
        _prefix(entry.stream),
        entry.seq,
        entry.prev,
        entry.at,
        entry.key,
        entry.part,
        entry.body,
    )


def chain(
    heads: Mapping[str, Head],
    bodies: Iterable[tuple[str, bytes]],
    at: int,
    key: str | None = None,
) -> tuple[Entry, ...]:
    """A batch to append: each (stream, body) as the entry after that stream's head.

    `heads` is what the caller decided on; a stream it does not name is expected to be empty.
    """
    ends = dict(heads)
    batch: list[Entry] = []
    for part, (stream, body) in enumerate(bodies):
        _check_name(stream, "stream")
        head = ends.get(stream, ORIGIN)
        seq = head.seq + 1
        hashed = _digest(_prefix(stream), seq, head.hash, at, key, part, body)
        entry = Entry(stream, seq, head.hash, at, key, part, body, hashed)
        ends[stream] = entry.head
        batch.append(entry)
    if key is not None:
        _check_name(key, "command id")
    return tuple(batch)


def check_batch(batch: Sequence[Entry]) -> None:
    """A programmer's error if the batch was not made by `chain`."""
    if not batch:
        raise ValueError("an empty batch writes nothing")
    for part, entry in enumerate(batch):
        if entry.part != part or entry.key != batch[0].key or entry.hash != digest(entry):
            raise ValueError(f"{entry.stream} {entry.seq} was not chained into this batch")


def _check_name(name: str, noun: str) -> None:
    if not _NAME.fullmatch(name):
        raise ValueError(f"{name!r} is no {noun}: use 1 to 200 printable characters, no blanks")


class Survey(msgspec.Struct, frozen=True):
    """What a walk over entries found: where each stream ends, and everything that is wrong."""

    entries: int
    heads: dict[str, Head]
    faults: tuple[Fault, ...]


def survey(entries: Iterable[Entry], marks: Iterable[Mark] = ()) -> Survey:
    """Check entries, each stream's in rising order, against each other and against marks.

    After a fault the walk goes on from what is stored, so that one fault is told once.
    """
    expected: dict[str, dict[int, bytes]] = {}
    faults: list[Fault] = []
    for mark in marks:
        known = expected.setdefault(mark.stream, {}).setdefault(mark.seq, mark.hash)
        if known != mark.hash:
            faults.append(_fault("rewritten", mark.stream, mark.seq, "two checkpoints disagree"))
    count = 0
    ends: dict[str, tuple[int, bytes]] = {}
    prefixes: dict[str, bytes] = {}
    for entry in entries:
        count += 1
        stream, seq, prev, hashed = entry.stream, entry.seq, entry.prev, entry.hash
        prefix = prefixes.get(stream)
        if prefix is None:
            prefix = prefixes[stream] = _prefix(stream)
            ends[stream] = (0, NOTHING)
        end, last = ends[stream]
        if seq != end + 1:
            faults.append(_gap(stream, end, seq))
        elif prev != last:
            faults.append(_fault("rechained", stream, seq, "does not follow the entry before it"))
        if _digest(prefix, seq, prev, entry.at, entry.key, entry.part, entry.body) != hashed:
            faults.append(_fault("changed", stream, seq, "the content does not have its hash"))
        if stream in expected:
            vouched = expected[stream].pop(seq, hashed)
            if vouched != hashed:
                text = "the chain was rewritten: a signed checkpoint has another hash here"
                faults.append(_fault("rewritten", stream, seq, text))
        ends[stream] = (seq, hashed)
    for stream, rest in expected.items():
        for seq in rest:
            text = "a signed checkpoint knows this entry, the journal does not"
            faults.append(_fault("missing", stream, seq, text))
    return Survey(count, {name: Head(*end) for name, end in ends.items()}, tuple(faults))


def _fault(kind: Kind, stream: str, seq: int, text: str) -> Fault:
    return Fault(kind, text, stream, seq)


def _gap(stream: str, end: int, seq: int) -> Fault:
    if seq <= end:
        return _fault("changed", stream, seq, f"comes after number {end}")
    return _fault("missing", stream, end + 1, f"missing; the next one stored is number {seq}")
