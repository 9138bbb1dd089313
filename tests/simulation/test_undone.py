"""The simulation notices every fault that was fixed, when its fix is taken out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.faults.faulty_disk import available
from tests.simulation.run import SimulationError, simulate
from tests.simulation.undone import (
    UNDONE,
    Undone,
    acknowledged_too_early,
    hidden_cards_sent,
    unblinded_hashes,
)

SEEDS = 400
NOTICED_AT_ONCE = (unblinded_hashes, hidden_cards_sent, acknowledged_too_early)
"""By the first seeds; the others take some minutes."""
pytestmark = pytest.mark.skipif(
    not available(), reason="the SQLite of this Python is not a shared library"
)


def some_now_and_all_to_prove() -> list[Any]:
    rest = [pytest.mark.prove]
    return [
        pytest.param(each, marks=() if each in NOTICED_AT_ONCE else rest, id=each.__name__)
        for each in UNDONE
    ]


@pytest.mark.parametrize("undone", some_now_and_all_to_prove())
def test_a_fix_that_is_taken_out_is_noticed(
    undone: Undone, record_property: Callable[[str, object], None]
) -> None:
    with undone():
        for seed in range(SEEDS):
            try:
                simulate(seed, 100)
            except SimulationError as noticed:
                record_property("noticed", str(noticed).splitlines()[0])
                return
    pytest.fail(f"{SEEDS} seeds notice nothing")
