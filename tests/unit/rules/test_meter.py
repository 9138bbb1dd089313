"""The meter's arithmetic at its cap, and the options of a progressive bet at their limits."""

from __future__ import annotations

from fractions import Fraction

import pytest

from cardroom import games
from cardroom.rules.meter import Meter, Terms
from cardroom.rules.options import OptionFaults

TERMS = Terms("1", 100, (6, 25), (1, 100), 2000_00, 2500_00)


@pytest.mark.parametrize(
    ("before", "after", "reserve"),
    [(1000, 1024, 0), (1976, 2000, 0), (1990, 2000, 14), (2000, 2000, 24), (2100, 2100, 24)],
)
def test_what_is_beyond_the_cap_goes_to_the_reserve(before: int, after: int, reserve: int) -> None:
    """A meter that stood above a new cap keeps what it shows."""
    assert Meter(Fraction(before), cap=2000).received(Fraction(24)) == Meter(
        Fraction(after), Fraction(reserve), cap=2000
    )


@pytest.mark.parametrize(
    ("reserve", "after", "kept"), [(40, 140, 0), (100, 200, 0), (130, 200, 30)]
)
def test_a_meter_restarts_with_what_fits_below_the_cap(reserve: int, after: int, kept: int) -> None:
    won = Meter(Fraction(0), Fraction(reserve), seed=100, cap=200)
    assert won.restarted() == won._replace(amount=Fraction(after), reserve=Fraction(kept))


def test_a_seed_above_a_new_cap_takes_nothing_from_the_reserve() -> None:
    won = Meter(Fraction(1, 2), Fraction(40), seed=100, cap=90)
    assert won.restarted() == won._replace(amount=Fraction(201, 2))


def test_the_cap_is_among_the_terms() -> None:
    assert TERMS.words()[-1] == ("cap", "$2,500")
    assert str(TERMS).endswith("seed $2000, cap $2500")
    assert Meter(Fraction(0)).on(TERMS).cap == 2500_00


ALLOWED: list[dict[str, object]] = [
    {"blazing_contribution": "90.5", "blazing_reserve": "9.5"},
    {"blazing_stake": "300", "legal_limit": "300"},
    {"blazing_seed": 2000, "blazing_cap": "2000.01"},
]
"""Options that go together at most like this."""


@pytest.mark.parametrize("options", ALLOWED)
def test_what_the_rules_of_the_bet_just_allow(options: dict[str, object]) -> None:
    posted = games.ruleset("bet-the-set-21", {"blazing_7s": 1, **options}).options
    assert posted["blazing_7s"] == 1


def test_a_cap_is_above_the_seed() -> None:
    cap = {"blazing_7s": 1, "blazing_seed": 2000, "blazing_cap": "2000"}
    with pytest.raises(OptionFaults, match="blazing_cap = 2000 is not above the seed, 2000"):
        games.ruleset("bet-the-set-21", cap)
    # Version 0.1 checked nothing, and its rules are read as it posted them.
    assert games.ruleset("bet-the-set-21", {**cap, "readings": "0.1"}).options["blazing_seed"]


def test_tables_on_one_meter_may_differ_in_the_third_card_only() -> None:
    posted = games.ruleset("bet-the-set-21", {"blazing_7s": 1})
    assert posted.meter is not None
    own = {name for name in posted.options if name.startswith("blazing_")}
    assert set(posted.meter.term_options) == {*own, "simultaneous"} - {"blazing_third_card"}


def test_a_table_leaves_its_meter_by_not_offering_the_bet() -> None:
    posted = games.ruleset("bet-the-set-21", {"blazing_7s": 1})
    assert posted.meter is not None
    without = games.ruleset("bet-the-set-21", {"blazing_7s": 1, **dict(posted.meter.off)})
    assert without == games.ruleset("bet-the-set-21")
