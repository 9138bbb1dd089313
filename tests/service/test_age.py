"""Tables of guests grow old; clocks ring for those who keep others waiting; nothing is lost."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from cardroom.cli import main
from cardroom.service.http.app import create_app
from cardroom.service.live import room
from cardroom.service.live.play_money import grant
from cardroom.service.settings import Guests, Pace
from cardroom.store import LockedError, audit, checkpoint, open_store
from cardroom.table.floor import Floor
from tests.service.running_service import PATIENCE_SECONDS, House, refusal, running, with_settings


def wait(house: House, table: str) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while house.room.lobby.get(table) is not None:
        assert time.monotonic() < deadline, "the table was not closed"
        time.sleep(0.05)


def test_a_guests_table_has_an_age_and_its_chips_go_home(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(room, "SWEEP_SECONDS", 0.1)
    later = 0.0
    settings = with_settings(guests=Guests(table_seconds=600.0), pace=Pace(decision_seconds=0.2))
    with running(settings, clock=lambda: time.time() + later) as house:
        table = house.guest().open(bots=1)
        with table.stream() as socket:
            table.sit()
            table.do("place-bet", box=4, spot="main", stake=500)
            table.do("close-bets")
            later = 601.0
            wait(house, table.id)
            while "bye" not in (said := str(socket.recv(timeout=PATIENCE_SECONDS))):
                pass
            assert "too old" in said
        assert table.guest.http.get(table.url).status_code == 404
        assert table.guest.http.get("/api/me").json()["wallet"] >= 99_000
        # The room's own tables stay.
        assert table.guest.http.get("/api/tables").json()


def test_a_guest_has_a_few_tables_and_the_room_a_limit() -> None:
    with running(with_settings(guests=Guests(tables_each=2, tables_max=3))) as house:
        guest = house.guest()
        guest.open()
        guest.open()
        answer = guest.http.post("/api/tables", json={"game": "blackjack"})
        assert answer.status_code == 409
        assert refusal(answer) == "service.tables"
        house.guest().open()
        full = house.guest().http.post("/api/tables", json={"game": "blackjack"})
        assert full.status_code == 503
        assert int(full.headers["retry-after"]) > 0


def test_a_player_who_lets_time_run_out_has_the_question_lapse() -> None:
    pace = Pace(betting_seconds=0.3, decision_seconds=0.3)
    with running(with_settings(pace=pace)) as house:
        table = house.guest().open(shoe="2c 5d 5h 9h 6d 6h 9s")
        other = house.guest().at(table)
        table.sit(1)
        other.sit(2)
        table.do("place-bet", box=1, spot="main", stake=500)
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not (view := table.view)["results"]:
            assert time.monotonic() < deadline, view
            time.sleep(0.05)
        assert view["table"]["round"] == 1


def test_an_offer_of_the_bank_lapses_and_goes_on_to_the_next() -> None:
    pace = Pace(betting_seconds=0.2, decision_seconds=0.2)
    with running(with_settings(pace=pace)) as house:
        first = house.guest().open("no-bust-joker")
        second = house.guest().at(first)
        first.sit(1)
        assert first.view["clock"] is None
        second.sit(2)
        deadline = time.monotonic() + PATIENCE_SECONDS
        # Neither answers: the game is broken, waits without a clock, and either may end that.
        while (view := second.view)["phase"] != "broken":
            assert time.monotonic() < deadline, view
            time.sleep(0.05)
        assert (view["bank"]["asked"], view["clock"]) == ("", None)
        first.do("post-bank", amount=1000)


def test_a_player_who_plays_alone_is_not_hurried() -> None:
    pace = Pace(betting_seconds=0.1, decision_seconds=0.1)
    with running(with_settings(pace=pace)) as house:
        table = house.guest().open(shoe="2c 5d 9h 6d 9s")
        table.sit()
        table.do("place-bet", box=4, spot="main", stake=500)
        time.sleep(0.4)
        assert table.view["table"]["round"] == 0
        table.do("close-bets")
        time.sleep(0.4)
        assert table.view["asks"]


def test_a_folder_has_one_service_at_a_time(tmp_path: Path) -> None:
    settings = with_settings(data=tmp_path)
    with running(settings), pytest.raises(LockedError, match="another service is using"):
        create_app(settings)


def test_a_service_that_comes_back_goes_on_where_it_was(tmp_path: Path) -> None:
    settings = with_settings(data=tmp_path)
    with running(settings) as house:
        table = house.guest().open(title="Corner table")
        table.sit()
        table.round()
        table.do("place-bet", box=4, spot="main", stake=500)
        table.do("close-bets")
        before = table.view
        cookies = dict(table.guest.http.cookies)
    with running(settings) as house:
        guest = house.nobody()
        guest.http.cookies.update(cookies)
        again = guest.at(table)
        assert again.view == {**before, "boxes": again.view["boxes"]}
        assert again.view["table"]["title"] == "Corner table"
        again.finish()
        again.round()
        rounds = guest.http.get(f"{table.url}/rounds").json()
        assert [row["number"] for row in rounds] == [2, 1]


def test_a_service_signs_checkpoints_when_it_starts_and_stops_and_none_if_nothing_happened(
    tmp_path: Path,
) -> None:
    settings = with_settings(data=tmp_path)
    journal = tmp_path / "journal.sqlite"
    with running(settings) as house:
        assert audit.verify_file(journal).checkpoints == 1
        table = house.guest().open(title="Corner table")
        table.sit()
    report = audit.verify_file(journal)
    assert (report.checkpoints, report.unsigned, report.faults) == (2, 0, ())
    assert (tmp_path / "house-key.pem").stat().st_mode & 0o777 == 0o600
    # The first one after a start names every stream, the others only what has changed.
    for _ in range(2):
        with running(settings):
            pass
        assert audit.verify_file(journal).checkpoints == 3
    with running(settings) as house:
        house.guest()
    again = audit.verify_file(journal)
    assert (again.checkpoints, again.faults) == (4, ())
    copy = checkpoint.decode((tmp_path / checkpoint.COPY).read_bytes())
    assert copy.number == 4


def test_a_deposit_forged_in_the_journal_of_a_service_is_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with running(with_settings(data=tmp_path)) as house:
        house.guest()
    journal = str(tmp_path / "journal.sqlite")
    assert main(["audit", "verify", journal]) == 0
    # Anyone who can write to the folder does not need the program to be running.
    store = open_store(journal)
    asyncio.run(grant(Floor(store), "welcome/eve", "eve", 1_000_000_00))
    store.close()
    assert main(["audit", "verify", journal]) == 1
    assert "not written with the house's key" in capsys.readouterr().err


def test_the_seat_of_a_player_who_is_gone_is_released(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "SWEEP_SECONDS", 0.1)
    with running(with_settings(pace=Pace(absence_seconds=0.5))) as house:
        table = house.guest().open(bots=1)
        with table.stream():
            table.sit()
            time.sleep(1.0)
            # Posted at the table, and kept while the page is open.
            view = table.guest.http.get(table.url).json()["view"]
            assert view["table"]["absence_seconds"] == 0.5
            assert view["me"]["stack"] > 0
        deadline = time.monotonic() + PATIENCE_SECONDS
        while table.guest.http.get("/api/me").json()["wallet"] < 100_000:
            assert time.monotonic() < deadline, "the seat was not released"
            time.sleep(0.05)
        view = table.guest.http.get(table.url).json()["view"]
        assert [box for box in view["boxes"] if box["player"] == view["me"]["player"]] == []


def test_a_player_who_has_nothing_left_refills_and_stays_the_same_person() -> None:
    with running(with_settings()) as house:
        # 14 against 19: the whole wallet is lost in one round.
        options = {"wager_min": "5", "wager_max": "1000"}
        table = house.guest().open(shoe="2c 5d Th 9h 9d", options=options)
        http = table.guest.http
        name = http.get("/api/me").json()["name"]
        assert refusal(http.post("/api/refill")) == "service.refill"
        table.sit(chips=100_000)
        # Chips count, and so do wagers: the money is on the table, not lost.
        assert "you have $1,000" in http.post("/api/refill").json()["refusal"]["why"]
        table.do("place-bet", box=4, spot="main", stake=100_000)
        table.do("close-bets")
        assert refusal(http.post("/api/refill")) == "service.refill"
        assert table.finish()["me"]["stack"] == 0
        assert http.post("/api/refill").json()["wallet"] == 100_000
        assert http.get("/api/me").json()["name"] == name
        assert refusal(http.post("/api/refill")) == "service.refill"
        view = http.get(table.url).json()["view"]
        assert [box["box"] for box in view["boxes"] if box["player"] == name] == [4]
