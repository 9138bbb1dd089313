"""Bonus rows of blackjack, suited ones too: the solver against the best play of tiny decks.

The second computation knows the rules and nothing of the solver, not even its strategy: it plays
every order of real cards, and the player does what is best for the cards in sight.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from typing import NamedTuple

import pytest

from cardroom import model
from cardroom.analysis.twentyone.solver import exact
from cardroom.games.twentyone.game import GAMES
from tests.differential.naive_round import with_hands
from tests.proofs import later

SPADES = 3


class Card(NamedTuple):
    value: int
    """2 to 10; without aces no hand is soft and none a natural."""
    suit: int


Cards = tuple[Card, ...]
Bonus = Callable[[Cards], Fraction]


def deck_of(copies: Mapping[int, int]) -> Cards:
    """This number of cards of each value, in every suit."""
    every = [(Card(value, suit), n) for value, n in copies.items() for suit in range(4)]
    return tuple(card for card, n in every for _ in range(n))


def total(cards: Cards) -> int:
    return sum(card.value for card in cards)


def suit_of(cards: Cards) -> int:
    suits = {card.suit for card in cards}
    return suits.pop() if len(suits) == 1 else -1


class BestPlay:
    """Hit, stand, or double: what is best on average over the cards that nobody has seen."""

    def __init__(self, deck: Cards, bonus: Bonus) -> None:
        self.deck, self.bonus = Counter(deck), bonus
        self.worth, self.bank = cache(self._worth), cache(self._bank)

    def value(self) -> Fraction:
        found = Fraction(0)
        for one, first in self.chances(()):
            for up, second in self.chances((one,)):
                for two, third in self.chances((one, up)):
                    mine = tuple(sorted((one, two)))
                    found += first * second * third * self.worth(mine, up)
        return found

    def chances(self, seen: Cards) -> list[tuple[Card, Fraction]]:
        left = self.deck - Counter(seen)
        return [(card, Fraction(number, left.total())) for card, number in left.items()]

    def _worth(self, mine: Cards, up: Card) -> Fraction:
        if total(mine) > 21:
            return Fraction(-1)
        choices = [self.stand(mine, up, self.bonus(mine))]
        if total(mine) < 21:
            drawn = [(tuple(sorted((*mine, card))), p) for card, p in self.chances((*mine, up))]
            choices.append(sum((p * self.worth(more, up) for more, p in drawn), Fraction(0)))
            if len(mine) == 2:
                doubled = (p * self.stand(more, up, Fraction(1)) for more, p in drawn)
                choices.append(2 * sum(doubled, Fraction(0)))
        return max(choices)

    def stand(self, mine: Cards, up: Card, pays: Fraction) -> Fraction:
        if total(mine) > 21:
            return Fraction(-1)
        left = self.deck - Counter((*mine, up))
        values: Counter[int] = Counter()
        for card, number in left.items():
            values[card.value] += number
        found = Fraction(0)
        for final, chance in self.bank(up.value, 1, tuple(sorted(values.items()))).items():
            mark = total(mine) - final
            found += chance * (pays if final > 21 or mark > 0 else -1 if mark < 0 else 0)
        return found

    def _bank(
        self, count: int, cards: int, left: tuple[tuple[int, int], ...]
    ) -> dict[int, Fraction]:
        """The dealer's final totals."""
        if count >= 17 and cards > 1:
            return {count: Fraction(1)}
        found: dict[int, Fraction] = {}
        whole = sum(number for _, number in left)
        for value, number in left:
            rest = dict(left) | {value: number - 1}
            some = tuple((each, n) for each, n in rest.items() if n)
            for final, chance in self.bank(count + value, cards + 1, some).items():
                found[final] = found.get(final, Fraction(0)) + Fraction(number, whole) * chance
        return found


def solved(bonus: str, deck: Mapping[int, int], decks: int) -> float:
    given = {"bonus": bonus, "decks": decks, "surrender": "none", "insurance": "none"}
    tables = model.for_odds(with_hands(GAMES["blackjack"].ruleset(given), 1))
    shoe = [4 * deck.get(value, 0) for value in range(1, 11)]
    return exact.solve(tables, (*shoe, 0)).value


def runs(cards: Cards) -> Fraction:
    values, suit = sorted(card.value for card in cards), suit_of(cards)
    if values not in ([6, 7, 8], [7, 7, 7]):
        return Fraction(1)
    return Fraction(7 if suit == SPADES else 4 if suit >= 0 else 2)


RUNS = (
    "spade-777 pays 7 to 1; spade-678 pays 7 to 1; suited-777 pays 4 to 1; suited-678 pays 4 to 1;"
    " 777 pays 2 to 1; 678 pays 2 to 1"
)


@pytest.mark.parametrize("deck", [{6: 1, 7: 1, 8: 1, 10: 1}, later({2: 1, 7: 3, 10: 1})])
def test_hands_of_three_cards_are_paid_by_their_suits(deck: Mapping[int, int]) -> None:
    naive = BestPlay(deck_of(deck), runs).value()
    assert naive > BestPlay(deck_of(deck), lambda _: Fraction(1)).value()
    assert solved(RUNS, deck, 3) == pytest.approx(float(naive), abs=1e-12)


def by_count(cards: Cards) -> Fraction:
    if len(cards) == 4 and total(cards) in (20, 21):
        return Fraction(6)
    return Fraction(3, 2) if len(cards) >= 5 and total(cards) == 21 else Fraction(1)


def test_a_row_of_the_houses_own_pays_by_number_of_cards_and_total() -> None:
    deck = {3: 1, 4: 1, 6: 1, 7: 1}
    one_suit = tuple(Card(value, SPADES) for value in deck for _ in range(4))
    naive = BestPlay(one_suit, by_count).value()
    assert naive > BestPlay(one_suit, lambda _: Fraction(1)).value()
    rows = "long when cards = 4 and total = 20..21 pays 6 to 1; five-card-21 pays 3:2"
    assert solved(rows, deck, 1) == pytest.approx(float(naive), abs=1e-12)
