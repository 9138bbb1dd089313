"""Trays in a running room: staff count and sign, each with a login of their own."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from tests.service.running_service import (
    PATIENCE_SECONDS,
    SMALL,
    Guest,
    House,
    Table,
    refusal,
    running,
    with_settings,
)


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


def test_a_table_closes_after_its_tray_and_its_drop_box_were_counted() -> None:
    with running(with_settings(games=("blackjack",), bots="none")) as house:
        floor, office = house.person("floor"), house.person("office")
        (room,) = floor.http.get("/api/tables").json()
        own, second = Table(floor, room["id"]), Table(office, room["id"])

        def closing() -> str:
            answer = floor.http.delete(f"/api/tables/{room['id']}")
            return "" if answer.status_code == 200 else answer.json()["refusal"]["why"]

        own.do("open-tray", chips=[[10000, 50]], box="B1")
        assert closing() == "sign or void slip 1 first"
        second.do("sign-slip", slip=1)
        assert closing() == "close the tray first"
        own.do("close-tray", chips=[[10000, 50]])
        second.do("sign-slip", slip=2)
        assert closing() == "count drop box B1 first"
        own.do("count-box", chips=[], box="B1")
        second.do("sign-slip", slip=3)
        assert closing() == ""


def test_bots_do_not_play_with_the_houses_chips() -> None:
    with running(SMALL) as house:
        floor = house.person("floor")
        table = house.guest().open(bots=2)
        said = floor.at(table).send("open-tray", chips=[[100, 5]], box="B1")
        assert said.status_code == 409
        assert "--no-bots" in said.text


@pytest.fixture(scope="module")
def day() -> Iterator[tuple[House, str, dict[str, Guest]]]:
    """A table with a tray, and a player with $500 who bets $10 and $20."""
    with running(with_settings(games=("blackjack",), bots="none")) as house:
        people = {role: house.person(role) for role in ("floor", "dealer", "office", "player")}
        (room,) = people["floor"].http.get("/api/tables").json()
        table = room["id"]
        floor, office = Table(people["floor"], table), Table(people["office"], table)
        floor.do("open-tray", chips=[[10000, 50]], box="B1")
        office.do("sign-slip", slip=1)
        office.do("fill-tray", chips=[[2500, 4]])
        floor.do("sign-slip", slip=2)
        player = Table(people["player"], table)
        player.sit(seat=4, chips=500_00)
        player.round(stake=1000)
        player.round(stake=2000)
        floor.do("end-round")
        yield house, table, people


Day = tuple[House, str, dict[str, Guest]]


def test_the_trays_show_what_they_should_hold(day: Day) -> None:
    _, table, people = day
    (tray,) = people["dealer"].http.get("/api/office/trays").json()
    assert tray["id"] == table
    shown = tray["tray"]
    assert shown["opener"] == 5000_00
    assert shown["fills"] == 100_00
    assert shown["bought"] == 500_00
    assert shown["expected"] == 5000_00 + 100_00 - 500_00 + shown["won"]
    assert shown["in_box"] == 500_00
    assert tray["slips"] == []


def test_a_ruling_is_shown_first_and_two_people_make_it(day: Day) -> None:
    _, table, people = day
    floor, player = Table(people["floor"], table), Table(people["player"], table)
    name, path = people["player"].name, f"/api/tables/{table}"
    (_, first) = people["player"].http.get(f"{path}/rounds").json()
    won = first["results"].get(name, 0)
    asked = {"command": "rule-on-round", "round": 1, "ruling": "correct-payment"}
    asked |= {"by": "", "why": "paid the wrong box", "clause": "office.ruling"}
    asked |= {"changes": {name: 500}}
    before = people["floor"].http.post(f"{path}/ruling", json=asked).json()
    lines = {
        line["name"]: (line["before"], line["change"], line["after"]) for line in before["lines"]
    }
    assert lines == {name: (won, 500, won + 500), "house": (-won, -500, -won - 500)}
    chips = player.view["me"]["stack"]
    floor.do(**{key: value for key, value in before["command"].items() if key != "by"})
    (slip,) = people["office"].http.get("/api/office/trays").json()[0]["slips"]
    assert slip["says"] == f"round 1, correct payment: {name} gets $5 [office.ruling]"
    assert player.view["me"]["stack"] == chips
    Table(people["office"], table).do("sign-slip", slip=slip["number"])
    assert player.view["me"]["stack"] == chips + 500
    (told,) = (each for each in player.view["floor"] if each["kind"] == "ruling: correct-payment")
    assert told["note"] == f"round 1: {name} $5; paid the wrong box"
    (_, ruled) = people["player"].http.get(f"{path}/rounds").json()
    assert ruled["rulings"][0]["why"] == "paid the wrong box"
    again = people["player"].http.get(f"{path}/rounds/1").json()
    assert again["rulings"][0]["changes"] == {name: 500}
    asked |= {"ruling": "void-hand", "box": 4, "changes": {}}
    said = people["floor"].http.post(f"{path}/ruling", json=asked)
    assert "was ruled on already" in said.text


def test_a_card_that_is_not_text_is_refused(day: Day) -> None:
    _, table, people = day
    asked = {"command": "rule-on-round", "round": 1, "ruling": "correct-card", "card": {}}
    asked |= {"by": "", "why": "x", "clause": "office.ruling"}
    said = people["floor"].http.post(f"/api/tables/{table}/ruling", json=asked)
    assert (said.status_code, refusal(said)) == (422, "service.form")
    sent = Table(people["floor"], table).send("deal-card", card={})
    assert (sent.status_code, refusal(sent)) == (422, "service.form")


@pytest.mark.parametrize("report", ["daily", "bank", "rotation", "incidents", "meters"])
def test_every_report_is_shown_and_can_be_downloaded(day: Day, report: str) -> None:
    _, _, people = day
    http, path = people["office"].http, f"/api/office/reports/{report}"
    query = {"theory": "left-out"}
    shown = http.get(path, params=query)
    assert shown.status_code == 200, shown.text
    assert shown.json()["tables"]
    assert http.get(f"{path}/json", params=query).json()["title"] == shown.json()["title"]
    written = http.get(f"{path}/csv", params=query)
    assert written.text.startswith("table,")
    assert "attachment" in written.headers["content-disposition"]
    assert refusal(http.get(f"{path}/xls")) == "service.not-found"


def test_a_report_is_printed(day: Day) -> None:
    _, _, people = day
    printed = people["office"].http.get("/api/office/reports/meters/pdf")
    assert printed.content.startswith(b"%PDF")


@pytest.mark.parametrize("query", [{"day": "soon"}, {"span": "century"}, {"theory": "guess"}])
def test_a_report_of_nothing_is_refused(day: Day, query: dict[str, str]) -> None:
    _, _, people = day
    said = people["office"].http.get("/api/office/reports/daily", params=query)
    assert said.status_code == 422
    assert refusal(said) == "service.form"


def test_the_daily_report_has_the_drop_and_the_win(day: Day) -> None:
    _, _, people = day
    found = people["office"].http.get("/api/office/reports/daily/json?theory=left-out").json()
    (room,) = found["room"]
    assert room["drop"] == 500_00
    assert room["fills"] == 100_00
    assert room["rounds"] >= 1


def test_a_player_reads_their_own_statement_and_the_office_any(day: Day) -> None:
    house, _, people = day
    name = people["player"].name
    own = people["player"].http.get("/api/me/statement").json()
    assert own["title"] == f"Statement of {name}"
    days = next(table for table in own["tables"] if table["name"] == "days")
    assert days["rows"][0][2] == 500_00
    path = f"/api/office/people/{name}/statement"
    assert people["office"].http.get(path).json()["title"] == own["title"]
    assert people["office"].http.get(f"{path}/csv").text.startswith("table,day")
    assert people["player"].http.get(path).status_code == 403
    assert house.guest().http.get("/api/me/statement").status_code == 200


def test_an_excluded_person_is_not_seated_while_the_room_is_open(day: Day) -> None:
    house, table, people = day
    other = house.person("player")
    office = people["office"].http
    given = {"name": other.name, "why": "a court order"}
    assert office.post("/api/office/exclusions", json=given).status_code == 200
    assert refusal(Table(other, table).send("sit-down", seat=1)) == "office.excluded"
    listed = office.get("/api/office/exclusions").json()
    assert {"name": other.name.lower(), "why": "a court order"} in listed
    path = f"/api/office/exclusions/{other.name}/readmit"
    assert office.post(path, json={"why": "the order was lifted"}).status_code == 200
    Table(other, table).do("sit-down", seat=1)
    assert other.http.post("/api/me/exclusion", json={"why": "a break"}).status_code == 200
    assert refusal(Table(other, table).send("buy-in", amount=100_00)) == "office.excluded"
    Table(other, table).do("leave-seat")


def test_the_company_of_a_proposition_player_is_noted_when_they_sit() -> None:
    with running(with_settings(games=(), bots="none")) as house:
        player, banker = house.person("player"), house.person("proposition")
        table = player.open("no-bust-joker")
        at = Table(banker, table.id)
        at.do("sit-down", seat=2)
        deadline = time.monotonic() + PATIENCE_SECONDS
        live = house.room.lobby.get(table.id)
        assert live is not None
        while live.table.companies != {banker.name: "Acme"}:
            assert time.monotonic() < deadline
            time.sleep(0.02)
        noted = house.person("office").http.get("/api/office/reports/rotation").json()
        assert noted["tables"]


def test_only_a_proposition_player_has_a_company() -> None:
    with running(with_settings(games=(), bots="none")) as house:
        admin, name = house.person("admin"), house.person("player").name
        path = f"/api/people/{name}/role"
        needs = "a proposition player needs a company and a badge"
        assert needs in admin.http.post(path, json={"role": "proposition"}).text
        given = {"role": "dealer", "company": "Acme", "badge": "A-1"}
        assert needs in admin.http.post(path, json=given).text
        given["role"] = "proposition"
        assert admin.http.post(path, json=given).json()["done"]
        (row,) = [each for each in admin.http.get("/api/people").json() if each["name"] == name]
        assert (row["role"], row["company"], row["badge"]) == ("proposition", "Acme", "A-1")
