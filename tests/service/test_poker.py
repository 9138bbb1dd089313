"""Poker over HTTP: the clock of two people, and the blinds of those who come late."""

from __future__ import annotations

from tests.service.house import House, Table, refusal


def hand(table: Table) -> None:
    """Everybody who is asked folds or checks until the hand is over."""
    table.do("close-bets")
    table.finish()


def test_who_comes_late_is_asked_for_blinds_and_nothing_is_taken_unasked(house: House) -> None:
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
