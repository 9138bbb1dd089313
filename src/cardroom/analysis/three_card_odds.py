"""Three Card Poker from one to eight decks, exactly: counts, the bonus bet, the ante game.

Counts and bonus are pure Python: 24,804 bags of three cards, each weighted by the ways to pick it
from the decks. The ante game is a kernel over every hand against every hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum, IntEnum
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from math import comb
from typing import Literal, NamedTuple

from cardroom.cards import CARDS, JOKER_INDEX, Card
from cardroom.hands.poker import high_rank
from cardroom.hands.three_card import (
    ThreeCardCategory,
    ThreeCardValue,
    qualifies,
    three_card,
    three_card_value,
)


class BonusRow(IntEnum):
    """The categories in rank order, the royal flush on its own."""

    HIGH_CARD = 0
    PAIR = 1
    FLUSH = 2
    STRAIGHT = 3
    TRIPS = 4
    STRAIGHT_FLUSH = 5
    ROYAL_FLUSH = 6


def bonus_row(value: ThreeCardValue) -> BonusRow:
    return BonusRow.ROYAL_FLUSH if value.royal else BonusRow(value.category)


@cache
def three_card_counts(decks: int = 1) -> Mapping[BonusRow, int]:
    """All hands of three cards from so many decks, by row."""
    found: Counter[BonusRow] = Counter()
    for hand in _hands(decks):
        found[bonus_row(three_card(hand))] += _ways(hand, decks)
    assert sum(found.values()) == comb(52 * decks, 3)
    return found


def bonus_edge(pays: Mapping[BonusRow, int], decks: int = 1) -> Fraction:
    """The bank's edge on a bonus bet that pays so much to 1.

    A royal flush without a row of its own is paid as a straight flush; other rows lose.
    """
    counts = three_card_counts(decks)
    paid = {BonusRow.ROYAL_FLUSH: pays.get(BonusRow.STRAIGHT_FLUSH, -1), **pays}
    won = sum(hands * (paid[row] + 1) for row, hands in counts.items() if row in paid)
    return 1 - Fraction(won, comb(52 * decks, 3))


class AnteBonus(Enum):
    """Paid on the ante for a straight, three of a kind, a straight flush, whatever the bank has."""

    NONE = (0, 0, 0)
    FIVE_FOUR_ONE = (1, 4, 5)

    def on(self, value: ThreeCardValue) -> int:
        straight, trips, straight_flush = self.value
        return {
            ThreeCardCategory.STRAIGHT: straight,
            ThreeCardCategory.TRIPS: trips,
            ThreeCardCategory.STRAIGHT_FLUSH: straight_flush,
        }.get(value.category, 0)


class Tie(Enum):
    """What a tie with a qualified bank does to ante and play."""

    PUSH = 0
    BANK_WINS = -2


class AntePlay(NamedTuple):
    """The ante game with optimal play; figures per ante."""

    edge: Fraction
    """The bank's."""
    raised: Fraction
    """How often the player plays on."""
    lowest: dict[int, ThreeCardValue]
    """The lowest hand that plays, by the rank the bank shows; rank 0 where it shows nothing."""


@cache
def ante_play(
    bank_shows: Literal[0, 1] = 1,
    bonus: AnteBonus = AnteBonus.NONE,
    tie: Tie = Tie.PUSH,
    decks: int = 1,
) -> AntePlay:
    """Every hand against every hand of the bank, the better of play and fold in each."""
    import numpy as np  # noqa: PLC0415

    from cardroom.analysis.kernels import three_card as kernel  # noqa: PLC0415 - imports numba

    values = sorted({three_card(hand) for hand in _hands(2)})
    number = {value: place for place, value in enumerate(values)}
    places = np.empty((2, 13, 13, 13), np.int64)
    for suited, a, b, c in product((0, 1), *[range(13)] * 3):
        ranks = [high_rank(CARDS[rank]) for rank in (a, b, c)]
        places[suited, a, b, c] = number[three_card_value(ranks, suits=2 - suited)]
    pays = np.array([[_settled(o, bank, tie) for bank in values] for o in values], np.int64)
    classes = _classes(decks)
    hands = np.array([[card.index for card in hand] for hand in classes], np.int64)
    out = np.zeros((len(hands), 52, 2), np.int64)
    kernel.play_values(places, pays, hands, decks, out)
    return _best_play(list(classes.items()), out.tolist(), bank_shows, bonus)


def _best_play(
    classes: Sequence[tuple[tuple[Card, ...], int]],
    out: Sequence[Sequence[Sequence[int]]],
    bank_shows: int,
    bonus: AnteBonus,
) -> AntePlay:
    won, played, deals = 0, 0, 0
    lowest: dict[int, ThreeCardValue] = {}
    for (hand, weight), rows in zip(classes, out, strict=True):
        value = three_card(hand)
        seen = [(CARDS[kind].rank, *row) for kind, row in enumerate(rows)]
        if not bank_shows:
            seen = [(0, sum(row[0] for row in rows), sum(row[1] for row in rows))]
        for rank, total, ways in seen:
            on = total + ways * bonus.on(value)
            deals += weight * ways
            won += weight * max(on, -ways)
            if ways and on > -ways:
                played += weight * ways
                lowest[rank] = min(lowest.get(rank, value), value)
    return AntePlay(Fraction(-won, deals), Fraction(played, deals), lowest)


def _settled(own: ThreeCardValue, bank: ThreeCardValue, tie: Tie) -> int:
    """Ante and play together, in antes, for a hand that plays on."""
    if not qualifies(bank):
        return 1
    if own == bank:
        return tie.value
    return 2 if own > bank else -2


def _hands(decks: int) -> Iterator[tuple[Card, ...]]:
    for hand in combinations_with_replacement(CARDS[:JOKER_INDEX], 3):
        if max(Counter(hand).values()) <= decks:
            yield hand


def _ways(hand: Sequence[Card], decks: int) -> int:
    """In how many ways these three cards can be picked from the decks."""
    ways = 1
    for copies in Counter(hand).values():
        ways *= comb(decks, copies)
    return ways


@cache
def _classes(decks: int) -> Mapping[tuple[Card, ...], int]:
    """Hands that differ by a renaming of the suits play alike: one of each, with its number."""
    first: dict[tuple[tuple[int, ...], ...], tuple[Card, ...]] = {}
    found: Counter[tuple[Card, ...]] = Counter()
    for hand in _hands(decks):
        by_suit = [tuple(card.rank for card in hand if card.suit == suit) for suit in range(4)]
        found[first.setdefault(tuple(sorted(by_suit)), hand)] += _ways(hand, decks)
    return found
