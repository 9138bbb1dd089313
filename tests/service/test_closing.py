"""Nobody wins by closing: if a person closes a table, leaves, or sets a clock, everyone is owed the
same."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cardroom.service.live import room
from cardroom.service.live.clock import Clock
from cardroom.service.settings import Guests, Pace
from cardroom.store import open_store
from cardroom.table.replay import imbalances, replay_journal
from tests.service.running_service import (
    PATIENCE_SECONDS,
    House,
    Table,
    refusal,
    running,
    with_settings,
)

SLOW = Pace(betting_seconds=None, decision_seconds=None)
THREE_CARD = "Ks Kh 4c 2d 9h 8s"
"""A pair of kings for box 2; the bank at 1 has nine high and does not qualify."""
DAY = 24 * 3600.0


@pytest.fixture(scope="module")
def unhurried() -> Iterator[House]:
    """Nobody's time runs out by itself."""
    with running(with_settings(pace=SLOW)) as house:
        yield house


def wallet(table: Table) -> int:
    cents: int = table.guest.http.get("/api/me").json()["wallet"]
    return cents


def asked(table: Table) -> Any:
    """What the player is asked; nothing once the table is closed."""
    answer = table.guest.http.get(table.url)
    return answer.json()["view"]["asks"] if answer.status_code == 200 else []


def gone(house: House, table: Table) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while house.room.lobby.get(table.id) is not None:
        assert time.monotonic() < deadline, "the table was not closed"
        time.sleep(0.02)


def heads_up(house: House) -> tuple[Table, Table]:
    """The opener has raised, and the opponent decides."""
    opener = house.guest().open("texas-holdem", options={"betting": "no-limit", "blinds": "1/2"})
    opponent = house.guest().at(opener)
    opener.sit(1, 20_000)
    opponent.sit(2, 20_000)
    opener.send("close-bets")
    opponent.do("close-bets")
    if not opener.view["asks"]:
        opponent.play("answer", box=2, verb="call")
    opener.play("answer", box=1, verb="raise", amount=10_000)
    assert opponent.view["asks"]
    return opener, opponent


def test_closing_a_table_folds_nobodys_hand(unhurried: House) -> None:
    opener, opponent = heads_up(unhurried)
    before = opponent.view
    answer = opener.guest.http.delete(opener.url)
    assert answer.status_code == 202, "it closes after the hand"
    view = opponent.view
    assert (view["asks"], view["turn"]) == (before["asks"], before["turn"])
    assert "closes" in view["closing"]
    assert refusal(unhurried.guest().at(opener).send("sit-down", seat=3)) == "service.closing"
    opponent.play("answer", box=2, verb="call")
    # The opener has left: the opener's hand checks where it can, and the opponent may win it.
    while asks := asked(opponent):
        verbs = {option["verb"]: option for option in asks[0]["options"]}
        if "bet" in verbs:
            opponent.play("answer", box=2, verb="bet", amount=verbs["bet"]["least"])
        else:
            opponent.play("answer", box=2, verb="check")
    gone(unhurried, opener)
    assert wallet(opponent) > 100_000
    assert wallet(opener) + wallet(opponent) <= 200_000


def banked(house: House) -> tuple[Table, Table]:
    """The opener banks Three Card Poker, and the opponent, who has a pair of kings, decides."""
    opener = house.guest().open("three-card-poker", shoe=THREE_CARD)
    opponent = house.guest().at(opener)
    opener.sit(1)
    opponent.sit(2)
    opener.do("post-bank", amount=20_000)
    opponent.do("place-bet", box=2, spot="ante", stake=1_000)
    opener.send("close-bets")
    opponent.do("close-bets")
    assert opponent.view["asks"]
    return opener, opponent


