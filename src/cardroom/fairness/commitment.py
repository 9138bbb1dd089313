"""Commitments to the order of a shoe: one per card, under one root.

    leaf  = SHA-256("cardroom card 1\\0" position:4 card:2 salt:32)
    node  = SHA-256("cardroom node 1\\0" left:32 right:32)
    root  = SHA-256("cardroom root 1\\0" size:4 top:32)

Numbers are big-endian; a card is its two letters. Each level is paired from the left, and the last
node of an odd level moves up unchanged, so the size, which the root covers, fixes the shape of
every path. The tags make sure that a leaf, a node, and a root can never be mistaken for each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from itertools import pairwise
from typing import Final

import msgspec

from cardroom.cards import Card

SALT_BYTES: Final = 32
SIZE_MAX: Final = 1 << 20

_CARD: Final = b"cardroom card 1\0"
_NODE: Final = b"cardroom node 1\0"
_ROOT: Final = b"cardroom root 1\0"


class Opening(msgspec.Struct, frozen=True):
    """The proof of one card of a committed order: its position from 0, its salt, and its path."""

    position: int
    card: Card
    salt: bytes
    path: tuple[bytes, ...]


class Commitment(msgspec.Struct, frozen=True):
    """An order, its salts, and its root. Only `root` and `size` may be published."""

    root: bytes
    order: tuple[Card, ...]
    salts: tuple[bytes, ...]

    @property
    def size(self) -> int:
        return len(self.order)


def commit(order: Sequence[Card], salts: Sequence[bytes]) -> Commitment:
    """Commit to an order, with one fresh secret salt per card."""
    if not 0 < len(order) <= SIZE_MAX or len(salts) != len(order):
        raise ValueError(f"{len(order)} cards need {len(order)} salts, not {len(salts)}")
    if any(len(salt) != SALT_BYTES for salt in salts) or len(set(salts)) != len(salts):
        raise ValueError(f"salts must have {SALT_BYTES} bytes and differ from each other")
    top = _levels(_leaves(order, salts))[-1][0]
    return Commitment(_root(len(order), top), tuple(order), tuple(salts))


def open_card(commitment: Commitment, position: int) -> Opening:
    """Open one card. The path holds only hashes, which reveal nothing about other cards."""
    if not 0 <= position < commitment.size:
        raise ValueError(f"there is no position {position} in a shoe of {commitment.size} cards")
    path: list[bytes] = []
    place = position
    for level in _levels(_leaves(commitment.order, commitment.salts))[:-1]:
        if place ^ 1 < len(level):
            path.append(level[place ^ 1])
        place //= 2
    card, salt = commitment.order[position], commitment.salts[position]
    return Opening(position, card, salt, tuple(path))


def verify_opening(root: bytes, size: int, opening: Opening) -> bool:
    """Whether the root commits an order of this size to this card at this position."""
    if not 0 <= opening.position < size <= SIZE_MAX or len(opening.salt) != SALT_BYTES:
        return False
    digest = _leaf(opening.position, opening.card, opening.salt)
    path = list(opening.path)
    place, width = opening.position, size
    while width > 1:
        if place ^ 1 < width:
            if not path or len(path[0]) != len(digest):
                return False
            sibling = path.pop(0)
            digest = _node(sibling, digest) if place & 1 else _node(digest, sibling)
        place, width = place // 2, (width + 1) // 2
    return not path and _root(size, digest) == root


def _leaf(position: int, card: Card, salt: bytes) -> bytes:
    return sha256(_CARD + position.to_bytes(4) + card.text.encode() + salt).digest()


def _node(left: bytes, right: bytes) -> bytes:
    return sha256(_NODE + left + right).digest()


def _root(size: int, top: bytes) -> bytes:
    return sha256(_ROOT + size.to_bytes(4) + top).digest()


def _leaves(order: Sequence[Card], salts: Sequence[bytes]) -> list[bytes]:
    return [
        _leaf(position, card, salt)
        for position, (card, salt) in enumerate(zip(order, salts, strict=True))
    ]


def _levels(leaves: list[bytes]) -> list[list[bytes]]:
    """All levels of the tree, from the leaves to the top."""
    levels = [leaves]
    while len(levels[-1]) > 1:
        below = levels[-1]
        above = [_node(left, right) for left, right in list(pairwise(below))[::2]]
        if len(below) % 2:
            above.append(below[-1])
        levels.append(above)
    return levels
