"""Conditions: facts joined by and, or, not. Finite trees, so every question about them ends."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import NamedTuple

from cardroom.cards import CARDS, Card
from cardroom.games.side_bets.facts import (
    HANDS,
    PARTS,
    Busts,
    HandFact,
    HandPart,
    Makes,
    Seen,
    Subject,
    holds,
    remembered_by,
    told_apart,
)
from cardroom.hands.points import PointRule
from cardroom.rules.side_bet import FinalHand


class About(NamedTuple):
    subject: Subject
    fact: HandFact


class AllOf(NamedTuple):
    parts: tuple[Condition, ...]


class AnyOf(NamedTuple):
    parts: tuple[Condition, ...]


class Not(NamedTuple):
    part: Condition


Condition = About | AllOf | AnyOf | Not


def facts_in(condition: Condition) -> Iterator[About]:
    """Every fact that a condition asks for."""
    match condition:
        case About():
            yield condition
        case AllOf(parts) | AnyOf(parts):
            for part in parts:
                yield from facts_in(part)
        case Not(part):
            yield from facts_in(part)


def parts_of(conditions: Sequence[Condition], cards: Sequence[HandPart]) -> tuple[HandPart, ...]:
    """What a bet looks at: its cards, and whatever else its conditions ask about.

    The order is the file's, then that of the deal.
    """
    asked = {part for each in conditions for fact in facts_in(each) for part in fact.subject}
    others = [part for part in PARTS if part in asked and part not in cards]
    return (*(part for part in cards if part in asked), *others)


def only_busts(conditions: Sequence[Condition], part: HandPart) -> bool:
    """Whether all they ask about a hand is whether it busts."""
    asked = [each for one in conditions for each in facts_in(one) if part in each.subject]
    return all(each == About((part,), Busts()) for each in asked)


Test = Callable[[Sequence[object]], bool]
"""A condition ready to be asked about what a bet sees, in the order of what it looks at."""


class Places(NamedTuple):
    """Where a condition finds the parts it asks about."""

    at: Mapping[HandPart, int]
    points: PointRule


def compiled(condition: Condition, places: Places) -> Test:
    match condition:
        case About(subject, fact):
            return _asked(subject, fact, places)
        case AllOf(parts):
            return _all_of([compiled(part, places) for part in parts])
        case AnyOf(parts):
            return _any_of([compiled(part, places) for part in parts])
        case Not(part):
            test = compiled(part, places)
            return lambda seen: not test(seen)


def _all_of(tests: Sequence[Test]) -> Test:
    def test_all(seen: Sequence[object]) -> bool:
        for test in tests:  # noqa: SIM110 - a generator would take twice as long
            if not test(seen):
                return False
        return True

    return test_all


def _any_of(tests: Sequence[Test]) -> Test:
    def test_any(seen: Sequence[object]) -> bool:
        for test in tests:  # noqa: SIM110 - a generator would take twice as long
            if test(seen):
                return True
        return False

    return test_any


def _asked(subject: Subject, fact: HandFact, places: Places) -> Test:
    true, at = holds(fact), [places.at[part] for part in subject]
    points = places.points
    if len(at) == 1 and subject[0] in HANDS:
        (place,) = at

        def of_hand(seen: Sequence[object]) -> bool:
            hand = seen[place]
            if isinstance(hand, bool):
                return hand
            assert isinstance(hand, FinalHand)
            there = bool(hand.cards or hand.key.size) or isinstance(fact, Makes)
            # Outside the games of 21, a hand has cards and no count.
            key = hand.key if hand.key.size else None
            return there and true(Seen(hand.cards, points, key, hand.makes))

        return of_hand

    mark = remembered_by(fact)
    if mark is None:
        return lambda seen: (cards := _cards(seen, at)) is not None and true(Seen(cards, points))
    marks = {card: mark(card) for card in CARDS}
    remembered: dict[tuple[Hashable, ...], bool] = {}

    def of_cards(seen: Sequence[object]) -> bool:
        cards = _cards(seen, at)
        if cards is None:
            return False
        values = tuple([marks[card] for card in cards])
        if values not in remembered:
            remembered[values] = true(Seen(cards, points))
        return remembered[values]

    return of_cards


def _cards(seen: Sequence[object], at: Sequence[int]) -> tuple[Card, ...] | None:
    """None where one was not dealt."""
    cards: list[Card] = []
    for place in at:
        part = seen[place]
        if isinstance(part, Card):
            cards.append(part)
        elif isinstance(part, FinalHand):
            cards += part.cards
        else:
            return None
    return tuple(cards)


class CompiledCondition:
    """A condition of a row: a callable value, equal to another one of the same words."""

    __slots__ = ("_identity", "_test", "condition")

    def __init__(self, condition: Condition, places: Places) -> None:
        self.condition = condition
        self._identity = (condition, tuple(places.at.items()), places.points)
        self._test = compiled(condition, places)

    def __call__(self, *seen: object) -> bool:
        return self._test(seen)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CompiledCondition) and self._identity == other._identity

    def __hash__(self) -> int:
        return hash(self._identity)

    def __str__(self) -> str:
        return str(self.condition)


def kinds_of_cards(conditions: Sequence[Condition], part: HandPart) -> tuple[int, ...]:
    """[card] a number that is the same for cards which no condition tells apart at this part."""
    asked = {each.fact for one in conditions for each in facts_in(one) if part in each.subject}
    marks = [told_apart(fact) for fact in sorted(asked, key=repr)]
    found: dict[Hashable, int] = {}
    return tuple(
        found.setdefault(tuple(mark(card) for mark in marks), len(found)) for card in CARDS
    )
