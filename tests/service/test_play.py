"""A guest plays: at once, by the rules, and every command once."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from cardroom.games import registry
from tests.service.running_service import House, refusal


def test_a_guest_plays_without_an_account(
    house: House, record_property: Callable[[str, object], None]
) -> None:
    started = time.monotonic()
    guest = house.guest()
    lobby = guest.http.get("/api/tables").json()
    assert any(row["game"] == "blackjack" for row in lobby)
    table = guest.open(bots=2)
    table.sit()
    view = table.round()
    assert view["results"]
    assert {result["box"] for result in view["results"]} == {1, 4, 7}
    record_property("seconds to the end of a round", round(time.monotonic() - started, 1))


def test_every_game_there_is_has_a_table_in_the_lobby(house: House) -> None:
    guest = house.nobody()
    games = {game["id"] for game in guest.http.get("/api/games").json()}
    assert games <= {row["game"] for row in guest.http.get("/api/tables").json()}


@pytest.mark.parametrize("game", registry.games())
def test_every_game_can_be_played_against_bots(house: House, game: str) -> None:
    table = house.guest().open(game, bots=3)
    table.sit(chips=90_000)
    spots = table.guest.http.get(table.url).json()["layout"]["boxes"][3]["spots"]
    for number in (1, 2, 3):
        if number > 1:
            table.do("end-round")
        if table.view["bank"]["asked"] == table.guest.name:
            table.do("decline-bank")
        if spots:
            table.do("place-bet", box=4, spot=spots[0]["name"], stake=1000)
        table.do("close-bets")
        view = table.finish()
        assert view["table"]["round"] == number
        assert any(result["box"] == 4 for result in view["results"]) or not spots


def test_the_same_command_five_times_has_one_effect(house: House) -> None:
    table = house.guest().open()
    table.sit()
    seqs = {table.send("buy-in", key="once", amount=700).json()["seq"] for _ in range(5)}
    assert len(seqs) == 1
    assert table.view["me"]["stack"] == 50_700
    assert table.view["me"]["wallet"] == 100_000 - 50_700


def test_a_command_that_was_done_is_not_decided_again(house: House) -> None:
    """Its repetition would be refused: the round has begun."""
    table = house.guest().open()
    table.sit()
    table.do("place-bet", box=4, spot="main", stake=500)
    first = table.send("place-bet", key="bet", box=4, spot="main", stake=1000)
    table.do("close-bets")
    again = table.send("place-bet", key="bet", box=4, spot="main", stake=1000)
    assert again.status_code == 200
    assert again.json() == first.json()
    table.finish()


def test_two_people_may_use_the_same_key(house: House) -> None:
    table = house.guest().open()
    other = house.guest().at(table)
    assert table.send("sit-down", key="same", seat=1).status_code == 200
    assert other.send("sit-down", key="same", seat=2).status_code == 200
    assert len([box for box in table.view["boxes"] if box["player"]]) == 2


def test_every_refusal_carries_its_clause(house: House) -> None:
    table = house.guest().open()
    table.sit(chips=20_000)
    for command, fields, clause in (
        ("place-bet", {"box": 4, "spot": "main", "stake": 0}, "bet.chip"),
        ("place-bet", {"box": 4, "spot": "main", "stake": 100}, "bet.least"),
        ("place-bet", {"box": 4, "spot": "main", "stake": 90_000}, "bet.most"),
        ("place-bet", {"box": 4, "spot": "no-such", "stake": 500}, "bet.spot"),
        ("place-bet", {"box": 4, "spot": "main", "stake": 30_000}, "bet.stack"),
        ("sit-down", {"seat": 99}, "table.seat"),
        ("play", {"input": {"input": "answer", "box": 4, "verb": "hit"}}, "table.role"),
        ("buy-in", {"amount": 10_000_000}, "cashier.wallet"),
    ):
        answer = table.send(command, **fields)
        assert answer.status_code == 409, answer.text
        assert refusal(answer) == clause


def test_cards_wait_until_everybody_who_bet_is_ready(house: House) -> None:
    table = house.guest().open()
    other = house.guest().at(table)
    table.sit(1)
    other.sit(2)
    table.do("place-bet", box=1, spot="main", stake=500)
    other.do("place-bet", box=2, spot="main", stake=500)
    waiting = table.send("close-bets").json()
    assert waiting["waits"] == [other.guest.name]
    assert table.view["phase"] == "betting"
    other.do("close-bets")
    assert table.view["table"]["round"] == 1


def test_nobody_plays_another_ones_hand(house: House) -> None:
    table = house.guest().open(shoe="2c 5d 9h 6d 9s 7c")
    other = house.guest().at(table)
    table.sit(4)
    table.do("place-bet", box=4, spot="main", stake=500)
    table.do("close-bets")
    assert table.view["asks"][0]["box"] == 4
    assert other.view["asks"] == []
    assert other.view["turn"] == [{"box": 4, "hand": 1, "topic": "play"}]
    answer = other.send("play", input={"input": "answer", "box": 4, "verb": "hit"})
    assert answer.status_code == 409
    assert refusal(answer) == "table.role"
    answer = other.send("leave-seat", player=table.guest.name)
    assert answer.status_code == 403
    table.finish()


def test_an_order_of_cards_can_be_given_in_tests_only(house: House) -> None:
    table = house.guest().open(shoe="2c Ts As Td 9h")
    table.sit()
    view = table.round()
    assert view["places"]["4.1"]["cards"] == ["Ts", "Td"]
    assert view["places"]["4.1"]["label"] == "20"


def test_a_payment_names_the_row_of_the_pay_table(house: House) -> None:
    table = house.guest().open(
        "safari-21",
        shoe="2c 5h 6h 6d 4h 6s Td 8d",
        options={
            "monte_carlo": None,
            "pay_table": "four when cards = 4 and total = 21 pays 3 to 2",
        },
    )
    table.sit()
    table.do("place-bet", box=4, spot="main", stake=1000)
    table.do("close-bets")
    for _ in range(2):
        table.play("answer", box=4, verb="hit")
    (result,) = table.view["results"]
    assert (result["net"], result["row"]) == (1500, "four")
    assert result["clause"]["id"] == "pay.bank-over"
