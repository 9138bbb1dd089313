"""Bots play by what they see; charts come from the solver's own process."""

from __future__ import annotations

import functools
import time

import msgspec
import pytest

from cardroom import games
from cardroom.cards import parse_cards
from cardroom.hands.points import PointRule, add, label, start
from cardroom.play.inputs import Answer
from cardroom.play.round import Bet
from cardroom.play.views import AskView, OptionView, PlaceView, TurnView, View
from cardroom.rules.banking import Bank
from cardroom.service import families
from cardroom.service.coach import best_play
from cardroom.service.coach.charts import Chart
from cardroom.service.live.bots import Bot, Hints
from tests.service.running_service import SOLVER_SECONDS, running, with_settings

RULE = PointRule()
CHART = Chart(
    "ready",
    ups=("2", "T", "A"),
    hard={"16": ("S", "R", "H"), "11": ("D", "D", "D")},
    soft={"18": ("Ds", "S", "H")},
    pair={"8": ("P", "P", "P"), "T": ("-", "-", "-")},
    aces={"18": ("S", "S", "Rs")},
    doubled={"16": ("S", "Rs", "Rs")},
    first={"6": ("M", "-", "-")},
    plays={
        "S": ("stand",),
        "H": ("hit",),
        "R": ("surrender", "hit"),
        "D": ("double", "hit"),
        "Ds": ("double", "stand"),
        "P": ("split",),
        "M": ("max-bet", "hit"),
        "Rs": ("surrender", "stand"),
        "-": (),
    },
)


def seen(hand: str, bank: str, topic: str, verbs: str, board: str = "") -> tuple[View, AskView]:
    ask = AskView(1, 1, topic, tuple(OptionView(verb) for verb in verbs.split()), ())
    cards = parse_cards(hand)
    key = functools.reduce(functools.partial(add, RULE), cards, start(RULE))
    places = {
        "1.1": PlaceView(tuple(hand.split()), label(key), "asked"),
        "bank": PlaceView(tuple(bank.split()), "", "live"),
        "board": PlaceView(tuple(board.split()), "", "live"),
    }
    turn = (TurnView(1, 1, topic),)
    view = View("answer", "", turn, (ask,), places, {}, {}, (), (), Bank())
    return view, ask


def decide(game: str, view: View, ask: AskView, chart: Chart | None = None) -> Answer:
    rules = games.ruleset(game)
    return families.of(rules).bot.decide(view, ask, rules, Hints(chart))


def twentyone(view: View, ask: AskView, chart: Chart | None = None) -> Answer:
    return decide("blackjack", view, ask, chart)


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
    assert twentyone(*seen(hand, bank, "play", verbs), CHART).verb == verb


def test_a_doubled_hand_has_a_block_of_its_own_in_the_chart() -> None:
    view, ask = seen("5h 6d 5c", "Tc ??", "play", "stand surrender")
    doubled = Bet(1, "main", 1, "ada", 20_00, hand=1, added=10_00)
    view = msgspec.structs.replace(view, bets=(doubled,))
    assert twentyone(view, ask, CHART).verb == "surrender"
    view, ask = seen("5h 6d 5c", "2c ??", "play", "stand surrender")
    view = msgspec.structs.replace(view, bets=(doubled,))
    assert twentyone(view, ask, CHART).verb == "stand"


def test_split_aces_have_a_block_of_their_own_in_the_chart() -> None:
    view, ask = seen("As 7d", "Ac ??", "play", "stand surrender hit")
    assert twentyone(view, ask, CHART).verb == "hit"
    other = {"1.2": PlaceView(("Ah",), "11", "live")}
    split = msgspec.structs.replace(view, places={**view.places, **other})
    assert twentyone(split, ask, CHART).verb == "surrender"
    # The ace came to a hand of split sevens: that is no split ace.
    sevens, ask = seen("7d As", "Ac ??", "play", "stand surrender hit")
    split = msgspec.structs.replace(sevens, places={**sevens.places, **other})
    assert twentyone(split, ask, CHART).verb == "hit"


