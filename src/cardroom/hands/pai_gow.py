"""Pai gow poker: two-card and five-card hands with the joker, and Fortune's seven-card rows.

The joker is an ace, or completes a straight, a flush, or a straight flush; in a flush it is the
highest missing card. Five aces is the best hand, and A-2-3-4-5 is the lowest straight.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum, IntEnum
from functools import lru_cache
from typing import Final, NamedTuple

from cardroom.cards import JOKER, Card
from cardroom.hands.poker import ACE, STRAIGHTS, Category, PokerValue, flush, high_rank, ranked


def pai_gow_rank(card: Card) -> int:
    """2 to 14; a joker that completes nothing is an ace."""
    return ACE if card is JOKER else high_rank(card)


def front_value(cards: Iterable[Card]) -> PokerValue:
    """The value of two cards: a pair or two high cards. The joker is always an ace."""
    low, high = sorted(pai_gow_rank(card) for card in cards)
    if low == high:
        return PokerValue(Category.PAIR, (high,))
    return PokerValue(Category.HIGH_CARD, (high, low))


def back_value(cards: Iterable[Card]) -> PokerValue:
    """The best five of five or more cards, at most one of them the joker."""
    return _back_value(tuple(cards))


REMEMBERED: Final = 1 << 17
"""A house way looks at the same five cards again and again, in hand after hand."""


@lru_cache(maxsize=REMEMBERED)
def _back_value(hand: tuple[Card, ...]) -> PokerValue:
    jokers = sum(card is JOKER for card in hand)
    assert len(hand) >= 5, hand
    assert jokers <= 1, hand
    ranks = [pai_gow_rank(card) for card in hand]
    found = [_by_rank(ranks)]
    naturals = {high_rank(card) for card in hand if card is not JOKER}
    if top := _straight_top(naturals, jokers):
        found.append(PokerValue(Category.STRAIGHT, (top,)))
    for suit in range(4):
        suited = [high_rank(card) for card in hand if card.suit == suit]
        if len(suited) + jokers >= 5:
            found.append(_flush(suited, jokers))
    return max(found)


def _by_rank(ranks: Sequence[int]) -> PokerValue:
    if ranks.count(ACE) == 5:
        return PokerValue(Category.FIVE_ACES, (ACE,))
    return ranked(ranks)


def _straight_top(ranks: set[int], jokers: int) -> int:
    return next((top for top, straight in STRAIGHTS if len(straight & ranks) + jokers >= 5), 0)


def _flush(suited: Sequence[int], jokers: int) -> PokerValue:
    if top := _straight_top(set(suited), jokers):
        return PokerValue(Category.STRAIGHT_FLUSH, (top,))
    if jokers:
        return flush([*suited, max(set(range(2, ACE + 1)) - set(suited))])
    return flush(suited)


def has_complete(cards: Sequence[Card]) -> bool:
    """Whether the cards contain a straight, a flush, or a straight flush."""
    jokers = sum(card is JOKER for card in cards)
    naturals = [card for card in cards if card is not JOKER]
    if _straight_top({high_rank(card) for card in naturals}, jokers):
        return True
    return any(sum(card.suit == suit for card in naturals) + jokers >= 5 for suit in range(4))


class Setting(NamedTuple):
    """Seven cards set in two hands."""

    front: tuple[Card, ...]
    back: tuple[Card, ...]

    @property
    def values(self) -> tuple[PokerValue, PokerValue]:
        """What the front and the back are worth."""
        return front_value(self.front), back_value(self.back)

    @property
    def foul(self) -> bool:
        """Whether the front ranks above the back, or either has the wrong number of cards."""
        if len(self.front) != 2 or len(self.back) != 5:
            return True
        front, back = self.values
        return front > back


class Face(Enum):
    """How a hand compares with the bank's. Each game decides who wins a copy."""

    PLAYER = "player"
    BANK = "bank"
    COPY = "copy"


def faces(player: Setting, bank: Setting) -> tuple[Face, Face]:
    """Front against front and back against back; neither setting is foul."""
    (front, back), (banks_front, banks_back) = player.values, bank.values
    return _face(front, banks_front), _face(back, banks_back)


def _face(player: PokerValue, bank: PokerValue) -> Face:
    if player == bank:
        return Face.COPY
    return Face.PLAYER if player > bank else Face.BANK


class FortuneRow(IntEnum):
    """Fortune's rows for seven cards, in order of rank; two pair or less is paid nothing."""

    NOTHING = 0
    TRIPS = 1
    STRAIGHT = 2
    FLUSH = 3
    FULL_HOUSE = 4
    QUADS = 5
    STRAIGHT_FLUSH = 6
    ROYAL_FLUSH = 7
    FIVE_ACES = 8
    SEVEN_CARD_STRAIGHT_FLUSH_WITH_JOKER = 9
    ROYAL_FLUSH_WITH_ROYAL_MATCH = 10
    SEVEN_CARD_STRAIGHT_FLUSH = 11

    @property
    def label(self) -> str:
        return _ROW_LABELS[self]


