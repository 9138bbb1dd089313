"""Opening a table: it posts the options that were shown before."""

from __future__ import annotations

from typing import Any

import msgspec

from cardroom import games, houses
from cardroom.games import registry
from tests.service.running_service import House, Table, refusal, running, with_settings


def options_of(house: House, table: Table) -> dict[str, str]:
    """What the table posts, as users write it."""
    live = house.room.lobby.get(table.id)
    assert live is not None
    rules = live.table.rules
    return {
        spec.name: spec.show(rules.options[spec.name]) for spec in games.game(rules.game).catalogue
    }


def told(house: House, game: str) -> dict[str, str]:
    facts: Any = house.nobody().http.get("/api/games").json()
    (found,) = (it for it in facts if it["id"] == game)
    return {it["name"]: it["default"] for it in found["options"]}


def test_a_player_who_says_nothing_gets_what_the_form_shows(house: House) -> None:
    for game in registry.games():
        table = house.guest().open(game)
        assert options_of(house, table) == told(house, game), game
    shown = told(house, "blackjack")
    assert (shown["wager_min"], shown["wager_max"], shown["smallest_chip"]) == ("5", "500", "0.50")


def test_a_limit_that_is_typed_changes_no_other_value(house: House) -> None:
    for game, name, value in (
        ("blackjack", "wager_min", "10"),
        ("three-card-poker", "wager_max", "50"),
        ("safari-21", "wager_max", "none"),
        ("texas-holdem", "smallest_chip", "1"),
    ):
        table = house.guest().open(game, options={name: value})
        assert options_of(house, table) == told(house, game) | {name: value}, game


def test_a_limit_that_does_not_go_with_the_usual_ones_is_refused_in_words(
    house: House,
) -> None:
    wanted = {"game": "blackjack", "options": {"wager_min": "600"}}
    answer = house.guest().http.post("/api/tables", json=wanted)
    assert answer.status_code == 422
    assert refusal(answer)
    assert "wager_min = 600 is above wager_max = 500" in answer.text


def test_the_rule_page_and_its_paper_tell_the_same(house: House) -> None:
    http = house.nobody().http
    page = http.get("/api/games/blackjack/rules").json()
    assert {it["name"]: it["default"] for it in page["options"]} == told(house, "blackjack")
    table = house.guest().open("blackjack")
    assert page["digest"] == table.view["table"]["digest"]
    of_game, of_table = (
        http.get("/api/games/blackjack/sheets/sign").content,
        table.guest.http.get(f"{table.url}/sheets/sign").content,
    )
    assert of_game == of_table


def test_a_house_that_is_named_posts_the_game_and_one_that_is_unknown_is_refused(
    house: House,
) -> None:
    guest = house.guest()
    table = guest.open("dealer-bust-21", house="washington", options={"wager_min": "10"})
    live = house.room.lobby.get(table.id)
    assert live is not None
    # It has the options, but not the name: nobody prints the sheets of a house at a guest's table.
    assert live.table.rules.house == ""
    posted = options_of(house, table)
    assert (posted["wager_min"], posted["wager_max"], posted["pay_table"]) == ("10", "300", "2")
    for name in ("atlantis", "./washington.toml", "../houses/washington.toml"):
        wanted = {"game": "dealer-bust-21", "house": name}
        answer = guest.http.post("/api/tables", json=wanted)
        assert answer.status_code == 422
        assert "houses are napa_valley, washington" in answer.text
    answer = guest.http.post("/api/tables", json={"game": "omaha", "house": "washington"})
    assert answer.status_code == 422
    assert "does not post" in answer.text


def test_a_room_with_a_house_offers_what_the_house_posts() -> None:
    whole = houses.house("washington")
    posts = msgspec.structs.replace(whole, game=(whole.posted("dealer-bust-21"),))
    with running(with_settings(house=posts)) as house:
        facts = house.nobody().http.get("/api/games").json()
        assert [it["id"] for it in facts if it["house"] == "washington"] == ["dealer-bust-21"]
        assert facts[0]["id"] == "dealer-bust-21"
        assert "$300" in facts[0]["wagers"]
        assert {it["id"] for it in facts} == set(registry.games())
        page = house.nobody().http.get("/api/games/dealer-bust-21/rules").json()
        assert page["digest"] == whole.ruleset("dealer-bust-21").digest
        edges = house.guest().http.get("/api/lab/edges").json()
        assert [it["game"] for it in edges] == ["dealer-bust-21"]
        table = house.guest().open("dealer-bust-21", house=facts[0]["house"])
        assert options_of(house, table) == told(house, "dealer-bust-21")
