"""Bots play by what they see; charts come from the solver's own process."""

from __future__ import annotations

import time

import pytest

from cardroom.cards import parse_cards
from cardroom.play.views import AskView, BankView, OptionView, PlaceView, View
from cardroom.service import bots
from cardroom.service.charts import Chart
from tests.service.house import running, with_settings

CHART = Chart(
    "ready",
    ups=("2", "T", "A"),
    hard={"16": ("S", "R", "H"), "11": ("D", "D", "D")},
    soft={"18": ("Ds", "S", "H")},
    pair={"8": ("P", "P", "P"), "T": ("-", "-", "-")},
    plays={
        "S": ("stand",),
        "H": ("hit",),
        "R": ("surrender", "hit"),
        "D": ("double", "hit"),
        "Ds": ("double", "stand"),
        "P": ("split",),
        "-": (),
    },
)


def seen(hand: str, bank: str, topic: str, verbs: str, board: str = "") -> tuple[View, AskView]:
    ask = AskView(1, topic, tuple(OptionView(verb) for verb in verbs.split()), hand=1)
    places = (
        PlaceView("1.1", tuple(hand.split()), box=1, hand=1),
        PlaceView("bank", tuple(bank.split())),
        PlaceView("board", tuple(board.split())),
    )
    view = View(
        "g", "G", "d", "answer", "", (1,), (ask,), places, {}, {}, (), (), BankView("house")
    )
    return view, ask


@pytest.mark.parametrize(
    ("hand", "bank", "verbs", "verb"),
    [
        ("Th 6d", "2c ??", "hit stand", "stand"),
        ("Th 6d", "Kc ??", "hit stand surrender", "surrender"),
        ("Th 6d", "Kc ??", "hit stand", "hit"),
        ("As 7d", "2c ??", "hit stand double", "double"),
        ("As 7d", "2c ??", "hit stand", "stand"),
        ("8s 8d", "As ??", "hit stand split", "split"),
        ("Ks Td", "As ??", "hit stand split", "stand"),
        ("9s 2d", "As ??", "hit stand double", "double"),
    ],
)
def test_a_bot_plays_the_chart(hand: str, bank: str, verbs: str, verb: str) -> None:
    assert bots.decide(*seen(hand, bank, "play", verbs), CHART).verb == verb


@pytest.mark.parametrize(
    ("hand", "verb"), [("Th 6d", "hit"), ("Th 7d", "stand"), ("As 6d", "stand"), ("As 5d", "hit")]
)
def test_without_a_chart_a_bot_mimics_the_dealer(hand: str, verb: str) -> None:
    assert bots.decide(*seen(hand, "9c ??", "play", "hit stand double")).verb == verb


@pytest.mark.parametrize(
    ("hand", "plays"),
    [
        ("Qs 6d 4h", True),
        ("Qs 6d 3h", False),
        ("Js Td 8h", False),
        ("2s 2d 3h", True),
        ("As 2d 3h", True),
        ("2s 5s 9s", True),
        ("As 2d 4h", True),
    ],
)
def test_three_cards_are_played_from_queen_six_four(hand: str, plays: bool) -> None:
    verb = bots.decide(*seen(hand, "", "play", "play fold")).verb
    assert (verb == "play") == plays


@pytest.mark.parametrize(
    ("hand", "board", "calls"),
    [
        ("9s 9d", "", True),
        ("7s 2d", "", False),
        ("Ks Td", "", True),
        ("7s 2d", "7h Kd Qd", True),
        ("As 5s", "7h Kd Qd", False),
    ],
)
def test_a_poker_bot_calls_with_something(hand: str, board: str, calls: bool) -> None:
    verb = bots.decide(*seen(hand, "", "bet", "call fold raise", board)).verb
    assert (verb == "call") == calls
    assert bots.decide(*seen(hand, "", "bet", "check fold bet", board)).verb == "check"


def test_a_bot_takes_no_offer_and_sets_the_house_way() -> None:
    assert bots.decide(*seen("Ts Kd", "As ??", "insurance", "insure decline")).verb == "decline"
    assert bots.decide(*seen("Ts Kd", "", "house-way", "decline house-way")).verb == "house-way"


def test_totals() -> None:
    assert bots.total(parse_cards("As 6d")) == (17, True)
    assert bots.total(parse_cards("As 6d Th")) == (17, False)


def test_charts_are_computed_in_a_process_of_their_own() -> None:
    with running(with_settings(solver=True)) as house:
        guest = house.guest()
        path = "/api/games/blackjack/chart?decks=6"
        answer = guest.http.get(path)
        deadline = time.monotonic() + 120
        while answer.status_code == 202:
            assert int(answer.headers["retry-after"]) >= 1
            assert guest.http.get("/api/games").elapsed.total_seconds() < 5
            assert time.monotonic() < deadline, "the chart is never ready"
            time.sleep(0.2)
            answer = guest.http.get(path)
        chart = answer.json()
        assert chart["status"] == "ready"
        assert chart["hard"]["16"][chart["ups"].index("6")] == "S"
        assert chart["pair"]["8"][chart["ups"].index("T")] == "P"
        assert guest.http.get("/api/games/blackjack/chart?decks=99").status_code == 422
