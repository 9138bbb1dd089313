"""Pai gow poker's seven cards: counts of all hands, and the Fortune bet."""

from __future__ import annotations

from functools import cache
from math import comb
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from cardroom.analysis.kernels.hand_tables import VALUES, categories
from cardroom.analysis.kernels.pai_gow_tables import SevenCardRow
from cardroom.games.pai_gow.fortune import paid_row, posted, rows_paid
from cardroom.games.pai_gow.state import policies
from cardroom.hands.pai_gow import FortuneRow
from cardroom.hands.poker import Category
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.side_bet import SideRow

HANDS: Final = comb(53, 7)
PLACES: Final = VALUES + 1


class SevenCardCounts(NamedTuple):
    """How many of the 154,143,080 hands there are of each kind; index 1 holds the joker."""

    by_category: dict[Category, tuple[int, int]]
    by_row: dict[SevenCardRow, tuple[int, int]]

    def fortune(self, rules: Ruleset) -> dict[FortuneRow, int]:
        """The number of hands that each row pays in the posted game."""
        found: dict[FortuneRow, int] = {}
        for row, hands in self.by_row.items():
            for jokers, number in enumerate(hands):
                paid, _ = fortune_row(rules, row, jokers)
                found[paid] = found.get(paid, 0) + number
        return found


def fortune_row(
    rules: Ruleset, row: SevenCardRow, jokers: int
) -> tuple[FortuneRow, SideRow | None]:
    """The row of the pay table; two options decide which row pays a hand that fits two."""
    natural_match = policies(rules).royal_match == "natural"
    rows: tuple[FortuneRow, ...]
    if row is SevenCardRow.STRAIGHT_AND_TRIPS:
        rows = (FortuneRow.STRAIGHT, FortuneRow.TRIPS)
    elif row is SevenCardRow.ROYAL_FLUSH_WITH_ROYAL_MATCH and jokers and natural_match:
        rows = (FortuneRow.ROYAL_FLUSH,)
    else:
        rows = (FortuneRow[row.name],)
    return paid_row(posted(rules), rows_paid(rules, rows))


@cache
def seven_card_counts() -> SevenCardCounts:
    from cardroom.analysis.kernels import pai_gow  # noqa: PLC0415 - where it runs

    values, rows = np.zeros((2, PLACES), np.int64), np.zeros((2, len(SevenCardRow)), np.int64)
    pai_gow.count_naturals(0, 52, values[0], rows[0])
    pai_gow.count_jokers(0, 52, values[1], rows[1])
    kinds = categories()
    return SevenCardCounts(
        {c: (_total(values[0][kinds == c]), _total(values[1][kinds == c])) for c in Category},
        {row: (int(rows[0, row]), int(rows[1, row])) for row in SevenCardRow},
    )


def _total(counts: npt.NDArray[np.int64]) -> int:
    return int(counts.sum())
