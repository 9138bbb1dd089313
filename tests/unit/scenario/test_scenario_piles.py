"""Scenarios of pai gow poker: piles, dice, settings, a foul hand, an exposed card."""

from __future__ import annotations

import pytest

from cardroom import scenario
from cardroom.scenario.report import hands

DEAD = '"?? ?? ?? ?? ?? ?? ??"'
BANK = '"Qs Qd Jc Th 8s 5d 2h"'
PLAYER = '"Ks Kd As Ad 9c 7h 4s"'
# Dice of 4 name the fourth seat from the bank, which counts as one: seat 6. Pile 1 goes there, so
# pile 5 is the bank's at seat 3, and pile 6 is for seat 4, the next player after the empty seat 6.
ROUND = f"""
game = "double-hand-poker"
piles = [{DEAD}, {DEAD}, {DEAD}, {DEAD}, {BANK}, {PLAYER}, {DEAD}]
dice = [1, 1, 2]
pile = 1
bank = {{ box = 3, amount = "1000" }}
[[box]]
box = 4
bets = {{ main = "100" }}
[[do]]
box = 4
verb = "set"
front = "Ks Kd"
[[do]]
box = 3
verb = "house-way"
[expect]
net = {{ 4 = "100" }}
bank = "-100"
action_seat = 4
"""


def problems(text: str) -> tuple[object, ...]:
    return scenario.run(scenario.parse(text, "p.toml")).problems


def test_both_hands_higher_win() -> None:
    """Kings in front of aces, against jack high in front of queens."""
    assert problems(ROUND) == ()


def test_the_report_has_the_two_hands_of_every_box_and_of_the_bank() -> None:
    round = scenario.run(scenario.parse(ROUND, "p.toml")).round
    assert round is not None
    shown = [(hand["box"], hand["part"], hand["cards"], hand["label"]) for hand in hands(round)]
    assert shown == [
        (4, "front", "Ks Kd", "pair of kings"),
        (4, "back", "As Ad 9c 7h 4s", "pair of aces"),
        (0, "front", "Jc Th", "jack high"),
        (0, "back", "Qd Qs 8s 5d 2h", "pair of queens"),
    ]


def test_the_first_pile_and_the_house_way_need_not_be_written() -> None:
    """The bank's pair of queens goes behind by any house way; the player set the hand."""
    text = ROUND.replace("pile = 1\n", "").replace('[[do]]\nbox = 3\nverb = "house-way"\n', "")
    assert text.count("[[do]]") == 1
    assert problems(text) == ()


def test_a_foul_hand_loses() -> None:
    """Aces in front of kings."""
    foul = ROUND.replace('front = "Ks Kd"', 'front = "As Ad"').replace('4 = "100"', '4 = "-100"')
    assert problems(foul.replace('bank = "-100"', 'bank = "100"')) == ()


def test_one_hand_each_pushes() -> None:
    """9 7 in front loses to J 10, aces and kings behind win."""
    split = ROUND.replace('front = "Ks Kd"', 'front = "9c 7h"').replace('4 = "100"', '4 = "0"')
    assert problems(split.replace('bank = "-100"', 'bank = "0"')) == ()


def test_cards_of_somebody_else_cannot_be_set() -> None:
    wrong = '[[do]]\nbox = 4\nverb = "set"\nfront = "Qs Qd"\nrefused = "set.own-cards"\n'
    assert problems(ROUND.replace("[[do]]", f"{wrong}[[do]]", 1)) == ()


def test_cards_left_over_follow_from_the_piles() -> None:
    """49 cards are given, so the other four are known: a deck and its joker."""
    order = iter(
        f"{rank}{suit}"
        for rank in "A23456789TJQK"
        for suit in "cdhs"
        if f"{rank}{suit}" not in f"{BANK} {PLAYER}"
    )
    piles = [DEAD] * 7
    piles[4], piles[5] = BANK, PLAYER
    told = [
        '"' + " ".join(next(order) for _ in range(7)) + '"' if pile is DEAD else pile
        for pile in piles
    ]
    text = ROUND.replace(", ".join(piles), ", ".join(told))
    outcome = scenario.run(scenario.parse(text))
    assert outcome.problems == ()
    assert outcome.round is not None
    assert len(set(outcome.round.drawn)) == 53


def test_a_played_round_is_written_down_with_dice_and_pile() -> None:
    outcome = scenario.run(scenario.parse(ROUND))
    assert outcome.round is not None
    text = scenario.write(outcome.round)
    assert "dice = [1, 1, 2]" in text
    assert "pile = 1" in text
    assert scenario.run(scenario.parse(text)).problems == ()


@pytest.mark.parametrize("asked", ["before looking", "after looking"])
def test_a_round_in_which_nobody_set_a_hand_is_written_down_and_played_again(asked: str) -> None:
    options = "options = { house_way_after_looking = false }\n" if asked == "before looking" else ""
    head = ROUND.split("[[do]]", 1)[0].replace('game = "double', f'{options}game = "double')
    outcome = scenario.run(scenario.parse(head))
    assert outcome.round is not None
    assert outcome.round.over
    text = scenario.write(outcome.round)
    again = scenario.run(scenario.parse(text))
    assert again.problems == ()
    assert again.round is not None
    assert again.round.settled == outcome.round.settled


def test_an_exposed_ace_is_a_misdeal() -> None:
    exposed = '[[intervene]]\nkind = "exposed-card"\ncard = "As"\n[[box]]'
    head = ROUND.replace("[[box]]", exposed, 1).split("[[do]]")[0]
    text = f'{head}[expect]\nmisdeal = true\nnet = {{ 4 = "0" }}\nfree_collection = {{}}\n'
    outcome = scenario.run(scenario.parse(text))
    assert outcome.round is not None
    assert outcome.round.void
    assert outcome.problems == ()


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("dice = [1, 1, 2]\n", "", "dice are thrown"),
        ("dice = [1, 1, 2]", "dice = [1, 2]", "3 dice of one to six"),
        ('4s"', '4x"', "pile 6: '4x' is not a card"),
        (f"{PLAYER}, ", '"Ks", ', "the same number of cards"),
        ('verb = "house-way"', 'verb = "set"', "set needs the front hand"),
    ],
)
def test_what_is_wrong_is_one_line(old: str, new: str, says: str) -> None:
    assert old in ROUND
    with pytest.raises(scenario.ScenarioError, match=r"^p\.toml:\d+: ") as caught:
        problems(ROUND.replace(old, new, 1))
    assert says in str(caught.value)
