"""Chips, odds, and rounding. Money is an int, in cents; no float ever holds money."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final, NamedTuple

import msgspec

from cardroom.errors import CardroomError

RESERVE: Final = "/reserve"
"""Ends the name of a figure: what a meter shows beyond its seed, not its amount."""
_DOLLARS: Final = re.compile(r"([+-]?)\$?(\d{1,12})(?:\.(\d{1,2}))?")


class MoneyError(CardroomError):
    """Text that is not an amount, or not odds."""


def cents(text: str) -> int:
    """Cents from dollars as text: "100", "7.50", "-3"."""
    match = _DOLLARS.fullmatch(text.strip().replace(",", ""))
    if match is None:
        raise MoneyError(
            f"{text!r} is not an amount; write dollars as text with at most two decimals,"
            ' like "7.50"'
        )
    sign, whole, part = match.groups()
    amount = int(whole) * 100 + int((part or "").ljust(2, "0"))
    return -amount if sign == "-" else amount


def dollars(amount: int) -> str:
    """Dollars as text, with cents only if there are any: "100", "7.50", "-3"."""
    sign = "-" if amount < 0 else ""
    whole, part = divmod(abs(amount), 100)
    return f"{sign}{whole}.{part:02d}" if part else f"{sign}{whole}"


Exact = tuple[int, int]
"""A fraction of a cent as stored: numerator and denominator."""


def ratio(amount: Fraction | int) -> Exact:
    return amount.numerator, amount.denominator


def exact(amount: Fraction | int) -> str:
    """An amount for people: "$2,000", "-$7.50"; part of a cent is shown as a fraction."""
    whole, left = divmod(amount, 1)
    full, part = divmod(abs(whole), 100)
    rest = f" +{left}c" if left else ""
    return f"{'-' if whole < 0 else ''}${full:,}" + (f".{part:02d}" if part else "") + rest


def percent(share: Fraction) -> str:
    """A share as a percentage with two decimals, rounded half up, without floats."""
    hundredths = (share * 10000 + Fraction(1, 2)).__floor__()
    sign = "-" if hundredths < 0 else ""
    return f"{sign}{abs(hundredths) // 100}.{abs(hundredths) % 100:02d}%"


class Odds(msgspec.Struct, frozen=True):
    """`pays` to `per`: winnings on top of the stake. "a for b" is stored as (a - b) to b."""

    pays: int
    per: int = 1

    @classmethod
    def parse(cls, text: str) -> Odds:
        """ "3:2", "3 to 2", or "25 for 1" (which includes the stake)."""
        match = re.fullmatch(r"\s*(\d[\d,]*)\s*(:|to|for)\s*(\d+)\s*", text)
        if match is None or int(match[3]) == 0:
            raise MoneyError(f"{text!r} are not odds; write 3:2, 3 to 2, or 25 for 1")
        pays, per = int(match[1].replace(",", "")), int(match[3])
        if match[2] == "for":
            pays -= per
        if pays < 0:
            raise MoneyError(f"{text!r} would return less than the stake")
        return cls(pays, per)

    def __str__(self) -> str:
        return f"{self.pays} to {self.per}"


EVEN: Final = Odds(1, 1)


class Rounding(msgspec.Struct, frozen=True):
    """Payments are rounded down to a multiple of `chip` cents; 1 keeps every cent.

    When part of a stake is given up, the part that goes back is rounded down to a multiple of the
    `smallest` chip in play.
    """

    chip: int = 1
    smallest: int = 1

    def winnings(self, stake: int, odds: Odds) -> int:
        amount = stake * odds.pays // odds.per
        return amount - amount % self.chip

    def kept(self, stake: int, over: int, under: int) -> int:
        """The part of a stake that goes back when the rest is given up; the odd chip is lost."""
        amount = stake * over // under
        return amount - amount % self.smallest


EXACT: Final = Rounding(1)


class Ratio(NamedTuple):
    """The result per unit of stake: 3/2 wins 3 to 2, 0/1 pushes, -1/1 loses, -1/2 loses half."""

    over: int
    under: int = 1


WIN, PUSH, LOSE, LOSE_HALF = Ratio(1), Ratio(0), Ratio(-1), Ratio(-1, 2)


def pays(odds: Odds) -> Ratio:
    return Ratio(odds.pays, odds.per)


def owed(stake: int, ratio: Ratio, rounding: Rounding) -> int:
    """What a stake wins, or (negative) loses. Winnings, and a part that goes back, round down."""
    if ratio.over > 0:
        return rounding.winnings(stake, Odds(ratio.over, ratio.under))
    return rounding.kept(stake, ratio.under + ratio.over, ratio.under) - stake


def owed_together(stake: int, added: int, ratios: tuple[Ratio, Ratio], rounding: Rounding) -> int:
    """What one bet wins or loses: its original money and what was added to it round separately.

    `added` is the part of the stake that was added after the deal.
    """
    original, more = ratios
    net = owed(stake - added, original, rounding)
    return net + owed(added, more, rounding) if added else net
