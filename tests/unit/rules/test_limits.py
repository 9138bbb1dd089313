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
