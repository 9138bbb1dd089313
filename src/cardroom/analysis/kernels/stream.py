"""The random numbers of `cards.Stream` in compiled code: splitmix64, bounded without bias."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from cardroom.analysis.kernels.cache import INNER, compiler
from cardroom.cards import FIRST_MIXER, GOLDEN, SECOND_MIXER

Words = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.int64]
Swaps = npt.NDArray[np.uint16]

STEP: Final = np.uint64(GOLDEN)
FIRST: Final = np.uint64(FIRST_MIXER)
SECOND: Final = np.uint64(SECOND_MIXER)
S30: Final = np.uint64(30)
S27: Final = np.uint64(27)
S31: Final = np.uint64(31)
HALF: Final = np.uint64(32)
LOW: Final = np.uint64((1 << 32) - 1)
RANGE: Final = np.uint64(1 << 32)
ZERO, ONE = np.uint64(0), np.uint64(1)
MANY: Final = np.uint64(24)
"""Cards for which it pays to draw all random numbers before any is used."""

njit = compiler(__file__)


@njit("uint64(uint64)", **INNER)
def mix(z: np.uint64) -> np.uint64:
    z = (z ^ (z >> S30)) * FIRST
    z = (z ^ (z >> S27)) * SECOND
    return z ^ (z >> S31)


@njit("uint64(uint64, uint64)")
def state_of(seed: np.uint64, number: np.uint64) -> np.uint64:
    """The state of the stream (seed, number) before its first draw."""
    return mix(seed ^ mix(number + STEP))


@njit("void(uint64, uint64, uint64[::1])")
def states_of(seed: np.uint64, first: np.uint64, out: Words) -> None:
    """The states of the streams from number `first` on."""
    for i in range(out.shape[0]):
        out[i] = state_of(seed, first + np.uint64(i))


@njit("UniTuple(uint64, 2)(uint64, uint64)", **INNER)
def below(state: np.uint64, bound: np.uint64) -> tuple[np.uint64, np.uint64]:
    """The next state, and an unbiased number on 0 .. bound - 1."""
    state += STEP
    product = (mix(state) >> HALF) * bound
    if product & LOW < bound:
        threshold = (RANGE - bound) % bound
        while product & LOW < threshold:
            state += STEP
            product = (mix(state) >> HALF) * bound
    return state, product >> HALF


@njit("uint64(uint64, uint64, uint16[::1], uint64)", **INNER)
def draw_swaps(state: np.uint64, left: np.uint64, swaps: Swaps, wanted: np.uint64) -> np.uint64:
    """How far ahead of each card is the one it is exchanged with, for several cards at once; 0 if a
    number may have to be drawn again, as in one of many thousand shoes."""
    again = ZERO
    for i in range(wanted):
        product = (mix(state + (i + ONE) * STEP) >> HALF) * (left - i)
        swaps[i] = product >> HALF
        again |= np.uint64(product & LOW < left - i)
    return ONE - again


@njit("uint64(uint64, uint64[::1])")
def draw_words(state: np.uint64, out: Words) -> np.uint64:
    """Raw words of one stream; the state after them."""
    for i in range(out.shape[0]):
        state += STEP
        out[i] = mix(state)
    return state


@njit("uint64(uint64, uint64, int64[::1])")
def draw_below(state: np.uint64, bound: np.uint64, out: Numbers) -> np.uint64:
    """Numbers of one stream below the bound; the state after them."""
    for i in range(out.shape[0]):
        state, number = below(state, bound)
        out[i] = number
    return state


@njit("void(uint64[::1], uint64, int64[::1])")
def draw_each(states: Words, bound: np.uint64, out: Numbers) -> None:
    """The next number below the bound from each of several streams."""
    for i in range(out.shape[0]):
        states[i], number = below(states[i], bound)
        out[i] = number