def test_a_first_card_has_a_block_and_is_bet_on_with_all_there_may_be() -> None:
    view, ask = seen("6d", "2c", "max-bet", "decline")
    offer = OptionView("max-bet", 100, 10_00)
    ask = msgspec.structs.replace(ask, options=(offer, *ask.options))
    assert twentyone(view, ask, CHART) == Answer(1, "max-bet", amount=10_00)
    other, _ = seen("6d", "Tc", "max-bet", "decline")
    assert twentyone(other, ask, CHART).verb == "decline"


def test_a_bot_counts_as_the_dealer_does() -> None:
    """After a Max Bet the first ace counts 1: the label says 7, and seven is no soft 17."""
    view, ask = seen("As 4d 2h", "9c ??", "play", "hit stand")
    assert twentyone(view, ask).verb == "stand"
    places = {**view.places, "1.1": PlaceView(("As", "4d", "2h"), "7", "asked")}
    assert twentyone(msgspec.structs.replace(view, places=places), ask).verb == "hit"


@pytest.mark.parametrize(
    ("hand", "verb"), [("Th 6d", "hit"), ("Th 7d", "stand"), ("As 6d", "stand"), ("As 5d", "hit")]
)
def test_without_a_chart_a_bot_mimics_the_dealer(hand: str, verb: str) -> None:
    assert twentyone(*seen(hand, "9c ??", "play", "hit stand double")).verb == verb


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
    verb = decide("three-card-poker", *seen(hand, "", "play", "play fold")).verb
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
    verb = decide("texas-holdem", *seen(hand, "", "bet", "call fold raise", board)).verb
    assert (verb == "call") == calls
    assert decide("texas-holdem", *seen(hand, "", "bet", "check fold bet", board)).verb == "check"


def test_a_bot_takes_no_offer_and_sets_the_house_way() -> None:
    assert twentyone(*seen("Ts Kd", "As ??", "insurance", "insure decline")).verb == "decline"
    assert (
        decide("double-hand-poker", *seen("Ts Kd", "", "house-way", "decline house-way")).verb
        == "house-way"
    )


def test_a_bot_of_a_family_without_one_gives_the_first_answer_there_is() -> None:
    view, ask = seen("Ts Kd", "As ??", "tip", "tip decline")
    assert families.named("no such family") == families.ServedFamily()
    assert Bot().decide(view, ask, games.ruleset("blackjack"), Hints()).verb == "tip"


def test_the_chart_of_a_game_has_the_blocks_that_its_questions_need() -> None:
    maxtime = best_play.chart(games.ruleset("maxtime-21").stored)
    assert set(maxtime.doubled) >= {"12", "13", "20"}
    assert (maxtime.aces, maxtime.first) == ({}, {})


@pytest.mark.prove
def test_charts_of_split_aces_and_first_cards_have_their_blocks() -> None:
    aces = best_play.chart(games.ruleset("no-bust-bonus-ace").stored)
    assert aces.plays[aces.aces["16"][aces.ups.index("8")]] == ("surrender", "stand")
    options = {"max_bet_before_second_card": True}
    safari = best_play.chart(games.ruleset("safari-21", options).stored)
    assert set(safari.first) == {"A", "2", "3", "4", "5", "6", "7", "8", "9", "T"}
    assert safari.plays[safari.first["5"][safari.ups.index("6")]][:1] == ("max-bet",)


def test_charts_are_computed_in_a_process_of_their_own() -> None:
    with running(with_settings(solver=True)) as house:
        guest = house.guest()
        path = "/api/games/blackjack/chart?decks=6"
        answer = guest.http.get(path)
        deadline = time.monotonic() + SOLVER_SECONDS
        while answer.status_code == 202:
            assert int(answer.headers["retry-after"]) >= 1
            assert guest.http.get("/api/games").elapsed.total_seconds() < 20
            assert time.monotonic() < deadline, "the chart is never ready"
            time.sleep(0.2)
            answer = guest.http.get(path)
        chart = answer.json()
        assert chart["status"] == "ready"
        assert chart["hard"]["16"][chart["ups"].index("6")] == "S"
        assert chart["pair"]["8"][chart["ups"].index("T")] == "P"
        assert (chart["aces"], chart["doubled"], chart["first"]) == ({}, {}, {})
        assert guest.http.get("/api/games/blackjack/chart?decks=99").status_code == 422
