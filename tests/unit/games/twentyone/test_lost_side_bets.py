"""Side bets of a house's own that no hand of the box may keep alive: when and how they are lost."""

from __future__ import annotations

import json

import pytest

from cardroom import games
from cardroom.rules.options import OptionFaults
from cardroom.table.posting import read_document
from tests.unit.games.twentyone.test_custom_side_bets import (
    ACES,
    BUSTER,
    PAIRS,
    net,
    played,
    posted,
)


@pytest.mark.parametrize(
    ("lives", "readings"), [("total >= 17 and not busts", "current"), ("not busts", "0.1")]
)
def test_a_bet_lives_by_the_hand_of_its_own_box(lives: str, readings: str) -> None:
    """Box 1 busts while box 2 has 12; box 2 comes to 20, and the dealer busts."""
    rules = posted({**BUSTER, "lives": lives}, burn=0, readings=readings)
    shoe = "Th 5h 6c 6h 7h Tc Kh 8h 9c"
    round = played(rules, shoe, {"buster": 500}, "hit hit stand", boxes=2)
    found = {one.bet.box: one for one in round.settled if one.bet.spot == "buster"}
    assert {box: one.net for box, one in found.items()} == {1: -500, 2: 500 * 2}
    assert found[1].clause.id == "buster.lives"


def test_a_hand_that_is_still_played_keeps_a_bet_alive() -> None:
    """Of two split eights the first busts while the second has 8; that one comes to 18."""
    rules = posted({**BUSTER, "lives": "total >= 17 and not busts"}, burn=0)
    round = played(rules, "8h 6c 8d Tc 5c Kc Th 9c", {"buster": 500}, "split hit stand")
    assert net(round, "buster") == 500 * 2
    # Where the second stays at 12, no hand has kept it alive.
    round = played(rules, "8h 6c 8d Tc 5c Kc 4h 9c", {"buster": 500}, "split hit stand")
    assert net(round, "buster") == -500


def test_a_bet_is_taken_at_once_with_a_hand_of_its_own_box() -> None:
    """Box 1 stands on 15, and its bet waits for the dealer; box 2 busts."""
    rules = posted({**BUSTER, "lives": "total >= 17 and not busts"}, burn=0)
    round = played(rules, "Th 5h 6c 5d 7h Tc Kh 9c", {"buster": 500}, "stand hit", boxes=2)
    assert [one.bet.box for one in round.settled if one.bet.spot == "buster"] == [2, 1]


BUSTED: dict[str, object] = {**PAIRS, "lives": "not busts"}
EIGHTS = "8h 6c 8d Tc 4h Kh 9c"
"""A pair, which draws a four, then a king; the dealer busts."""


def test_a_bet_that_a_hand_may_lose_is_settled_with_the_hands() -> None:
    rules = posted(BUSTED, burn=0)
    (bet,) = rules.side_bets
    assert bet.settled == "main"
    lost, kept = (
        played(rules, shoe, {"perfect-pairs": 500}, verbs)
        for shoe, verbs in ((EIGHTS, "hit hit"), (EIGHTS.replace(" Kh", ""), "hit stand"))
    )
    assert net(lost, "perfect-pairs") == -500
    assert net(kept, "perfect-pairs") == 500 * 12
    assert posted({**BUSTED, "settled": "after-play"}).side_bets[0].settled == "after-play"


@pytest.mark.parametrize("settled", ["second-card", "deal", "turn", "before-play"])
def test_a_bet_that_a_hand_may_lose_is_not_settled_before_it_is_played(settled: str) -> None:
    with pytest.raises(OptionFaults) as wrong:
        posted({**BUSTED, "settled": settled})
    assert "; write after-play or main, or leave settled out" in str(wrong.value)


def test_a_recorded_bet_is_settled_when_it_was() -> None:
    """Bets that a hand may lose were once settled before it was played, and journals hold them."""
    text = json.dumps([BUSTED])
    rules = games.ruleset("blackjack", {"side_bets": text, "burn": 0})
    assert rules.side_bets[0].settled == "second-card"
    assert net(played(rules, EIGHTS, {"perfect-pairs": 500}, "hit hit"), "perfect-pairs") == 6000
    assert read_document(rules.stored).digest == rules.digest


def test_a_hand_may_lose_a_bet_on_a_meter() -> None:
    """The dealer ends with 17, which wins the meter for a hand of 17 or more."""
    hit = {"name": "hit", "when": "total = 17", "pays": "100%"}
    lives = {"lives": "total >= 17 and not busts"}
    rules = posted({**ACES, **lives, "cards": ["dealer"], "row": [hit]}, burn=0)
    won = played(rules, "Th 9s 8h 8c", {"aces-up": 100})
    assert net(won, "aces-up") == 50_000 - 100
    lost = played(rules, "Th 9s 5h 8c", {"aces-up": 100})
    (settled,) = [one for one in lost.settled if one.bet.spot == "aces-up"]
    assert (settled.net, settled.clause.id) == (-100, "aces-up.lives")
