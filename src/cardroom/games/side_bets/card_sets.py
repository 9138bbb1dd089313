"""Sets of cards in words: ace, red king, 7 of diamonds, 2-6, ten-value, jack/queen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from cardroom.cards import CARDS, JOKER_INDEX, RANKS

NAMES: Final = (
    *("ace", "two", "three", "four", "five", "six", "seven"),
    *("eight", "nine", "ten", "jack", "queen", "king"),
)
SUITS: Final = ("clubs", "diamonds", "hearts", "spades")
ACE, KING = 1, len(RANKS)


def _written(name: str) -> tuple[str, ...]:
    """One of them, and several."""
    return name, f"{name}es" if name.endswith("x") else f"{name}s"


RANK_WORDS: Final[Mapping[str, int]] = {
    **{word: rank for rank, name in enumerate(NAMES, 1) for word in _written(name)},
    **{str(rank): rank for rank in range(2, 11)},
}
SUIT_WORDS: Final[Mapping[str, int]] = {
    word: suit for suit, name in enumerate(SUITS) for word in (name, name[:-1])
}
COLORS: Final[Mapping[str, frozenset[int]]] = {
    "red": frozenset(card.index for card in CARDS if card.red),
    "black": frozenset(card.index for card in CARDS if card.black),
}
JOKERS: Final = frozenset({JOKER_INDEX})
ARTICLES: Final = frozenset({"a", "an", "the"})


def of_ranks(ranks: frozenset[int]) -> frozenset[int]:
    return frozenset(card.index for card in CARDS if card.rank in ranks)


def of_suit(suit: int) -> frozenset[int]:
    return frozenset(card.index for card in CARDS if card.suit == suit)


GROUPS: Final[Mapping[str, frozenset[int]]] = {
    **dict.fromkeys(("ten-value", "ten-values"), of_ranks(frozenset({10, 11, 12, KING}))),
    **dict.fromkeys(
        ("face", "faces", "face-card", "face-cards"), of_ranks(frozenset({11, 12, KING}))
    ),
    **dict.fromkeys(("joker", "jokers"), JOKERS),
}
WORDS: Final = (
    *("ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king"),
    *("2-6", "ten-value", "face", "red", "black", *SUITS, "joker"),
)
"""What an error suggests."""


class CardSet(NamedTuple):
    """Cards, by index, and the words for them."""

    words: str
    cards: frozenset[int]

    def __str__(self) -> str:
        return self.words


def ranks_of(word: str) -> frozenset[int] | None:
    """The cards of a rank or of a span of ranks: 7, seven, 2-6, ace-queen, 10-ace."""
    if word in GROUPS:
        return GROUPS[word]
    if word in RANK_WORDS:
        return of_ranks(frozenset({RANK_WORDS[word]}))
    low, dash, high = word.partition("-")
    if not dash or low not in RANK_WORDS or high not in RANK_WORDS:
        return None
    first, last = RANK_WORDS[low], RANK_WORDS[high]
    if last == ACE:
        last = KING + 1
    if first >= last:
        return None
    return of_ranks(frozenset((rank - 1) % KING + 1 for rank in range(first, last + 1)))


def meaning(word: str) -> frozenset[int] | None:
    """The cards that a word narrows a set to; None if it is not about cards."""
    if word in COLORS:
        return COLORS[word]
    return of_suit(SUIT_WORDS[word]) if word in SUIT_WORDS else ranks_of(word)
