"""A round of Safari 21 played out naively with real cards, suits and jokers, in fractions.

It knows nothing of the solver but the strategy it is told to play, and reads the rules as a person
does: see `Safari` in `test_exact_safari` for the game without suits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from cardroom.analysis.twentyone.solver.plan import plan_of
from cardroom.analysis.twentyone.solver.starting_hands import Strategy
from cardroom.model import Tables
from cardroom.model.verbs import Stance
from tests.differential.naive_round import ACE, TEN, best

HIT, STAND, DOUBLE, SPLIT, SURRENDER, MAX_BET = range(6)
NO_SUIT = -1


class Card(NamedTuple):
    rank: int
    """0 for an ace, 1 to 8, 9 for ten-values and jokers."""
    suit: int
    kind: int
    """As the rules name an up card: 1 to 13, 0 for a joker."""


Deck = tuple[tuple[Card, int], ...]


def deck_of(kinds: Mapping[int, int], jokers: int = 0) -> Deck:
    """The number of each kind (1 to 13) in each of four suits."""
    cards = [
        (Card(min(kind, 10) - 1, suit, kind), count)
        for kind, count in kinds.items()
        for suit in range(4)
    ]
    return (*cards, *([(Card(TEN, NO_SUIT, 0), jokers)] if jokers else []))


def written(deck: Deck) -> tuple[int, ...]:
    """The deck as the solver's shoe."""
    counts = [0] * 11
    for card, count in deck:
        counts[10 if card.kind == 0 else card.rank] += count
    return tuple(counts)


class Hand(NamedTuple):
    cards: tuple[Card, ...]
    node: int = 0
    """By which the strategy knows it."""
    pair: int = -1
    bets: int = 0
    waived: int = 0
    given_up: bool = False

    @property
    def ranks(self) -> tuple[int, ...]:
        return tuple(card.rank for card in self.cards)

    @property
    def suited(self) -> bool:
        return len({card.suit for card in self.cards} - {NO_SUIT}) == 1 and NO_SUIT not in {
            card.suit for card in self.cards
        }

    @property
    def total(self) -> int:
        """After a Max Bet aces of the initial cards count 1: two of a deal, one of a split."""
        initial = 1 if self.pair >= 0 else 2
        return best(self.ranks, initial if self.bets else 0)[0]


