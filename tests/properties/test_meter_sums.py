"""Increments of a fraction of a cent add up, however many bets there are."""

from __future__ import annotations

from fractions import Fraction

import pytest

from cardroom.rules.meter import Meter, Terms, seeded

SHARES = ((1, 3), (12, 700), (1, 10**6), (999, 1000))


def fed(terms: Terms, bets: int, stake: int) -> Meter:
    meter = seeded(terms)
    for _ in range(bets):
        meter = meter.fed(stake)
    return meter


def check(bets: int, share: tuple[int, int]) -> None:
    """Against one multiplication; nothing is rounded on the way."""
    reserve = (1, 7 * share[1])
    terms = Terms("", 1_00, share, reserve, 2000_00)
    meter = fed(terms, bets, 1_01)
    assert meter.amount == 2000_00 + bets * 1_01 * Fraction(*share)
    assert meter.reserve == bets * 1_01 * Fraction(*reserve)
    paid = meter.paid(meter.whole).restarted()
    assert paid.amount == meter.amount - meter.whole + 2000_00 + meter.reserve


@pytest.mark.parametrize("share", SHARES)
def test_twenty_thousand_bets_add_up(share: tuple[int, int]) -> None:
    check(20_000, share)


@pytest.mark.prove
@pytest.mark.parametrize("share", SHARES)
def test_ten_million_bets_add_up(share: tuple[int, int]) -> None:
    check(10_000_000, share)
