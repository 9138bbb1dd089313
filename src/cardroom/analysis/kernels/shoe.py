"""A shoe of the simulator: the stream (seed, shoe number) of `cards.Stream`, shuffled from the
front only as far as cards are wanted, so the engine can deal every shoe again.

The random numbers of a whole shoe are drawn before the first is used. They do not depend on each
other, so the processor computes several at a time: half of the time of a shuffle.

Indices are unsigned, because a signed one is first asked whether it counts from the end; and arrays
are copied in loops, because a slice is an array to be made and counted.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from cardroom.analysis.kernels.cache import INLINED, INNER, compiler
from cardroom.analysis.kernels.simulate_tables import Codes, Longs, Seeds, Views
from cardroom.analysis.kernels.stream import MANY, ONE, STEP, ZERO, below, draw_swaps, state_of

njit = compiler(__file__)

BLOCK: Final = 4
"""Cards shuffled at a time when a round needs more than was foreseen."""
READY, END, START, AGAIN, VOID, PAIRED = range(6)
"""`ShoeBuffer.gauge`: cards shuffled, cards there are, where the round began; the discards are
dealt again; even they ran out; the number of codes, if a look shows two cards."""


@njit("void(uint8[::1], uint16[::1], int64[::1], uint64, uint64)", **INLINED)
def look(order: Codes, views: Views, gauge: Longs, first: np.uint64, to: np.uint64) -> None:
    """See each card from number `first` on together with the next one, where there is one."""
    codes = np.uint64(gauge[PAIRED])
    if codes == ZERO:
        for i in range(first, to):
            views[i] = order[i]
        return
    for i in range(first, to - ONE):
        views[i] = np.uint64(order[i]) * codes + np.uint64(order[i + ONE])
    views[to - ONE] = codes * codes + np.uint64(order[to - ONE])


@njit("void(uint8[::1], uint16[::1], uint16[::1], int64[::1], uint64[::1], int64)", **INNER)
def shuffle(order: Codes, views: Views, swaps: Views, gauge: Longs, stream: Seeds, to: int) -> None:
    """Fisher and Yates from the front, on to card number `to`."""
    end, state, first = gauge[END], stream[0], np.uint64(gauge[READY])
    to = min(to, end)
    last, left = np.uint64(min(to, end - 1)), np.uint64(end)
    if last > first + MANY and draw_swaps(state, left - first, swaps, last - first):
        for i in range(first, last):
            j = i + np.uint64(swaps[i - first])
            order[i], order[j] = order[j], order[i]
        state += (last - first) * STEP
    else:
        for i in range(first, last):
            state, ahead = below(state, left - i)
            j = i + ahead
            order[i], order[j] = order[j], order[i]
    stream[0] = state
    gauge[READY] = to
    look(order, views, gauge, first - ONE if first else ZERO, np.uint64(to))


@njit("uint64(uint8[::1], uint16[::1], uint16[::1], int64[::1], uint64[::1], uint64)", **INNER)
def reach(
    order: Codes, views: Views, swaps: Views, gauge: Longs, stream: Seeds, at: np.uint64
) -> np.uint64:
    """The card wanted is not shuffled yet: see that it is; where it lies."""
    if at >= np.uint64(gauge[END]):
        # The shoe is empty: the cards of the rounds before are shuffled and dealt.
        if gauge[AGAIN] or gauge[START] == 0:
            gauge[VOID] = 1
            return ZERO
        gauge[AGAIN], gauge[END], gauge[READY] = 1, gauge[START], 0
        at = ZERO
    shuffle(order, views, swaps, gauge, stream, int(at) + BLOCK)
    return at


@njit("void(uint8[::1], uint8[::1], int64[::1], uint64[::1], uint64, uint64)", **INLINED)
def load(
    deck: Codes, order: Codes, gauge: Longs, stream: Seeds, seed: np.uint64, number: np.uint64
) -> None:
    """A full shoe before its shuffle."""
    for i in range(np.uint64(deck.shape[0])):
        order[i] = deck[i]
    stream[0] = state_of(seed, number)
    gauge[READY], gauge[END], gauge[START] = 0, deck.shape[0], 0
    gauge[AGAIN], gauge[VOID] = 0, 0