class SuitedRound:
    def __init__(
        self,
        tables: Tables,
        strategy: Strategy,
        hands_max: int,
        rows: Mapping[str, Fraction],
    ) -> None:
        self.tables, self.strategy, self.hands_max = tables, strategy, hands_max
        self.rows, self.plan = rows, plan_of(tables)
        self.own_class = {
            int(base): up for up, base in enumerate(tables.ups.base) if tables.ups.own[up]
        }
        self.bank, self.turn = cache(self._bank), cache(self._turn)

    # --- the deal -------------------------------------------------------------------------------

    def value(self, deck: Deck) -> Fraction:
        left = tuple(count for _, count in deck)
        self.cards = [card for card, _ in deck]
        total = Fraction(0)
        for one, p1, s1 in self.drawn(left):
            # Suits are alike: the first card is a club, and counts for four.
            if one.suit > 0:
                continue
            alike = 4 if one.suit == 0 else 1
            for up, p2, s2 in self.drawn(s1):
                for two, p3, s3 in self.drawn(s2):
                    total += alike * p1 * p2 * p3 * self.opening(one, two, up, s3)
        return total

    def drawn(self, left: tuple[int, ...]) -> Iterator[tuple[Card, Fraction, tuple[int, ...]]]:
        whole = sum(left)
        assert whole, "the shoe ran out"
        for place, count in enumerate(left):
            if count:
                rest = left[:place] + (count - 1,) + left[place + 1 :]
                yield self.cards[place], Fraction(count, whole), rest

    def opening(self, one: Card, two: Card, up: Card, left: tuple[int, ...]) -> Fraction:
        raises = self.strategy.raises
        base = int(self.tables.ups.cls[up.kind])
        raised = raises is not None and bool(raises.bets[one.rank, base])
        if not raised and sorted((one.rank, two.rank)) == [ACE, TEN]:
            return Fraction(3, 2)
        nodes = self.tables.nodes
        way = nodes.child_other if one.suit == NO_SUIT else nodes.child
        node = int(way[nodes.dealt, one.rank])
        hand = Hand((one,), int(nodes.pinned[node]) if raised else node, bets=int(raised))
        return self.turn(self.grown(hand, two), (), (), up, left)

    # --- what the strategy says -----------------------------------------------------------------

    def grown(self, hand: Hand, card: Card) -> Hand:
        nodes = self.tables.nodes
        way = nodes.child if card.suit == hand.cards[0].suit else nodes.child_other
        return hand._replace(cards=(*hand.cards, card), node=int(way[hand.node, card.rank]))

    def root(self, card: Card, bets: int = 0) -> Hand:
        """A hand that a split leaves."""
        nodes = self.tables.nodes
        node = int((nodes.from_other if card.suit == NO_SUIT else nodes.from_pair)[card.rank])
        return Hand((card,), int(nodes.pinned[node]) if bets else node, card.rank, bets)

    def up_class(self, hand: Hand, up: Card) -> int:
        base = int(self.tables.ups.cls[up.kind])
        same = up.suit == hand.cards[0].suit != NO_SUIT
        return self.own_class.get(base, base) if same else base

    def verb(self, hand: Hand, up: Card) -> int:
        choice = self.strategy.choice
        if hand.pair >= 0:
            place = [pair.rank for pair in self.plan.pairs].index(hand.pair)
            choice = self.strategy.later[place][0]
        stance = self.tables.keys.stances.index(Stance(0, hand.bets, hand.waived))
        return int(choice[hand.node, stance, self.up_class(hand, up)])

    def splits(self, hand: Hand, up: Card) -> bool:
        place = [pair.rank for pair in self.plan.pairs].index(hand.ranks[0])
        flags = self.strategy.splits
        if hand.bets:
            assert self.strategy.raises is not None
            flags = self.strategy.raises.splits
        if hand.pair >= 0:
            # Who has split a pair splits it again.
            return True
        return bool(flags[place, int(self.tables.ups.cls[up.kind])])

    # --- the round ------------------------------------------------------------------------------

    def _turn(
        self, hand: Hand, done: tuple[Hand, ...], later: tuple[Card, ...], up: Card,
        left: tuple[int, ...],
    ) -> Fraction:  # fmt: skip
        """The worth of the rest of the round; `later` are the pair cards still to be played."""
        if hand.total > 21:
            return Fraction(-1 - hand.bets) + self.next(hand, done, later, up, left, waits=False)
        ranks = hand.ranks
        twins = len(ranks) == 2 and ranks[0] == ranks[1] and hand.pair != ACE
        if twins and len(done) + len(later) + 1 < self.hands_max and self.splits(hand, up):
            kept, moved = hand.cards
            return self.drawn_to(self.root(kept, hand.bets), done, (moved, *later), up, left)
        verb = self.verb(hand, up)
        if verb in (HIT, MAX_BET):
            bet = int(verb == MAX_BET)
            hand = hand._replace(
                node=int(self.tables.nodes.pinned[hand.node]) if bet else hand.node,
                bets=hand.bets + bet,
                waived=max(hand.waived, 1 - bet),
            )
            return self.drawn_to(hand, done, later, up, left)
        if verb == SURRENDER:
            # Half of the wager, and half of a Max Bet made on the first card.
            given_up = Fraction(-1 - hand.bets, 2)
            return given_up + self.next(hand, done, later, up, left, waits=False)
        assert verb == STAND
        return self.next(hand, done, later, up, left, waits=True)

    def drawn_to(
        self, hand: Hand, done: tuple[Hand, ...], later: tuple[Card, ...], up: Card,
        left: tuple[int, ...],
    ) -> Fraction:  # fmt: skip
        """A card comes to the hand."""
        value = Fraction(0)
        for card, chance, rest in self.drawn(left):
            value += chance * self.turn(self.grown(hand, card), done, later, up, rest)
        return value

    def next(
        self, hand: Hand, done: tuple[Hand, ...], later: tuple[Card, ...], up: Card,
        left: tuple[int, ...], *, waits: bool,
    ) -> Fraction:  # fmt: skip
        # A hand that is settled counts as one of the box's hands all the same.
        done = (*done, hand if waits else Hand(()))
        if later:
            return self.drawn_to(self.root(later[0]), done, later[1:], up, left)
        ranks: Counter[int] = Counter()
        for card, count in zip(self.cards, left, strict=True):
            ranks[card.rank] += count
        shoe = tuple(ranks[rank] for rank in range(10))
        owed = tuple(sorted(self.meets(each) for each in done if each.cards))
        return self.bank((up.rank,), owed, shoe)

    def meets(self, hand: Hand) -> tuple[int, int, int, Fraction]:
        """What the bank's hand is compared with: total, cards, Max Bets, and what it is paid."""
        return hand.total, len(hand.cards), hand.bets, self.odds(hand)

    def odds(self, hand: Hand) -> Fraction:
        found = [Fraction(1)]
        if len(hand.cards) == 5 and hand.total == 21:
            found.append(self.rows.get("big-5", Fraction(1)))
            found += [self.rows.get("suited-big-5", Fraction(1))] * hand.suited
        if len(hand.cards) == 4 and hand.total == 20:
            found.append(self.rows.get("four-card-20", Fraction(1)))
        if hand.ranks == (6, 6, 6):
            found.append(self.rows.get("777", Fraction(1)))
            found += [self.rows.get("suited-777", Fraction(1))] * hand.suited
        if sorted(hand.ranks) == [5, 6, 7] and hand.suited:
            found.append(self.rows.get("suited-678", Fraction(1)))
        return max(found)

    def _bank(
        self, cards: tuple[int, ...], owed: tuple[tuple[int, int, int, Fraction], ...],
        shoe: tuple[int, ...],
    ) -> Fraction:  # fmt: skip
        if not owed:
            return Fraction(0)
        total, soft = best(cards)
        if len(cards) < 2 or (len(cards) < 5 and (total < 17 or (total == 17 and soft))):
            whole, value = sum(shoe), Fraction(0)
            for rank, count in enumerate(shoe):
                if count:
                    rest = shoe[:rank] + (count - 1,) + shoe[rank + 1 :]
                    value += Fraction(count, whole) * self.bank((*cards, rank), owed, rest)
            return value
        return sum((self.owed(each, cards) for each in owed), Fraction(0))

    def owed(self, hand: tuple[int, int, int, Fraction], bank: tuple[int, ...]) -> Fraction:
        mine, size, bets, odds = hand
        theirs = best(bank)[0]
        if theirs > 21:
            return odds + bets
        if len(bank) == 5 and size < 5:
            return Fraction(-1 - bets)
        if (size == 5 and mine == 21 and len(bank) < 5) or mine > theirs:
            return odds + bets
        return Fraction(0 if mine == theirs else -1 - bets)
