"""Options: what a default means today, and what stored rules mean by leaving an option out."""

from __future__ import annotations

import msgspec
import pytest

from cardroom import games
from cardroom.play.round import Refusal
from cardroom.rules.options import (
    Catalogue,
    Choice,
    OptionFaults,
    OptionSpec,
    PostedOdds,
    Value,
    Whole,
)
from cardroom.table.commands import OpenTable
from cardroom.table.posting import pin, posted, read_document

OLD = Catalogue("a-game", (OptionSpec("decks", Whole(1, 8), 6, "decks"),))
NEW = Catalogue(
    "a-game",
    (
        OptionSpec("decks", Whole(1, 8), 8, "decks", base=6),
        OptionSpec("tie", Choice(("push", "bank-wins")), "bank-wins", "ties", base="push"),
    ),
)
NEW_DEFAULTS = {"readings": "current"}
"""Options of every game whose default has another meaning than leaving them out of stored rules."""
OF_ONE_GAME = {"safari-21": {"max_bets_count": "together"}}


def test_a_new_default_does_not_change_stored_rules() -> None:
    stored = OLD.pinned(OLD.read({}))
    assert NEW.read(NEW.restored(stored)) == {"decks": 6, "tie": "push"}


def test_rules_posted_today_have_todays_defaults_and_keep_them() -> None:
    values = NEW.read({})
    assert values == {"decks": 8, "tie": "bank-wins"}
    stored = NEW.pinned(values)
    assert stored == {"decks": 8, "tie": "bank-wins"}
    assert NEW.read(NEW.restored(stored)) == values


def test_an_option_at_its_base_value_is_not_stored() -> None:
    assert NEW.pinned(NEW.read({"decks": 6, "tie": "push"})) == {}
    assert NEW.changed(NEW.read({"decks": 6, "tie": "push"})) == {"decks": 6, "tie": "push"}


def test_what_is_left_out_of_a_posting_is_pinned_before_it_is_stored() -> None:
    command = OpenTable("t", "blackjack", {"decks": 6, "wager_min": "5"})
    assert pin(command).options == {**NEW_DEFAULTS, "wager_min": "5"}
    refused = OpenTable("t", "blackjack", {"decks": 99})
    assert isinstance(posted(pin(refused)), Refusal)


def test_options_that_contradict_each_other_are_refused_by_todays_rules() -> None:
    given: dict[str, Value] = {"legal_limit": "300", "blazing_7s": 1, "blazing_stake": "301"}
    assert isinstance(posted(pin(OpenTable("t", "bet-the-set-21", given))), Refusal)


def test_the_rules_of_a_stored_command_are_those_of_its_document() -> None:
    for game in games.registry.games().values():
        rules = game.ruleset({"smallest_chip": "0.50"})
        command = pin(OpenTable("t", game.id, {"smallest_chip": "0.50"}))
        assert posted(command) == rules == read_document(rules.stored)
        assert msgspec.json.decode(rules.stored)["options"] == {
            **NEW_DEFAULTS,
            **OF_ONE_GAME.get(game.id, {}),
            "smallest_chip": 50,
        }


@pytest.mark.parametrize("given", ["7:5", "7 to 5", " 7 : 5 ", "12 for 5"])
def test_odds_of_the_houses_own_are_written_alike(given: str) -> None:
    assert PostedOdds(("6:5",)).read(given) == "7:5"


@pytest.mark.parametrize("given", ["", "even", "7", "0:1", "101:1", "1 for 1", 1.5, None, True])
def test_text_that_is_not_odds_is_refused(given: object) -> None:
    with pytest.raises(ValueError, match="odds, such as 6:5"):
        PostedOdds(("6:5",)).read(given)


def test_a_dash_stands_between_amounts_and_is_a_sign_before_the_first() -> None:
    for same in ("1/2", "1-2", "1 - 2", "$1-$2", "1, 2"):
        assert games.ruleset("omaha", {"blinds": same}).options["blinds"] == "1/2"
    for below in ("-1/2", "-2", "-1-2", "1/-2"):
        with pytest.raises(OptionFaults, match="amounts in dollars"):
            games.ruleset("omaha", {"blinds": below})


def test_odds_begin_with_a_digit() -> None:
    with pytest.raises(OptionFaults, match="it must be odds, such as 2:1"):
        games.ruleset("no-bust-joker", {"natural_pays": ",:1"})
