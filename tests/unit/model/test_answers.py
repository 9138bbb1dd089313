"""The rules are asked once about hands that look the same to them, and never too seldom."""

from __future__ import annotations

from itertools import product

from cardroom.hands.points import Key, points, soft
from cardroom.model.answers import Answers

HANDS = [
    Key(hard=hard, free=free, size=size, jokers=jokers)
    for hard, free, size, jokers in product(range(2, 25), (0, 1), (2, 3, 5), (0, 1))
]


def test_every_hand_has_the_answer_of_the_rules() -> None:
    def rule(key: Key) -> tuple[int, str]:
        if key.size == 5 and points(key) <= 21:
            return 3, "five cards"
        return points(key), "soft" if soft(key) else "hard"

    remembered = Answers(rule)
    assert [remembered.of(key) for key in HANDS] == [rule(key) for key in HANDS]
    assert [remembered.of(key) for key in HANDS] == [rule(key) for key in HANDS]


def test_a_field_that_no_rule_reads_needs_no_further_question() -> None:
    asked = []

    def rule(key: Key) -> bool:
        asked.append(key)
        return key.hard > 21 or (key.hard > 11 and key.jokers > 0)

    remembered = Answers(rule)
    for key in HANDS:
        remembered.of(key)
    totals = {key.hard for key in HANDS}
    assert len(asked) == len(totals) + sum(11 < total <= 21 for total in totals)
