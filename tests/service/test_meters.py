"""Two tables of a house on one meter: what one feeds, the other shows at once."""

from __future__ import annotations

import time
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cardroom.cli import main
from cardroom.houses import House, Posted
from cardroom.rules.meter import Meter
from cardroom.store import open_store
from cardroom.table import Envelope
from cardroom.table.commands import CloseTable
from cardroom.table.floor import HOUSE as TABLE_HOUSE
from cardroom.table.floor import Floor, Receipt
from tests.floor_calls import do
from tests.service.running_service import (
    PATIENCE_SECONDS,
    Guest,
    Table,
    heard,
    refusal,
    running,
    with_settings,
)
from tests.service.running_service import House as Service

SEVENS = Posted(
    "bet-the-set-21",
    limits=("5", "500"),
    options={"blazing_7s": 1, "burn": 0},
    tables=2,
    meter="blazing-1",
)
HOUSE = House("Two tables", (SEVENS, Posted("blackjack", edition="7", tables=0)), name="sevens")


def amounts(messages: list[Any]) -> list[int]:
    return [m["meters"][0]["amount"] for m in messages if m["type"] == "meters"]


def test_a_bet_at_one_table_is_on_the_sign_of_the_other(tmp_path: Path) -> None:
    settings = with_settings(house=HOUSE, data=tmp_path)
    with running(settings) as service:
        guest, watcher = service.guest(), service.guest()
        rows = guest.http.get("/api/tables").json()
        assert [row["title"] for row in rows] == ["Bet the Set 21 1", "Bet the Set 21 2"]
        assert [row["meters"][0]["amount"] for row in rows] == [2000_00] * 2
        one, two = (Table(guest, row["id"]) for row in rows)
        with Table(watcher, two.id).stream() as stream:
            assert heard(stream)["view"]["meters"] == [
                {
                    "name": "blazing-1",
                    "title": "Blazing 7's",
                    "amount": 2000_00,
                    "wins": [],
                    "set_aside": "",
                }
            ]
            one.sit()
            one.do("place-bet", box=4, spot="main", stake=10_00)
            one.do("place-bet", box=4, spot="blazing-7s", stake=1_00)
            one.do("close-bets")
            now = one.view["meters"][0]["amount"]
            assert now == two.view["meters"][0]["amount"] != 2000_00
            while now not in amounts([heard(stream)]):
                pass  # the sign at the other table moves as well
        one.finish()
        past = guest.http.get(f"{one.url}/rounds/1").json()
        assert all(step["view"]["meters"] == [] for step in past["steps"])
    # Opened again: the same tables, and the meter as it was.
    with running(settings) as service:
        rows = service.guest().http.get("/api/tables").json()
        assert [row["id"] for row in rows] == [one.id, two.id]
        assert [row["meters"][0]["amount"] for row in rows] == [now] * 2


def test_a_table_that_was_closed_is_off_the_meter_for_good(tmp_path: Path) -> None:
    settings = with_settings(house=HOUSE, data=tmp_path)
    with running(settings) as service:
        floor, guest = service.person("floor"), service.guest()
        one, two = (Table(guest, row["id"]) for row in guest.http.get("/api/tables").json())
        one.sit()
        one.do("place-bet", box=4, spot="main", stake=10_00)
        one.do("place-bet", box=4, spot="blazing-7s", stake=1_00)
        one.do("close-bets")
        assert refusal(floor.at(one).send("close-table")) == "service.command"
        if floor.http.delete(one.url).status_code == 202:
            _decide(service, one)
        assert guest.http.get("/api/me").json()["wallet"] > 0, "chips go home"
        # The round was finished first, so that its stake has fed the meter.
        assert two.view["meters"][0]["amount"] != 2000_00
        book = service.room.floor.meter("blazing-1")
        assert book is not None
        assert list(book.tables) == [two.id]
    with running(settings) as service:
        rows = service.guest().http.get("/api/tables").json()
        assert one.id not in [row["id"] for row in rows]


