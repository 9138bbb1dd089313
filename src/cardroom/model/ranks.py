"""Ranks as the odds see them: ten values and the joker, and classes of equivalent cards.

A hand of the solver is a bag of eleven ranks: 0 is the ace, 1 to 8 are 2 to 9, 9 is every ten-value
card (including a joker that counts ten), and 10 is any other joker. A bag is one integer, with five
bits per rank. Card classes are finer where a game's hands look at suits: `points.add` treats all
cards of one class alike.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardroom.cards import CARDS, JOKER, Card, Deck
from cardroom.hands.points import PointRule, pip

Ints = NDArray[np.int64]
RANKS: Final = 11
TEN_RANK: Final = 9
JOKER_RANK: Final = 10
BITS: Final = 5
"""The bits per rank in a bag: no hand that still draws holds more than 21 cards."""
RANK_NAMES: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "Jk")
UPS: Final = 14
"""Up cards numbered as in the rules: 1 to 13 by rank, 0 for a joker."""


Suits = Literal["all", "own"]
"""Each suit separately; or the suit of a hand's first card against the other three, which is all
that the odds need, because suits are interchangeable."""


def rank_of(rule: PointRule, card: Card) -> int:
    if card is JOKER:
        return TEN_RANK if rule.joker == "ten" else JOKER_RANK
    return pip(card) - 1


class Cards(NamedTuple):
    """The cards that a deck may hold, as classes."""

    rank: Ints
    """[53] the rank of each card, by card index."""
    cls: Ints
    """[53] the class of each card."""
    samples: tuple[Card, ...]
    """One card of each class; the rules are called with it and answer for the class."""
    class_rank: Ints
    """[classes] the rank of each class."""
    in_deck: Ints
    """[53] how many of each card the posted deck holds."""

    @property
    def ranks(self) -> list[int]:
        """The ranks that there are, in order."""
        return sorted(set(self.class_rank.tolist()))

    def of_rank(self, rank: int) -> list[int]:
        """The classes of a rank, the hand's own suit first."""
        return [cls for cls, each in enumerate(self.class_rank.tolist()) if each == rank]


def cards_of(rule: PointRule, deck: Deck, suits: Suits = "all") -> Cards:
    """Suits make classes only where hands look at them; jokers only where the deck has any."""
    samples: list[Card] = []
    numbers: dict[tuple[int, int], int] = {}
    cls = np.zeros(len(CARDS), np.int64)
    for card in CARDS:
        if card is JOKER and not deck.jokers:
            continue
        mark = (rank_of(rule, card), _told(card, suits) if rule.tracks_suits else 0)
        if mark not in numbers:
            numbers[mark] = len(samples)
            samples.append(card)
        cls[card.index] = numbers[mark]
    in_deck = np.array([deck.holds(card) for card in CARDS], np.int64)
    return Cards(
        np.array([rank_of(rule, card) for card in CARDS], np.int64),
        cls,
        tuple(samples),
        np.array([rank_of(rule, card) for card in samples], np.int64),
        in_deck,
    )


def _told(card: Card, suits: Suits) -> int:
    """A joker has no suit, so it is never of a hand's own suit."""
    if suits == "all":
        return card.suit
    return 0 if card.suit == 0 else 1


def bag_of(counts: Ints) -> Ints:
    """The integer of each row of eleven counts."""
    bags: Ints = (counts.astype(np.int64) << (BITS * np.arange(RANKS))).sum(axis=-1)
    return bags


def counts_of(bags: Ints) -> Ints:
    """[n, 11] the counts of each bag."""
    return (bags[:, None] >> (BITS * np.arange(RANKS))) & ((1 << BITS) - 1)
