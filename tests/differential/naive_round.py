"""A round of a 21 game played out naively: every order of the cards, with fractions.

It knows nothing of the solver but the strategy it is told to play. A game says in its own words how
a hand counts, what is paid at once, when the bank draws and what is owed: see `Words`.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import NamedTuple, Protocol

import msgspec

from cardroom.analysis.twentyone.solver.plan import plan_of
from cardroom.analysis.twentyone.solver.starting_hands import Strategy
from cardroom.games.twentyone.engine.game_type import policies
from cardroom.model import Tables
from cardroom.model.verbs import Stance
from cardroom.rules.ruleset import Ruleset

HIT, STAND, DOUBLE, SPLIT, SURRENDER, MAX_BET = range(6)
ACE, TEN, JOKER = 0, 9, 10
Shoe = tuple[int, ...]
Cards = tuple[int, ...]
Up = tuple[int, int]
"""The rank of the up card, and the class the strategy knows it by."""


class Hand(NamedTuple):
    cards: Cards
    pair: int = -1
    """The rank of the pair it was split from."""
    doubled: int = 0
    bets: int = 0
    waived: int = 0
    given_up: bool = False

    @property
    def money(self) -> int:
        return 1 + self.doubled + self.bets


class Words(Protocol):
    """A game in its own words."""

    @property
    def looks(self) -> bool: ...
    @property
    def aces_again(self) -> bool: ...
    def natural(self, cards: Cards) -> bool: ...
    def at_once(self, hand: Hand) -> Fraction | None:
        """What a hand of three cards or more, a split or a given up one is owed now, if it is."""

    def paid_naturals(self) -> list[tuple[Fraction, Fraction]]:
        """What a dealt natural is paid before anybody plays, and how many are; empty if none is."""

    def draws(self, bank: Cards) -> bool: ...
    def owed(self, hand: Hand, bank: Cards) -> Fraction: ...


def drawn(shoe: Shoe) -> Iterator[tuple[int, Fraction, Shoe]]:
    left = sum(shoe)
    assert left, "the shoe ran out"
    for rank, count in enumerate(shoe):
        if count:
            yield rank, Fraction(count, left), shoe[:rank] + (count - 1,) + shoe[rank + 1 :]


def best(cards: Cards, pinned: int = 0) -> tuple[int, bool]:
    """The total and whether it is soft; aces among the first `pinned` cards count 1."""
    total = sum(rank + 1 for rank in cards)
    if ACE in cards[pinned:] and total <= 11:
        return total + 10, True
    return total, False


class Round:
    def __init__(self, words: Words, tables: Tables, strategy: Strategy, hands_max: int) -> None:
        self.words, self.tables, self.strategy = words, tables, strategy
        self.hands_max, self.plan = hands_max, plan_of(tables)
        self.bank, self.turn = cache(self._bank), cache(self._turn)

    # --- what the strategy says -----------------------------------------------------------------

    def verb(self, hand: Hand, node: int, up: Up, first: bool) -> int:
        choice = self.strategy.choice
        if hand.pair >= 0:
            place = [pair.rank for pair in self.plan.pairs].index(hand.pair)
            choice = self.strategy.later[place][0 if first else 1]
        stances = self.tables.keys.stances
        stance = stances.index(Stance(hand.doubled, hand.bets, hand.waived))
        return int(choice[node, stance, up[1]])

    def splits(self, rank: int, up: Up) -> bool:
        for place, pair in enumerate(self.plan.pairs):
            if pair.rank == rank:
                return bool(self.strategy.splits[place, up[1]])
        return False

    # --- the round ------------------------------------------------------------------------------

    def ups(self, rank: int) -> list[tuple[Up, Fraction]]:
        """Classes within a rank by their share of a full deck."""
        counts: dict[int, int] = {}
        for name in [0] if rank == JOKER else range(rank + 1, 14 if rank == TEN else rank + 2):
            cls = int(self.tables.ups.cls[name])
            counts[cls] = counts.get(cls, 0) + 1
        whole = sum(counts.values())
        return [((rank, cls), Fraction(count, whole)) for cls, count in counts.items()]

    def value(self, shoe: Shoe) -> Fraction:
        total = Fraction(0)
        for one, p1, s1 in drawn(shoe):
            for rank, p2, s2 in drawn(s1):
                for two, p3, s3 in drawn(s2):
                    for up, share in self.ups(rank):
                        chance = p1 * p2 * p3 * share
                        if not self.words.looks:
                            total += chance * self.opening((one, two), up, None, s3)
                            continue
                        for hole, p4, s4 in drawn(s3):
                            total += chance * p4 * self.opening((one, two), up, hole, s4)
        return total

    def opening(self, cards: Cards, up: Up, hole: int | None, shoe: Shoe) -> Fraction:
        nodes = self.tables.nodes
        node = int(nodes.child[nodes.child[nodes.dealt, cards[0]], cards[1]])
        place = self.plan.openings[:, 2].tolist().index(node)
        doubles = self.strategy.natural_doubled
        hand = Hand(cards)
        over = hole is not None and self.words.natural((up[0], hole))
        if self.words.natural(cards) and self.words.paid_naturals():
            value = Fraction(0)
            for kind, (odds, share) in enumerate(self.words.paid_naturals()):
                doubled = doubles is not None and bool(doubles[kind][place, up[1]])
                if doubled:
                    value += share * (-1 if over else self.eleven(hand, node, up, hole, shoe))
                else:
                    value += share * odds
            return value
        if over and hole is not None:
            return self.words.owed(hand, (up[0], hole))
        return self.turn(hand, node, True, (), 0, up, hole, shoe)

    def eleven(self, hand: Hand, node: int, up: Up, hole: int | None, shoe: Shoe) -> Fraction:
        """A natural that is doubled: one card to come."""
        start = int(self.tables.nodes.pinned[node])
        value = Fraction(0)
        for rank, chance, rest in drawn(shoe):
            more = hand._replace(cards=(*hand.cards, rank), doubled=1)
            child = int(self.tables.nodes.child[start, rank])
            value += chance * self.turn(more, child, True, (), 0, up, hole, rest)
        return value

    def _turn(
        self, hand: Hand, node: int, first: bool, done: tuple[Hand, ...], waiting: int, up: Up,
        hole: int | None, shoe: Shoe,
    ) -> Fraction:  # fmt: skip
        """The worth of the rest of the round; `waiting` split hands are still to come."""
        cards = hand.cards
        after = (hand.pair, done, waiting, up, hole)
        if len(cards) > 2 or hand.pair >= 0:
            paid = self.words.at_once(hand)
            if paid is not None:
                return paid + self.next(after, None, shoe)
        twins = len(cards) == 2 and cards[0] == cards[1] and cards[0] != JOKER
        again = twins and len(done) + waiting + 1 < self.hands_max
        if hand.pair == ACE and not self.words.aces_again:
            again = False
        if again and self.splits(cards[0], up):
            return self.second(cards[0], first, done, waiting + 1, up, hole, shoe)
        verb = self.verb(hand, node, up, first)
        if verb in (HIT, DOUBLE, MAX_BET):
            nodes = self.tables.nodes
            start = node if verb == HIT else int(nodes.pinned[node])
            max_bets = any(stance.waived for stance in self.tables.keys.stances)
            value = Fraction(0)
            for rank, chance, rest in drawn(shoe):
                more = hand._replace(
                    cards=(*cards, rank),
                    doubled=hand.doubled + (verb == DOUBLE),
                    bets=hand.bets + (verb == MAX_BET),
                    waived=max(hand.waived, int(max_bets and verb == HIT)),
                )
                child = int(nodes.child[start, rank])
                value += chance * self.turn(more, child, first, done, waiting, up, hole, rest)
            return value
        hand = hand._replace(given_up=verb == SURRENDER)
        if hand.given_up:
            paid = self.words.at_once(hand)
            if paid is not None:
                return paid + self.next(after, None, shoe)
        return self.next(after, hand, shoe)

    def second(
        self, rank: int, first: bool, done: tuple[Hand, ...], waiting: int, up: Up,
        hole: int | None, shoe: Shoe,
    ) -> Fraction:  # fmt: skip
        root = int(self.tables.nodes.from_pair[rank])
        value = Fraction(0)
        for two, chance, rest in drawn(shoe):
            node = int(self.tables.nodes.child[root, two])
            hand = Hand((rank, two), rank)
            value += chance * self.turn(hand, node, first, done, waiting, up, hole, rest)
        return value

    def next(
        self, after: tuple[int, tuple[Hand, ...], int, Up, int | None], hand: Hand | None,
        shoe: Shoe,
    ) -> Fraction:  # fmt: skip
        pair, done, waiting, up, hole = after
        # A hand that is settled counts as one of the box's hands all the same.
        done = (*done, hand or Hand(()))
        if waiting:
            return self.second(pair, False, done, waiting - 1, up, hole, shoe)
        bank = (up[0],) if hole is None else (up[0], hole)
        return self.bank(bank, tuple(sorted(each for each in done if each.cards)), shoe)

    def _bank(self, cards: Cards, done: tuple[Hand, ...], shoe: Shoe) -> Fraction:
        if not done:
            return Fraction(0)
        if len(cards) < 2 or self.words.draws(cards):
            return sum(
                (p * self.bank((*cards, rank), done, rest) for rank, p, rest in drawn(shoe)),
                Fraction(0),
            )
        return sum((self.words.owed(hand, cards) for hand in done), Fraction(0))


def with_hands(rules: Ruleset, hands_max: int) -> Ruleset:
    """The same game with fewer hands than the book's, so that a tiny shoe lasts."""
    split = policies(rules).split
    assert split is not None
    fewer = msgspec.structs.replace(split, hands_max=hands_max)
    own = msgspec.structs.replace(policies(rules), split=fewer)
    return msgspec.structs.replace(rules, policies=own, stored=rules.stored + b"/%d" % hands_max)
