"""Dealing by hand, from a physical shoe, and putting right what went wrong."""

from __future__ import annotations

from typing import Any

import pytest

from tests.service.running_service import House, Table, heard, refusal


def by_hand(house: House, dealing: str, **fields: str) -> tuple[Table, Table]:
    """A dealer's table with a player at box 4."""
    table = house.guest().open(dealing=dealing, **fields)
    player = house.guest().at(table)
    player.sit(4)
    player.do("place-bet", box=4, spot="main", stake=1000)
    return table, player


def test_a_dealer_clicks_each_step(house: House) -> None:
    table, player = by_hand(house, "by-hand", shoe="2c Th 9d 8h 7c 6s 5s")
    assert player.send("close-bets").status_code == 403
    table.do("close-bets")
    assert "deal-card" in table.view["dealer"]["can"]
    assert table.view["dealer"]["place"] == "burn"
    for _ in range(5):
        table.do("deal-card")
    assert player.view["places"]["4.1"]["cards"] == ["Th", "8h"]
    assert player.view["places"]["bank"]["cards"] == ["9d", "??"]
    assert table.view["places"]["bank"]["cards"] == ["9d", "??"], "the dealer has not looked yet"
    assert table.view["dealer"]["head"] == "answer"
    assert refusal(table.send("deal-card")) == "table.dealing"
    player.play("answer", box=4, verb="stand")
    deal_on(table)
    assert player.view["places"]["bank"]["cards"][:2] == ["9d", "7c"]
    assert player.view["results"][0]["box"] == 4
    table.do("end-round")
    assert player.view["places"] == {}


def deal_on(table: Table) -> None:
    """The dealer does what is due until the round is over."""
    for _ in range(40):
        can = table.view["dealer"]["can"]
        if "end-round" in can:
            return
        if "deal-card" in can:
            table.do("deal-card")
        else:
            assert "proceed" in can, can
            table.play("proceed")
    raise AssertionError("the round does not end")


def test_at_a_physical_table_the_dealer_says_which_card_came(house: House) -> None:
    table, player = by_hand(house, "physical")
    assert "load-shoe" in table.view["dealer"]["can"]
    assert refusal(table.send("close-bets")) == "shoe.shuffle"
    table.do("load-shoe")
    table.do("close-bets")
    assert "enter-card" in table.view["dealer"]["can"]
    for card in ("??", "Th", "5d", "9h", "??"):
        table.play("draw", card=card)
    assert player.view["places"]["4.1"]["label"] == "19"
    player.play("answer", box=4, verb="stand")
    assert table.view["dealer"]["place"] == "bank"
    table.play("draw", card="Kc")
    for _ in range(10):
        dealer = table.view["dealer"]
        if "end-round" in dealer["can"]:
            break
        if "enter-card" in dealer["can"]:
            table.play("draw", card="6h")
        else:
            table.play("proceed")
    assert player.view["places"]["bank"]["cards"] == ["5d", "Kc", "6h"]
    assert player.view["results"][0]["net"] == -1000


def test_a_card_that_the_deck_cannot_hold_is_refused(house: House) -> None:
    table, _ = by_hand(house, "physical")
    table.do("load-shoe")
    table.do("close-bets")
    for card in ("1s", "", "as", "Jk"):
        answer = table.send("play", input={"input": "draw", "card": card})
        assert answer.status_code in (409, 422), answer.text
        assert refusal(answer) in ("service.form", "round.card")


def test_the_floor_voids_a_round_and_every_chip_goes_back(house: House) -> None:
    table, player = by_hand(house, "by-hand", shoe="2c Th 9d 8h 7c")
    table.do("close-bets")
    for _ in range(5):
        table.do("deal-card")
    assert player.view["me"]["stack"] == 49_000
    floor = house.cast("floor").at(table)
    assert "void-round" in floor.view["dealer"]["interventions"]
    assert house.cast("dealer").at(table).view["dealer"]["interventions"] == []
    answer = (
        house.cast("dealer")
        .at(table)
        .send("play", input={"input": "intervene", "kind": "void-round"})
    )
    assert answer.status_code == 403
    floor.play("intervene", kind="void-round", note="wrong card exposed")
    (told,) = player.view["floor"]
    assert (told["kind"], told["note"]) == ("void-round", "wrong card exposed")
    assert told["clause"]["id"] == "irregularity.void-round"
    assert told["clause"]["cite"]
    table.do("end-round")
    assert player.view["me"]["stack"] == 50_000
    assert len(player.view["floor"]) == 1, "until the next round"
    player.do("place-bet", box=4, spot="main", stake=1000)
    table.do("close-bets")
    assert player.view["floor"] == []


