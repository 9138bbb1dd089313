"""House ways: how a card room sets seven cards of pai gow poker, as data.

A house way is a list of rules, read from the top. The first rule that matches the hand and does not
make a foul decides. `houses/ways/*.toml` holds the published ways; a house writes its own in the
same terms (docs/house-ways.md):

    shape     the sizes of the groups of equal rank, the joker an ace: "two-pair", "full-house" ...
    complete  whether five of the seven make a straight, a flush, or a straight flush
    first, second, third   ranks of those groups, larger groups first, then higher ranks: "7-T"
    spares    ranks of the highest cards outside the groups: ["A"], ["K-A"], ["A", "K"]
    front, behind          what must lie there: "first" (the whole group), "pair of first",
              "one of first", "spare" (the highest); in front "pair" (any); behind "complete"
    if_front_beats         only if the front is better than the one the named rule would make

Cards that a rule leaves open are set for the best front, then for the best back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from importlib import resources
from itertools import combinations
from typing import Annotated, Final, NamedTuple

import msgspec

from cardroom.cards import CARDS, JOKER, UNSEEN, Card, CardError, Deck, show_cards
from cardroom.data_file import Path, Source, convert, suggested
from cardroom.hands.pai_gow import Setting, back_value, front_value, has_complete, pai_gow_rank
from cardroom.hands.poker import Category, HandValue

SHAPES: Final[dict[tuple[int, ...], str]] = {
    (): "no-pair",
    (2,): "pair",
    (2, 2): "two-pair",
    (2, 2, 2): "three-pair",
    (3,): "trips",
    (3, 3): "two-trips",
    (3, 2): "full-house",
    (3, 2, 2): "full-house",
    (4,): "quads",
    (4, 2): "quads-pair",
    (4, 3): "quads-trips",
    (5,): "five-aces",
    (5, 2): "five-aces-pair",
}
COMPLETE: Final = frozenset({Category.STRAIGHT, Category.FLUSH, Category.STRAIGHT_FLUSH})
ORDER: Final = "23456789TJQKA"
GROUPS: Final = ("first", "second", "third")
PLACES: Final = tuple(combinations(range(7), 2))


class WayError(ValueError):
    """The name of a house way that is not on file."""


class Shape(NamedTuple):
    """What a rule may ask about seven cards; ranks are 2 to 14, and the joker is an ace."""

    name: str
    complete: bool
    groups: tuple[tuple[int, int], ...]
    """Rank and size of each group of two or more cards, larger groups first, then higher ranks."""
    spares: tuple[int, ...]

    @classmethod
    def of(cls, cards: Sequence[Card]) -> Shape:
        counts = Counter(pai_gow_rank(card) for card in cards)
        groups = sorted(
            ((rank, size) for rank, size in counts.items() if size > 1),
            key=lambda group: (-group[1], -group[0]),
        )
        spares = sorted((rank for rank, size in counts.items() if size == 1), reverse=True)
        name = SHAPES[tuple(size for _, size in groups)]
        return cls(name, has_complete(cards), tuple(groups), tuple(spares))


Text = Annotated[str, msgspec.Meta(max_length=500)]
RULES_MAX: Final = 200


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    id: Text
    says: Text
    shape: tuple[str, ...] = ()
    complete: bool | None = None
    first: str | None = None
    second: str | None = None
    third: str | None = None
    spares: tuple[str, ...] = ()
    front: tuple[str, ...] = ()
    behind: tuple[str, ...] = ()
    if_front_beats: str | None = None

    @property
    def unconditional(self) -> bool:
        return msgspec.structs.replace(self, id="", says="") == Rule("", "")

    def faults(self) -> Iterator[tuple[str, str]]:
        """The setting that is wrong, and what would be right."""
        for shape in self.shape:
            if shape not in SHAPES.values():
                known = suggested(shape, dict.fromkeys(SHAPES.values()))
                yield "shape", f"{self.id}: {shape!r} is not a shape; {known}"
        ranges = [(name, getattr(self, name)) for name in GROUPS]
        for name, text in [*ranges, *(("spares", text) for text in self.spares)]:
            if text is not None and not span(text):
                says = "write a rank like 7, or a range like 7-T or K-A"
                yield name, f"{self.id}: {text!r} is not a rank or a range; {says}"
        for place, parts in (("front", self.front), ("behind", self.behind)):
            any_of = [*GROUPS, *(f"{n} of {g}" for g in GROUPS for n in ("pair", "one")), "spare"]
            any_of.append("complete" if place == "behind" else "pair")
            for part in parts:
                if part not in any_of:
                    known = suggested(part, any_of)
                    yield place, f"{self.id}: {place} cannot be {part!r}; {known}"

    def fits(self, shape: Shape) -> bool:
        if self.shape and shape.name not in self.shape:
            return False
        if self.complete is not None and self.complete is not shape.complete:
            return False
        for text, held in zip(
            (self.first, self.second, self.third), _padded(g[0] for g in shape.groups), strict=True
        ):
            if text is not None and held not in span(text):
                return False
        return len(self.spares) <= len(shape.spares) and all(
            held in span(text) for text, held in zip(self.spares, shape.spares, strict=False)
        )

    def place(self, cards: Sequence[Card], shape: Shape) -> Setting | None:
        """The best front that follows the rule and does not make a foul; None if there is none.

        `cards` are sorted from the highest down.
        """
        chosen: tuple[HandValue, HandValue, Setting] | None = None
        held = tuple([pai_gow_rank(card) for card in cards])
        for i, j in _fronts(self.front, self.behind, held, shape):
            two = (cards[i], cards[j])
            value = _front_value(held[i], held[j])
            if chosen is not None and value < chosen[0]:
                break
            rest = (*cards[:i], *cards[i + 1 : j], *cards[j + 1 :])
            back = _back_value(tuple([card.rank for card in rest]), _suits(rest))
            incomplete = "complete" in self.behind and back.category not in COMPLETE
            if value <= back and not incomplete and (chosen is None or back > chosen[1]):
                chosen = (value, back, Setting(two, rest))
        return chosen[2] if chosen else None


@cache
def _front_value(high: int, low: int) -> HandValue:
    """By the ranks of its cards, 2 to 14."""
    return front_value((_card(high, 0), _card(low, 1)))


@cache
def _back_value(ranks: tuple[int, ...], suits: int) -> HandValue:
    """By the ranks of its cards, 0 for the joker, and whether they are of one suit or more."""
    return back_value(
        tuple(
            [
                JOKER if rank == 0 else _card(rank, place % 4 if suits > 1 else 0)
                for place, rank in enumerate(ranks)
            ]
        )
    )


def _card(rank: int, suit: int) -> Card:
    return CARDS[suit * 13 + (rank - 1) % 13]


def _suits(cards: Iterable[Card]) -> int:
    """1 if the cards are of one suit, otherwise 2; the joker is of any suit."""
    return min(2, len({card.suit for card in cards if card is not JOKER}))


@lru_cache(maxsize=1 << 17)
def _fronts(
    front: tuple[str, ...], behind: tuple[str, ...], held: tuple[int, ...], shape: Shape
) -> tuple[tuple[int, int], ...]:
    """Fronts, by place, that hold what must lie there and leave what must lie behind; the best
    first. Hands that differ in their suits only have the same."""
    wanted, kept = _demand(front, shape), _demand(behind, shape)
    if wanted is None or kept is None:
        return ()
    spare = {rank: held.count(rank) - count for rank, count in kept.items()}
    found = []
    for i, j in PLACES:
        a, b = held[i], held[j]
        if "pair" in front and a != b:
            continue
        if all((a == rank) + (b == rank) >= count for rank, count in wanted.items()) and all(
            (a == rank) + (b == rank) <= count for rank, count in spare.items()
        ):
            found.append((a == b, a, b, -i, -j))
    return tuple((-i, -j) for *_, i, j in sorted(found, reverse=True))


class HouseWay(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    name: Text
    title: Text
    source: Text
    readings: tuple[Text, ...] = ()
    """What this file does where the source is silent."""
    rule: tuple[Rule, ...] = ()

    def faults(self) -> Iterator[tuple[Path, str]]:
        """Everything that is wrong with the way, not just the first fault, and where."""
        if len(self.rule) > RULES_MAX:
            says = f"a house way has at most {RULES_MAX} rules, not {len(self.rule):,}"
            yield ("rule", RULES_MAX), says
            return
        ids = [rule.id for rule in self.rule]
        for place, rule in enumerate(self.rule):
            yield from ((("rule", place, name), says) for name, says in rule.faults())
            if rule.id in ids[:place]:
                yield ("rule", place, "id"), f"two rules have the id {rule.id}"
            if rule.if_front_beats is not None and rule.if_front_beats not in ids[place + 1 :]:
                says = f"{rule.id}: no later rule has the id {rule.if_front_beats}"
                yield ("rule", place, "if_front_beats"), says
        if not self.rule or not self.rule[-1].unconditional:
            says = "the last rule must match every hand: give it only an id and a text"
            yield ("rule", len(self.rule) - 1) if self.rule else (), says


class Placed(NamedTuple):
    front: tuple[Card, ...]
    back: tuple[Card, ...]
    rule: Rule


def set_hand(cards: Iterable[Card], way: HouseWay) -> Placed:
    """Seven cards of one deck with a joker, set the house way. The setting is never foul."""
    hand = tuple(cards)
    if len(hand) != 7:
        raise CardError(f"a pai gow hand has seven cards, not {len(hand)}")
    if UNSEEN in hand:
        raise CardError(f"a hand with an unseen card cannot be set: {show_cards(hand)}")
    if twice := Deck(packs=1, jokers=1).excess(hand):
        raise CardError(f"{twice} appears twice: {show_cards(hand)}")
    return HandSetter(way).place(hand)


class HandSetter:
    """Sets many hands one way: which rules fit a hand is found once for all hands alike.

    What rules ask about depends on the ranks and on whether there is a flush.
    """

    def __init__(self, way: HouseWay) -> None:
        self.way = way
        self._fitting: dict[tuple[tuple[int, ...], bool], tuple[Shape, tuple[Rule, ...]]] = {}
        self._rules = {rule.id: rule for rule in way.rule}

    def place(self, cards: Iterable[Card]) -> Placed:
        hand = tuple(sorted(cards, key=_from_highest))
        shape, rules = self._of(hand)
        for rule in rules:
            if (setting := rule.place(hand, shape)) is not None:
                if rule.if_front_beats is not None:
                    other = self._rules[rule.if_front_beats].place(hand, shape)
                    if other and front_value(setting.front) <= front_value(other.front):
                        continue
                return Placed(setting.front, setting.back, rule)
        raise AssertionError("the last rule of a house way matches every hand")

    def _of(self, hand: tuple[Card, ...]) -> tuple[Shape, tuple[Rule, ...]]:
        suits = [card.suit for card in hand]
        jokers = suits.count(JOKER.suit)
        flush = max([suits.count(suit) for suit in range(4)]) + jokers >= 5
        key = (tuple([card.rank for card in hand]), flush)
        found = self._fitting.get(key)
        if found is None:
            shape = Shape.of(hand)
            found = shape, tuple([rule for rule in self.way.rule if rule.fits(shape)])
            self._fitting[key] = found
        return found


def _from_highest(card: Card) -> tuple[int, bool, int]:
    return -pai_gow_rank(card), card is JOKER, card.suit


def read_way(source: Source) -> HouseWay:
    """A house way from its file; `FileError` says what is wrong with it, and where."""
    return checked_way(convert(source, HouseWay), source)


def checked_way(way: HouseWay, source: Source) -> HouseWay:
    """The way, if it can be followed; `FileError` says all that is wrong with it."""
    if found := list(way.faults()):
        raise source.error(found[0][0], "; ".join(says for _, says in found))
    return way


@cache
def way_named(name: str) -> HouseWay:
    """The house way on file with this name."""
    if name not in way_names():
        raise WayError(f"there is no house way {name!r}; on file: {', '.join(way_names())}")
    return read_way(Source((_WAYS / f"{name}.toml").read_text("utf-8"), f"{name}.toml"))


@cache
def way_names() -> tuple[str, ...]:
    """The names of the house ways on file, the default first."""
    names = sorted(p.name.removesuffix(".toml") for p in _WAYS.iterdir() if p.name[-5:] == ".toml")
    return (DEFAULT_WAY, *(name for name in names if name != DEFAULT_WAY))


DEFAULT_WAY: Final = "foxwoods"
_WAYS: Final = resources.files("cardroom") / "houses" / "ways"


@cache
def span(text: str) -> range:
    """Ranks 2 to 14 from "7", "7-T" or "K-A"; empty if the text is not a range."""
    low, _, high = text.partition("-")
    if low not in ORDER or (high or low) not in ORDER or len(low) != 1 or len(high) > 1:
        return range(0)
    return range(ORDER.index(low) + 2, ORDER.index(high or low) + 3)


def _padded(ranks: Iterable[int]) -> tuple[int, int, int]:
    first, second, third = (*ranks, 0, 0, 0)[:3]
    return first, second, third


def _demand(parts: Iterable[str], shape: Shape) -> Counter[int] | None:
    """How many cards of which rank must lie there; None if the hand lacks the group."""
    demand: Counter[int] = Counter()
    for part in parts:
        amount, _, group = part.rpartition(" of ")
        if group in GROUPS:
            place = GROUPS.index(group)
            if place >= len(shape.groups):
                return None
            rank, size = shape.groups[place]
            demand[rank] += {"": size, "pair": 2, "one": 1}[amount]
        elif part == "spare":
            if not shape.spares:
                return None
            demand[shape.spares[0]] += 1
    return demand
