"""What may be staked: whole chips, from the least to the most."""

from __future__ import annotations

import pytest

from cardroom.rules.limits import Limits


@pytest.mark.parametrize(
    ("limits", "stake", "breaks"),
    [
        # Nothing posted: every cent is a stake, and nothing is none.
        (Limits(), 1, None),
        (Limits(), 0, "chip"),
        (Limits(), -5, "chip"),
        (Limits(), 1_000_000_00, None),
        (Limits(5_00, 100_00, 50), 5_00, None),
        (Limits(5_00, 100_00, 50), 4_50, "least"),
        (Limits(5_00, 100_00, 50), 100_00, None),
        (Limits(5_00, 100_00, 50), 100_50, "most"),
        # A stake that is no whole number of chips is that before it is too little or too much.
        (Limits(5_00, 100_00, 50), 7_25, "chip"),
        (Limits(5_00, 100_00, 50), 25, "chip"),
        (Limits(5_00, 100_00, 50), 100_25, "chip"),
    ],
)
def test_a_stake_breaks_a_bound_or_none(limits: Limits, stake: int, breaks: str | None) -> None:
    assert limits.fault(stake) == breaks


@pytest.mark.parametrize(
    ("stake", "says"),
    [
        (0, "$0 is not above zero"),
        (1, "$0.01 is not a multiple of the smallest chip, $0.50"),
        (7_25, "$7.25 is not a multiple of the smallest chip, $0.50"),
        (4_50, "$4.50 is below the minimum of $5"),
        (100_50, "$100.50 is above the maximum of $100"),
    ],
)
def test_a_refusal_names_the_limit_that_a_stake_breaks(stake: int, says: str) -> None:
    limits = Limits(5_00, 100_00, 50)
    fault = limits.fault(stake)
    assert fault is not None
    assert limits.says(fault, stake) == says


@pytest.mark.parametrize(
    ("limits", "stake"),
    [
        (Limits(), 10_00),
        (Limits(15_00), 15_00),
        (Limits(1, 4_00), 4_00),
        (Limits(1, None, 3_00), 9_00),
        (Limits(2_00, 5_00, 3_00), 3_00),
        (Limits(1, None, 25_00), 25_00),
    ],
)
def test_the_nearest_stake_is_within_the_limits_and_made_of_chips(
    limits: Limits, stake: int
) -> None:
    assert limits.nearest(10_00) == stake
    assert limits.fault(stake) is None
