"""Side bets on the dealer's final hand: every hand the dealer may end with, and its chance.

The cards of other players are unseen cards like any other, so they change nothing. Cards that no
row distinguishes are one kind, and the order in which the dealer draws does not matter, so a short,
exact count over bags of kinds is enough.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping
from fractions import Fraction
from math import perm
from typing import Final, NamedTuple

from cardroom.cards import CARDS, Card, Composition, Deck
from cardroom.games.twentyone.game import PostedGame, posted_game
from cardroom.hands.points import Key, add, over, pip, start
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.side_bet import FinalHand, Look, SideBet, drawn_from, kinds

OWN: Final[tuple[Look, ...]] = ("own-first", "own-second")
BANK: Final[tuple[Look, ...]] = ("bank-up", "bank-second", "bank-hand", "bank-busts")
HANDS_MAX: Final = 2_000_000
"""Dealer's hands that are counted; beyond that it would take minutes."""


class TooManyDealerHands(ValueError):
    """The bet distinguishes too many of the dealer's hands to count them."""


class _Hand(NamedTuple):
    """A dealer's hand in progress: counts of kinds; the up card and second card are separate."""

    first: tuple[int, ...]
    others: tuple[int, ...]
    key: Key


def is_on_dealer(bet: SideBet) -> bool:
    """Whether the player's first cards and the dealer's hand decide the bet."""
    looks = set(bet.looks_at)
    return looks <= {*OWN, *BANK} and bool(looks & {"bank-hand", "bank-busts"})


def row_chances(
    rules: Ruleset, bet: SideBet, cards: Composition | None = None
) -> Mapping[str, Fraction]:
    """The chance of each row, if the dealer always plays out; `cards` is another shoe."""
    return _Counter(rules, bet, cards or rules.deck).chances()


class _Counter:
    def __init__(self, rules: Ruleset, bet: SideBet, deck: Deck | Composition) -> None:
        self.bet, self.deck, self.at = bet, deck, posted_game(rules)
        looks = dict(zip(bet.looks_at, bet.kinds, strict=True))
        self.marks: list[Hashable] = [
            (
                pip(card),
                card.rank == 0,
                *(looks[look][card.index] for look in BANK if look in looks),
            )
            for card in CARDS
        ]
        numbers: dict[Hashable, int] = {}
        self.kind = [numbers.setdefault(mark, len(numbers)) for mark in self.marks]
        self.samples = [CARDS[self.kind.index(number)] for number in range(len(numbers))]
        self.counts = [0] * len(numbers)
        for card, count in kinds(self.deck):
            self.counts[self.kind[card.index]] += count
        self.own = [look for look in OWN if look in looks]
        self.own_kinds = [tuple(zip(looks[look], self.kind, strict=True)) for look in self.own]
        self.apart = 2 if "bank-second" in looks else 1 if "bank-up" in looks else 0
        self.hands = 0

    def chances(self) -> Mapping[str, Fraction]:
        ways: Counter[tuple[str, int]] = Counter()
        finals: dict[tuple[int, ...], list[tuple[_Hand, int]]] = {}
        for own, number in drawn_from(self.deck, self.own_kinds):
            gone = tuple(sorted(self.kind[card.index] for card in own))
            if gone not in finals:
                finals[gone] = list(self._finals(gone))
            for hand, drawn in finals[gone]:
                row = self.bet.row(*self._seen(own, hand))
                if row is not None:
                    size = len(own) + len(hand.first) + len(hand.others)
                    ways[row.name, size] += number * drawn
        found = dict.fromkeys((row.name for row in self.bet.rows), Fraction(0))
        for (name, size), number in ways.items():
            found[name] += Fraction(number, perm(len(self.deck), size))
        return found

    def _finals(self, gone: tuple[int, ...]) -> Iterator[tuple[_Hand, int]]:
        """The dealer's final hands from a shoe without these kinds, and in how many ways."""
        at: PostedGame = self.at
        now: dict[_Hand, int] = {_Hand((), (), start(at.policies.points)): 1}
        while now:
            after: dict[_Hand, int] = {}
            self.hands += len(now)
            if self.hands > HANDS_MAX:
                raise TooManyDealerHands
            for hand, ways in now.items():
                if hand.key.size >= 2 and not self._draws(hand.key):
                    yield hand, ways
                    continue
                for kind, count in enumerate(self.counts):
                    left = count - gone.count(kind) - hand.first.count(kind)
                    left -= hand.others.count(kind)
                    if left > 0:
                        drawn = self._drawn(hand, kind)
                        after[drawn] = after.get(drawn, 0) + ways * left
            now = after

    def _draws(self, key: Key) -> bool:
        return not over(key) and self.at.game.bank_draws(self.at.policies, key)

    def _drawn(self, hand: _Hand, kind: int) -> _Hand:
        key = add(self.at.policies.points, hand.key, self.samples[kind])
        if len(hand.first) < self.apart:
            return _Hand((*hand.first, kind), (), key)
        return _Hand(hand.first, tuple(sorted((*hand.others, kind))), key)

    def _seen(self, own: tuple[Card, ...], hand: _Hand) -> Iterator[object]:
        cards = tuple(self.samples[kind] for kind in (*hand.first, *hand.others))
        seen: dict[Look, object] = {
            "bank-up": cards[0],
            "bank-second": cards[1],
            "bank-hand": FinalHand(cards, hand.key),
            "bank-busts": over(hand.key),
            **dict(zip(self.own, own, strict=True)),
        }
        return (seen[look] for look in self.bet.looks_at)
