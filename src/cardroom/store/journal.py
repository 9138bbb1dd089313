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
from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Final, Literal

import msgspec

FORMAT: Final = 2
UNBLINDED: Final = b""
"""The blinding value of entries of format 1."""
ERASED: Final = b"erased"
"""In place of the blinding value of an entry from which a name was erased: see `store.erasure`."""
BLIND_BYTES: Final = 32
NOTHING: Final = bytes(32)

# Names are printable ASCII without spaces, so that no database collates or folds them.
_NAME: Final = re.compile(r"[!-~]{1,200}")
_TAG_UNBLINDED: Final = b"cardroom journal 1\0"
_TAG: Final = b"cardroom journal 2\0"
_pack_stream: Final = struct.Struct(">H").pack
pack_numbers: Final = struct.Struct(">QqIH").pack


class StreamHead(msgspec.Struct, frozen=True):
    """The end of a stream: the number of its entries, and the hash and time of the last one."""

    seq: int
    hash: bytes
    at: int = 0


ORIGIN: Final = StreamHead(0, NOTHING)


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
    def head(self) -> StreamHead:
        return StreamHead(self.seq, self.hash, self.at)

    @property
    def public_hash(self) -> str:
        """The hash in hex for everybody; empty if trying all cards could reveal a hidden one."""
        return self.hash.hex() if self.blind else ""


class Mark(msgspec.Struct, frozen=True):
    """The head of a stream in a signed checkpoint."""

    stream: str
    seq: int
    hash: bytes


FaultKind = Literal[
    "changed",
    "missing",
    "rechained",
    "rewritten",
    "forged",
    "time",
    "unknown",
    "unreadable",
    "page",
]


class Fault(msgspec.Struct, frozen=True):
    """One thing that is wrong with a journal. A `page` fault affects no entry."""

    kind: FaultKind
    text: str
    stream: str = ""
    seq: int = 0

    def __str__(self) -> str:
        place = f"{self.stream} {self.seq}: " if self.stream else ""
        return f"{place}{self.text}"


def stream_prefix(stream: bytes) -> bytes:
    return _pack_stream(len(stream)) + stream


def digest(entry: Entry) -> bytes:
    """The hash an entry must have.

    SHA-256 over format, stream, seq, at, part, prev, blind (from format 2 on), key, body.
    """
    return sha256(hashed_bytes(entry)).digest()


def hashed_bytes(entry: Entry) -> bytes:
    # Every field before the body has a fixed or stated length, so no two entries encode alike.
    name = b"" if entry.key is None else entry.key.encode()
    numbers = pack_numbers(entry.seq, entry.at, entry.part, len(name))
    prefix = tag_of(entry.blind) + stream_prefix(entry.stream.encode())
    return prefix + numbers + entry.prev + entry.blind + name + entry.body


def tag_of(blind: bytes) -> bytes:
    return _TAG if blind else _TAG_UNBLINDED


Blinding = Callable[[Entry], bytes]
"""Makes the blinding value of a new entry, whose own `blind` and `hash` are still empty."""


def fresh_blind(_: Entry) -> bytes:
    return secrets.token_bytes(BLIND_BYTES)


def chain(
    heads: Mapping[str, StreamHead],
    bodies: Iterable[tuple[str, bytes]],
    at: int,
    key: str | None = None,
    blind: Blinding = fresh_blind,
) -> tuple[Entry, ...]:
    """A batch to append: each (stream, body) as the entry after that stream's head.

    `heads` is what the caller's decision is based on; a stream without a head must be empty.
    Time never runs backward in a stream: if the clock was set back, the batch has the time of the
    latest entry that it follows. `blind` makes a blinding value for each entry.
    """
    ends = dict(heads)
    named = tuple(bodies)
    at = max([at, *(ends.get(stream, ORIGIN).at for stream, _ in named)])
    batch: list[Entry] = []
    for part, (stream, body) in enumerate(named):
        _check_name(stream, "stream")
        head = ends.get(stream, ORIGIN)
        blank = Entry(stream, head.seq + 1, head.hash, at, key, part, body, NOTHING)
        blank = msgspec.structs.replace(blank, blind=blind(blank))
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
