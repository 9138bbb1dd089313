"""What a house says at its tables, and the limits of single spots: posted, shown, and kept."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cardroom import games, houses
from cardroom.games.rule_page import rule_page
from cardroom.houses.check import check
from cardroom.play.betting import Betting, place
from cardroom.play.round import Refusal
from cardroom.rules.options import OptionFaults
from cardroom.service.view.felt import layout
from cardroom.signage import rules as rule_sheet
from cardroom.signage import sign
from cardroom.signage.sheet import posting
from cardroom.table.posting import read_document

HOUSE = """
title = "Room"
state = "washington"
day = 2013-06-03
notices = ["No phones at the table."]
disputes = "The floor decides."

[[game]]
game = "bet-the-set-21"
limits = ["5", "300"]
postings = ["rules", "limits", "pay-tables"]

[game.options]
notices = ["Pair bets need a wager."]
spot_limits = { bet-the-set = ["1", "25"] }

[[game]]
game = "blackjack"
limits = ["5", "300"]
postings = ["rules", "limits", "pay-tables"]
options = { disputes = "Ask the pit.", house_text = "Soup at noon.\\n\\nTea at five." }
"""


@pytest.fixture
def room(tmp_path: Path) -> str:
    file = tmp_path / "room.toml"
    file.write_text(HOUSE, encoding="utf-8")
    return str(file)


def said(house: str, game: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = rule_page(houses.ruleset(game, {}, house))["house_words"]
    return found


def test_every_game_has_the_texts_of_its_house_and_its_own(room: str) -> None:
    assert said(room, "bet-the-set-21") == [
        {"title": "Notices", "says": ["No phones at the table.", "Pair bets need a wager."]},
        {"title": "Disputes", "says": ["The floor decides."]},
    ]
    assert said(room, "blackjack") == [
        {"title": "Notices", "says": ["No phones at the table."]},
        {"title": "Disputes", "says": ["Ask the pit."]},
        {"title": "From the house", "says": ["Soup at noon.", "Tea at five."]},
    ]


def test_sign_rule_sheet_and_page_show_what_the_house_says(room: str) -> None:
    posted = posting("blackjack", name=room)
    titles = ["Notices", "Disputes", "From the house"]
    on_sign, on_sheet = (
        [part["title"] for part in sheet.body["house_words"]]
        for sheet in (sign.sheet(posted), rule_sheet.sheet(posted))
    )
    # A sign also has what the law wants players to know.
    assert on_sign == [*titles, "Please note"]
    assert on_sheet == titles
    shown = layout(posted.rules)
    assert "No phones at the table." in shown.sign
    assert [part.title for part in shown.words] == titles


def test_a_journal_keeps_what_was_posted(room: str) -> None:
    rules = houses.ruleset("blackjack", {}, room)
    kept = read_document(rules.stored)
    assert kept.options["disputes"] == "Ask the pit."
    assert kept.digest == rules.digest


def test_a_house_may_say_what_it_likes(room: str) -> None:
    assert [one for one in check(houses.house(room)) if one.level in ("fault", "deviation")] == []


@pytest.mark.parametrize(
    "given", [7, ["x", 7], "x" * 601, ["x" * 600] * 7, "bell \a", {"says": "x"}]
)
def test_a_text_that_cannot_be_printed_is_refused(given: object) -> None:
    with pytest.raises(OptionFaults, match=r"notices = .*: it must be none, a text, or a list"):
        games.ruleset("omaha", {"notices": given})


def test_a_spot_has_limits_of_its_own() -> None:
    given = {"wager_min": "5", "wager_max": "300", "spot_limits": {"bet-the-set": ["1", "25"]}}
    rules = games.ruleset("bet-the-set-21", given)
    assert rules.options["spot_limits"] == "bet-the-set 1-25"
    assert rules == games.ruleset("bet-the-set-21", {**given, "spot_limits": "bet-the-set 1-25.00"})
    family = games.family(rules)
    betting = place(Betting(rules, {"ann": 100_000}), family, 1, "main", "ann", 500)
    assert isinstance(betting, Betting)
    assert isinstance(place(betting, family, 1, "bet-the-set", "ann", 100), Betting)
    assert isinstance(place(betting, family, 1, "bet-the-set", "ann", 2500), Betting)
    above = place(betting, family, 1, "bet-the-set", "ann", 2600)
    assert isinstance(above, Refusal)
    assert above.clause.id == "bet.most"
    assert ("Bet the Set", "$1 to $25") in games.felt_of(rules).limits(rules)


def test_a_group_of_spots_has_limits_together() -> None:
    given = {"monte_carlo": "table-a", "wager_max": "100", "spot_limits": "monte-carlo 1-5"}
    rules = games.ruleset("safari-21", given)
    limited = [spot for spot in rules.spots if spot.limits and spot.limits.most == 500]
    assert len(limited) == 13
    shown = games.felt_of(rules).limits(rules)
    assert shown.count(("Monte Carlo", "$1 to $5")) == 1


@pytest.mark.parametrize(
    ("game", "given", "says"),
    [
        ("bet-the-set-21", {"spot_limits": {"main": ["1", "5"]}}, "there is no such side bet"),
        ("bet-the-set-21", {"spot_limits": {"bonus": ["1", "5"]}}, "the side bets are bet-the-set"),
        (
            "bet-the-set-21",
            {"spot_limits": {"bet-the-set": "5"}},
            "write the minimum and the maximum",
        ),
        ("bet-the-set-21", {"spot_limits": {"bet-the-set": ["9", "5"]}}, "is not a range"),
        (
            "bet-the-set-21",
            {"spot_limits": {"bet-the-set": ["1", "5"]}, "smallest_chip": "2"},
            "1 is not a multiple of smallest_chip = 2",
        ),
        (
            "bet-the-set-21",
            {"spot_limits": {"blazing-7s": ["1", "5"]}, "blazing_7s": 1},
            "Blazing 7's has the fixed stake $1",
        ),
        (
            "bet-the-set-21",
            {"spot_limits": {"bet-the-set": ["1", "500"]}, "legal_limit": "300"},
            "500 is above legal_limit = 300",
        ),
        ("fortune-pai-gow", {"spot_limits": "fortune 5"}, "as text, bet-the-set 1-25; bonus 5-50"),
        ("three-card-poker", {"spot_limits": {"b a": ["1", "2"]}}, "not the name of a spot"),
        (
            "three-card-poker",
            {"spot_limits": {str(n): ["1", "2"] for n in range(99)}},
            "at most 60",
        ),
    ],
)
def test_limits_that_make_no_sense_are_refused(game: str, given: dict[str, Any], says: str) -> None:
    with pytest.raises(OptionFaults) as wrong:
        games.ruleset(game, given)
    assert says in str(wrong.value)