def test_a_bank_that_closes_its_table_does_not_collect_an_ante_that_is_not_lost(
    unhurried: House,
) -> None:
    opener, opponent = banked(unhurried)
    assert opener.guest.http.delete(opener.url).status_code == 202
    opponent.play("answer", box=2, verb="play")
    gone(unhurried, opener)
    fees = 100_000 - wallet(opponent) + 2_000
    won = wallet(opponent) > 100_000
    assert won, f"a pair of kings beats nothing, after {fees} of fees"


def test_closing_takes_a_second_request_and_a_service_that_stops(tmp_path: Path) -> None:
    settings = with_settings(pace=SLOW, data=tmp_path)
    with running(settings) as house:
        opener, opponent = heads_up(house)
        cookies = dict(opponent.guest.http.cookies)
        for _ in range(2):
            assert opener.guest.http.delete(opener.url).status_code == 202
    with running(settings) as house:
        again = house.nobody()
        again.http.cookies.update(cookies)
        assert again.at(opener).view["asks"], "the hand goes on where it was"
    store = open_store(str(tmp_path / "journal.sqlite"))
    whole = replay_journal(store.heads(), store.read)
    store.close()
    assert (whole.differences, list(imbalances(whole.ledger))) == ((), [])


def test_a_player_alone_may_close_and_the_hand_stands_as_it_is(unhurried: House) -> None:
    table = unhurried.guest().open(shoe="2c 5d 9h 6d 9s")
    table.sit()
    table.do("place-bet", box=4, spot="main", stake=1_000)
    table.do("close-bets")
    assert table.view["asks"]
    assert table.guest.http.delete(table.url).status_code == 200
    assert unhurried.room.lobby.get(table.id) is None
    assert wallet(table) in (99_000, 101_000)


def test_nobody_leaves_cashes_or_is_moved_in_a_round(unhurried: House) -> None:
    opener, opponent = heads_up(unhurried)
    for command in ("leave-seat", "cash-out", "buy-in"):
        fields: dict[str, Any] = {"amount": 1_000} if command != "leave-seat" else {}
        assert refusal(opener.send(command, **fields)) == "table.in-round"
    before = opponent.view["asks"]
    # Sitting out and losing the connection leave the hand as it is.
    with opponent.stream():
        pass
    opponent.do("sit-out")
    assert opponent.view["asks"] == before
    opponent.play("answer", box=2, verb="fold")


def hand_dealt(house: House) -> tuple[Table, Table]:
    opener = house.guest().open(dealing="by-hand", shoe="2c 5d 5h 9h Td Kh 9s")
    opponent = house.guest().at(opener)
    opener.sit(1)
    opponent.sit(2)
    for table, box in ((opener, 1), (opponent, 2)):
        table.do("place-bet", box=box, spot="main", stake=1_000)
    opener.do("close-bets")
    return opener, opponent


def test_another_way_of_dealing_or_other_rules_change_no_round_in_play(
    unhurried: House,
) -> None:
    opener, opponent = hand_dealt(unhurried)
    opener.do("deal-card")
    physical = opener.send("change-dealing", dealing="physical")
    assert refusal(physical) == "table.between-rounds"
    now = opener.send("change-rules", game="safari-21", options={}, rounds=0)
    assert refusal(now) == "table.between-rounds"
    opener.do("change-rules", game="safari-21", options={}, rounds=1)
    opener.do("change-dealing", dealing="automatic")
    view = opponent.view
    assert view["table"]["game"] == "blackjack"
    opener.play("answer", box=1, verb="stand")
    opponent.finish()
    nets = {row["box"]: row["net"] for row in opponent.view["results"]}
    assert set(nets) == {1, 2}


def test_at_a_hand_dealt_table_that_closes_the_house_deals_the_rest(
    unhurried: House,
) -> None:
    opener, opponent = hand_dealt(unhurried)
    assert opener.guest.http.delete(opener.url).status_code == 202
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not opponent.view["asks"]:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    opponent.play("answer", box=2, verb="stand")
    gone(unhurried, opener)


