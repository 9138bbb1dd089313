"""High poker hands: the best five of any number of cards, or two and three in Omaha.

Ranks in a value are 2 to 14, with the ace high; only the ace of A-2-3-4-5 counts low.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from enum import IntEnum
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from cardroom.cards import Card

ACE: Final = 14
NAMES: Final = (
    *("", "", "two", "three", "four", "five", "six", "seven", "eight"),
    *("nine", "ten", "jack", "queen", "king", "ace"),
)
STRAIGHTS: Final = tuple(
    (top, frozenset(ACE if rank == 1 else rank for rank in range(top - 4, top + 1)))
    for top in range(ACE, 4, -1)
)
"""Every straight by its top card, the best first; A-2-3-4-5 is the last."""


class Category(IntEnum):
    """Five aces needs a joker and exists in pai gow poker only."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    TRIPS = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    QUADS = 7
    STRAIGHT_FLUSH = 8
    FIVE_ACES = 9


class PokerValue(NamedTuple):
    """The category, then the ranks that decide within it, the most important first.

    Values compare as tuples. If two hands agree as far as the shorter one goes, the shorter one is
    lower: A-K in front is below A-K-9-7-3 behind, and a pair is below the same pair with kickers.
    """

    category: Category
    ranks: tuple[int, ...]

    @property
    def royal(self) -> bool:
        return self.category is Category.STRAIGHT_FLUSH and self.ranks == (ACE,)

    @property
    def label(self) -> str:
        return self.named(1)

    def named(self, deciding: int) -> str:
        """The name with this many deciding ranks: kickers, or the cards of a flush."""
        first, kickers = self.ranks[0], self._kickers_named(deciding)
        highest = "-".join(NAMES[rank] for rank in self.ranks[:deciding])
        match self.category:
            case Category.FIVE_ACES:
                return "five aces"
            case Category.STRAIGHT_FLUSH:
                return "royal flush" if self.royal else f"straight flush, {NAMES[first]} high"
            case Category.QUADS:
                return f"four of a kind, {plural(first)}{kickers}"
            case Category.FULL_HOUSE:
                return f"full house, {plural(first)} over {plural(self.ranks[1])}"
            case Category.FLUSH:
                return f"flush, {highest} high"
            case Category.STRAIGHT:
                return f"straight, {NAMES[first]} high"
            case Category.TRIPS:
                return f"three of a kind, {plural(first)}{kickers}"
            case Category.TWO_PAIR:
                return f"two pair, {plural(first)} and {plural(self.ranks[1])}{kickers}"
            case Category.PAIR:
                return f"pair of {plural(first)}{kickers}"
            case Category.HIGH_CARD:
                return f"{highest} high"

    def _kickers_named(self, deciding: int) -> str:
        """The kickers that follow the name of the category: ", king-queen kickers"."""
        made = 2 if self.category is Category.TWO_PAIR else 1
        named = [NAMES[rank] for rank in self.ranks[made:deciding]]
        return f", {'-'.join(named)} kicker{'s' * (len(named) > 1)}" if named else ""

    def __str__(self) -> str:
        return self.label


def told_apart(values: Iterable[PokerValue]) -> dict[PokerValue, str]:
    """The names of several hands, with as many kickers as it takes to tell them apart."""
    hands = set(values)
    return {hand: named_among(hand, hands) for hand in hands}


def named_among(hand: PokerValue, others: Iterable[PokerValue]) -> str:
    """The name of a hand, with as many kickers as it takes to tell it from all others."""
    label = hand.label
    same = [other for other in others if other != hand and other.label == label]
    differ = [_first_difference(hand.ranks, other.ranks) for other in same]
    return hand.named(max(differ)) if differ else label


def _first_difference(mine: Sequence[int], theirs: Sequence[int]) -> int:
    """How many ranks to read, up to and including the first that differs."""
    both = zip(mine, theirs, strict=True)
    return next(read for read, (one, other) in enumerate(both, start=1) if one != other)


def high_rank(card: Card) -> int:
    """2 to 14; the ace is above the king."""
    return ACE if card.rank == 1 else card.rank


def plural(rank: int) -> str:
    return "sixes" if rank == 6 else NAMES[rank] + "s"


def straight_top(ranks: Iterable[int]) -> int:
    """The top of the best straight among these ranks, 0 if there is none."""
    return _straight_top(frozenset(ranks))


@lru_cache(maxsize=8192)
def _straight_top(held: frozenset[int]) -> int:
    """There are as many sets of ranks as this, and every hand is asked."""
    return next((top for top, straight in STRAIGHTS if straight <= held), 0)


def ranked(ranks: Sequence[int]) -> PokerValue:
    """The best five by rank alone, without straights and flushes; fewer cards also rank."""
    counts = Counter(ranks)
    first, *rest = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    if counts[first] == 4:
        return PokerValue(Category.QUADS, (first, *_highest(rest, 1)))
    if counts[first] == 3:
        pairs = [rank for rank in rest if counts[rank] >= 2]
        if pairs:
            return PokerValue(Category.FULL_HOUSE, (first, max(pairs)))
        return PokerValue(Category.TRIPS, (first, *rest[:2]))
    if counts[first] == 2:
        if rest and counts[rest[0]] == 2:
            second, *others = rest
            return PokerValue(Category.TWO_PAIR, (first, second, *_highest(others, 1)))
        return PokerValue(Category.PAIR, (first, *rest[:3]))
    return PokerValue(Category.HIGH_CARD, _highest(ranks, 5))


def _highest(ranks: Iterable[int], count: int) -> tuple[int, ...]:
    return tuple(sorted(ranks, reverse=True)[:count])


def best(cards: Iterable[Card]) -> PokerValue:
    """The best five of five or more cards; fewer cards count by rank alone."""
    hand = tuple(cards)
    ranks = [high_rank(card) for card in hand]
    found = [ranked(ranks)]
    if len(hand) >= 5:
        if top := straight_top(ranks):
            found.append(PokerValue(Category.STRAIGHT, (top,)))
        suits = [card.suit for card in hand]
        found += [
            flush([high_rank(card) for card in hand if card.suit == suit])
            for suit in range(4)
            if suits.count(suit) >= 5
        ]
    return max(found)


def flush(suited: Sequence[int]) -> PokerValue:
    """The value of five or more cards of one suit: a straight flush, or the five highest."""
    if top := straight_top(suited):
        return PokerValue(Category.STRAIGHT_FLUSH, (top,))
    return PokerValue(Category.FLUSH, _highest(suited, 5))


def best_omaha(hole: Iterable[Card], board: Iterable[Card]) -> PokerValue:
    """The best hand of exactly two hole cards and exactly three board cards."""
    return max(best(five) for five in omaha_hands(hole, board))


def omaha_hands(hole: Iterable[Card], board: Iterable[Card]) -> list[tuple[Card, ...]]:
    threes = list(combinations(board, 3))
    return [two + three for two in combinations(hole, 2) for three in threes]
