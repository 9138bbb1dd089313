"""The coach's advice: the value of each option of a decision, and why one is best."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

import msgspec

from cardroom.cards import JOKER, Card
from cardroom.money import exact

SAME: Final = 1e-9
"""Values in wagers that differ by less are equal: they come from floats."""


class Worth(msgspec.Struct, frozen=True, omit_defaults=True):
    """One option. `cards`: the two in front, if it sets a hand."""

    verb: str
    units: float
    """Expected value in wagers, with best play from here."""
    mills: int
    """The same in tenths of a cent."""
    best: bool = False
    cards: tuple[str, ...] = ()
    label: str = ""
    makes: str = ""
    """The hands it makes, if the label says more than that."""


class Advice(msgspec.Struct, frozen=True, omit_defaults=True):
    """`status` none: no advice, and `why` says why. `options`: best first."""

    status: Literal["ready", "none"]
    why: str
    options: tuple[Worth, ...] = ()
    wager: int = 0
    """The unit in cents."""
    assumes: tuple[str, ...] = ()
    because: str = ""
    """Why the best option is best, without a comparison; empty if `why` makes none."""
    share: float | None = None
    """Poker: the hand's equity in the pot. This is not advice to bet."""
    hand: str = ""
    """The situation in a few words: 16 against a ten."""
    chart: str = ""
    """The chart's verb, which goes by totals only, where it differs."""


class Progress(msgspec.Struct, frozen=True):
    """The coach's progress; `of` is 0 if it is not known."""

    what: str
    done: int = 0
    of: int = 0


def silent(why: str) -> Advice:
    return Advice("none", why)


def ranked(options: Sequence[Worth]) -> tuple[Worth, ...]:
    """Best first; all options with the best value are marked."""
    most = max(option.units for option in options)
    marked = (
        msgspec.structs.replace(option, best=option.units > most - SAME) for option in options
    )
    return tuple(sorted(marked, key=lambda option: -option.units))


def spoken(card: Card) -> str:
    """A card in words: a 6, an ace, a joker."""
    if card is JOKER:
        return "a joker"
    names = {"A": "an ace", "8": "an 8", "T": "a ten", "J": "a jack", "Q": "a queen", "K": "a king"}
    return names.get(card.text[0], f"a {card.text[0]}")


def mills_of(units: float, wager: int) -> int:
    """An expected value in wagers as money, to the nearest tenth of a cent."""
    return round(units * wager * 10)


def price(mills: int) -> str:
    """An amount in words, without its sign; less than a cent is shown in tenths of one."""
    tenths = abs(mills)
    return f"{exact((tenths + 5) // 10)}" if tenths >= 10 else f"0.{tenths}¢"
