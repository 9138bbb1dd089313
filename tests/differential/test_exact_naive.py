"""The exact solver against a naive recursion: every order of a tiny shoe, with fractions.

The recursion below knows blackjack by itself and shares nothing with the solver but the strategy it
is told to play: real order of deal, hole card dealt before anybody acts, split hands one after the
other, one bank hand for all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import NamedTuple

import numpy as np
import pytest

from cardroom import model
from cardroom.analysis.twentyone.solver import exact
from cardroom.analysis.twentyone.solver.plan import plan_of
from cardroom.analysis.twentyone.solver.starting_hands import Strategy
from cardroom.games.twentyone.game import GAMES
from cardroom.model import Tables
from tests.proofs import some_now

HIT, STAND, DOUBLE, SPLIT, SURRENDER = range(5)
Shoe = tuple[int, ...]
LOW = (1, 0, 2, 0, 2, 2, 0, 2, 0, 5, 0)
"""A few of many ranks; 56 points are what one hand and the bank may draw."""
EIGHTS = (2, 0, 1, 0, 0, 2, 0, 4, 0, 6, 0)
SIXES = (2, 0, 0, 1, 1, 4, 0, 1, 1, 8, 0)
ACES = (4, 0, 1, 0, 0, 2, 0, 2, 0, 8, 0)


class House(NamedTuple):
    """The options that the recursion knows, in its own words."""

    hits_soft_17: bool
    looks: bool
    takes_all: bool
    natural: Fraction
    surrender: str
    charlie: int


def best(cards: tuple[int, ...]) -> tuple[int, bool]:
    total = sum(rank + 1 for rank in cards)
    if 0 in cards and total <= 11:
        return total + 10, True
    return total, False


def draws(shoe: Shoe) -> Iterator[tuple[int, Fraction, Shoe]]:
    left = sum(shoe)
    assert left, "the shoe ran out"
    for rank, count in enumerate(shoe):
        if count:
            yield rank, Fraction(count, left), shoe[:rank] + (count - 1,) + shoe[rank + 1 :]


class Done(NamedTuple):
    """A hand that waits for the bank: its total, its money, whether it was given up."""

    total: int
    original: int
    added: int
    natural: bool = False
    given_up: bool = False


class Naive:
    def __init__(self, house: House, tables: Tables, strategy: Strategy, hands_max: int) -> None:
        self.house, self.tables, self.strategy = house, tables, strategy
        self.hands_max = hands_max
        self.bank = cache(self._bank)
        self.turn = cache(self._turn)
        self.pairs = plan_of(tables).pairs

    # --- what the strategy says -----------------------------------------------------------------

    def verb(self, cards: tuple[int, ...], up: int, first: bool, pair: int, doubled: int) -> int:
        nodes = self.tables.nodes
        choice = self.strategy.choice
        if pair < 0:
            node = nodes.dealt
            rest = cards
        else:
            node, rest = int(nodes.from_pair[pair]), cards[1:]
            place = next(i for i, each in enumerate(self.pairs) if each.rank == pair)
            choice = self.strategy.later[place][0 if first else 1]
        for rank in rest:
            node = int(nodes.child[node, rank])
        return int(choice[node, doubled, up])

    def splits(self, rank: int, up: int) -> bool:
        for place, pair in enumerate(self.pairs):
            if pair.rank == rank:
                return bool(self.strategy.splits[place, up])
        return False

    # --- the round ------------------------------------------------------------------------------

    def value(self, shoe: Shoe) -> Fraction:
        total = Fraction(0)
        for one, p1, s1 in draws(shoe):
            for up, p2, s2 in draws(s1):
                for two, p3, s3 in draws(s2):
                    chance = p1 * p2 * p3
                    if not self.house.looks:
                        total += chance * self.opening((one, two), up, None, s3)
                        continue
                    for hole, p4, s4 in draws(s3):
                        total += chance * p4 * self.opening((one, two), up, hole, s4)
        return total

    def opening(self, cards: tuple[int, int], up: int, hole: int | None, shoe: Shoe) -> Fraction:
        natural = sorted(cards) == [0, 9]
        hand = next(
            place
            for place, row in enumerate(plan_of(self.tables).openings)
            if sorted(cards) == row[:2].tolist()
        )
        if self.strategy.even_money[hand, up]:
            return Fraction(1)
        if self.strategy.early[hand, up]:
            return Fraction(-1, 2)
        if hole is not None and sorted((up, hole)) == [0, 9]:
            return Fraction(0 if natural else -1)
        return self.turn(cards, -1, True, 0, (), 0, up, hole, shoe)

    def _turn(
        self, cards: tuple[int, ...], pair: int, first: bool, doubled: int,
        done: tuple[Done, ...], waiting: int, up: int, hole: int | None, shoe: Shoe,
    ) -> Fraction:  # fmt: skip
        """The worth of the rest of the round; `waiting` split hands are still to come."""
        total, _ = best(cards)
        hands = len(done) + waiting + 1
        original = 1 if first or self.house.takes_all else 0
        added = 1 - original + doubled
        after = (pair, done, waiting, up, hole)
        if total > 21:
            return -1 - doubled + self.next(after, None, shoe)
        if self.house.charlie and len(cards) >= self.house.charlie:
            return 1 + doubled + self.next(after, None, shoe)
        twins = len(cards) == 2 and cards[0] == cards[1]
        again = twins and not doubled and hands < self.hands_max and (pair < 0 or cards[0] != 0)
        if again and self.splits(cards[0], up):
            return self.second(cards[0], first, done, waiting + 1, up, hole, shoe)
        verb = self.verb(cards, up, first, pair, doubled)
        if verb in (HIT, DOUBLE):
            value = Fraction(0)
            for rank, chance, rest in draws(shoe):
                more = (*cards, rank)
                value += chance * self.turn(
                    more, pair, first, doubled or int(verb == DOUBLE), done, waiting, up, hole, rest
                )
            return value
        if verb == SURRENDER and (self.house.looks or self.house.surrender == "early"):
            return Fraction(-1, 2) + self.next(after, None, shoe)
        natural = pair < 0 and sorted(cards) == [0, 9]
        return self.next(after, Done(total, original, added, natural, verb == SURRENDER), shoe)

    def second(
        self, rank: int, first: bool, done: tuple[Done, ...], waiting: int, up: int,
        hole: int | None, shoe: Shoe,
    ) -> Fraction:  # fmt: skip
        value = Fraction(0)
        for two, chance, rest in draws(shoe):
            value += chance * self.turn((rank, two), rank, first, 0, done, waiting, up, hole, rest)
        return value

    def next(
        self, after: tuple[int, tuple[Done, ...], int, int, int | None], hand: Done | None,
        shoe: Shoe,
    ) -> Fraction:  # fmt: skip
        pair, done, waiting, up, hole = after
        # A hand that is settled counts as one of the box's hands all the same.
        done = (*done, hand or Done(-1, 0, 0))
        if waiting:
            return self.second(pair, False, done, waiting - 1, up, hole, shoe)
        bank = (up,) if hole is None else (up, hole)
        return self.bank(bank, tuple(sorted(each for each in done if each.total >= 0)), shoe)

    def _bank(self, cards: tuple[int, ...], done: tuple[Done, ...], shoe: Shoe) -> Fraction:
        if not done:
            return Fraction(0)
        total, soft = best(cards)
        draw = len(cards) < 2 or total < 17 or (total == 17 and soft and self.house.hits_soft_17)
        if draw:
            return sum(
                (p * self.bank((*cards, rank), done, rest) for rank, p, rest in draws(shoe)),
                Fraction(0),
            )
        natural = len(cards) == 2 and total == 21
        return sum((self.pay(hand, total, natural) for hand in done), Fraction(0))

    def pay(self, hand: Done, bank: int, natural: bool) -> Fraction:
        money = hand.original + hand.added
        if hand.given_up:
            return Fraction(-1) if natural else Fraction(-1, 2)
        if hand.natural:
            return Fraction(0) if natural else self.house.natural
        if natural:
            return Fraction(-hand.original if not self.house.takes_all else -money)
        if bank > 21 or hand.total > bank:
            return Fraction(money)
        return Fraction(0 if hand.total == bank else -money)


CASES: tuple[tuple[Mapping[str, object], Shoe], ...] = (
    ({"hands_max": 1}, LOW),
    ({"hands_max": 1, "dealer_hits_soft_17": False, "surrender": "late"}, LOW),
    ({"hands_max": 1, "surrender": "early", "even_money": True, "natural_pays": "1:1"}, LOW),
    ({"hands_max": 1, "hole_card": "none", "surrender": "late"}, LOW),
    ({"hands_max": 1, "hole_card": "none", "surrender": "early", "charlie": 5}, LOW),
    ({"hands_max": 1, "double_sizes": "any", "natural_takes": "original"}, LOW),
    ({"hands_max": 1, "hole_card": "none", "natural_takes": "original"}, LOW),
    ({"hands_max": 2}, EIGHTS),
    ({"hands_max": 2, "hole_card": "none", "natural_takes": "original"}, EIGHTS),
    ({"hands_max": 2, "split_aces": "hit", "double_sizes": "any"}, ACES),
)
HEAVY: tuple[tuple[Mapping[str, object], Shoe], ...] = (
    ({"hands_max": 3}, SIXES),
    ({"hands_max": 3, "hole_card": "none"}, SIXES),
    ({"hands_max": 3, "hole_card": "none", "natural_takes": "original"}, SIXES),
    ({"hands_max": 3, "double_after_split": False, "dealer_hits_soft_17": False}, SIXES),
)


def house_of(given: Mapping[str, object]) -> tuple[House, int]:
    o = GAMES["blackjack"].ruleset(given).options
    odds = str(o["natural_pays"]).split(":")
    house = House(
        bool(o["dealer_hits_soft_17"]),
        o["hole_card"] == "peek",
        o["natural_takes"] == "all",
        Fraction(int(odds[0]), int(odds[1])),
        str(o["surrender"]),
        int(str(o["charlie"])) if o["charlie"] else 0,
    )
    return house, int(str(o["hands_max"]))


def compared(given: Mapping[str, object], shoe: Shoe, *, splits: bool = True) -> None:
    tables = model.compile(GAMES["blackjack"].ruleset(given))
    house, hands_max = house_of(given)
    for after in ("pair", "unsplit"):
        solved = exact.solve(tables, shoe, after)
        assert not splits or hands_max == 1 or solved.strategy.splits.any()
        naive = Naive(house, tables, solved.strategy, hands_max).value(shoe)
        assert solved.value == pytest.approx(float(naive), abs=1e-13)
        again = exact.evaluate(tables, solved.strategy, shoe)
        assert again.value == pytest.approx(float(naive), abs=1e-13)


@pytest.mark.parametrize(("given", "shoe"), some_now(CASES, {4, 6, 9}))
def test_the_solver_agrees_with_every_order_of_a_tiny_shoe(
    given: Mapping[str, object], shoe: Shoe
) -> None:
    compared(given, shoe)


@pytest.mark.parametrize("others", [{}, {8: 1}, {0: 1, 4: 1}])
@pytest.mark.parametrize("rank", [5, 7, 9])
def test_a_shoe_of_nearly_one_rank_agrees(rank: int, others: Mapping[int, int]) -> None:
    """Where only pair cards are left, a hand that gets another card is a case that never comes."""
    shoe = tuple(26 if each == rank else others.get(each, 0) for each in range(11))
    compared({"hands_max": 3}, shoe, splits=False)


@pytest.mark.prove
@pytest.mark.parametrize(("given", "shoe"), HEAVY)
def test_resplits_agree_with_every_order_of_a_small_shoe(
    given: Mapping[str, object], shoe: Shoe
) -> None:
    compared(given, shoe)


@pytest.mark.prove
@pytest.mark.parametrize("seed", range(24))
def test_random_houses_and_shoes_agree(seed: int) -> None:
    random = np.random.default_rng(seed)

    def one_of(*values: object) -> object:
        return values[int(random.integers(len(values)))]

    given = {
        "dealer_hits_soft_17": one_of(True, False),
        "hole_card": one_of("peek", "none"),
        "natural_takes": one_of("all", "original"),
        "natural_pays": one_of("3:2", "6:5", "1:1", "2:1"),
        "double_totals": one_of("any", "9-11", "10-11"),
        "double_sizes": one_of(2, "2-3", "any"),
        "double_after_split": one_of(True, False),
        "hands_max": one_of(1, 2, 3),
        "split_aces": one_of("one-card", "hit"),
        "surrender": one_of("none", "late", "early"),
        "even_money": one_of(True, False),
        "charlie": one_of(None, 5, 6),
    }
    needed = 30 * int(str(given["hands_max"])) + 26
    shoe = [0] * 11
    while sum((rank + 1) * count for rank, count in enumerate(shoe)) <= needed:
        # Few ranks, many tens: a shoe that still deals pairs and can be played out in full.
        shoe[int(random.choice([0, 4, 5, 7, 8, 9, 9, 9]))] += 1
    compared(given, tuple(shoe), splits=False)


@pytest.mark.parametrize(("given", "shoe"), some_now([CASES[1], CASES[3], CASES[5], CASES[8]], {1}))
def test_no_other_verb_at_any_one_hand_does_better(given: Mapping[str, object], shoe: Shoe) -> None:
    """One-step deviations at dealt hands, each played out by the naive recursion."""
    tables = model.compile(GAMES["blackjack"].ruleset(given))
    house, hands_max = house_of(given)
    solved = exact.solve(tables, shoe)
    best_value = Naive(house, tables, solved.strategy, hands_max).value(shoe)
    legal = plan_of(tables).legal
    random = np.random.default_rng(7)
    tried = 0
    for node in random.permutation(plan_of(tables).order).tolist():
        key = tables.nodes.key[node]
        bag = tables.nodes.counts[tables.nodes.bag[node]]
        if tables.keys.origin[key] or (bag > np.array(shoe)).any():
            continue
        up = int(random.choice(np.flatnonzero(np.array(shoe) - bag > 0)))
        for verb in (HIT, STAND, DOUBLE, SURRENDER):
            if legal[key, 0, up] >> verb & 1 and solved.strategy.choice[node, 0, up] != verb:
                choice = solved.strategy.choice.copy()
                choice[node, 0, up] = verb
                other = solved.strategy._replace(choice=choice)
                value = Naive(house, tables, other, hands_max).value(shoe)
                assert float(value - best_value) <= 1e-13
                tried += 1
        if tried >= 12:
            break
    assert tried >= 6
