"""Signed checkpoints: where every stream ended at one moment, signed with the house's key.

A chain shows that entries fit together; only a checkpoint shows that they are still the original
ones. Each checkpoint names the one before it, so a missing one is noticed. Checkpoints are a stream
in the journal. Copies should be kept by somebody else, because a journal that is cut off together
with its checkpoints is consistent.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from hashlib import sha256
from struct import pack
from typing import Final, Literal

import msgspec

from cardroom.store.errors import DamagedError
from cardroom.store.journal import NOTHING, Fault, Mark, StreamHead, chain
from cardroom.store.keys import Signature, SigningKey, signed_by
from cardroom.store.protocol import Reader, Store

STREAM: Final = "checkpoints"
COPY: Final = "checkpoint.json"
"""The copy of the last checkpoint that a service keeps in the folder of its journal."""
OTHER_KEY: Final = "signed with a key that is not the house's"
Scope = Literal["all", "changed"]
_TAGS: Final[Mapping[Scope, bytes]] = {
    "all": b"cardroom checkpoint 1\0",
    "changed": b"cardroom checkpoint 2\0",
}


class Checkpoint(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Heads by name, except the checkpoints' own; `prev` is the previous one's digest.

    With scope `changed` it has only the streams that were written to since the previous one. A
    service signs every minute, and most streams of a room are tables that were closed long ago.
    """

    number: int
    at: int
    prev: bytes
    marks: tuple[Mark, ...]
    signature: Signature
    scope: Scope = "all"


def message(
    number: int, at: int, prev: bytes, marks: Iterable[Mark], scope: Scope = "all"
) -> bytes:
    """The bytes that are signed. The length of every part is fixed or stated."""
    lines = [
        pack(">H", len(mark.stream.encode()))
        + mark.stream.encode()
        + pack(">Q", mark.seq)
        + mark.hash
        for mark in marks
    ]
    return _TAGS[scope] + pack(">Qq", number, at) + prev + pack(">I", len(lines)) + b"".join(lines)


def digest(checkpoint: Checkpoint) -> bytes:
    return sha256(_message_of(checkpoint) + checkpoint.signature.value).digest()


def sign(
    heads: Mapping[str, StreamHead],
    at: int,
    previous: Checkpoint | None,
    key: SigningKey,
    scope: Scope = "all",
) -> Checkpoint:
    """Sign the given heads, which follow the previous checkpoint."""
    marks = tuple(
        Mark(name, head.seq, head.hash) for name, head in sorted(heads.items()) if name != STREAM
    )
    number = previous.number + 1 if previous else 1
    prev = digest(previous) if previous else NOTHING
    at = max(at, previous.at) if previous else at
    signature = Signature(key.public, key.sign(message(number, at, prev, marks, scope)))
    return Checkpoint(
        number=number, at=at, prev=prev, marks=marks, signature=signature, scope=scope
    )


def record(store: Store, key: SigningKey, at: int) -> Checkpoint:
    """Sign all heads of a store and append the checkpoint; on a conflict the caller retries."""
    heads = store.heads()
    signed = sign(heads, at, latest(store, heads), key)
    _append(store, heads, signed)
    return signed


def record_changes(
    store: Store, key: SigningKey, at: int, signed: Mapping[str, bytes]
) -> Checkpoint | None:
    """Sign the streams that do not end with the hash that was signed for them, if there are any."""
    heads = store.heads()
    changed = {
        name: head
        for name, head in heads.items()
        if signed.get(name) != head.hash and name != STREAM
    }
    if not changed:
        return None
    checkpoint = sign(changed, at, latest(store, heads), key, "changed")
    _append(store, heads, checkpoint)
    return checkpoint


def _append(store: Store, heads: Mapping[str, StreamHead], signed: Checkpoint) -> None:
    batch = chain(heads, [(STREAM, encode(signed))], signed.at, blind=store.blind)
    store.append(batch).result()


def latest(store: Reader, heads: Mapping[str, StreamHead]) -> Checkpoint | None:
    """The last checkpoint in a journal that ends with these heads."""
    head = heads.get(STREAM)
    if head is None:
        return None
    entries = store.read(STREAM, head.seq - 1)
    return next((decode(entry.body) for entry in entries if entry.seq == head.seq), None)


def encode(checkpoint: Checkpoint) -> bytes:
    return msgspec.json.encode(checkpoint)


def decode(text: bytes) -> Checkpoint:
    try:
        return msgspec.json.decode(text, type=Checkpoint)
    except (msgspec.DecodeError, TypeError) as error:
        raise DamagedError(f"this is not a checkpoint: {error}") from error


def faults(checkpoints: Iterable[Checkpoint], trusted: Collection[bytes] = ()) -> Iterator[Fault]:
    """What is wrong with the checkpoints themselves; their content is checked elsewhere.

    Without `trusted` keys, all must be signed with the key of the first.
    """
    before: Checkpoint | None = None
    for checkpoint in checkpoints:
        trusted = trusted or (checkpoint.signature.public,)
        if checkpoint.signature.public not in trusted:
            yield _fault(checkpoint, OTHER_KEY)
        elif not signed_by(checkpoint.signature, _message_of(checkpoint)):
            yield _fault(checkpoint, "the signature is invalid")
        if before is not None:
            yield from _disagreements(before, checkpoint)
        before = checkpoint


def _disagreements(before: Checkpoint, after: Checkpoint) -> Iterator[Fault]:
    # Numbers may be missing: the keeper of copies need not keep all of them.
    if after.number == before.number and digest(after) != digest(before):
        yield _fault(after, "there are two different checkpoints with this number")
    if after.number == before.number + 1 and after.prev != digest(before):
        yield _fault(after, "does not follow the checkpoint before it")


def _fault(checkpoint: Checkpoint, text: str) -> Fault:
    return Fault("forged", f"checkpoint {checkpoint.number}: {text}")


def _message_of(checkpoint: Checkpoint) -> bytes:
    return message(
        checkpoint.number, checkpoint.at, checkpoint.prev, checkpoint.marks, checkpoint.scope
    )
