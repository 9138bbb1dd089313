"""The keys of four hands of seven cards at once, by vectors of bytes where the processor has them.

A hand's key is the sum of its cards' keys. Seven loads from a table for each hand are most of what
evaluating it takes. With vectors, the cards of four hands are looked up together, one byte of their
keys at a time: the rank decides the lower three bytes, the suit the two above. Other processors add
up the same keys card by card.
"""

from __future__ import annotations

import importlib
from functools import cached_property
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from cardroom.analysis.kernels.cache import INNER, compiler
from cardroom.analysis.kernels.hand_tables import card_keys
from cardroom.analysis.kernels.machine_code import processor

Cards = npt.NDArray[np.uint8]
Keys = tuple[np.uint64, np.uint64, np.uint64, np.uint64]

KEYS: Final = card_keys()
# Counting from three, a suit's fourth bit says that five cards are there.
THREES: Final = np.uint64(0x3333 << 32)
FOUR, SEVEN_CARDS = np.uint64(4), np.uint64(7)

RANKS, SUITS = 13, 4
NEEDED: Final = "+avx2"
LOOKED_UP, SUMMED = "llvm.x86.avx2.pshuf.b", "llvm.x86.avx2.psad.bw"
NO_CARD: Final = 0xFF
"""With seven cards, it makes eight bytes. It has no rank and counts as a card of the last suit."""
BY_RANK: Final = (0, 8, 16)
"""Where the bytes of a key begin that the rank decides."""
BY_SUIT: Final = (32, 40)

njit = compiler(__file__, KEYS)


@njit("UniTuple(uint64, 4)(uint8[:, ::1], uint64)", **INNER)
def keys_one_by_one(hands: Cards, start: np.uint64) -> Keys:
    a = b = c = d = THREES
    for j in range(SEVEN_CARDS):
        a += KEYS[hands[start, j]]
        b += KEYS[hands[start + np.uint64(1), j]]
        c += KEYS[hands[start + np.uint64(2), j]]
        d += KEYS[hands[start + np.uint64(3), j]]
    return a, b, c, d


class FourKeys:
    """`four_keys(hands, start)` in a kernel: the keys of four hands, counting suits from three.

    Two bytes after them are read too, so they must not be the last hands.
    """

    @cached_property
    def _numba_type_(self) -> Any:
        """What numba asks where a kernel calls this."""
        if NEEDED not in processor():
            return keys_one_by_one._numba_type_  # type: ignore[attr-defined]
        extending: Any = importlib.import_module("numba.extending")
        registry: Any = importlib.import_module("numba.core.registry")
        known, made = registry.cpu_target.typing_context, extending.intrinsic(_typed)
        known.refresh()
        return known.resolve_value_type(made)


def _typed(_: object, hands: Any, start: Any) -> Any:
    types: Any = importlib.import_module("numba.core.types")
    return types.UniTuple(types.uint64, int(FOUR))(hands, start), _by_vectors


def _by_vectors(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    ir: Any = importlib.import_module("llvmlite.ir")
    word, index = ir.IntType(64), ir.IntType(32)
    bytes_32, words_4 = ir.VectorType(ir.IntType(8), 32), ir.VectorType(word, 4)
    half = ir.VectorType(ir.IntType(8), 16).as_pointer()
    indices = ir.VectorType(index, 32)

    def each(value: int) -> Any:
        return ir.Constant(bytes_32, [value] * 32)

    def function(name: str, returned: Any) -> Any:
        kind = ir.FunctionType(returned, [bytes_32, bytes_32])
        return builder.module.globals.get(name) or ir.Function(builder.module, kind, name)

    look_up, add_up = function(LOOKED_UP, bytes_32), function(SUMMED, words_4)
    hands = context.make_array(signature.args[0])(context, builder, arguments[0])
    first = builder.gep(hands.data, [builder.mul(arguments[1], word(7))])
    halves = [
        builder.load(builder.bitcast(builder.gep(first, [index(at)]), half), align=1)
        for at in (0, 14)
    ]
    read = builder.shuffle_vector(*halves, ir.Constant(indices, list(range(32))))
    spread = [at + card if card < 7 else 32 for at in (0, 7, 16, 23) for card in range(8)]
    cards = builder.shuffle_vector(read, each(NO_CARD), ir.Constant(indices, spread))
    ranks = cards
    for suit in range(1, SUITS):  # below zero is a large number, so the least is the rank
        less = builder.sub(cards, each(RANKS * suit))
        ranks = builder.select(builder.icmp_unsigned("<", less, ranks), less, ranks)
    suits = builder.sub(cards, ranks)
    total = ir.Constant(words_4, [int(THREES) - (int(KEYS[RANKS * SUITS - 1]) >> 32 << 32)] * 4)
    for by, places, step, count in (
        (ranks, BY_RANK, 1, RANKS), (suits, BY_SUIT, RANKS, SUITS),
    ):  # fmt: skip
        for place in places:
            table = [0] * 16  # by the lowest four bits, which differ for all ranks and all suits
            for card in range(0, step * count, step):
                table[card % 16] = int(KEYS[card]) >> place & 0xFF
            found = builder.call(look_up, [ir.Constant(bytes_32, table * 2), by])
            summed = builder.call(add_up, [found, each(0)])
            total = builder.add(total, builder.shl(summed, ir.Constant(words_4, [place] * 4)))
    keys = [builder.extract_element(total, index(hand)) for hand in range(4)]
    return context.make_tuple(builder, signature.return_type, keys)


four_keys: Final[Any] = FourKeys()
