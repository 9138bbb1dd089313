"""Collection fees: flat, known before the deal, by bracket. Never a share of a wager."""

from __future__ import annotations

from itertools import pairwise
from typing import Literal

import msgspec

from cardroom.money import dollars
from cardroom.rules.limits import Limits

FEE_RATES_MAX = 3


class Bracket(msgspec.Struct, frozen=True):
    """`fee` cents for amounts from `least` up to and including `upto`; None is "and above"."""

    upto: int | None
    fee: int
    least: int = 0

    @property
    def name(self) -> str:
        if self.upto is None:
            return f"{dollars(self.least)} and above"
        if self.least:
            return f"{dollars(self.least)}-{dollars(self.upto)}"
        return f"{dollars(self.upto)} or less"


class Schedule(msgspec.Struct, frozen=True):
    """What players pay per wager or for time, and what the bank pays per round."""

    player: tuple[Bracket, ...] = ()
    bank: tuple[Bracket, ...] = ()
    basis: Literal["wager", "table-limit"] = "wager"
    spots: tuple[str, ...] = ("main",)
    """Spots whose wagers pay; bonus bets pay only where the schedule names them."""
    between: Literal["higher", "refused"] = "higher"
    """A wager that fits no row goes to the next higher one, or is refused."""
    free_button: Literal["none", "no-action"] = "none"
    """A wager without any action earns a free collection for the next round."""
    half_hour: int = 0
    """What each seated player pays for each half hour; 0 where time is not paid for."""

    def row(self, rows: tuple[Bracket, ...], amount: int, limits: Limits) -> Bracket:
        """Its own row, the next higher one, or the last: what is too much, the limits refuse."""
        if self.basis == "table-limit":
            # A table without a posted maximum is above every row.
            return rows[-1] if limits.most is None else row_of(rows, limits.most)
        return row_of(rows, amount)

    def bank_most(self, limits: Limits) -> int:
        """What is collected from the bank at most, whatever the players will wager."""
        if self.basis == "table-limit":
            return self.row(self.bank, limits.least, limits).fee
        return max(row.fee for row in self.bank)

    def refuses(self, stake: int) -> str | None:
        """Why a player's wager cannot be charged."""
        if self.between == "refused" and not fits(self.player, stake):
            return f"a wager of ${dollars(stake)} fits no collection row"
        return None

    def faults(self) -> tuple[str, ...]:
        found = []
        for name, rows in (("player", self.player), ("bank", self.bank)):
            rates = {bracket.fee for bracket in rows}
            if len(rates) > FEE_RATES_MAX:
                found.append(
                    f"{len(rates)} {name} collection rates; a table has at most {FEE_RATES_MAX}"
                )
            tops = [row.upto for row in rows]
            if any(top is None for top in tops[:-1]) or any(
                a >= b for a, b in pairwise(tops) if a is not None and b is not None
            ):
                found.append(f"the {name} brackets are not in ascending order")
        return tuple(found)


NO_FEES = Schedule()


def bracket_of(rows: tuple[Bracket, ...], amount: int) -> Bracket | None:
    """The first bracket that reaches the amount: between two rows it goes to the higher."""
    for row in rows:
        if row.upto is None or amount <= row.upto:
            return row
    return None


def row_of(rows: tuple[Bracket, ...], amount: int) -> Bracket:
    """The same, or the last row: what is above all rows pays that."""
    return bracket_of(rows, amount) or rows[-1]


def fits(rows: tuple[Bracket, ...], amount: int) -> bool:
    """Whether the amount lies within some row."""
    row = bracket_of(rows, amount)
    return row is not None and amount >= row.least
