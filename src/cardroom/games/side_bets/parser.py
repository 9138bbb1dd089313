"""The text of a condition as a tree.

    condition = all { "or" all }
    all       = one { "and" one }
    one       = "not" one | "(" condition ")" | [ subject ] fact
    subject   = part { "+" part }          first two is short for first + second

A condition without a subject is about the cards that the bet looks at. Everything is checked here:
a tree that was parsed can be asked about any cards.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from cardroom.data_file import suggested
from cardroom.errors import CardroomError
from cardroom.games.side_bets.card_sets import (
    ARTICLES,
    WORDS,
    CardSet,
    meaning,
)
from cardroom.games.side_bets.conditions import About, AllOf, AnyOf, Condition, Not
from cardroom.games.side_bets.facts import (
    HANDS,
    MANY,
    PARTS,
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
    Quantity,
    Run,
    Same,
    Soft,
    Subject,
    TwoPair,
)

LENGTH_MAX: Final = 500
DEPTH_MAX: Final = 10
_TOKEN: Final = re.compile(r"\s*(>=|<=|\.\.|[()+/=]|'[^']*'|[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*|\S)")
FACTS: Final = (
    *("is", "has", "pair", "two pair", "three of a kind", "full house", "three of a suit"),
    *("same rank", "same suit", "same color", "run", "suited run", "total", "low total"),
    *("cards", "gap", "count of", "natural", "busts", "soft", "between", "makes"),
)
COUNTS: Final = {
    **dict(zip(("two", "three", "four", "five", "six", "seven"), range(2, 8), strict=True)),
    **{str(number): number for number in range(2, 8)},
}
MEASURES: Final[tuple[Quantity, ...]] = ("total", "cards", "gap")


class ConditionError(CardroomError):
    """What is wrong with a condition, and what would be right."""


def parse(text: str, cards: Subject) -> Condition:
    """The condition that a text describes; facts without a subject are about `cards`."""
    if len(text) > LENGTH_MAX:
        raise ConditionError(f"a condition has at most {LENGTH_MAX} characters, not {len(text):,}")
    reader = _Reader([match[1] for match in _TOKEN.finditer(text.strip())], cards)
    found = reader.condition(0)
    if reader.left:
        raise reader.error(f"{reader.next!r} is not expected here; join facts by and, or")
    return found


class _Reader:
    def __init__(self, tokens: Sequence[str], cards: Subject) -> None:
        self.tokens, self.cards, self.at = [token.lower() for token in tokens], cards, 0

    @property
    def next(self) -> str:
        return self.tokens[self.at] if self.left else ""

    @property
    def left(self) -> int:
        return len(self.tokens) - self.at

    def after(self, ahead: int) -> str:
        place = self.at + ahead
        return self.tokens[place] if place < len(self.tokens) else ""

    def take(self, *words: str) -> bool:
        """Whether these are the next tokens, which are then behind us."""
        if tuple(self.tokens[self.at : self.at + len(words)]) != words:
            return False
        self.at += len(words)
        return True

    def expect(self, word: str) -> None:
        if not self.take(word):
            raise self.error(f"{word!r} is missing {self._place()}")

    def error(self, message: str) -> ConditionError:
        return ConditionError(message)

    def _place(self) -> str:
        return f"before {self.next!r}" if self.left else "at the end"

    # --- and, or, not ---------------------------------------------------------------------------

    def condition(self, depth: int) -> Condition:
        parts = [self._all(depth)]
        while self.take("or"):
            parts.append(self._all(depth))
        return parts[0] if len(parts) == 1 else AnyOf(tuple(parts))

    def _all(self, depth: int) -> Condition:
        parts = [self._one(depth)]
        while self.take("and"):
            parts.append(self._one(depth))
        return parts[0] if len(parts) == 1 else AllOf(tuple(parts))

    def _one(self, depth: int) -> Condition:
        if depth > DEPTH_MAX:
            raise self.error(f"a condition is nested at most {DEPTH_MAX} deep")
        if self.take("not"):
            return Not(self._one(depth + 1))
        if self.take("("):
            found = self.condition(depth + 1)
            self.expect(")")
            return found
        return self._about()

    # --- a fact and its subject -----------------------------------------------------------------

    def _about(self) -> Condition:
        subject = self._subject() if self.next in PARTS else self.cards
        if self.take("full", "house"):
            return AllOf((About(subject, OfAKind(3)), About(subject, TwoPair())))
        if self.take("between"):
            return self._between(subject)
        fact = self._fact()
        self._check(subject, fact)
        if subject == ("dealer",) and isinstance(fact, Natural):
            subject = ("up", "hole")  # what follows cannot make or undo a natural
        return About(subject, fact)

    def _subject(self) -> Subject:
        parts = list(self._part())
        while self.take("+"):
            parts += self._part()
        if len(set(parts)) < len(parts):
            raise self.error(f"{' + '.join(parts)} names a card twice")
        if {"dealer"} & set(parts) and {"up", "hole"} & set(parts):
            raise self.error("the dealer's hand contains the up card and the second card already")
        if "player" in parts and {"first", "second", "third"} & set(parts):
            raise self.error("the player's hand contains the player's first cards already")
        return tuple(parts)

    def _part(self) -> tuple[HandPart, ...]:
        if self.take("first", "two"):
            return ("first", "second")
        for part in PARTS:
            if self.take(part):
                return (part,)
        raise self.error(f"{self.next!r} is not a card that a bet can look at; {_known(self.next)}")

    def _between(self, subject: Subject) -> Condition:
        one = self._part()
        if len(one) == 1:
            self.expect("and")
            one += self._part()
        if len(subject) != 1 or len(one) != 2 or HANDS & {*subject, *one}:
            raise self.error("between compares single cards, like: up between first and second")
        return About((*subject, *one), Between())

    def _check(self, subject: Subject, fact: HandFact) -> None:
        single = len(subject) == 1 and subject[0] not in HANDS
        if single and isinstance(fact, (Same, OfAKind, OfASuit, TwoPair, Run, Natural, Soft)):
            raise self.error(f"{subject[0]} is one card, and one card has no such hand")
        two_cards = len(subject) == 2 and not HANDS & set(subject)
        if isinstance(fact, Number) and fact.what == "gap" and not two_cards:
            raise self.error("gap is about two cards, like: first two gap = 1")
        if isinstance(fact, Busts) and not (len(subject) == 1 and subject[0] in HANDS):
            raise self.error("only a final hand busts: write dealer busts, or player busts")
        if isinstance(fact, Makes) and subject != ("player",):
            raise self.error("makes is about the player's hand: player makes 'full house'")

    def _fact(self) -> HandFact:
        if self.take("is") or self.take("are"):
            return Is(self._cards())
        if self.take("has") or self.take("have"):
            return Has(self._cards())
        for by in ("rank", "suit", "color"):
            if self.take("same", by):
                return Same(by)
        for word, fact in (
            ("pair", OfAKind(2)),
            ("natural", Natural()),
            ("busts", Busts()),
            ("soft", Soft()),
        ):
            if self.take(word):
                return fact
        if self.take("two", "pair"):
            return TwoPair()
        if self.next in COUNTS and self.after(1) == "of":
            return self._of_a()
        if self.take("suited", "run"):
            return self._run("suited")
        if self.take("run"):
            return self._run("")
        if self.take("makes"):
            return self._makes()
        return self._number()

    def _of_a(self) -> HandFact:
        number = COUNTS[self.next]
        self.at += 1
        if self.take("of", "a", "kind"):
            return OfAKind(number)
        if self.take("of", "a", "suit"):
            return OfASuit(number)
        raise self.error("write, for example, three of a kind, or three of a suit")

    def _run(self, suited: str) -> Run:
        size = 0
        if self.take("of"):
            if self.next not in COUNTS:
                raise self.error(f"run of {self.next}: write a number of cards from 2 to 7")
            size = COUNTS[self.next]
            self.at += 1
        top = self.take("to", "ace")
        return Run(size, "suited" if suited else "", "ace" if top else "")

    def _makes(self) -> Makes:
        name = self.next
        if not name.startswith("'") or name == "'":
            raise self.error("write the name of the hand in single quotes: makes 'full house'")
        self.at += 1
        return Makes(name.strip("'"))

    # --- numbers --------------------------------------------------------------------------------

    def _number(self) -> Number:
        if self.take("low", "total"):
            return self._compared("low total")
        for measure in MEASURES:
            if self.take(measure):
                return self._compared(measure)
        if self.take("count", "of"):
            return self._compared(self._cards())
        if meaning(self.next) is not None:
            raise self.error(f"{self.next!r}: write is {self.next}, or has {self.next}")
        what = f"{self.next!r} is not a fact" if self.left else "a fact is missing at the end"
        raise self.error(f"{what}; {suggested(self.next, (*FACTS, *PARTS))}")

    def _compared(self, what: Quantity | CardSet) -> Number:
        if self.take(">=") or self.take("at", "least"):
            return Number(what, self._whole(), MANY)
        if self.take("<=") or self.take("at", "most"):
            return Number(what, 0, self._whole())
        if not self.take("="):
            raise self.error(f"{what} needs a number: {what} = 20, {what} >= 5, {what} = 17..19")
        least = self._whole()
        most = self._whole() if self.take("..") else least
        if most < least:
            raise self.error(f"{least}..{most} is empty; write the lower number first")
        return Number(what, least, most)

    def _whole(self) -> int:
        text = self.next
        if not text.isascii() or not text.isdecimal() or int(text[:9]) > 100:
            raise self.error(f"{text!r} is not a whole number from 0 to 100")
        self.at += 1
        return int(text)

    # --- sets of cards --------------------------------------------------------------------------

    def _cards(self) -> CardSet:
        sets = [self._cards_one()]
        while self.take("/"):
            sets.append(self._cards_one())
        cards = frozenset(card for each in sets for card in each.cards)
        return CardSet("/".join(each.words for each in sets), cards)

    def _cards_one(self) -> CardSet:
        if self.next in ARTICLES:
            self.at += 1
        words: list[str] = []
        cards: frozenset[int] | None = None
        while (found := meaning(self.next)) is not None or self._goes_on(words):
            words.append(self.next)
            self.at += 1
            if found is not None:
                cards = found if cards is None else cards & found
        if cards is None:
            raise self.error(f"{self.next!r} names no cards; {suggested(self.next, WORDS)}")
        if not cards:
            raise self.error(f"no card is {' '.join(words)}")
        return CardSet(" ".join(words), cards)

    def _goes_on(self, words: Sequence[str]) -> bool:
        """Whether "of" and a suit follow a rank."""
        return bool(words) and self.next == "of" and meaning(self.after(1)) is not None


def _known(word: str) -> str:
    return suggested(word, ("first two", *PARTS))
