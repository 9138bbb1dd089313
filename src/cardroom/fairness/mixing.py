"""How players' contributions rearrange the order that the house has committed to.

    seed    = SHA-256("cardroom mix 1\\0" root:32 (length:2 name value:32) ...)
    block k = SHA-256("cardroom draw 1\\0" seed:32 k:8)

The blocks, cut into numbers of 8 bytes, drive a shuffle of the positions. The card dealt in place
`i` is the card that the house put in position `permutation(seed, size)[i]`. The house committed to
its order before it knew the seed, and the players never see that order: neither side can aim at a
card, and the result is fair if either side drew fairly.

Dice come from a secret that is committed to together with the cards:

    commitment = SHA-256("cardroom dice 1\\0" secret:32)
    throw seed = SHA-256("cardroom throw 1\\0" secret:32 seed:32 throw:4)
    block k    = SHA-256("cardroom draw 1\\0" throw seed:32 k:8)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from typing import Final

from cardroom.cards import shuffled

SECRET_BYTES: Final = 32
NO_SEED: Final = bytes(32)
"""Where nobody contributed, nothing is rearranged."""
_MIX: Final = b"cardroom mix 1\0"
_DRAW: Final = b"cardroom draw 1\0"
_DICE: Final = b"cardroom dice 1\0"
_THROW: Final = b"cardroom throw 1\0"
_WORD: Final = 1 << 64


def mixing_seed(root: bytes, contributions: Sequence[tuple[str, bytes]]) -> bytes:
    """The seed that a root and the players' values make; names go in as UTF-8."""
    if not contributions:
        return NO_SEED
    parts = [_MIX, root]
    for name, value in contributions:
        text = name.encode()
        parts += [len(text).to_bytes(2), text, value]
    return sha256(b"".join(parts)).digest()


def permutation(seed: bytes, size: int) -> tuple[int, ...]:
    """[place in the deal] the position in the committed order."""
    if seed == NO_SEED:
        return tuple(range(size))
    return shuffled(range(size), drawing(seed))


def drawing(seed: bytes) -> Callable[[int], int]:
    """Unbiased draws below any n: numbers beyond the last multiple of n are skipped."""
    words = _words(seed)

    def below(n: int) -> int:
        limit = _WORD - _WORD % n
        return next(word for word in words if word < limit) % n

    return below


def dice_commitment(secret: bytes) -> bytes:
    return sha256(_DICE + secret).digest()


def dice(secret: bytes, seed: bytes, throw: int, count: int) -> tuple[int, ...]:
    """Throw number `throw`, from 0, of a shuffle."""
    below = drawing(sha256(_THROW + secret + seed + throw.to_bytes(4)).digest())
    return tuple(1 + below(6) for _ in range(count))


def _words(seed: bytes) -> Iterator[int]:
    block = 0
    while True:
        digest = sha256(_DRAW + seed + block.to_bytes(8)).digest()
        yield from (int.from_bytes(digest[at : at + 8]) for at in range(0, 32, 8))
        block += 1
