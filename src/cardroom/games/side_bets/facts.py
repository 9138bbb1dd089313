"""Facts about cards: what each one asks, when it holds, and which cards it tells apart.

A fact is asked about one or more cards, its subject. It never fails: about a card that was not
dealt, every fact is false.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from typing import Final, Literal, NamedTuple

from cardroom.cards import CARDS, Card
from cardroom.games.side_bets.card_sets import CardSet
from cardroom.hands.points import Key, PointRule, add, over, points, soft, start

HandPart = Literal["first", "second", "third", "up", "hole", "player", "dealer"]
PARTS: Final[tuple[HandPart, ...]] = ("first", "second", "third", "up", "hole", "player", "dealer")
HANDS: Final[frozenset[HandPart]] = frozenset({"player", "dealer"})
"""Parts that are several cards: final hands."""
Subject = tuple[HandPart, ...]

ACE_HIGH: Final = 14
Quantity = Literal["total", "low total", "cards", "gap"]


class Seen(NamedTuple):
    """The cards of a subject, and what they are worth by the points of the game."""

    cards: tuple[Card, ...]
    points: PointRule
    key: Key | None = None
    """Of a final hand, as it was played."""
    makes: tuple[str, ...] = ()
    """Hands that only the game itself recognizes."""

    def worth(self) -> Key:
        if self.key is not None:
            return self.key
        key = start(self.points)
        for card in self.cards:
            key = add(self.points, key, card)
        return key


class Is(NamedTuple):
    """Every card is one of a set."""

    of: CardSet


class Has(NamedTuple):
    """At least one card is one of a set."""

    of: CardSet


class Same(NamedTuple):
    """All cards are alike; a joker is like no other card."""

    by: Literal["rank", "suit", "color"]


class OfAKind(NamedTuple):
    """At least this many cards of one rank."""

    number: int


class OfASuit(NamedTuple):
    number: int


class TwoPair(NamedTuple):
    """Two different ranks, at least two cards of each."""


class Run(NamedTuple):
    """Cards in sequence; an ace is high or low. `size` 0 means all of the cards."""

    size: int = 0
    suited: Literal["suited", ""] = ""
    top: Literal["ace", ""] = ""


class Number(NamedTuple):
    """A number between two others."""

    what: Quantity | CardSet
    """A set counts its cards."""
    least: int
    most: int


class Natural(NamedTuple):
    pass


class Busts(NamedTuple):
    pass


class Soft(NamedTuple):
    pass


class Between(NamedTuple):
    """A card's rank is strictly between those of two others; aces are high.

    The subject is the card, and then the two others.
    """


class Makes(NamedTuple):
    """A hand that the game itself recognizes, by name."""

    hand: str


HandFact = (
    Is
    | Has
    | Same
    | OfAKind
    | OfASuit
    | TwoPair
    | Run
    | Number
    | Natural
    | Busts
    | Soft
    | Between
    | Makes
)
_LOW_ACE: Final = 1 << 1
_RANK_BITS: Final = (0, 1 << ACE_HIGH | _LOW_ACE, *(1 << rank for rank in range(2, ACE_HIGH)))
"""[rank] where it stands in a run; a joker nowhere, an ace at either end."""
MANY: Final = 1000
"""No number of a fact is as high."""


def by_ranks(fact: HandFact) -> bool:
    """Whether it depends on the ranks of the cards alone."""
    match fact:
        case OfAKind() | TwoPair() | Same("rank") | Number(what="cards" | "total" | "low total"):
            return True
        case Run():
            return not fact.suited
        case Is(of) | Has(of) | Number(what=of) if not isinstance(of, str):
            ranks = {CARDS[index].rank for index in of.cards}
            return of.cards == {card.index for card in CARDS if card.rank in ranks}
        case _:
            return False


def by_count(fact: HandFact) -> bool:
    """Whether it depends only on what a hand of 21 counts, whatever its cards are."""
    match fact:
        case Natural() | Busts() | Soft() | Number(what="cards" | "total" | "low total"):
            return True
        case _:
            return False


# --- when it holds ------------------------------------------------------------------------------


def holds(fact: HandFact) -> Callable[[Seen], bool]:
    """The fact as a test of cards."""
    match fact:
        case Is(of):
            return lambda seen: all(card.index in of.cards for card in seen.cards)
        case Has(of):
            return lambda seen: any(card.index in of.cards for card in seen.cards)
        case Same(by):
            return lambda seen: same(by, seen.cards)
        case Run():
            return lambda seen: _runs(fact, seen.cards)
        case Number(what, least, most):
            measure = _measure(what)
            return lambda seen: least <= measure(seen) <= most
        case Between():
            return lambda seen: _between(*map(high, seen.cards))
        case Makes(hand):
            return lambda seen: hand in seen.makes
        case OfAKind() | OfASuit() | TwoPair():
            return _grouped(fact)
        case Natural() | Busts() | Soft():
            return _counted(fact)


def _grouped(fact: OfAKind | OfASuit | TwoPair) -> Callable[[Seen], bool]:
    match fact:
        case OfAKind(number):
            return lambda seen: _most(_ranks(seen.cards)) >= number
        case OfASuit(number):
            return lambda seen: _most([c.suit for c in seen.cards if c.suit >= 0]) >= number
        case TwoPair():
            return lambda seen: sum(n > 1 for n in Counter(_ranks(seen.cards)).values()) > 1


def _counted(fact: Natural | Busts | Soft) -> Callable[[Seen], bool]:
    match fact:
        case Natural():
            return lambda seen: bool(seen.worth().natural)
        case Busts():
            return lambda seen: over(seen.worth())
        case Soft():
            return lambda seen: soft(seen.worth())


def color(card: Card) -> str:
    return "red" if card.red else "black" if card.black else ""


def high(card: Card) -> int:
    """2 to 14; 0 for a joker, which has no rank."""
    return ACE_HIGH if card.rank == 1 else card.rank


def same(by: str, cards: Sequence[Card]) -> bool:
    if any(card.rank == 0 for card in cards):
        return False
    first = cards[0]
    match by:
        case "rank":
            return all(card.rank == first.rank for card in cards)
        case "suit":
            return all(card.suit == first.suit for card in cards)
        case _:
            return all(card.red == first.red for card in cards)


def _ranks(cards: Sequence[Card]) -> list[int]:
    return [card.rank for card in cards if card.rank]


def _most(values: Sequence[int]) -> int:
    return max(Counter(values).values(), default=0)


def _runs(run: Run, cards: Sequence[Card]) -> bool:
    suits = {card.suit for card in cards}
    if not run.size:
        if run.suited and len(suits) > 1:
            return False
        if len(cards) < 2 or len({card.rank for card in cards}) < len(cards):
            return False
    if not run.suited or not run.size:
        return _in_sequence(run, cards, len(cards))
    return any(
        _in_sequence(run, [card for card in cards if card.suit == suit], len(cards))
        for suit in suits
    )


def _in_sequence(run: Run, cards: Sequence[Card], number: int) -> bool:
    """Each rank is a bit; a bit that stays has as many bits below it as the run is long."""
    there = 0
    for card in cards:
        there |= _RANK_BITS[card.rank]
    if run.top:
        there &= ~_LOW_ACE
    for _ in range(1, run.size or number):
        there &= there << 1
    return bool(there >> ACE_HIGH & 1 if run.top else there)


def _measure(what: Quantity | CardSet) -> Callable[[Seen], int]:
    if isinstance(what, CardSet):
        cards = what.cards
        return lambda seen: sum(card.index in cards for card in seen.cards)
    match what:
        case "total":
            return lambda seen: points(seen.worth())
        case "low total":
            return lambda seen: seen.worth().hard
        case "cards":
            return lambda seen: len(seen.cards) if seen.key is None else seen.key.size
        case "gap":
            return lambda seen: _gap(*map(high, seen.cards))


def _gap(*ranks: int) -> int:
    """The ranks strictly between the lowest and the highest; -1 with a joker, or for a pair."""
    return max(ranks) - min(ranks) - 1 if min(ranks) else -1


def _between(middle: int, one: int, other: int) -> bool:
    return bool(middle and one and other) and min(one, other) < middle < max(one, other)


# --- which cards it tells apart -----------------------------------------------------------------


def told_apart(fact: HandFact) -> Callable[[Card], Hashable]:
    """Cards of which this is alike are alike to the fact."""
    match fact:
        case Is(of) | Has(of) | Number(what=CardSet() as of):
            return lambda card: card.index in of.cards
        case Same("suit") | OfASuit():
            return lambda card: card.suit
        case Same("color"):
            return color
        case Same() | OfAKind() | TwoPair() | Between() | Number(what="gap"):
            return lambda card: card.rank
        case Run():
            return (lambda card: card.index) if fact.suited else (lambda card: card.rank)
        case Number(what="cards") | Makes():
            return lambda _: None
        case Natural():
            return natural_part
        case Number() | Busts() | Soft():
            return value_of


def value_of(card: Card) -> int:
    """What points depend on: faces count as tens."""
    return min(card.rank, 10)


def natural_part(card: Card) -> str:
    """What a natural depends on."""
    return {0: "joker", 1: "ace"}.get(card.rank, "ten" if card.rank >= 10 else "")


def rank_of(card: Card) -> int:
    return card.rank


def remembered_by(fact: HandFact) -> Callable[[Card], Hashable] | None:
    """What of the cards alone decides the fact, where there is little of it: values, or ranks."""
    match fact:
        case Number(what="total" | "low total") | Natural() | Soft():
            return value_of
        case OfAKind() | TwoPair() | Between() | Same("rank") | Number(what="gap"):
            return rank_of
        case Run(suited=""):
            return rank_of
        case Is() | Has() | Same() | OfASuit() | Number(what=CardSet()):
            return told_apart(fact)
        case _:
            return None
