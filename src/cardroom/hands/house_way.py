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
from functools import cache
from importlib import resources
from itertools import combinations
from pathlib import Path as FilePath
from typing import Annotated, Final, NamedTuple

import msgspec

from cardroom.cards import CARDS, JOKER, UNSEEN, Card, CardError, Deck, show_cards
from cardroom.data_file import Path, Source, convert, nearest, read, suggested
from cardroom.errors import CardroomError
from cardroom.hands.pai_gow import Setting, back_value, front_value, has_complete, pai_gow_rank
from cardroom.hands.poker import ACE, Category, PokerValue

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
_RANKS: Final = {card: pai_gow_rank(card) for card in CARDS}
FROM_HIGHEST: Final = {card: (-pai_gow_rank(card), card is JOKER, card.suit) for card in CARDS}


class WayError(CardroomError):
    """The name of a house way that is not on file."""


class HandPattern(NamedTuple):
    """What a rule may ask about seven cards; ranks are 2 to 14, and the joker is an ace."""

    name: str
    complete: bool
    groups: tuple[tuple[int, int], ...]
    """Rank and size of each group of two or more cards, larger groups first, then higher ranks."""
    spares: tuple[int, ...]
    held: tuple[int, ...]
    """All ranks, from the highest down."""
    order: tuple[int, ...]
    """The same with 14 for the highest rank, 13 for the next, and so on, whatever they are."""

    @classmethod
    def of(cls, cards: Sequence[Card]) -> HandPattern:
        held = tuple(sorted([_RANKS[card] for card in cards], reverse=True))
        name, order, groups, spares = _pattern(tuple([held.index(rank) for rank in held]))
        return cls(
            name,
            has_complete(cards),
            tuple([(held[place], size) for place, size in groups]),
            tuple([held[place] for place in spares]),
            held,
            order,
        )


class _Pattern(NamedTuple):
    """What is alike in all hands whose ranks repeat at the same places."""

    name: str
    order: tuple[int, ...]
    groups: tuple[tuple[int, int], ...]
    """The place of its first card, and the size."""
    spares: tuple[int, ...]


@cache
def _pattern(firsts: tuple[int, ...]) -> _Pattern:
    """By the first place with the same rank, for each place."""
    counts = Counter(firsts)
    groups = sorted(
        ((place, size) for place, size in counts.items() if size > 1),
        key=lambda group: (-group[1], group[0]),
    )
    spares = tuple(place for place, size in counts.items() if size == 1)
    name = SHAPES[tuple(size for _, size in groups)]
    order = tuple(ACE - list(counts).index(place) for place in firsts)
    return _Pattern(name, order, tuple(groups), spares)


Text = Annotated[str, msgspec.Meta(max_length=500)]
RULES_MAX: Final = 63
"""The compiled tables number the rules of a way in six bits."""


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

    def fits(self, shape: HandPattern) -> bool:
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

    def fronts(self, order: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
        """Fronts, by place, that hold what must lie there and leave what must lie behind; the best
        first. Where they lie depends on the order of the ranks, not on the ranks."""
        return _fronts(self.front, self.behind, order)

    def allows(self, back: PokerValue) -> bool:
        """Whether five cards are what must lie behind, besides the groups that `fronts` leaves."""
        return "complete" not in self.behind or back.category in COMPLETE

    def place(self, cards: tuple[Card, ...], shape: HandPattern) -> Setting | None:
        """The best front that follows the rule and does not make a foul; None if there is none.

        `cards` are sorted from the highest down.
        """
        found = []
        for i, j in self.fronts(shape.order):
            setting = Setting((cards[i], cards[j]), cards[:i] + cards[i + 1 : j] + cards[j + 1 :])
            back = back_value(setting.back)
            if not setting.foul and self.allows(back):
                found.append((front_value(setting.front), back, setting))
        # Of equal settings the first.
        return max(found, key=lambda each: each[:2])[2] if found else None


@cache
def _fronts(
    front: tuple[str, ...], behind: tuple[str, ...], order: tuple[int, ...]
) -> tuple[tuple[int, int], ...]:
    pattern = _pattern(tuple([order.index(rank) for rank in order]))
    wanted, kept = _demand(front, order, pattern), _demand(behind, order, pattern)
    if wanted is None or kept is None:
        return ()
    spare = {rank: order.count(rank) - count for rank, count in kept.items()}
    found = []
    for i, j in PLACES:
        a, b = order[i], order[j]
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

    def named(self, id: str) -> Rule:
        return next(rule for rule in self.rule if rule.id == id)

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
    hand = tuple(sorted(hand, key=FROM_HIGHEST.__getitem__))
    shape = HandPattern.of(hand)
    for rule in way.rule:
        if rule.fits(shape) and (setting := rule.place(hand, shape)) is not None:
            if rule.if_front_beats is not None:
                other = way.named(rule.if_front_beats).place(hand, shape)
                if other and front_value(setting.front) <= front_value(other.front):
                    continue
            return Placed(setting.front, setting.back, rule)
    raise AssertionError("the last rule of a house way matches every hand")


def read_way(source: Source) -> HouseWay:
    """A house way from its file; `FileError` says what is wrong with it, and where."""
    return checked_way(convert(source, HouseWay), source)


def checked_way(way: HouseWay, source: Source) -> HouseWay:
    """The way, if it can be followed; `FileError` says all that is wrong with it."""
    if found := list(way.faults()):
        raise source.error(found[0][0], "; ".join(says for _, says in found))
    return way


def way_of(name: str) -> HouseWay:
    """The house way on file with this name, or one from the house's own TOML file."""
    return read_way(read(FilePath(name))) if name.endswith(".toml") else way_named(name)


@cache
def way_named(name: str) -> HouseWay:
    """The house way on file with this name."""
    if name not in way_names():
        near = nearest(name, way_names())
        raise WayError(f"there is no house way {name!r}; {near}on file: {', '.join(way_names())}")
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


def _demand(parts: Iterable[str], order: tuple[int, ...], pattern: _Pattern) -> Counter[int] | None:
    """How many cards of which rank must lie there; None if the hand lacks the group."""
    demand: Counter[int] = Counter()
    for part in parts:
        amount, _, group = part.rpartition(" of ")
        if group in GROUPS:
            number = GROUPS.index(group)
            if number >= len(pattern.groups):
                return None
            place, size = pattern.groups[number]
            demand[order[place]] += {"": size, "pair": 2, "one": 1}[amount]
        elif part == "spare":
            if not pattern.spares:
                return None
            demand[order[pattern.spares[0]]] += 1
    return demand
