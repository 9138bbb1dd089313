"""Hands that pay more than even money when they win, by the names of their rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import product
from typing import Final, NamedTuple

from cardroom.games.side_bets.conditions import Places, compiled, facts_in
from cardroom.games.side_bets.facts import Subject, by_count
from cardroom.games.side_bets.parser import parse
from cardroom.games.side_bets.words import describe
from cardroom.hands.points import MIXED, SEVENS, SIX_SEVEN_EIGHT, Key, PointRule, points
from cardroom.play.settle import WIN, Ratio, pays
from cardroom.rules.paytable import PayTable, Row
from cardroom.rules.side_bet import FinalHand

PLAYER: Final[Subject] = ("player",)
ASKS: Final = (
    "a new row asks about the number of cards, the total, the low total, and soft hands, like"
    " cards = 4 and total = 21"
)

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


def bonus_hand(row: Row) -> BonusHand:
    """The hand that a row pays: one of the named ones, or by the row's own condition."""
    return _by_condition(row.when) if row.when else HANDS[row.name]


@cache
def _by_condition(when: str) -> BonusHand:
    condition = parse(when, PLAYER)
    holds = compiled(condition, Places({"player": 0}, PointRule()))
    return BonusHand(
        describe(condition, PLAYER), lambda key: holds((FinalHand((), key),)), _any_suits
    )


def check_condition(size_max: int) -> Callable[[str, str], None]:
    """Whether a game whose hands have at most this many cards can pay by a condition.

    A ValueError says why not.
    """

    def check(_: str, when: str) -> None:
        for each in facts_in(parse(when, PLAYER)):
            if each.subject != PLAYER or not by_count(each.fact):
                raise ValueError(ASKS)
        if not any(map(_by_condition(when).fits, _winning_keys(size_max))):
            raise ValueError(f"no winning hand of 2 to {size_max} cards makes it")

    return check


def _winning_keys(size_max: int) -> Iterator[Key]:
    """What hands of these sizes may count; a natural is paid by its own odds."""
    for size in range(2, size_max + 1):
        for hard, free in product(range(size, 22), (0, 1)):
            key = Key(hard=hard, free=free, size=size)
            if not (size == 2 and points(key) == 21):
                yield key


def suited_rows(table: PayTable | None) -> bool:
    """Whether a row looks at suits."""
    return table is not None and any(bonus_hand(row).looks_at_suits for row in table.rows)


def certain_suit(table: PayTable | None) -> int | None:
    """The suit that has rows of its own; None if all suits are paid alike."""
    rows = () if table is None else table.rows
    return SPADES if any(bonus_hand(row).suits is _in_spades for row in rows) else None


def best_row(table: PayTable | None, key: Key) -> tuple[str, Ratio]:
    """The posted row that pays a winning hand best; without a row it is paid even money."""
    best = "", WIN
    for row in () if table is None else table.rows:
        hand, odds = bonus_hand(row), row.odds
        better = odds.pays * best[1].under > best[1].over * odds.per
        if better and hand.fits(key) and hand.suits(key):
            best = row.name, pays(odds)
    return best
