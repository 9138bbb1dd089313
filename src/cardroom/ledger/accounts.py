"""Where money lies."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, NamedTuple

Money = int | Fraction
"""Cents; a meter and what feeds it hold exact fractions of one."""

Kind = Literal[
    "cage", "wallet", "transit", "stack", "escrow", "coverage", "drop", "meter", "reserve", "house"
]


class Account(NamedTuple):
    """`place` is a table or a meter, `owner` a player; empty where there is none.

    `cage` is the world outside; `transit` is on the way between a wallet and a table, and empty
    whenever both sides have recorded their part.
    """

    kind: Kind
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
    """Chips on bets that are not settled."""
    return Account("escrow", table)


def coverage(table: str) -> Account:
    """What a player posted as bank, with what it has won and lost in the round."""
    return Account("coverage", table)


def drop(table: str) -> Account:
    """Collection fees."""
    return Account("drop", table)


def house(table: str = "") -> Account:
    return Account("house", table)


def meter(name: str) -> Account:
    return Account("meter", name)


def reserve(name: str) -> Account:
    return Account("reserve", name)
