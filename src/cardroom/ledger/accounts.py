"""The accounts that hold money."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, NamedTuple

LedgerAmount = int | Fraction
"""Cents; a meter, and what feeds it, may hold exact fractions of a cent."""

AccountKind = Literal[
    "cage",
    "wallet",
    "transit",
    "stack",
    "escrow",
    "coverage",
    "drop",
    "meter",
    "reserve",
    "house",
    "practice",
]


class Account(NamedTuple):
    """`place` is a table or a meter, `owner` a player; empty if there is none.

    `cage` is the outside world. `transit` holds money on its way between a wallet and a table; it
    is empty once both sides have recorded their part.
    """

    kind: AccountKind
    place: str = ""
    owner: str = ""

    def __str__(self) -> str:
        return "/".join(part for part in self if part)


CAGE = Account("cage")


def wallet(player: str) -> Account:
    return Account("wallet", owner=player)


def transit(table: str, player: str) -> Account:
    return Account("transit", table, player)


def stack(table: str, player: str) -> Account:
    return Account("stack", table, player)


def escrow(table: str) -> Account:
    """The stakes of unsettled bets."""
    return Account("escrow", table)


def coverage(table: str) -> Account:
    """The amount a player posted as the bank, plus wins and minus losses in the round."""
    return Account("coverage", table)


def drop(table: str) -> Account:
    """Collection fees taken at the table."""
    return Account("drop", table)


def practice(table: str) -> Account:
    """Practice chips that a table has handed out."""
    return Account("practice", table)


def house(table: str = "") -> Account:
    return Account("house", table)


def meter(name: str) -> Account:
    return Account("meter", name)


def reserve(name: str) -> Account:
    return Account("reserve", name)