def test_a_table_that_the_journal_closed_is_crossed_out_when_the_service_is_back(
    tmp_path: Path,
) -> None:
    settings = with_settings(data=tmp_path)
    with running(settings) as service:
        table = service.guest().open()
    with closing(open_store(str(tmp_path / "journal.sqlite"))) as store:
        closed = do(Floor(store), table.id, Envelope("last", TABLE_HOUSE, CloseTable()))
        assert isinstance(closed, Receipt)
    for _ in range(2):
        with running(settings) as service:
            rows = service.guest().http.get("/api/tables").json()
            assert [row["title"] for row in rows] == ["Blackjack"]


def test_guests_do_not_put_tables_on_a_meter_of_the_house() -> None:
    with running(with_settings(house=HOUSE)) as service:
        guest = service.guest()
        wanted = {"game": "bet-the-set-21", "options": {"blazing_7s": 1}, "meter": "blazing-1"}
        assert guest.http.post("/api/tables", json=wanted).status_code == 422
        own = guest.open("bet-the-set-21", options={"blazing_7s": 1})
        assert own.view["meters"][0]["name"] == f"{own.id}/blazing-7s"
        assert guest.open().view["meters"] == []


def test_a_house_with_faults_is_not_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "wrong.toml"
    file.write_text(
        """
title = "A stake above the law"
state = "washington"
[[game]]
game = "bet-the-set-21"
limits = ["5", "300"]
options = { blazing_7s = 1, legal_limit = "300", blazing_stake = "400" }
meter = "m"
""",
        encoding="utf-8",
    )
    assert main(["run", "--house", str(file), "--data", str(tmp_path), "--no-browser"]) == 2
    assert "blazing_stake = 400 is above legal_limit = 300" in capsys.readouterr().err


def test_a_meter_that_cannot_go_on_is_set_aside_and_everything_else_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = with_settings(house=HOUSE, data=tmp_path)
    with running(settings) as service:
        one, _ = (Table(service.guest(), row["id"]) for row in _rows(service))
        one.sit()
        one.do("place-bet", box=4, spot="main", stake=10_00)
        one.do("place-bet", box=4, spot="blazing-7s", stake=1_00)
        one.do("close-bets")
        one.finish()
        held = one.view["me"]["stack"]
        cookies = dict(one.guest.http.cookies)
    # A version that would have fed the meter with another share.
    fed = Meter.fed
    monkeypatch.setattr(Meter, "fed", lambda self, stake: fed(self, 2 * stake))
    with running(settings) as service:
        (sign,) = {str(row["meters"]) for row in _rows(service)}
        assert "entry 3" in sign
        guest = service.nobody()
        guest.http.cookies.update(cookies)
        again = Table(guest, one.id)
        assert again.view["meters"][0]["set_aside"]
        assert again.view["me"]["stack"] == held
        bet = again.send("place-bet", box=4, spot="blazing-7s", stake=1_00)
        assert refusal(bet) == "table.meter"
        again.round(stake=10_00)
        again.do("leave-seat")
        again.do("cash-out")


def meters(who: Guest) -> dict[str, Any]:
    return {row["id"]: row for row in who.http.get("/api/office/meters").json()}


