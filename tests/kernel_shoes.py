"""Shoes of the simulator's kernel, laid out for a test."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.kernels.shoe import load, shuffle
from cardroom.analysis.twentyone.simulator.simulate import TwentyOneSimulator

numba: Any = importlib.import_module("numba")


def _lay(shoe: Any, seed: np.uint64, number: np.uint64, stops: NDArray[np.int64]) -> None:
    load(shoe.deck, shoe.order, shoe.gauge, shoe.stream, seed, number)
    for to in stops:
        shuffle(shoe.order, shoe.views, shoe.swaps, shoe.gauge, shoe.stream, to)


# Only kernels call those two.
lay: Any = numba.njit(_lay)


def order_of(
    simulator: TwentyOneSimulator, seed: int, number: int, stops: Sequence[int]
) -> list[int]:
    """The codes of a shoe that is shuffled to each of these cards, one after the other."""
    shoe = simulator.shoe()
    lay(shoe, np.uint64(seed), np.uint64(number), np.array(stops, np.int64))
    found: list[int] = shoe.order.tolist()
    return found
