"""How hands of the 21 games count.

A `Key` holds what the rules of the 21 games may ask about a hand, and nothing more. A `PointRule`
says which parts a game uses, so that a game has few keys: its rules are tabulated at every key.
Only `add` and `pin` make new keys.
"""

from __future__ import annotations

from functools import cache
from typing import Literal, NamedTuple

import msgspec

from cardroom.cards import CARDS, Card

DEALT, SPLIT, SPLIT_ACES = 0, 1, 2
"""Where a hand comes from: the deal, a split pair, or split aces."""

NO_SUIT, MIXED = -1, 4
"""`Key.suit` of an empty hand, and of a hand of several suits (or if the game ignores suits)."""

SEVENS, SIX_SEVEN_EIGHT, DEAD_RUN = 8, 7, -1
"""`Key.run`: bit 8 while all cards are sevens, bits 1, 2, 4 for a 6, 7, 8 seen once each."""

OVER = ", over"
"""How the name of a hand ends that has busted."""

JOKER_PAIR = 11
"""`Key.pair` of a single wild joker."""


class PointRule(msgspec.Struct, frozen=True, cache_hash=True):
    """How a game counts: what a joker is worth, what a Max Bet pins, what its pay rows look at."""

    joker: Literal["ten", "wild", "two"] | None = None
    """A joker counts ten; makes any hand 21; or counts 2 or 12."""
    natural_after_split: bool = False
    two_aces_natural: bool = False
    pins_aces: bool = False
    pins_split_second_card: bool = False
    tracks_suits: bool = False
    tracks_runs: bool = False
    suits_of_runs: bool = False
    """From the third card on, suits count only in a hand of 6, 7 and 8 or of three sevens."""


class Key(NamedTuple):
    """What the rules may ask about a hand; fields that a game does not use keep their default."""

    hard: int = 0
    """The total with every ace as 1; a wild joker adds nothing."""
    free: int = 0
    """Nonzero if an ace may count 11: 1 for an ace, 2 for one that a Max Bet cannot pin."""
    size: int = 0
    pair: int = 0
    """With one card, its value. With two, the value of the pair (1 for aces), or 0 if none."""
    origin: int = DEALT
    natural: int = 0
    """1 if the first two cards are an ace and a ten-value (or two wild jokers)."""
    jokers: int = 0
    """The number of wild jokers, counted up to two."""
    pinned: int = 0
    """1 after a Max Bet: the initial aces count 1 for good."""
    suit: int = MIXED
    run: int = DEAD_RUN


@cache
def start(rule: PointRule, origin: int = DEALT) -> Key:
    """An empty hand."""
    return Key(
        origin=origin,
        suit=NO_SUIT if rule.tracks_suits else MIXED,
        run=SEVENS if rule.tracks_runs else DEAD_RUN,
    )


def pip(card: Card) -> int:
    """1 for an ace, 2 to 10; a joker counts as a ten where it is not wild."""
    rank = card.rank
    return 10 if rank > 10 or rank == 0 else rank


@cache
def add(rule: PointRule, key: Key, card: Card) -> Key:
    """The hand with one more card."""
    if card.rank < 0:
        raise ValueError("a card that nobody has seen has no points")
    if card.suit > 0 and not rule.tracks_suits:
        # Computed once for all four suits.
        return add(rule, key, CARDS[card.rank - 1])
    joker = card.rank == 0
    wild = joker and rule.joker == "wild"
    two = joker and rule.joker == "two"
    value = 0 if wild else 2 if two else pip(card)
    ace = card.rank == 1 or two
    size = key.size + 1
    hard = key.hard + value
    jokers = min(2, key.jokers + wild)
    free = key.free | _freedom(rule, key, size) if ace else key.free
    natural = 0
    if size == 2 and (key.origin == DEALT or rule.natural_after_split):
        natural = int(_natural(rule, key, card, hard, free))
    run = _run(key, card) if rule.tracks_runs else DEAD_RUN
    suits = rule.tracks_suits and not (rule.suits_of_runs and size > 2 and run == DEAD_RUN)
    pair = _pair(key, JOKER_PAIR if wild or two else value)
    suit = _suit(key, card) if suits else MIXED
    # By position, because tables add thousands of cards: names would double the time.
    return Key(hard, free, size, pair, key.origin, natural, jokers, key.pinned, suit, run)


def _freedom(rule: PointRule, key: Key, size: int) -> int:
    """What an ace adds to `free` if it is the hand's card number `size`."""
    if not rule.pins_aces:
        return 1
    second_to_split = key.origin != DEALT and size == 2 and not rule.pins_split_second_card
    if size > 2 or second_to_split:
        return 2
    return 0 if key.pinned else 1


def _natural(rule: PointRule, key: Key, card: Card, hard: int, free: int) -> bool:
    """Whether two cards are a natural: an ace and a ten-value, or two wild jokers."""
    if rule.two_aces_natural and key.pair == 1 and card.rank == 1:
        return True
    if rule.joker in ("wild", "two"):
        return key.pair == JOKER_PAIR and card.rank == 0
    return hard == 11 and free > 0


def _pair(key: Key, value: int) -> int:
    """Wild jokers are never split."""
    if key.size == 0:
        return value
    return value if key.size == 1 and key.pair == value != JOKER_PAIR else 0


def _suit(key: Key, card: Card) -> int:
    if card.suit < 0:
        return MIXED
    return card.suit if key.suit in (NO_SUIT, card.suit) else MIXED


def _run(key: Key, card: Card) -> int:
    """Progress to exactly three sevens, or exactly one each of 6, 7 and 8."""
    if key.run == DEAD_RUN or key.size >= 3:
        return DEAD_RUN
    run = key.run & SEVENS if card.rank == 7 else 0
    if card.rank in (6, 7, 8):
        bit = 1 << (card.rank - 6)
        seen = key.run & SIX_SEVEN_EIGHT
        if not seen & bit and (seen or key.size == 0):
            run |= seen | bit
    return run or DEAD_RUN


@cache
def pin(key: Key) -> Key:
    """The hand after a Max Bet: the aces of the initial deal count 1 for good."""
    return key._replace(free=key.free & 2, natural=0, pinned=1)


@cache
def points(key: Key) -> int:
    """The best total: an ace counts 11 unless that would bust; a wild joker makes 21."""
    if key.jokers:
        return 21
    return key.hard + 10 if key.free and key.hard <= 11 else key.hard


def soft(key: Key) -> bool:
    return bool(key.free) and key.hard <= 11 and not key.jokers


def over(key: Key) -> bool:
    """Whether the hand has busted (a hand with a wild joker never has)."""
    return points(key) > 21


@cache
def label(key: Key) -> str:
    """The hand as a dealer announces it. Events store this text, so it must not change."""
    if key.natural:
        return "natural"
    total = points(key)
    if over(key):
        return f"{total}{OVER}"
    return f"soft {total}" if soft(key) and total < 21 else str(total)