def test_a_physical_round_is_finished_before_its_table_closes(unhurried: House) -> None:
    table = unhurried.guest().open(dealing="physical")
    table.sit(1)
    table.do("load-shoe")
    table.do("place-bet", box=1, spot="main", stake=1_000)
    table.do("close-bets")
    answer = table.guest.http.delete(table.url)
    assert (answer.status_code, refusal(answer)) == (409, "service.closing")
    table.do("play", input={"input": "intervene", "kind": "void-round"})
    assert table.guest.http.delete(table.url).status_code == 200


def test_closing_does_not_resume_a_table_that_was_paused(unhurried: House) -> None:
    opener, opponent = heads_up(unhurried)
    unhurried.cast("surveillance").at(opener).do("pause", why="a dispute")
    assert opener.guest.http.delete(opener.url).status_code == 202
    assert opponent.view["phase"] == "paused"
    floor = unhurried.cast("floor").at(opener)
    floor.do("resume")
    opponent.play("answer", box=2, verb="fold")
    gone(unhurried, opener)


class Wall:
    """A clock on the wall that can be set."""

    def __init__(self) -> None:
        self.jump = 0.0

    def __call__(self) -> float:
        return time.time() + self.jump


@pytest.mark.parametrize("jump", [2 * 3600.0, 400 * DAY, -2 * 3600.0, -400 * DAY])
def test_a_clock_that_jumps_closes_nothing_and_settles_nothing(
    jump: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "SWEEP_SECONDS", 0.02)
    wall = Wall()
    guests = Guests(table_seconds=3600.0, idle_seconds=1800.0)
    settings = with_settings(pace=SLOW, games=(), guests=guests)
    with running(settings, clock=Clock(wall)) as house:
        _, opponent = heads_up(house)
        timed = house.guest().open("texas-holdem", options={"collection": "option-3"}, bots=1)
        timed.sit(3)
        timed.do("close-bets")
        timed.finish()
        before = _facts(opponent.view), _facts(timed.view)
        wall.jump = jump
        time.sleep(0.3)
        assert (_facts(opponent.view), _facts(timed.view)) == before
        opponent.play("answer", box=2, verb="fold")
        timed.do("leave-seat")
        assert timed.view["me"]["stack"] == before[1]["stack"], "no half hour has ended"


def _facts(view: Any) -> dict[str, Any]:
    return {
        "seq": view["table"]["seq"],
        "asks": view["asks"],
        "stack": view["me"]["stack"],
        "time": view["time"],
    }


def test_a_table_that_is_too_old_finishes_its_round_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "SWEEP_SECONDS", 0.05)
    later = 0.0
    settings = with_settings(pace=SLOW, guests=Guests(table_seconds=600.0))
    with running(settings, clock=lambda: time.time() + later) as house:
        opener, opponent = heads_up(house)
        later = 601.0
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not opponent.view["closing"]:
            assert time.monotonic() < deadline, "the table is old"
            time.sleep(0.02)
        assert opponent.view["asks"]
        opponent.play("answer", box=2, verb="fold")
        gone(house, opener)
        assert wallet(opener) > 100_000


def test_an_absent_player_gets_no_card_and_the_others_are_not_kept_waiting() -> None:
    pace = Pace(betting_seconds=None, decision_seconds=0.4)
    with running(with_settings(pace=pace)) as house:
        away = house.guest().open("safari-21", shoe="2c 3d 5h Th 4d 6h Kc")
        other = house.guest().at(away)
        away.sit(1)
        other.sit(2)
        for table, box in ((away, 1), (other, 2)):
            table.do("place-bet", box=box, spot="main", stake=1_000)
        with other.stream():
            away.send("close-bets")
            other.do("close-bets")
            deadline = time.monotonic() + PATIENCE_SECONDS
            while not (mended := other.view["floor"]):
                assert time.monotonic() < deadline, other.view
                time.sleep(0.02)
        assert (mended[0]["kind"], mended[0]["box"]) == ("absent-player", 1)
        assert mended[0]["clause"]["id"] == "irregularity.absent-player"
        assert len(other.view["places"]["1.1"]["cards"]) == 2