def test_two_people_change_a_meter_its_tables_get_notice_and_it_is_retired(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("cardroom.service.live.room.SWEEP_SECONDS", 0.1)
    twice = msgspec.structs.replace(SEVENS, tables=1, meter="blazing-2")
    with running(with_settings(house=House("Three", (SEVENS, twice), name="sevens"))) as service:
        floor, office, guest = service.cast("floor"), service.cast("office"), service.guest()
        rows = guest.http.get("/api/tables").json()
        on_it = (row["id"] for row in rows if row["meters"][0]["name"] == "blazing-1")
        one, two = (Table(guest, id) for id in on_it)

        def ask(who: Guest, what: str, **given: object) -> Any:
            answer = who.http.post(f"/api/office/meters/{what}", json=given)
            return answer.json() if answer.status_code == 200 else refusal(answer)

        wish = {"meter": "blazing-1", "options": {"blazing_seed": "2500"}, "why": "slow nights"}
        notice = {"options": {"blazing_seed": "2500"}}
        alone = floor.http.post(f"{one.url}/notice", json=notice)
        assert refusal(alone) == "table.meter", "one person does not change a meter"
        prepared = ask(floor, "change", **wish)
        assert prepared["prepared"]["terms"]["seed"] == "$2,500"
        assert one.view["notice"] is None
        assert ask(floor, "sign", meter="blazing-1") == "office.meter", "a second person signs"
        assert ask(office, "sign", meter="blazing-1")["prepared"] is None
        for table in (one, two):
            (change,) = table.view["notice"]["changes"]
            assert (change["was"], change["will"]) == ("2000", "2500")
        for table in (one, two):
            table.sit()
            table.round()
            table.round()
        found = meters(office)
        assert found["blazing-1"]["approved"] is None
        assert found["blazing-1"]["terms"]["seed"] == "$2,500"

        held = {name: row["cents"] for name, row in found.items()}
        retired = {"meter": "blazing-1", "into": "blazing-2", "why": "one meter is enough"}
        assert ask(office, "retire", **{**retired, "meter": "none"}) == "office.meter"
        ask(office, "retire", **retired)
        ask(floor, "sign", meter="blazing-1")
        for table in (one, two):
            table.round()
            table.round()
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not (found := meters(office))["blazing-1"]["retired"]:
            assert time.monotonic() < deadline, "the house does not empty the meter"
        assert found["blazing-2"]["cents"] == sum(held.values())
        assert one.view["meters"] == []
        report = office.http.get("/api/office/reports/meters/json")
        assert [row["kind"] for row in report.json()["changes"]] == [
            *("change prepared", "change signed", "change in force"),
            *("retirement prepared", "retirement signed", "retired", "money received"),
        ]


def _decide(service: Service, table: Table) -> None:
    """The player decides before the table closes."""
    while service.room.lobby.get(table.id) is not None:
        for ask in (table.guest.http.get(table.url).json().get("view") or {"asks": ()})["asks"]:
            offered = [option["verb"] for option in ask["options"]]
            verb = next(verb for verb in ("decline", "stand", "hit") if verb in offered)
            table.play("answer", box=ask["box"], verb=verb)


def _rows(service: Service) -> list[Any]:
    rows: list[Any] = service.guest().http.get("/api/tables").json()
    return rows


OWN = """
name = "aces-up"
title = "Aces Up"
cards = ["first", "second"]
stake = "1"

[meter]
contribution = 20
seed = 500

[[row]]
name = "suited-aces"
when = "pair and is ace and same suit"
words = "two aces of one suit"
pays = "100%"
"""


def test_a_meter_of_a_side_bet_file_changes_with_a_new_file(house: Service) -> None:
    """The tables' other bets stay; a file of another bet is refused."""
    floor, office = house.cast("floor"), house.cast("office")
    other = OWN.replace("aces-up", "aces-down").replace("Up", "Down").partition("[meter]")
    fixed = f"{other[0]}[[row]]{other[2].partition('[[row]]')[2]}".replace("100%", "30:1")
    table = house.guest().open(side_bets=[OWN, fixed], bots=0)
    meter = f"{table.id}/aces-up"
    ask = {"meter": meter, "why": "slow nights"}
    change = "/api/office/meters/change"
    assert floor.http.post(change, json=ask).status_code == 422
    wrong = floor.http.post(change, json={**ask, "side_bet": OWN.replace("aces-up", "kings")})
    assert refusal(wrong) == "office.meter"
    assert refusal(floor.http.post(change, json={**ask, "side_bet": "name = 1"})) == "table.options"
    new = OWN.replace("seed = 500", "seed = 800")
    answer = floor.http.post(change, json={**ask, "side_bet": new})
    assert answer.status_code == 200, answer.text
    assert answer.json()["prepared"]["terms"]["seed"] == "$800"
    assert office.http.post("/api/office/meters/sign", json={"meter": meter}).status_code == 200
    table.sit()
    for _ in range(2):
        table.round()
    assert meters(office)[meter]["terms"]["seed"] == "$800"
    posted = house.room.lobby.get(table.id)
    assert posted is not None
    assert [spot.name for spot in posted.table.rules.spots if spot.name.startswith("aces")] == [
        "aces-up",
        "aces-down",
    ]
