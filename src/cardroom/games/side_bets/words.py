"""Conditions in words, for clauses, signs, and rule pages."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from cardroom.games.side_bets.card_sets import CardSet
from cardroom.games.side_bets.conditions import About, AllOf, AnyOf, Condition, Not
from cardroom.games.side_bets.facts import (
    HANDS,
    MANY,
    Between,
    Busts,
    HandFact,
    HandPart,
    Has,
    Is,
    Makes,
    Natural,
    Number,
    OfAKind,
    OfASuit,
    Run,
    Same,
    Soft,
    Subject,
    TwoPair,
)

PART_WORDS: Final[Mapping[HandPart, str]] = {
    "first": "the player's first card",
    "second": "the player's second card",
    "third": "the player's third card",
    "up": "the dealer's up card",
    "hole": "the dealer's second card",
    "player": "the player's hand",
    "dealer": "the dealer's hand",
}
_SPAN: Final = re.compile(r"\b(\d+|ace|jack|queen|king)-(\d+|ace|jack|queen|king)\b")
SPAN_WORDS: Final = r"\1 to \2"
COUNTED: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def describe(condition: Condition, cards: Subject = ()) -> str:
    """The condition in words; facts about all of `cards` leave their subject out."""
    match condition:
        case About(subject, fact):
            return _about(subject, fact, cards)
        case AllOf(parts):
            return " and ".join(_inner(part, cards) for part in parts)
        case AnyOf(parts):
            return " or ".join(_inner(part, cards) for part in parts)
        case Not(part):
            return f"not ({describe(part, cards)})"


def _inner(part: Condition, cards: Subject) -> str:
    text = describe(part, cards)
    return f"({text})" if isinstance(part, AnyOf) else text


def subject_words(subject: Subject) -> str:
    if subject == ("first", "second"):
        return "the player's first two cards"
    if subject[:2] == ("first", "second"):
        return " and ".join(
            ["the player's first two cards", *map(PART_WORDS.__getitem__, subject[2:])]
        )
    return " and ".join(map(PART_WORDS.__getitem__, subject))


def _about(subject: Subject, fact: HandFact, cards: Subject) -> str:
    if isinstance(fact, Between):
        middle, *others = (PART_WORDS[part] for part in subject)
        return f"{middle} ranks between {' and '.join(others)}"
    if subject == cards and len(subject) > 1:
        return f"the cards {predicate(fact, 'are')}"
    several = len(subject) > 1
    be = "are" if several else "is"
    if not several and subject[0] not in HANDS and isinstance(fact, (Is, Has)):
        return f"{PART_WORDS[subject[0]]} is {_article(fact.of)}"
    return f"{subject_words(subject)} {predicate(fact, be)}"


def predicate(fact: HandFact, be: str) -> str:
    """A verb and what follows it; `be` is "is" or "are"."""
    have, s = ("have", "") if be == "are" else ("has", "s")
    match fact:
        case Is(of):
            return f"{be} all {_SPAN.sub(SPAN_WORDS, of.words)}"
        case Has(of):
            return f"include{s} {_article(of)}"
        case Same(by):
            return f"{be} all of one {by}"
        case OfAKind() | OfASuit() | TwoPair():
            return f"{have} {_group(fact)}"
        case Run():
            return _run(fact, be, have)
        case Number(what, least, most):
            return _number(what, _span(least, most), have, s)
        case Natural() | Soft():
            return f"{be} {'a natural' if isinstance(fact, Natural) else 'soft'}"
        case Busts() | Between():
            return f"bust{s}" if isinstance(fact, Busts) else f"rank{s} between two others"
        case Makes(hand):
            return f"make{s} {hand}"


def _group(fact: OfAKind | OfASuit | TwoPair) -> str:
    match fact:
        case OfAKind(2):
            return "a pair"
        case OfAKind(number):
            return f"{counted(number)} of a kind"
        case OfASuit(number):
            return f"{counted(number)} of a suit"
        case TwoPair():
            return "two pair"


def _run(run: Run, be: str, have: str) -> str:
    suited = "suited " if run.suited else ""
    top = " up to the ace" if run.top else ""
    if run.size:
        return f"{have} a {suited}run of {counted(run.size)}{top}"
    return f"{be} a {suited}run{top}"


def _number(what: str | CardSet, span: str, have: str, s: str) -> str:
    if isinstance(what, CardSet):
        return f"{have} {span} of {what}"
    match what:
        case "cards":
            return f"{have} {span} cards"
        case "gap":
            return f"{have} a gap of {span}"
        case "low total":
            return f"total{s} {span} with aces as 1"
        case _:
            return f"total{s} {span}"


def counted(number: int) -> str:
    return COUNTED[number] if number < len(COUNTED) else str(number)


def _span(least: int, most: int) -> str:
    if least == most:
        return str(least)
    if most >= MANY:
        return f"{least} or more"
    return f"{most} or less" if least <= 0 else f"{least} to {most}"


def _article(of: CardSet) -> str:
    """ "an ace", "the king of hearts"; a set of several ranks or of a suit as it is written."""
    if len(of.cards) == 1:
        return f"the {of}"
    if "/" in of.words or of.words.endswith("s") or _SPAN.search(of.words):
        return _SPAN.sub(SPAN_WORDS, of.words)
    an = of.words[0] in "aeio8" or of.words.startswith(("11", "18"))
    return f"{'an' if an else 'a'} {of.words}"
