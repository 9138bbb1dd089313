"""Player drills: what is best here, and what a mistake costs, exactly.

Values come from an adviser, which the program binds (`Adviser`); the school does not compute odds.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Protocol

import msgspec

from cardroom import houses
from cardroom.cards import Stream
from cardroom.money import exact
from cardroom.rules.ruleset import Ruleset
from cardroom.school import deals
from cardroom.school.course import AS_WRITTEN, CARDS, Posed, at_level, drill_posting, stratum_of
from cardroom.school.deals import DecisionPoint
from cardroom.school.drill import Drill, DrillLevel, SchoolError
from cardroom.school.library import PostedAt
from cardroom.school.question import OneOf, Question
from cardroom.school.scene import hands, scene

DEALS: Final = 1500
"""Deals that are looked through for different decisions."""
CHOICES_MAX: Final = 6
SAME: Final = 1e-9


class ValuedOption(msgspec.Struct, frozen=True):
    """One option of a decision, and what it is worth in wagers."""

    text: str
    units: float


class Valued(msgspec.Struct, frozen=True):
    options: tuple[ValuedOption, ...]
    """Best first."""
    wager: int
    """The wager in cents."""
    why: str = ""
    assumes: tuple[str, ...] = ()


class Adviser(Protocol):
    """Somebody who knows what each option of a decision is worth."""

    def value(self, moment: DecisionPoint) -> Valued | None:
        """None where there is no exact value."""


class PlayerCourse:
    """A player drill under posted rules: every kind of decision, by seed and number."""

    def __init__(self, drill: Drill, adviser: Adviser, posting: PostedAt = AS_WRITTEN) -> None:
        self.drill, self.posting = drill, drill_posting(drill, posting)
        self._adviser = adviser
        self.rules: Ruleset = houses.ruleset(
            drill.game, dict(self.posting.options), self.posting.house
        )
        start = deals.opened(self.rules)
        if start is None:
            raise SchoolError(f"{self.rules.title} has no decisions against the bank")
        self._start = start
        self._margins: dict[str, float] = {}
        self.strata: Mapping[str, Sequence[int]] = _strata(self)

    def question(self, seed: int, number: int, level: DrillLevel) -> Posed:
        return self.about(stratum_of(self.strata, seed, number), seed, number, level)

    def about(self, stratum: str, seed: int, number: int, level: DrillLevel) -> Posed:
        """A decision of one kind; it comes from one of the deals that have it."""
        chance = Stream(seed, CARDS + number)
        numbers = self.strata[stratum]
        deal = numbers[chance.below(len(numbers))]
        for moment in self.moments(deal):
            if situation(moment) == stratum:
                valued = self._adviser.value(moment)
                if valued is not None and len(valued.options) > 1:
                    asked = at_level(_question(moment, valued), level)
                    return Posed(
                        self.drill.name, self.rules.game, self.rules.digest, level.name,
                        level.seconds, seed, number, stratum, asked,
                    )  # fmt: skip
        raise SchoolError(f"{self.rules.title}: there are no exact values for {stratum}")

    def hardest(self, strata: Sequence[str]) -> str:
        """The closest decision: where the second best option costs the least."""
        return min(strata, key=self._margin)

    def _margin(self, stratum: str) -> float:
        """Of the candidates for the next question, most were candidates for this one, too."""
        if stratum not in self._margins:
            self._margins[stratum] = self._difference(stratum)
        return self._margins[stratum]

    def _difference(self, stratum: str) -> float:
        """What the best option is worth more than the next one that is not as good."""
        first = self.strata[stratum][0]
        moment = next(each for each in self.moments(first) if situation(each) == stratum)
        valued = self._adviser.value(moment)
        if valued is None:
            return math.inf
        best = valued.options[0].units
        worse = [best - each.units for each in valued.options if each.units < best - SAME]
        return min(worse, default=math.inf)

    def moments(self, deal: int) -> Iterator[DecisionPoint]:
        return deals.moments(self._start, Stream(deal, 0))


def _strata(course: PlayerCourse) -> Mapping[str, Sequence[int]]:
    """By situation: the deals in which it comes up."""
    found: dict[str, list[int]] = {}
    for deal in range(DEALS):
        for moment in course.moments(deal):
            if len(moment.ask.options) > 1:
                deals_of = found.setdefault(situation(moment), [])
                if deal not in deals_of:
                    deals_of.append(deal)
    return found


def situation(moment: DecisionPoint) -> str:
    """What the player sees, in a few words: the hand, the bank's hand, and what is offered."""
    shown = hands(moment.round, (moment.ask.box,))
    own = [hand for hand in shown if hand.name.startswith(f"box {moment.ask.box}")]
    bank = [hand for hand in shown if hand not in own and "??" not in "".join(hand.cards[:1])]
    cards = [card for hand in own for card in hand.cards]
    twins = ", a pair" if len(cards) == 2 and cards[0][0] == cards[1][0] else ""
    mine = " and ".join(hand.label for hand in own if hand.label) or moment.ask.topic
    against = " ".join(hand.cards[0][0] for hand in bank)
    verbs = " ".join(option.verb for option in moment.ask.options)
    return f"{mine}{twins} against {against or 'the bank'}: {verbs}"


def _question(moment: DecisionPoint, valued: Valued) -> Question:
    best = valued.options[0].units
    texts = {option.text: option for option in valued.options[:CHOICES_MAX]}
    options = tuple(sorted(texts))
    right = tuple(n for n, text in enumerate(options) if texts[text].units > best - SAME)
    working = [_cost(texts[text], best, valued.wager) for text in options]
    return Question(
        f"What is the best play for {_asked(moment)}?",
        scene(moment.round, (), open_boxes=(moment.ask.box,)),
        OneOf(options, right),
        (),
        situation(moment),
        (*working, *([valued.why] if valued.why else []), *valued.assumes),
    )


def _asked(moment: DecisionPoint) -> str:
    ask = moment.ask
    hands_of = {
        hand.name for hand in hands(moment.round) if hand.name.startswith(f"box {ask.box},")
    }
    split = f", hand {ask.number or 1}" if f"box {ask.box}, hand 2" in hands_of else ""
    return f"box {ask.box}{split}"


def _cost(option: ValuedOption, best: float, wager: int) -> str:
    """What an option is worth, and what it costs to choose it."""
    lost = best - option.units
    value = f"{option.units:+.4f} wagers"
    if lost <= SAME:
        return f"{option.text}: {value}, the best."
    cost = round(lost * wager)
    cents = f"{exact(cost)}" if cost else "less than a cent"
    return f"{option.text}: {value}; it costs {cents} on a wager of {exact(wager)}."
