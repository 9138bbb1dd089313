"""Poker over HTTP: the clock of two people, the blinds of late players, and time collection."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from cardroom.service.live import room
from cardroom.store import open_store
from cardroom.table.replay import imbalances, replay_journal
from tests.service.running_service import (
    PATIENCE_SECONDS,
    House,
    Table,
    refusal,
    running,
    told_until,
    with_settings,
)

NINE = 1_800_000_000 // 3600 * 3600
"""On the hour."""


class Wall:
    """A clock on the wall that stands until somebody moves its hands."""

    def __init__(self) -> None:
        self.now = float(NINE)

    def __call__(self) -> float:
        return self.now


def timed(house: House) -> Table:
    options = {"collection": "option-3", "betting": "no-limit", "blinds": "1/2"}
    return house.guest().open("texas-holdem", bots=1, options=options)


def hand(table: Table) -> None:
    """Everybody who is asked folds or checks until the hand is over."""
    table.do("close-bets")
    table.finish()


def test_the_lobby_says_where_players_play_for_pots(house: House) -> None:
    guest = house.guest()
    pots = {guest.open(game, bots=0).id: game == "omaha" for game in ("omaha", "blackjack")}
    rows = {row["id"]: row["pots"] for row in guest.http.get("/api/tables").json()}
    assert {id: rows[id] for id in pots} == pots


def test_a_player_who_is_excluded_is_dealt_no_further_hand(house: House) -> None:
    first = house.guest().open("texas-holdem", bots=2)
    first.sit(3)
    second = Table(house.guest(), first.id)
    second.sit(5)
    assert second.guest.http.post("/api/me/exclusion", json={"why": "a break"}).status_code == 200
    for table in (first, second):
        table.do("close-bets")
    boxes = {box["player"]: box for box in first.view["boxes"]}
    assert boxes[first.guest.name]["out"] == ""
    assert boxes[second.guest.name]["out"] == "sitting out"
    assert boxes[second.guest.name]["stack"] == 50_000
    assert refusal(second.send("sit-in")) == "office.excluded"


def test_a_player_who_comes_late_is_asked_for_blinds_before_any_are_taken(
    house: House,
) -> None:
    first = house.guest().open("texas-holdem", bots=2)
    first.sit(3)
    hand(first)
    late = house.guest().at(first)
    late.sit(5)
    assert late.view["me"]["blinds"] == {"big": 200, "small": 0, "answer": ""}
    assert late.view["boxes"][4]["out"] == "waiting"
    assert refusal(first.send("answer-blinds", how="post")) == "blind.answer"
    late.do("answer-blinds", how="wait")
    first.send("close-bets")
    late.send("close-bets")
    first.finish()
    view = late.view
    assert view["me"]["stack"] == 50_000
    assert "5.1" not in view["places"]
    late.do("answer-blinds", how="post")
    assert late.view["me"]["blinds"]["answer"] == "post"
    first.send("close-bets")
    late.send("close-bets")
    dealt = late.view
    assert "5.1" in dealt["places"]
    assert dealt["me"]["blinds"] is None


def test_two_people_see_the_time_they_have_and_one_has_all_day(house: House) -> None:
    first = house.guest().open("texas-holdem", bots=1)
    first.sit(3)
    alone = first.view
    assert alone["clock"] is None
    second = house.guest().at(first)
    second.sit(5)
    clock = first.view["clock"]
    assert 0 < clock["seconds"] <= clock["of"] == 30
    first.send("close-bets")
    second.send("close-bets")
    assert first.view["phase"] == "round"
    assert first.view["clock"]["of"] == 60


def test_the_clock_notes_each_half_hour_and_the_next_hand_takes_it(tmp_path: Path) -> None:
    wall = Wall()
    settings = with_settings(data=tmp_path, games=())
    with running(settings, clock=wall) as house:
        table = timed(house)
        table.sit(3)
        assert table.view["time"] == {"fee": 600, "at": NINE + 1800}
        hand(table)
        late = house.guest().at(table)
        wall.now += 1799.0
        hand(table)
        with table.stream() as stream:
            wall.now += 1.0
            # The clock is read before a command is done: who comes now is not asked for the past.
            late.sit(5)
            seen = told_until(stream, table.view["table"]["seq"])
        (noted,) = [e for m in seen for e in m.get("events", ()) if e["event"] == "time-noted"]
        assert noted["half_hour"] == NINE // 1800 + 1
        assert len(noted["owing"]) == 2
        assert late.guest.name not in noted["owing"]
        view = table.view
        assert [(fee["box"], fee["amount"]) for fee in view["fees"] if fee["box"] == 3] == [
            (3, 600)
        ]
        assert view["time"]["at"] == NINE + 3600
        before = view["me"]["stack"]
        # With two people in the hand a bot that folds at once does not end it.
        late.do("answer-blinds", how="post")
        table.send("close-bets")
        late.send("close-bets")
        view = table.view
        assert view["phase"] == "round"
        assert view["collected"] == 1200
        mine = sum(bet["stake"] for bet in view["bets"] if bet["box"] == 3)
        assert view["me"]["stack"] == before - 600 - mine
        assert refusal(table.send("note-time", half_hour=10**9)) == "service.command"
    store = open_store(str(tmp_path / "journal.sqlite"))
    whole = replay_journal(store.heads(), store.read)
    store.close()
    assert whole.differences == (), "the time is in the journal; no clock is asked again"
    assert list(imbalances(whole.ledger)) == []


def test_the_clock_strikes_also_where_nobody_does_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "SWEEP_SECONDS", 0.05)
    wall = Wall()
    with running(with_settings(games=()), clock=wall) as house:
        table = timed(house)
        table.sit(3)
        hand(table)
        wall.now += 1800.0
        deadline = time.monotonic() + PATIENCE_SECONDS
        while table.view["time"]["at"] != NINE + 3600:
            assert time.monotonic() < deadline, "the half hour was not noted"
            time.sleep(0.02)
