"""Trays in a running room: staff count and sign, each with a login of their own."""

from __future__ import annotations

from tests.service.running_service import SMALL, Table, refusal, running, with_settings


def test_two_people_open_a_tray() -> None:
    with running(with_settings(games=("blackjack",), bots="none")) as house:
        floor, dealer, player = (house.person(role) for role in ("floor", "dealer", "player"))
        (room,) = floor.http.get("/api/tables").json()
        assert room["bots"] == 0
        table = room["id"]
        own, second, guest = (Table(each, table) for each in (floor, dealer, player))
        assert refusal(guest.send("open-tray", chips=[[100, 500]], box="B1"))
        own.do("open-tray", chips=[[10000, 50]], box="B1")
        assert refusal(own.send("sign-slip", slip=1)) == "office.slip"
        assert refusal(own.send("sign-slip", slip=1, by=dealer.name)) == "table.role"
        second.do("sign-slip", slip=1)
        second.do("dealer-in")
        assert refusal(own.send("close-tray", chips=[[10000, 49]])) == "office.count"


def test_bots_do_not_play_with_the_houses_chips() -> None:
    with running(SMALL) as house:
        floor = house.person("floor")
        table = house.guest().open(bots=2)
        said = floor.at(table).send("open-tray", chips=[[100, 5]], box="B1")
        assert said.status_code == 409
        assert "--no-bots" in said.text
