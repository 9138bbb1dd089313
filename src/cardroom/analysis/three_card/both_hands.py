"""Exact prices of bets on the player's and the bank's six cards together: the Six Card Bonus.

There are C(52, 6) = 20,358,520 sets of six cards. Suits matter only where four or more cards have
the same one, and then only the ranks of those cards matter; everything else depends on ranks. So it
is enough to look at every bag of ranks, and at every way to give four or more of them one suit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, cycle
from math import comb, prod
from typing import Final

from cardroom.cards import CARDS, RANKS, SUITS, Card
from cardroom.games.side_bets.conditions import CompiledCondition, facts_in
from cardroom.games.side_bets.facts import HandFact, Number, OfASuit, Run, Same, by_ranks
from cardroom.rules.side_bet import FinalHand, SideBet

SIZE: Final = 6
HAND: Final = 3
ALIKE: Final = SIZE // 2 + 1
"""Only one suit can have at least this number of the cards."""
SUIT_OF_MANY, *OTHER_SUITS = range(len(SUITS))


def is_countable(bet: SideBet) -> bool:
    """Whether every row asks about the six cards together, and no suit is named."""
    if set(bet.looks_at) != {"own-hand", "bank-hand"} or bet.survives is not None:
        return False
    asked = []
    for row in bet.rows:
        if not isinstance(row.when, CompiledCondition):
            return False
        asked += list(facts_in(row.when.condition))
    return all(set(each.subject) == {"player", "dealer"} and _counts(each.fact) for each in asked)


def _counts(fact: HandFact) -> bool:
    """Whether it goes by ranks, or by four or more cards of one suit."""
    match fact:
        case Same("suit"):
            return True
        case OfASuit(number):
            return number >= ALIKE
        case Run(size, "suited"):
            return size == 0 or size >= ALIKE
        case Number(what="total" | "low total"):
            return False
        case _:
            return by_ranks(fact)


@lru_cache(maxsize=8)
def chances(bet: SideBet) -> Mapping[str, Fraction]:
    """The chance of each row, from one deck."""
    ways: Counter[str] = Counter()
    for cards, number in _sets():
        row = bet.row(*(FinalHand(cards[:HAND]), FinalHand(cards[HAND:])))
        if row is not None:
            ways[row.name] += number
    every = comb(len(RANKS) * len(SUITS), SIZE)
    return {row.name: Fraction(ways[row.name], every) for row in bet.rows}


def _sets() -> Iterator[tuple[tuple[Card, ...], int]]:
    """Six cards for all that are alike, and how many sets those are."""
    for ranks in combinations_with_replacement(range(1, len(RANKS) + 1), SIZE):
        bag = Counter(ranks)
        if max(bag.values()) > len(SUITS):
            continue
        every = prod(comb(len(SUITS), number) for number in bag.values())
        for size in range(ALIKE, len(bag) + 1):
            for suited in combinations(bag, size):
                number = _ways(bag, suited)
                every -= number
                yield _in_one_suit(bag, suited), number
        yield _in_few_of_a_suit(bag), every


def _ways(bag: Mapping[int, int], suited: tuple[int, ...]) -> int:
    """How many sets have exactly these ranks in one suit, whichever it is."""
    others = len(SUITS) - 1
    return len(SUITS) * prod(
        comb(others, number - (rank in suited)) for rank, number in bag.items()
    )


def _in_one_suit(bag: Mapping[int, int], suited: tuple[int, ...]) -> tuple[Card, ...]:
    found = [_card(rank, SUIT_OF_MANY) for rank in suited]
    for rank, number in bag.items():
        found += [_card(rank, suit) for suit in OTHER_SUITS[: number - (rank in suited)]]
    return tuple(found)


def _in_few_of_a_suit(bag: Mapping[int, int]) -> tuple[Card, ...]:
    """Suits in turn: at most two cards of each."""
    suits = cycle(range(len(SUITS)))
    return tuple(_card(rank, next(suits)) for rank, number in bag.items() for _ in range(number))


def _card(rank: int, suit: int) -> Card:
    return CARDS[suit * len(RANKS) + rank - 1]
