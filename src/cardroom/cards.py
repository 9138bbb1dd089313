"""Cards, decks, the order of a shoe, and the card counts that odds are computed from.

A card has a rank and a suit but no value; each game decides what a card is worth.
A `Shoe` is an order, a `Composition` is a bag of counts; the two never mix.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import ClassVar, Final, TypeVar, final

import msgspec

from cardroom.errors import CardroomError

RANKS: Final = "A23456789TJQK"
SUITS: Final = "cdhs"
JOKER_INDEX: Final = 52
UNSEEN_INDEX: Final = 53

Thing = TypeVar("Thing")
"""Whatever is shuffled: cards, or their positions."""


class CardError(CardroomError):
    """Text that does not name a card, or cards that no deck can hold."""


def _no_card(text: str) -> CardError:
    return CardError(f"{text!r} is not a card; write rank and suit as in As, Td, 7c, or Jk")


@final
class Card:
    """One card, interned: two equal cards are the same object.

    `rank` is 1 (ace) to 13 (king), 0 for a joker; `suit` is 0 to 3 in the order of `SUITS`,
    -1 for a joker. `index` is suit * 13 + rank - 1, 52 for a joker. `UNSEEN` is a card that
    nobody has seen; it has no rank.
    """

    __slots__ = ("index", "rank", "suit", "text")
    index: int
    rank: int
    suit: int
    text: str
    _interned: ClassVar[dict[str, Card]] = {}

    def __new__(cls, text: str) -> Card:
        card = cls._interned.get(text)
        if card is None:
            raise _no_card(text)
        return card

    @classmethod
    def _make(cls, text: str, index: int, rank: int, suit: int) -> Card:
        card = object.__new__(cls)
        card.text, card.index, card.rank, card.suit = text, index, rank, suit
        cls._interned[text] = card
        return card

    def __repr__(self) -> str:
        return self.text

    __str__ = __repr__

    def __reduce__(self) -> tuple[type[Card], tuple[str]]:
        return (Card, (self.text,))

    def __lt__(self, other: Card) -> bool:
        return self.index < other.index

    @property
    def red(self) -> bool:
        """Diamonds and hearts; a joker has no color."""
        return self.suit in (1, 2)

    @property
    def black(self) -> bool:
        return self.suit in (0, 3)


CARDS: Final[tuple[Card, ...]] = tuple(
    Card._make(r + s, suit * 13 + rank, rank + 1, suit)
    for suit, s in enumerate(SUITS)
    for rank, r in enumerate(RANKS)
) + (Card._make("Jk", JOKER_INDEX, 0, -1),)
JOKER: Final[Card] = CARDS[JOKER_INDEX]
UNSEEN: Final[Card] = Card._make("??", UNSEEN_INDEX, -1, -1)
_NAMED: Final = Card._interned


def parse_cards(text: str) -> tuple[Card, ...]:
    """Cards from text, separated by spaces or commas, or run together ("AsKs")."""
    cards: list[Card] = []
    try:
        for word in text.replace(",", " ").split():
            if len(word) % 2:
                raise _no_card(word)
            cards += [_NAMED[word[i : i + 2]] for i in range(0, len(word), 2)]
    except KeyError as error:
        raise _no_card(error.args[0]) from None
    return tuple(cards)


def show_cards(cards: Iterable[Card]) -> str:
    return " ".join(card.text for card in cards)


class Deck(msgspec.Struct, frozen=True):
    """What goes into a shoe: a number of decks, with or without some ranks, and of jokers."""

    packs: int = 1
    jokers: int = 0
    without: tuple[int, ...] = ()
    """Ranks that are taken out of each deck; a Spanish deck lacks its four tens."""

    def __iter__(self) -> Iterator[Card]:
        for _ in range(self.packs):
            yield from (card for card in CARDS[:JOKER_INDEX] if card.rank not in self.without)
        for _ in range(self.jokers):
            yield JOKER

    def __len__(self) -> int:
        return self.pack * self.packs + self.jokers

    @property
    def pack(self) -> int:
        """The number of cards in a deck."""
        return JOKER_INDEX - len(SUITS) * len(self.without)

    def holds(self, card: Card) -> int:
        """How many of a card the deck has."""
        if card is JOKER:
            return self.jokers
        return 0 if card.rank in self.without else self.packs

    def excess(self, cards: Iterable[Card]) -> Card | None:
        """The first card that exceeds its count in this deck, if any does."""
        seen: Counter[Card] = Counter()
        for card in cards:
            if card is UNSEEN:
                continue
            seen[card] += 1
            if seen[card] > self.holds(card):
                return card
        return None


def decks_of(number: int) -> str:
    """ "1 deck", "6 decks" """
    return "1 deck" if number == 1 else f"{number} decks"


class Composition(msgspec.Struct, frozen=True):
    """How many of each card are left, by card index. For odds, never for dealing."""

    counts: tuple[int, ...]

    @classmethod
    def of(cls, cards: Iterable[Card]) -> Composition:
        counts = [0] * (JOKER_INDEX + 1)
        for card in cards:
            counts[card.index] += 1
        return cls(tuple(counts))

    def __len__(self) -> int:
        return sum(self.counts)

    def __iter__(self) -> Iterator[Card]:
        for card, count in zip(CARDS, self.counts, strict=True):
            yield from (card,) * count

    def without(self, cards: Iterable[Card]) -> Composition:
        counts = list(self.counts)
        for card in cards:
            counts[card.index] -= 1
            if counts[card.index] < 0:
                raise CardError(f"there is no {card} left in the shoe")
        return Composition(tuple(counts))


def shuffled(cards: Sequence[Thing], below: Callable[[int], int]) -> tuple[Thing, ...]:
    """A fair order: Fisher-Yates from the front, so that a lazy shuffle deals the same cards.

    `below(n)` must be unbiased on 0 .. n-1 (`Stream.below`, or the operating system's entropy).
    """
    order = list(cards)
    size = len(order)
    for i in range(size - 1):
        j = i + below(size - i)
        order[i], order[j] = order[j], order[i]
    return tuple(order)


GOLDEN: Final = 0x9E3779B97F4A7C15
"""2**64 divided by the golden ratio, as an odd number: what splitmix64 adds for each number."""
FIRST_MIXER: Final = 0xBF58476D1CE4E5B9
SECOND_MIXER: Final = 0x94D049BB133111EB
"""What splitmix64 multiplies by. Compiled code has the same stream: `analysis.kernels.stream`."""
_MASK: Final = (1 << 64) - 1


class Stream:
    """Random numbers as a function of (seed, number): splitmix64, for the simulator and the engine.

    `below` uses rejection (Lemire), so it is unbiased. Tables where people play never use this
    stream; they use the operating system's entropy.
    """

    __slots__ = ("state",)

    def __init__(self, seed: int, number: int = 0) -> None:
        self.state = _mix((seed & _MASK) ^ _mix((number + GOLDEN) & _MASK))

    def next(self) -> int:
        self.state = (self.state + GOLDEN) & _MASK
        return _mix(self.state)

    def below(self, n: int) -> int:
        """Unbiased on 0 .. n-1, for n up to 2**32."""
        product = (self.next() >> 32) * n
        low = product & 0xFFFFFFFF
        if low < n:
            threshold = ((1 << 32) - n) % n
            while low < threshold:
                product = (self.next() >> 32) * n
                low = product & 0xFFFFFFFF
        return product >> 32


def _mix(z: int) -> int:
    z = ((z ^ (z >> 30)) * FIRST_MIXER) & _MASK
    z = ((z ^ (z >> 27)) * SECOND_MIXER) & _MASK
    return z ^ (z >> 31)
