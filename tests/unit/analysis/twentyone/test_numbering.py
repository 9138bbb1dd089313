"""Sums are numbered like their sorted values."""

from __future__ import annotations

import numpy as np
import pytest

from cardroom.analysis.twentyone.simulator.numbering import numbered


@pytest.mark.parametrize("hands", [0, 1, 200])
def test_sums_have_the_numbers_of_their_sorted_values(hands: int) -> None:
    random = np.random.default_rng(hands)
    rest = random.integers(0, 9, hands) * 1000 + random.integers(0, 3, hands)
    drawn = random.integers(0, 60, (12, 5)) * 3
    parent = random.integers(0, 12, hands)
    number, values = numbered(rest, parent, drawn)
    sums = rest[:, None] + drawn[parent]
    assert values.tolist() == np.unique(sums).tolist()
    assert (values[number] == sums).all()
