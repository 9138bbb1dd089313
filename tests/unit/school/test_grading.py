"""Equivalent answers are right, and systematic errors are wrong."""

from __future__ import annotations

import pytest

from cardroom.school.grading import grade, hint, read_money, show
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
from cardroom.school.working import chips

PAY = MoneyAnswer(5250, two_sided=True)
TAKE = MoneyAnswer(-3500, two_sided=True)
PUSH = MoneyAnswer(0, two_sided=True)
SEAT = NumberAnswer(1)
COLORED = ChipsAnswer(5250, 5)


@pytest.mark.parametrize(
    ("answer", "given"),
    [
        (PAY, "pay 52.50"),
        (PAY, "52.5"),
        (PAY, "pays 52.50"),
        (PAY, "+$52.50"),
        (PAY, "Pay 2x25 2x1 .50"),
        (PAY, "pay 25+25+2.50"),
        (PAY, "10 x 5, 2.50"),
        (TAKE, "take 35"),
        (TAKE, "-35"),
        (TAKE, "Takes 35"),
        (TAKE, "collects 35"),
        (TAKE, "collect 7x5"),
        (PUSH, "push"),
        (PUSH, "0"),
        (PUSH, "take 0"),
        (MoneyAnswer(123_456), "$1,234.56"),
        (NumberAnswer(4), "seat 4"),
        (NumberAnswer(-4), "-4"),
        (NumberAnswer(-4), "minus 4"),
        (NumberAnswer(4), "+4"),
        (COLORED, "25 25 1 1 .50"),
        (COLORED, "2x25 2x1 1x0.50"),
        (OneOf(("yes", "no"), (0,)), "y"),
        (OneOf(("yes", "no"), (1,)), "2"),
        (Boxes((2, 5)), "5, 2"),
        (Boxes(()), "none"),
        (NumberAnswer(4), "Box 4"),
        (Boxes((2, 5)), "boxes 2 5"),
        (Boxes((2, 5)), "Seats 2 and 5"),
        (Boxes(()), "None"),
        (Order((3, 1)), "box 3, box 1"),
        (Order((3, 1)), "Boxes 3, 1"),
        (CardsAnswer(("Ks", "7d")), "7d Ks"),
        (CardsAnswer(("Ks", "7d"), (("Kh", "7d"),)), "Kh 7d"),
    ],
)
def test_an_equivalent_answer_is_right(answer: ExactAnswer, given: str) -> None:
    assert grade(answer, given).right


@pytest.mark.parametrize(
    ("answer", "given"),
    [
        (PAY, "take 52.50"),
        (PAY, "pay 52"),
        (PAY, "87.50"),
        (TAKE, "35"),
        (PUSH, "pay 1"),
        (NumberAnswer(4), "5"),
        (NumberAnswer(4), "-4"),
        (COLORED, "10x5 2x1 .50"),
        (COLORED, "2x25 3x1"),
        (OneOf(("yes", "no"), (0,)), "no"),
        (Boxes((2, 5)), "2"),
        (Order((3, 1)), "1 3"),
        (CardsAnswer(("Ks", "7d")), "Ks 7c"),
    ],
)
def test_a_wrong_answer_is_wrong(answer: ExactAnswer, given: str) -> None:
    assert grade(answer, given).verdict == "wrong"


@pytest.mark.parametrize(
    ("answer", "given"),
    [(PAY, "fifty"), (PAY, "pay"), (PAY, "52.505"), (SEAT, "one"), (SEAT, "9" * 40),
     (OneOf(("yes", "no"), (0,)), "3"), (OneOf(("a b", "a c"), (0,)), "a"), (Boxes(()), "x"),
     (CardsAnswer(("Ks",)), "Kx"), (PAY, "2x"), (COLORED, "50 2.50"), (NumberAnswer(4), "4 5"),
     (PAY, "1e5"), (PAY, "٣"), (OneOf(("yes", "no"), (0,)), "9" * 5000)],
)  # fmt: skip
def test_text_that_is_no_answer_is_asked_again(answer: ExactAnswer, given: str) -> None:
    found = grade(answer, given)
    assert found.verdict == "unreadable"
    assert found.why


def test_a_tolerance_forgives_as_much_and_not_more() -> None:
    about = MoneyAnswer(1000, tolerance=50)
    assert grade(about, "10.50").right
    assert not grade(about, "10.51").right


@pytest.mark.parametrize("amount", [1, 25, 50, 5250, 123_456, 99_999_999])
def test_the_fewest_chips_have_the_same_total(amount: int) -> None:
    assert read_money(chips(amount)) == amount


@pytest.mark.parametrize("answer", [PAY, TAKE, PUSH, SEAT, Boxes(()), CardsAnswer(("Jk",))])
def test_the_exact_answer_as_it_is_shown_is_right(answer: ExactAnswer) -> None:
    assert grade(answer, show(answer)).right
    assert hint(answer)
