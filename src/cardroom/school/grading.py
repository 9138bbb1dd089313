"""Grading: an answer as people write it, compared with the exact one.

Equivalent answers are right: other chips with the same total, the same cards in another order.
"""

from __future__ import annotations

import re
from typing import Final, Literal, assert_never

import msgspec

from cardroom.cards import CardError, parse_cards
from cardroom.money import cents, dollars
from cardroom.school.question import (
    Boxes,
    CardsAnswer,
    ChipsAnswer,
    ExactAnswer,
    MoneyAnswer,
    NumberAnswer,
    OneOf,
    Order,
)
from cardroom.school.working import CHIPS, chips

AnswerVerdict = Literal["right", "wrong", "unreadable"]

_TIMES: Final = re.compile(r"\s*[x×*]\s*")
_CHIPS: Final = re.compile(
    r"(?:([0-9]{1,4})x)?([0-9]{1,3}(?:,[0-9]{3}){1,3}(?:\.[0-9]{1,2})?|[0-9]{1,9}(?:\.[0-9]{1,2})?|\.[0-9]{1,2})"
)
_SIDES: Final = re.compile(r"^\s*(pays?|\+|takes?|collects?|-)\s*", re.IGNORECASE)
_PLACES: Final = re.compile(r"box(?:es)?|seats?|and|,", re.IGNORECASE)
_NOTHING: Final = ("push", "nothing", "none", "0")


class Grade(msgspec.Struct, frozen=True, omit_defaults=True):
    """`unreadable`: the text is no answer to this question, and `why` says what would be one."""

    verdict: AnswerVerdict
    why: str = ""

    @property
    def right(self) -> bool:
        return self.verdict == "right"


class UnreadableAnswer(ValueError):
    """Text that is no answer; the message says what would be one."""


def grade(answer: ExactAnswer, given: str) -> Grade:
    """The engine's answer decides."""
    try:
        right = _agrees(answer, given.strip())
    except UnreadableAnswer as wrong:
        return Grade("unreadable", str(wrong))
    return Grade("right" if right else "wrong")


def show(answer: ExactAnswer) -> str:
    """The exact answer as people write it; `grade` finds it right."""
    match answer:
        case MoneyAnswer():
            return _shown_money(answer)
        case ChipsAnswer():
            return chips(answer.amount)
        case NumberAnswer():
            return str(answer.number)
        case OneOf():
            return " or ".join(answer.options[number] for number in answer.right)
        case Boxes() | Order():
            return " ".join(map(str, answer.boxes)) or "none"
        case CardsAnswer():
            return " ".join(answer.cards)
        case _:
            assert_never(answer)


def hint(answer: ExactAnswer) -> str:
    """How an answer is written."""
    match answer:
        case MoneyAnswer(two_sided=True):
            return "pay 52.50, take 35, or 0; or in chips: pay 2x25 2x1 .50"
        case MoneyAnswer():
            return "an amount, like 52.50; or in chips: 2x25 2x1 .50"
        case ChipsAnswer():
            return "chips, like 1x100 2x25 3x1"
        case NumberAnswer():
            return "a number"
        case OneOf():
            return f"a number from 1 to {len(answer.options)}, or the answer itself"
        case Boxes():
            return "the numbers, like 2 5; or none"
        case Order():
            return "the numbers in order, like 3 4 1"
        case CardsAnswer():
            return "cards, like Ks 7d"
        case _:
            assert_never(answer)


def read_money(text: str) -> int:
    """An amount in cents, or the sum of chips: "52.50", "2x25 2x1 .50", "25+25+2.50"."""
    return sum(value * count for value, count in _stacks(text))


