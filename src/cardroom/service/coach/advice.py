"""What the coach says: each option of a decision with its worth, and why one is best."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

import msgspec

from cardroom.cards import JOKER, Card
from cardroom.money import dollars

SAME: Final = 1e-9
"""Values in wagers that differ by less are equal: they come from floats."""


class Worth(msgspec.Struct, frozen=True, omit_defaults=True):
    """One option. `cards` where it sets some: those in front."""

    verb: str
    units: float
    """In wagers: what the hand will have won or lost in the end, played best from here."""
    mills: int
    """The same in money: tenths of a cent."""
    best: bool = False
    cards: tuple[str, ...] = ()
    label: str = ""


class Advice(msgspec.Struct, frozen=True, omit_defaults=True):
    """`status` none: there is nothing to say, and `why` says why. `options`: the best first."""

    status: Literal["ready", "none"]
    why: str
    options: tuple[Worth, ...] = ()
    wager: int = 0
    """Cents of the unit."""
    assumes: tuple[str, ...] = ()
    share: float | None = None
    """Poker: the part of the pot that the hand wins on average, which is no advice to bet."""
    hand: str = ""
    """What was decided about, in a few words: 16 against a ten."""
    chart: str = ""
    """What the chart says, which knows totals and no cards, where that is another verb."""


class Progress(msgspec.Struct, frozen=True):
    """How far the coach is; `of` is 0 where that is not known."""

    what: str
    done: int = 0
    of: int = 0


def silent(why: str) -> Advice:
    return Advice("none", why)


def ranked(options: Sequence[Worth]) -> tuple[Worth, ...]:
    """The best first and marked; of several that are worth the same, all."""
    most = max(option.units for option in options)
    marked = (
        msgspec.structs.replace(option, best=option.units > most - SAME) for option in options
    )
    return tuple(sorted(marked, key=lambda option: -option.units))


def spoken(card: Card) -> str:
    """A card that somebody faces: a 6, an ace, a joker."""
    if card is JOKER:
        return "a joker"
    names = {"A": "an ace", "8": "an 8", "T": "a ten", "J": "a jack", "Q": "a queen", "K": "a king"}
    return names.get(card.text[0], f"a {card.text[0]}")


def mills_of(units: float, wager: int) -> int:
    """What so many wagers are on average, to the nearest tenth of a cent."""
    return round(units * wager * 10)


def price(mills: int) -> str:
    """An amount in words, without its sign; what is less than a cent is told in tenths of one."""
    tenths = abs(mills)
    return f"${dollars((tenths + 5) // 10)}" if tenths >= 10 else f"0.{tenths}¢"