def test_the_floor_sees_what_each_intervention_takes(house: House) -> None:
    table, _ = by_hand(house, "by-hand", shoe="2c Th 9d 8h 7c")
    table.do("close-bets")
    floor = house.cast("floor").at(table).view["dealer"]
    assert set(floor["takes"]) <= set(floor["interventions"])
    assert floor["takes"]["void-hand"] == ["box", "hand", "side_bets"]
    assert floor["takes"]["exposed-card"] == ["card", "boxes"]
    assert "void-round" not in floor["takes"], "nothing but the note"
    assert house.cast("dealer").at(table).view["dealer"]["takes"] == {}


def test_the_floor_rewinds_to_before_an_error(house: House) -> None:
    table, player = by_hand(house, "by-hand", shoe="2c Th 2d 8h 7c 3s")
    table.do("close-bets")
    for _ in range(5):
        table.do("deal-card")
    player.play("answer", box=4, verb="stand")
    floor = house.cast("floor").at(table)
    refused = floor.send("play", input={"input": "intervene", "kind": "rewind"})
    assert refused.status_code == 422
    assert "0 undoes the whole round" in refused.text
    floor.play("intervene", kind="rewind", to=5)
    assert player.view["asks"][0]["box"] == 4
    assert player.view["places"]["4.1"]["cards"] == ["Th", "8h"]


def test_bots_bet_at_a_table_that_a_guest_deals(house: House) -> None:
    table = house.guest().open(dealing="by-hand", bots=2)
    table.do("close-bets")
    assert table.view["phase"] == "round"
    assert len(table.view["bets"]) == 2


def test_a_paused_table_waits_for_the_floor(house: House) -> None:
    table = house.guest().open()
    table.sit()
    floor = house.cast("floor").at(table)
    floor.do("pause", why="a cup of coffee on the layout")
    answer = table.send("place-bet", box=4, spot="main", stake=500)
    assert answer.status_code == 409
    assert refusal(answer) == "table.paused"
    floor.do("resume")
    table.round()


def _modest(ask: Any) -> str:
    offered = [option["verb"] for option in ask["options"]]
    return next(verb for verb in ("decline", "stand", "hit") if verb in offered)


@pytest.mark.parametrize("dealing", ["by-hand", "physical"])
def test_a_table_that_is_closed_gives_all_money_back(house: House, dealing: str) -> None:
    table, player = by_hand(house, dealing)
    if dealing == "physical":
        table.do("load-shoe")
    table.do("close-bets")
    assert player.guest.http.get("/api/me").json()["wallet"] == 100_000, "these are practice chips"
    assert player.guest.http.delete(table.url).status_code == 403
    if dealing == "physical":
        assert refusal(table.guest.http.delete(table.url)) == "service.closing"
        table.play("intervene", kind="void-round")
        assert table.guest.http.delete(table.url).status_code == 200
    elif table.guest.http.delete(table.url).status_code == 202:
        # The player decides before the table closes.
        while (view := player.guest.http.get(table.url).json().get("view")) is not None:
            for ask in view["asks"]:
                player.play("answer", box=ask["box"], verb=_modest(ask))
    assert table.guest.http.get(table.url).status_code == 404
    held = house.room.floor.table(table.id)
    assert held is not None
    assert not held.stacks
    assert not held.seats
    assert player.guest.http.get("/api/me").json()["wallet"] == 100_000


def test_a_dealer_whose_table_closes_is_offered_nothing_more(house: House) -> None:
    table, player = by_hand(house, "by-hand", shoe="2c Th 9d 8h 7c 6s 5s")
    table.do("close-bets")
    for _ in range(5):
        table.do("deal-card")
    with table.stream() as socket:
        assert "intervene" in heard(socket)["view"]["dealer"]["can"]
        assert table.guest.http.delete(table.url).status_code == 202
        # The house deals on, and only the player is asked.
        while (said := heard(socket))["type"] != "step":
            pass
        assert said["view"]["dealer"] is None
        player.play("answer", box=4, verb="stand")
