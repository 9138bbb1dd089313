"""Hands that pay more than even money when they win, by the names of their rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

from cardroom.hands.points import MIXED, SEVENS, SIX_SEVEN_EIGHT, Key, points
from cardroom.play.settle import WIN, Ratio, pays
from cardroom.rules.paytable import PayTable

SPADES: Final = 3
"""As `cards.SUITS` orders them."""


class BonusHand(NamedTuple):
    says: str
    fits: Callable[[Key], bool]
    suits: Callable[[Key], bool]
    run: bool = False
    """Whether it is made of three certain cards."""

    @property
    def looks_at_suits(self) -> bool:
        return self.suits is not _any_suits


def _any_suits(_: Key) -> bool:
    return True


def _one_suit(key: Key) -> bool:
    return key.suit != MIXED


def _in_spades(key: Key) -> bool:
    return key.suit == SPADES


def _cards_of_21(least: int, most: int | None = None) -> Callable[[Key], bool]:
    return lambda key: (
        key.size >= least and (most is None or key.size <= most) and points(key) == 21
    )


def _run_of(run: int) -> Callable[[Key], bool]:
    return lambda key: key.size == 3 and key.run == run


RUNS: Final = (("777", "three sevens", SEVENS), ("678", "6, 7 and 8", SIX_SEVEN_EIGHT))
LENGTHS: Final = {7: "seven", 6: "six", 5: "five"}


def _hands() -> Iterator[tuple[str, BonusHand]]:
    """From best to least, as a sign lists them."""
    for prefix, words, suits in (
        ("spade-", " of spades", _in_spades),
        ("suited-", " of one suit", _one_suit),
        ("", "", _any_suits),
    ):
        for name, cards, run in RUNS:
            yield prefix + name, BonusHand(cards + words, _run_of(run), suits, run=True)
    for size, number in LENGTHS.items():
        says = f"{number} or more cards of 21"
        yield f"{number}-card-21", BonusHand(says, _cards_of_21(size), _any_suits)
    five = _cards_of_21(5, 5)
    yield "suited-big-5", BonusHand("five cards of 21 in one suit", five, _one_suit)
    yield "big-5", BonusHand("five cards of 21", five, _any_suits)


HANDS: Final[Mapping[str, BonusHand]] = dict(_hands())


def suited_rows(table: PayTable | None) -> bool:
    """Whether a row looks at suits."""
    return table is not None and any(HANDS[row.name].looks_at_suits for row in table.rows)


def certain_suit(table: PayTable | None) -> int | None:
    """The suit that has rows of its own; None if all suits are paid alike."""
    rows = () if table is None else table.rows
    return SPADES if any(HANDS[row.name].suits is _in_spades for row in rows) else None


def best_row(table: PayTable | None, key: Key) -> tuple[str, Ratio]:
    """The posted row that pays a winning hand best; without a row it is paid even money."""
    best = "", WIN
    for row in () if table is None else table.rows:
        hand, odds = HANDS[row.name], row.odds
        better = odds.pays * best[1].under > best[1].over * odds.per
        if better and hand.fits(key) and hand.suits(key):
            best = row.name, pays(odds)
    return best
