"""Pay tables: rows from best to least, each with its odds, or with its share of a meter."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

import msgspec

from cardroom.money import Odds


class Row(msgspec.Struct, frozen=True, omit_defaults=True):
    name: str
    odds: Odds
    when: str = ""
    """The condition of a row that the house has added, in the language of side bets."""


class PayTable(msgspec.Struct, frozen=True):
    name: str
    rows: tuple[Row, ...]

    def odds(self, row: str) -> Odds | None:
        """The odds of a row, or None if the table lacks the row (the wager then loses)."""
        for candidate in self.rows:
            if candidate.name == row:
                return candidate.odds
        return None


class Share(msgspec.Struct, frozen=True):
    """A share of a progressive meter's amount; the stake is not returned."""

    percent: int

    @property
    def part(self) -> Fraction:
        return Fraction(self.percent, 100)

    def of(self, amount: int) -> int:
        """Whole cents, rounded down: the fraction stays in the meter."""
        return amount * self.percent // 100

    def __str__(self) -> str:
        return f"{self.percent}%"


PUSH: Final = Odds(0)


def parse_pays(text: str) -> Odds | Share:
    """Odds, "push", or a share of the meter: "10%"."""
    text = text.strip()
    if text == "push":
        return PUSH
    return Share(int(text[:-1])) if text.endswith("%") else Odds.parse(text)


def show_pays(pays: Odds | Share) -> str:
    """As it is posted."""
    return "push" if isinstance(pays, Odds) and not pays.pays else str(pays)
