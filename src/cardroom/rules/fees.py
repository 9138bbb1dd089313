"""Collection fees: flat, known before the deal, by bracket. Never a share of a wager."""

from __future__ import annotations

from itertools import pairwise
from typing import Literal

import msgspec

FEE_RATES_MAX = 3


class Bracket(msgspec.Struct, frozen=True):
    """`fee` cents for amounts up to and including `upto`; None is "and above"."""

    upto: int | None
    fee: int
    name: str = ""


class Schedule(msgspec.Struct, frozen=True):
    """What players pay per wager and what the bank pays per round."""

    player: tuple[Bracket, ...] = ()
    bank: tuple[Bracket, ...] = ()
    basis: Literal["wager", "table-limit"] = "wager"

    def faults(self) -> tuple[str, ...]:
        found = []
        rates = {bracket.fee for bracket in self.player}
        if len(rates) > FEE_RATES_MAX:
            found.append(f"{len(rates)} collection rates; a table has at most {FEE_RATES_MAX}")
        for name, rows in (("player", self.player), ("bank", self.bank)):
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
