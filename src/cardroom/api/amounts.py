"""Amounts of money as people write them: 25, "7.50", Decimal("0.50"). Never a float."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal

from cardroom.money import MoneyError, cents

Amount = int | str | Decimal
"""Dollars: a whole number, text such as "7.50", or a Decimal."""


def in_cents(amount: Amount, name: str) -> int:
    """An amount above zero, in cents."""
    found = _cents(amount, name)
    if found <= 0:
        raise MoneyError(f"{name} = {amount}: give an amount above 0")
    return found


def maybe_cents(amount: Amount | None, name: str) -> int | None:
    return None if amount is None else in_cents(amount, name)


def all_in_cents(amounts: Amount | Iterable[Amount], name: str) -> list[int]:
    """One amount, or several; zero stands for a seat without a bet."""
    if isinstance(amounts, Mapping):
        raise MoneyError(f"{name}: give a list of amounts in the order of the seats, like [50, 25]")
    several = [amounts] if isinstance(amounts, (int, str, Decimal)) else list(amounts)
    return [_cents(each, name) for each in several]


def _cents(amount: Amount, name: str) -> int:
    if isinstance(amount, bool) or not isinstance(amount, (int, str, Decimal)):
        raise MoneyError(
            f"{name} = {amount!r}: give dollars as a whole number or as text, like 25 or '7.50'"
        )
    try:
        found = cents(str(amount))
    except MoneyError as wrong:
        raise MoneyError(f"{name}: {wrong}") from None
    if found < 0:
        raise MoneyError(f"{name} = {amount}: give an amount above 0")
    return found
