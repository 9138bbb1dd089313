"""The search for pay tables."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from cardroom.analysis.side_bets.design import Goals, Range, TooManyChoices, search

CHANCES = [Fraction(5, 311), Fraction(6, 311), Fraction(12, 311)]
"""Perfect Pairs with six decks."""
ODDS = (1, 2, 5, 6, 8, 10, 12, 25, 30)
ANY = Range(Fraction(0), Fraction(1))


def edge(odds: tuple[int, ...]) -> Fraction:
    returned = (chance * (1 + pays) for chance, pays in zip(CHANCES, odds, strict=False))
    return 1 - sum(returned, Fraction(0))


def test_the_search_finds_exactly_the_tables_that_meet_the_goals() -> None:
    goals = Goals(Range(Fraction(5, 100), Fraction(8, 100)))
    found = search(CHANCES, ODDS, goals, best=1000)
    every = {
        odds
        for rows in (1, 2, 3)
        for odds in product(ODDS, repeat=rows)
        if list(odds) == sorted(odds, reverse=True) and edge(odds) in goals.edge
    }
    assert {each.odds for each in found} == every
    assert (25, 12, 6) in every
    assert all(each.edge == edge(each.odds) for each in found)
    assert [each.deviation for each in found] == sorted(each.deviation for each in found)


def test_the_last_rows_are_left_out_for_a_lower_hit_frequency() -> None:
    low = Goals(ANY, Range(Fraction(0), Fraction(11, 311)))
    assert {len(each.odds) for each in search(CHANCES, ODDS, low, best=1000)} == {1, 2}
    assert search(CHANCES, ODDS, Goals(ANY, Range(Fraction(1, 2), Fraction(1)))) == []


def test_only_the_best_are_kept() -> None:
    goals = Goals(Range(Fraction(5, 100), Fraction(8, 100)))
    assert search(CHANCES, ODDS, goals, best=3) == search(CHANCES, ODDS, goals, best=1000)[:3]


def test_a_search_without_end_is_refused() -> None:
    with pytest.raises(TooManyChoices, match="give a shorter list of odds"):
        search([Fraction(1, 100)] * 20, range(1, 31), Goals(ANY))


def test_progress_is_reported() -> None:
    seen: list[float] = []
    search(CHANCES, ODDS, Goals(ANY), watch=seen.append)
    assert seen == sorted(seen)
    assert len(seen) == 3 * len(ODDS)