_ROW_LABELS = {
    FortuneRow.NOTHING: "nothing",
    FortuneRow.TRIPS: "three of a kind",
    FortuneRow.STRAIGHT: "straight",
    FortuneRow.FLUSH: "flush",
    FortuneRow.FULL_HOUSE: "full house",
    FortuneRow.QUADS: "four of a kind",
    FortuneRow.STRAIGHT_FLUSH: "straight flush",
    FortuneRow.ROYAL_FLUSH: "royal flush",
    FortuneRow.FIVE_ACES: "five aces",
    FortuneRow.SEVEN_CARD_STRAIGHT_FLUSH_WITH_JOKER: "seven-card straight flush with joker",
    FortuneRow.ROYAL_FLUSH_WITH_ROYAL_MATCH: "royal flush and royal match",
    FortuneRow.SEVEN_CARD_STRAIGHT_FLUSH: "seven-card straight flush",
}
_CATEGORY_ROWS = {
    Category.TRIPS: FortuneRow.TRIPS,
    Category.STRAIGHT: FortuneRow.STRAIGHT,
    Category.FLUSH: FortuneRow.FLUSH,
    Category.FULL_HOUSE: FortuneRow.FULL_HOUSE,
    Category.QUADS: FortuneRow.QUADS,
    Category.STRAIGHT_FLUSH: FortuneRow.STRAIGHT_FLUSH,
    Category.FIVE_ACES: FortuneRow.FIVE_ACES,
}


_ALSO = {
    FortuneRow.ROYAL_FLUSH_WITH_ROYAL_MATCH: FortuneRow.ROYAL_FLUSH,
    FortuneRow.ROYAL_FLUSH: FortuneRow.STRAIGHT_FLUSH,
    FortuneRow.FIVE_ACES: FortuneRow.QUADS,
}


def also(row: FortuneRow) -> Iterator[FortuneRow]:
    """A hand's row, and the lower rows that every such hand also is, where a row alone says so."""
    yield row
    while row in _ALSO:
        row = _ALSO[row]
        yield row


class RoyalMatch(Enum):
    """Whether the royal flush of a royal match may contain the joker."""

    JOKER_ALLOWED = "joker-allowed"
    NATURAL_ONLY = "natural-only"


def fortune_rows(
    cards: Sequence[Card], royal_match: RoyalMatch = RoyalMatch.JOKER_ALLOWED
) -> tuple[FortuneRow, ...]:
    """The rows that could pay a hand of seven cards, the highest ranking first.

    The option `fortune_conflict` chooses between them: rank-order takes the first, best-pay the one
    that pays most. There is a second row only for a straight that also contains three of a kind; no
    other lower row of a posted pay table pays more than a higher one.
    """
    assert len(cards) == 7, cards
    if row := _seven_card_row(cards, royal_match):
        return (row,)
    value = back_value(cards)
    if value.royal:
        return (FortuneRow.ROYAL_FLUSH,)
    row = _CATEGORY_ROWS.get(value.category, FortuneRow.NOTHING)
    if row is FortuneRow.STRAIGHT and _by_rank([pai_gow_rank(c) for c in cards]).category is (
        Category.TRIPS
    ):
        return (row, FortuneRow.TRIPS)
    return (row,)


def _seven_card_row(cards: Sequence[Card], royal_match: RoyalMatch) -> FortuneRow | None:
    """The rows that use all seven cards."""
    joker = JOKER in cards
    naturals = [card for card in cards if card is not JOKER]
    ranks = {high_rank(card) for card in naturals}
    if len({card.suit for card in naturals}) == 1 and _seven_in_order(ranks):
        if joker:
            return FortuneRow.SEVEN_CARD_STRAIGHT_FLUSH_WITH_JOKER
        return FortuneRow.SEVEN_CARD_STRAIGHT_FLUSH
    if joker and royal_match is RoyalMatch.NATURAL_ONLY:
        return None
    for suit in range(4):
        match = [high_rank(card) for card in naturals if card.suit == suit]
        others = [card for card in cards if card.suit != suit]
        if sorted(match) == [12, 13] and back_value(others).royal:
            return FortuneRow.ROYAL_FLUSH_WITH_ROYAL_MATCH
    return None


def _seven_in_order(ranks: set[int]) -> bool:
    """Seven ranks in order, or six with the joker as the seventh; the ace is high or low."""
    windows = [{ACE if r == 1 else r for r in range(low, low + 7)} for low in range(1, 9)]
    return len(ranks) >= 6 and any(ranks <= window for window in windows)
