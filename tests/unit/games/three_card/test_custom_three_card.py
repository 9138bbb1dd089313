"""Side bets of a house's own at Three Card Poker."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from cardroom import games, scenario
from cardroom.analysis.three_card import both_hands
from cardroom.analysis.three_card.bonus import side_bets
from cardroom.games.side_bets.files import read_file
from cardroom.rules.options import OptionFaults
from cardroom.table.posting import read_document

SIX = Path(__file__).resolve().parents[4] / "examples" / "side_bets" / "six-card-bonus.toml"
FLUSH = {
    "name": "flushes",
    "title": "Flushes",
    "cards": ["player"],
    "row": [{"name": "flush", "when": "same suit", "pays": "15 to 1"}],
}


def test_a_bet_on_the_players_cards_is_priced() -> None:
    rules = games.ruleset("three-card-poker", {"side_bets": [FLUSH]})
    _, found = side_bets(rules)
    assert found.hit_frequency == Fraction(4 * 286, 22100)
    assert read_document(rules.stored).digest == rules.digest


def test_the_cards_of_the_bank_count_with_the_players() -> None:
    rules = games.ruleset("three-card-poker", {"side_bets": [read_file(SIX)]})
    (bet,) = [bet for bet in rules.side_bets if bet.name == "six-card-bonus"]
    assert bet.looks_at == ("own-hand", "bank-hand")
    assert both_hands.is_countable(bet)


def test_a_bet_on_six_cards_that_names_a_suit_is_not_counted() -> None:
    spades = {
        "name": "spades",
        "title": "Spades",
        "cards": ["player", "dealer"],
        "row": [{"name": "ace", "when": "has ace of spades", "pays": "7 to 1"}],
    }
    rules = games.ruleset("three-card-poker", {"side_bets": [spades]})
    assert [each.spot for each in side_bets(rules)] == ["bonus"]


ROUND = """
game = "three-card-poker"
shoe = "{shoe}"

[[options.side_bets]]
name = "six-card-bonus"
title = "Six Card Bonus"
cards = ["player", "dealer"]

[[options.side_bets.row]]
name = "full-house"
when = "full house"
pays = "25 to 1"

[[box]]
box = 1
bets = {{ ante = "100", six-card-bonus = "10" }}

[bank]
box = 8
amount = "1000"

[[do]]
box = 1
verb = "{verb}"
"""


@pytest.mark.parametrize(
    ("shoe", "verb", "net", "clause"),
    [
        ("9s 9d 4c Qh 9c 4d", "play", 25000, "six-card-bonus.full-house"),
        ("9s 9d 4c Qh 9c 2d", "play", -1000, "six-card-bonus.loses"),
        ("9s 9d 4c Qh 9c 4d", "fold", -1000, "play.fold-bonus"),
    ],
)
def test_a_bet_on_both_hands_is_settled_and_a_fold_forfeits_it(
    shoe: str, verb: str, net: int, clause: str
) -> None:
    outcome = scenario.run(scenario.parse(ROUND.format(shoe=shoe, verb=verb)))
    assert outcome.round is not None
    (settled,) = [one for one in outcome.round.settled if one.bet.spot == "six-card-bonus"]
    assert (settled.net, settled.clause.id) == (net, clause)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"lives": "total <= 29"}, "Three Card Poker 1.3 has no side bets with 'lives'"),
        ({"settled": "deal"}, "cannot settle it at 'deal'"),
        ({"row": [{"name": "x", "when": "up is ace", "pays": "1 to 1"}]}, "has no 'up'"),
    ],
)
def test_what_the_game_cannot_do_is_refused(change: dict[str, object], says: str) -> None:
    with pytest.raises(OptionFaults, match=says):
        games.ruleset("three-card-poker", {"side_bets": [{**FLUSH, **change}]})
