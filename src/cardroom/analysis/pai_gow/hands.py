"""Pai gow poker's seven cards: counts of all hands, and the Fortune bet."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from math import comb
from typing import Final, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from cardroom.analysis.kernels.hand_tables import VALUES, categories
from cardroom.analysis.kernels.pai_gow_tables import Row
from cardroom.hands.pai_gow import FortuneRow, RoyalMatch
from cardroom.hands.poker import Category

HANDS: Final = comb(53, 7)
ENVY_STAKE: Final = 5
PLACES: Final = VALUES + 1
Conflict = Literal["best-pay", "rank-order"]


class SevenCardCounts(NamedTuple):
    """How many of the 154,143,080 hands there are of each kind; index 1 holds the joker."""

    by_category: dict[Category, tuple[int, int]]
    by_row: dict[Row, tuple[int, int]]

    def category(self, category: Category) -> int:
        return sum(self.by_category[category])

    def fortune(
        self,
        pays: Mapping[FortuneRow, int],
        conflict: Conflict,
        royal_match: RoyalMatch = RoyalMatch.JOKER_ALLOWED,
    ) -> dict[FortuneRow, int]:
        """Hands by the row that pays them, `fortune_conflict` decided by the pay table."""
        trips_first = conflict == "best-pay" and (
            pays.get(FortuneRow.TRIPS, -1) > pays.get(FortuneRow.STRAIGHT, -1)
        )
        both = FortuneRow.TRIPS if trips_first else FortuneRow.STRAIGHT
        found: dict[FortuneRow, int] = {}
        for row, hands in self.by_row.items():
            paid = both if row is Row.STRAIGHT_AND_TRIPS else FortuneRow[row.name]
            found[paid] = found.get(paid, 0) + sum(hands)
        if royal_match is RoyalMatch.NATURAL_ONLY:
            with_joker = self.by_row[Row.ROYAL_FLUSH_WITH_ROYAL_MATCH][1]
            found[FortuneRow.ROYAL_FLUSH_WITH_ROYAL_MATCH] -= with_joker
            found[FortuneRow.ROYAL_FLUSH] += with_joker
        return found


@cache
def seven_card_counts() -> SevenCardCounts:
    from cardroom.analysis.kernels import pai_gow  # noqa: PLC0415 - imports numba

    values, rows = np.zeros((2, PLACES), np.int64), np.zeros((2, len(Row)), np.int64)
    pai_gow.count_naturals(0, 52, values[0], rows[0])
    pai_gow.count_jokers(0, 52, values[1], rows[1])
    kinds = categories()
    return SevenCardCounts(
        {c: (_total(values[0][kinds == c]), _total(values[1][kinds == c])) for c in Category},
        {row: (int(rows[0, row]), int(rows[1, row])) for row in Row},
    )


def _total(counts: npt.NDArray[np.int64]) -> int:
    return int(counts.sum())


def fortune_edge(
    pays: Mapping[FortuneRow, int],
    conflict: Conflict = "best-pay",
    royal_match: RoyalMatch = RoyalMatch.JOKER_ALLOWED,
) -> Fraction:
    """The bank's edge on the Fortune bet for one's own hand; `pays` is "to 1", rows unpaid lose."""
    counts = seven_card_counts().fortune(pays, conflict, royal_match)
    won = sum(hands * (pays[row] + 1) for row, hands in counts.items() if row in pays)
    return 1 - Fraction(won, HANDS)


def envy_value(
    envy: Mapping[FortuneRow, int],
    conflict: Conflict = "best-pay",
    royal_match: RoyalMatch = RoyalMatch.JOKER_ALLOWED,
) -> Fraction:
    """What one other player's hand is worth in envy, per dollar of the $5 that qualify."""
    counts = seven_card_counts().fortune(envy, conflict, royal_match)
    paid = sum(counts.get(row, 0) * dollars for row, dollars in envy.items())
    return Fraction(paid, HANDS * ENVY_STAKE)
