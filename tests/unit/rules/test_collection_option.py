"""A house's own collection: read from a table or from text, charged, posted, and stored."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardroom import games, scenario
from cardroom.rules.collection_option import Collection
from cardroom.rules.fees import Bracket, PotFee
from cardroom.rules.limits import Limits
from cardroom.rules.options import OptionFaults

OWN = {"player": {"50": "0.50", "200": "2"}, "bank": {"100": 1, "above": "3"}}
TEXT = "player 50 0.50, 200 2; bank 100 1, above 3"


@pytest.mark.parametrize("given", [OWN, TEXT, {**OWN, "player": {200: "2", 50: "0.5"}}])
def test_a_table_and_its_text_are_the_same_rules(given: object) -> None:
    rules = games.ruleset("three-card-poker", {"collection": given})
    assert rules.options["collection"] == TEXT
    assert rules == games.ruleset("three-card-poker", {"collection": TEXT})
    assert rules != games.ruleset("three-card-poker")
    assert rules.fees.player == (Bracket(5000, 50), Bracket(20000, 200, 5100))
    assert rules.fees.bank == (Bracket(10000, 100), Bracket(None, 300, 10100))
    assert rules.fees.spots == ("ante", "bonus")


def test_one_fee_for_everybody_needs_no_rows() -> None:
    rules = games.ruleset("double-hand-poker", {"collection": {"player": "2", "bank": "3"}})
    assert rules.fees.player == (Bracket(None, 200),)
    assert rules.fees.bank == (Bracket(None, 300),)


def test_rows_may_go_by_the_limit_of_the_table() -> None:
    given = {"player": {"50": "1", "100": "2"}, "per": "table-limit"}
    fees = games.ruleset("no-bust-joker", {"collection": given}).fees
    assert fees.row(fees.player, 500, Limits(500, 10000)).fee == 200
    assert fees.free_button == "no-action"


@pytest.mark.parametrize("per", ["wager", "table-limit"])
def test_nobody_pays_by_a_part_that_is_not_posted(per: str) -> None:
    players, bank = (
        games.ruleset("three-card-poker", {"collection": {payer: {"50": "1"}, "per": per}})
        for payer in ("player", "bank")
    )
    assert players.fees.bank_most(players.limits) == 0
    assert players.fees.bank_span(players.limits) == bank.fees.player_span(bank.limits) == (0, 0)
    assert (
        players.fees.player_span(players.limits) == bank.fees.bank_span(bank.limits) == (100, 100)
    )


def test_a_pot_pays_by_the_number_of_players_and_seats_by_the_half_hour() -> None:
    rules = games.ruleset("omaha", {"collection": {"pot": {5: "4", 8: "6", 0: "1"}}})
    assert rules.fees.pot == (PotFee(8, 600), PotFee(5, 400), PotFee(0, 100))
    assert games.ruleset("omaha", {"collection": {"half_hour": "7.50"}}).fees.half_hour == 750


@pytest.mark.parametrize(
    "given",
    [
        {},
        "free",
        {"players": {"50": "1"}},
        {"player": {"fifty": "1"}},
        {"player": {"50": "a dollar"}},
        {"player": {"50": "-1"}},
        {"player": {"50": "1", "50.00": "2"}},
        {"player": {str(upto): "1" for upto in range(1, 30)}},
        {"player": {"50": "5%"}},
        {"per": "wager"},
        {"player": "1", "per": "percent"},
        "player 50 0.50 1",
    ],
)
def test_what_is_not_a_flat_schedule_is_refused(given: object) -> None:
    with pytest.raises(OptionFaults, match=r"^collection"):
        games.ruleset("no-bust-joker", {"collection": given})


def test_a_pot_needs_numbers_of_players() -> None:
    with pytest.raises(ValueError, match="number of players"):
        Collection((), ("pot", "half_hour")).read({"pot": {"many": "4"}})


def test_the_fees_of_a_round_are_those_of_the_posted_collection(tmp_path: Path) -> None:
    """$60 is in the second row; the bank pays for $60 in its first."""
    file = tmp_path / "own.toml"
    file.write_text(
        'game = "no-bust-joker"\n'
        'shoe = "9s Th Tc Td 7d"\n'
        "[options]\n"
        'collection = { player = { 50 = "0.50", 200 = "2" }, bank = { 100 = "1", above = "3" } }\n'
        '[bank]\nbox = 2\namount = "100"\n'
        '[[box]]\nbox = 1\nbets = { main = "60" }\n'
        '[[do]]\nbox = 1\nverb = "stand"\nif_asked = true\n'
        '[expect]\nfees = { 1 = "2", 2 = "1" }\n'
    )
    assert not scenario.run(scenario.read(file)).problems


@pytest.mark.parametrize(
    ("game", "given", "says"),
    [
        ("three-card-poker", "player 50 1; player 60 1", "it is given twice"),
        ("three-card-poker", "player 50 1, 50 2", "two rows are for the same amount"),
        ("omaha", "pot 7 1, 07 2", "two rows are for the same amount or number of players"),
    ],
)
def test_what_is_given_twice_is_refused(game: str, given: str, says: str) -> None:
    """Before, one of the two was dropped without a word."""
    with pytest.raises(OptionFaults, match=says):
        games.ruleset(game, {"collection": given})
