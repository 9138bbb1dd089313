"""Scenarios of poker: seats by their stacks, a button, raises to an amount, the collection."""

from __future__ import annotations

import pytest

from cardroom import scenario

# Heads up, the button is the small blind. Aces against kings; $16 of each go in.
HAND = """
game = "texas-holdem"
options = { betting = "no-limit", blinds = "1/2", collection = "none" }
shoe = "As Kd Ad Kh 2c 3h 7d 9c 2d Js 2h 4c"
button = 1
stacks = { 1 = "200", 2 = "200" }
[[do]]
box = 1
verb = "raise"
to = "6"
[[do]]
box = 2
verb = "call"
[[do]]
box = 2
verb = "check"
[[do]]
box = 1
verb = "bet"
amount = "10"
[[do]]
box = 2
verb = "call"
[[do]]
box = 2
verb = "check"
[[do]]
box = 1
verb = "check"
[[do]]
box = 2
verb = "check"
[[do]]
box = 1
verb = "check"
[expect]
net = { 1 = "-16", 2 = "16" }
stacks = { 1 = "184", 2 = "216" }
"""


def problems(text: str) -> tuple[object, ...]:
    return scenario.run(scenario.parse(text, "h.toml")).problems


def test_a_hand_is_played_to_the_showdown() -> None:
    assert problems(HAND) == ()


def test_a_raise_below_the_least_is_refused() -> None:
    small = '[[do]]\nbox = 1\nverb = "raise"\nto = "3"\nrefused = "bet.no-limit"\n[[do]]'
    assert problems(HAND.replace("[[do]]", small, 1)) == ()


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('verb = "raise"', 'verb = "check"', "h.toml:7:"),
        (' 4c"', '"', "the shoe has run out"),
    ],
)
def test_what_is_wrong_is_one_line(old: str, new: str, says: str) -> None:
    with pytest.raises(scenario.ScenarioError) as caught:
        problems(HAND.replace(old, new, 1))
    assert says in str(caught.value)


@pytest.mark.parametrize(
    ("facts", "says"),
    [
        ("{ small_blind = -1 }", "small_blind must be a whole number, 0 or more"),
        ('{ missed_blinds = "both" }', "missed_blinds must be a table"),
        ('{ missed_blinds = { 4 = "all" } }', 'is "big", "small" or "both"'),
        ("{ straddle = 4 }", "[table] has no 'straddle'"),
    ],
)
def test_a_fact_that_cannot_be_read_is_one_line(facts: str, says: str) -> None:
    with pytest.raises(scenario.ScenarioError) as caught:
        problems(HAND.replace("button = 1", f"button = 1\ntable = {facts}"))
    assert str(caught.value).startswith("h.toml:6:")
    assert says in str(caught.value)


def test_a_game_without_blinds_has_no_facts_about_them() -> None:
    with pytest.raises(scenario.ScenarioError) as caught:
        scenario.parse('game = "blackjack"\ntable = { small_blind = 1 }')
    assert "[table] has no 'small_blind'" in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "line", "says"),
    [
        ("button = 1", "button = 99", 5, "button: there is no seat 99; seats are 1 to 10"),
        ("button = 1", "button = 0", 5, "button: there is no seat 0; seats are 1 to 10"),
        ('2 = "200" }', '77 = "200" }', 6, "there is no seat 77; seats are 1 to 10"),
        ('1 = "200",', '0 = "200",', 6, "there is no seat 0; seats are 1 to 10"),
        ("button = 1", "button = 1\ntable = { big_blind = 9 }", 6, "nobody sits in seat 9"),
        ("button = 1", "button = 1\ntable = { small_blind = 9 }", 6, "to post the small blind"),
        (
            "button = 1",
            'button = 1\ntable = { missed_blinds = { 9 = "both" } }',
            6,
            "missed big blind",
        ),
        ("button = 1", "button = 1\ntable = { half_hours_passed = 49 }", 6, "0 to 48, a day"),
        ("[[do]]", "[[box]]\nbox = 11\n[[do]]", 7, "there is no seat 11; seats are 1 to 10"),
    ],
)
def test_a_seat_that_nobody_has_is_refused_with_its_line(
    old: str, new: str, line: int, says: str
) -> None:
    with pytest.raises(scenario.ScenarioError, match=says) as wrong:
        problems(HAND.replace(old, new, 1))
    assert wrong.value.line == line


def test_a_table_with_two_seats_has_no_third_one() -> None:
    three = HAND.replace('2 = "200" }', '2 = "200", 3 = "200" }', 1)
    three = three.replace("options = {", "options = { seats = 2,")
    with pytest.raises(scenario.ScenarioError, match="there is no seat 3; seats are 1 to 2"):
        problems(three)