def _stacks(text: str) -> list[tuple[int, int]]:
    """The value of each chip or amount in cents, and how many there are."""
    joined = _TIMES.sub("x", text.replace("$", ""))
    words = [word.rstrip(",") for word in joined.replace("+", " ").split() if word != "and"]
    found = []
    for each in map(_CHIPS.fullmatch, words):
        if each is None:
            break
        found.append((cents(f"0{each[2]}" if each[2][0] == "." else each[2]), int(each[1] or 1)))
    else:
        if words:
            return found
    raise UnreadableAnswer(
        f"{text!r} is not an amount; write it like 52.50, or as chips: 2x25 2.50"
    )


def _chips(text: str) -> list[tuple[int, int]]:
    pushed = _stacks(text)
    unknown = next((chip for chip, _ in pushed if chip not in CHIPS), None)
    if unknown is not None:
        known = ", ".join(map(dollars, CHIPS))
        raise UnreadableAnswer(
            f"there is no chip of {dollars(unknown)} in the tray; chips are {known}"
        )
    return pushed


def _number(given: str) -> int:
    """A count may be negative."""
    below = given.startswith(("-", "−", "minus "))
    (found, *more) = _numbers(given.lstrip("-−+").removeprefix("minus "), "a number, like 4")
    if more:
        raise UnreadableAnswer("write a number, like 4")
    return -found if below else found


def _agrees(answer: ExactAnswer, given: str) -> bool:
    match answer:
        case MoneyAnswer():
            return abs(_signed(answer, given) - answer.amount) <= answer.tolerance
        case ChipsAnswer():
            pushed = _chips(given)
            total = sum(chip * count for chip, count in pushed)
            return total == answer.amount and sum(n for _, n in pushed) <= answer.chips
        case NumberAnswer():
            return _number(given) == answer.number
        case OneOf():
            return _chosen(answer, given) in answer.right
        case Boxes():
            return tuple(sorted(_boxes(given))) == tuple(sorted(answer.boxes))
        case Order():
            return _boxes(given) == answer.boxes
        case CardsAnswer():
            choices = (answer.cards, *answer.equal)
            return sorted(_cards(given)) in [sorted(choice) for choice in choices]
        case _:
            assert_never(answer)


def _shown_money(answer: MoneyAnswer) -> str:
    if not answer.two_sided or not answer.amount:
        return dollars(answer.amount)
    return f"{'pay' if answer.amount > 0 else 'take'} {dollars(abs(answer.amount))}"


def _signed(answer: MoneyAnswer, given: str) -> int:
    """Cents; a take is negative."""
    if given.lower() in _NOTHING:
        return 0
    side = _SIDES.match(given) if answer.two_sided else None
    amount = read_money(given[side.end() :] if side else given)
    takes = side is not None and side[1].lower().startswith(("take", "collect", "-"))
    return -amount if takes else amount


def _chosen(answer: OneOf, given: str) -> int:
    """By number, by its text, or by the beginning of it where only one begins so."""
    # Compared as text: thousands of digits are not read as a number.
    numbers = [str(number) for number in range(1, len(answer.options) + 1)]
    number = given.lstrip("0")
    if number in numbers:
        return numbers.index(number)
    told = given.casefold()
    exact = [n for n, option in enumerate(answer.options) if option.casefold() == told]
    near = [n for n, option in enumerate(answer.options) if option.casefold().startswith(told)]
    found = exact or (near if told else [])
    if len(found) != 1:
        raise UnreadableAnswer(f"write {hint(answer)}")
    return found[0]


def _numbers(given: str, example: str) -> tuple[int, ...]:
    words = _PLACES.sub(" ", given).split()
    if not words or not all(word.isdecimal() and len(word) < 10 for word in words):
        raise UnreadableAnswer(f"write {example}")
    return tuple(map(int, words))


def _boxes(given: str) -> tuple[int, ...]:
    if given.lower() in ("none", "nobody", "no"):
        return ()
    return _numbers(given, "the numbers, like 2 5; or none")


def _cards(given: str) -> list[str]:
    try:
        return [card.text for card in parse_cards(given)]
    except CardError as wrong:
        raise UnreadableAnswer(str(wrong)) from None
