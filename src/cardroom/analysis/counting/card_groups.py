"""Cards that are alike to a question, and what people call them."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import Final, TypeVar

from cardroom.cards import CARDS, JOKER_INDEX

Value = TypeVar("Value", bound=Hashable)

RANKS: Final = "A23456789TJQK"
SUITS: Final[tuple[tuple[frozenset[str], str], ...]] = (
    (frozenset("cdhs"), ""),
    (frozenset("dh"), "red "),
    (frozenset("cs"), "black "),
)
SIGNS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
TENS: Final = frozenset("TJQK")


def grouped(values: Sequence[Value], counts: Sequence[int]) -> Iterator[tuple[str, int, Value]]:
    """Cards of one value under one name, how many there are, and the value; in order of rank."""
    cards: dict[Value, list[int]] = {}
    for index, (value, count) in enumerate(zip(values, counts, strict=True)):
        if count:
            cards.setdefault(value, []).append(index)
    for value, alike in sorted(cards.items(), key=lambda each: _order(each[1][0])):
        yield name_of(alike), sum(counts[index] for index in alike), value


def _order(index: int) -> tuple[int, int]:
    return (99, 0) if index == JOKER_INDEX else (CARDS[index].rank, index)


def name_of(cards: Sequence[int]) -> str:
    """ "2 3 4", "red K", "Q♥", "♠" for a whole suit; ten, jack, queen and king together are T."""
    suits: dict[str, set[str]] = {}
    joker = JOKER_INDEX in cards
    for index in cards:
        if index != JOKER_INDEX:
            text = CARDS[index].text
            suits.setdefault(text[0], set()).add(text[1])
    named: dict[frozenset[str], list[str]] = {}
    for rank in sorted(suits, key=RANKS.index):
        named.setdefault(frozenset(suits[rank]), []).append(rank)
    words = [_named(suit, ranks) for suit, ranks in named.items()]
    return ", ".join(words + ["joker"] * joker)


def _named(suit: frozenset[str], ranks: list[str]) -> str:
    if len(ranks) == len(RANKS):
        every = " ".join(SIGNS[each] for each in sorted(suit))
        return dict(SUITS).get(suit, every).strip() or "any card"
    if TENS.issubset(ranks):
        ranks = [rank for rank in ranks if rank not in TENS - {"T"}]
    for known, word in SUITS:
        if suit == known:
            return word + " ".join(ranks)
    signs = "".join(SIGNS[each] for each in sorted(suit))
    return " ".join(rank + signs for rank in ranks)
