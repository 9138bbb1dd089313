"""How a session may end."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
import pytest

from cardroom import games
from cardroom.analysis import session as sessions
from cardroom.analysis.bank.ruin import steps_of, summed
from cardroom.analysis.families import NotComputed
from cardroom.analysis.odds import OddsRequest, game_odds
from cardroom.analysis.session import SessionRequest, session
from cardroom.cli import main
from cardroom.progress import ProgressNotice
from tests.proofs import later

BLACKJACK = games.ruleset("blackjack", {})
THREE_CARD = games.ruleset("three-card-poker", {})


def test_rounds_add_up_as_a_plain_convolution_does() -> None:
    steps = steps_of({-200: 0.5, -100: 0.1, 150: 0.3, 1000: 0.1})
    amounts, chances = summed(steps, 7)
    plain = np.array([1.0])
    for _ in range(7):
        plain = np.convolve(plain, steps.chances)
    assert chances == pytest.approx(plain, abs=1e-14)
    assert amounts[0] == -1400
    assert amounts[-1] == 7000
    assert amounts @ chances == pytest.approx(7 * steps.mean * steps.unit)


def test_three_card_poker_is_exact() -> None:
    asked = SessionRequest(bet=1000, rounds=280, bankroll=50_000, collections="leave")
    found = session(THREE_CARD, asked)
    ante = game_odds(THREE_CARD).wagers[0]
    assert ante.deviation is not None
    assert found.mean == pytest.approx(-280_000 * ante.edge)
    assert found.deviation == pytest.approx(1000 * math.sqrt(280) * ante.deviation)
    assert found.method.startswith("a round: exact")
    results = [each.result for each in found.quantiles]
    assert results == sorted(results)
    assert found.ruin is not None
    assert found.ruin.ever == 1.0, "a game against the player ruins everybody in the end"


@pytest.mark.parametrize("game", ["three-card-poker", "double-hand-poker"])
def test_a_family_says_that_its_sessions_are_of_one_box(game: str) -> None:
    rules = games.ruleset(game)
    with pytest.raises(
        NotComputed, match=f"^{rules.title} is added up for one box only in a session$"
    ):
        session(rules, SessionRequest(bet=1000, rounds=10, boxes=2))


def test_ruin_in_a_session_is_as_often_as_in_random_sessions() -> None:
    asked = SessionRequest(bet=1000, rounds=40, bankroll=10_000, collections="leave")
    found = session(THREE_CARD, asked)
    payments = game_odds(THREE_CARD).wagers[0].payments
    nets = np.array([float(each.net) for each in payments])
    chances = np.array([each.chance for each in payments])
    draws = np.random.default_rng(1).choice(nets, (40_000, 40), p=chances / chances.sum())
    fortunes = 10 + draws.cumsum(axis=1)
    ruined = (fortunes < 1).any(axis=1).mean()
    assert found.ruin is not None
    assert found.ruin.within is not None
    assert abs(found.ruin.within - ruined) < 4 * math.sqrt(ruined * (1 - ruined) / 40_000)
    ends = 1000 * draws.sum(axis=1)
    assert abs(found.ahead - (ends > 0).mean()) < 0.01
    median = next(each.result for each in found.quantiles if each.share == 0.5)
    assert (ends <= median).mean() == pytest.approx(0.5, abs=0.06)


@pytest.mark.usefixtures("answers_apart")
def test_split_hands_are_simulated_and_the_mean_is_exact(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "HANDS", 1 << 18)
    found = session(BLACKJACK, SessionRequest(bet=2500, rounds=100))
    edge = game_odds(BLACKJACK, OddsRequest(stake=2500)).wagers[0].edge
    assert found.mean == pytest.approx(-250_000 * edge)
    assert "simulated" in found.method
    assert found.round_deviation / 2500 == pytest.approx(1.1586, abs=0.01)


@pytest.mark.usefixtures("answers_apart")
def test_the_house_wins_what_the_players_lose_and_boxes_vary_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sessions, "HANDS", 1 << 18)
    house = session(BLACKJACK, SessionRequest(bet=2500, rounds=100, whose="house", boxes=3))
    player = session(BLACKJACK, SessionRequest(bet=2500, rounds=100, boxes=3))
    assert house.mean == pytest.approx(-player.mean)
    assert house.ahead == pytest.approx(1 - player.ahead - player.even)
    # Boxes share the bank's hand: a covariance of about 0.49 wagers squared.
    assert house.round_deviation / 2500 == pytest.approx(math.sqrt(3 * 1.342 + 6 * 0.49), abs=0.04)


@pytest.mark.usefixtures("answers_apart")
def test_a_session_says_how_much_of_its_ruin_is_computed() -> None:
    heard: list[ProgressNotice] = []
    asked = SessionRequest(500, 130, whose="house", bankroll=77_000, collections="leave")
    session(THREE_CARD, asked, heard.append)
    ends = {each.text: (each.done, each.of) for each in heard if each.of}
    assert ends["computing the risk of ruin within 130 rounds"] == (130, 130)
    done, of = ends["computing the risk of ruin in the long run"]
    assert done == of > 0


def test_what_cannot_be_added_up_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(NotComputed, match="one box only"):
        session(games.ruleset("three-card-poker", {}), SessionRequest(bet=1000, rounds=5, boxes=2))
    assert main(["session", "three-card-poker", "--hours", "1", "--rounds", "3"]) == 2
    assert "not both" in capsys.readouterr().err
    assert main(["session", "three-card-poker", "--rounds", "30", "--bankroll", "500"]) == 0
    shown = capsys.readouterr().out
    assert "ends ahead" in shown
    assert "ruin with $500 in the session" in shown


def test_side_bets_are_counted_with_the_wager() -> None:
    row = {"name": "ace", "when": "is ace", "pays": "10 to 1"}
    bet = {"name": "ace", "title": "Ace first", "cards": ["first"], "row": [row]}
    rules = games.ruleset("blackjack", {"decks": 1, "hands_max": 1, "side_bets": [bet]})
    asked = SessionRequest(1000, 100, with_bets=(("ace", 500),))
    found = session(rules, asked)
    plain = session(rules, SessionRequest(1000, 100))
    # 4 aces in 52: 44 of 52 units come back, so 2/13 is lost.
    assert found.mean == pytest.approx(plain.mean - 100 * 500 * 2 / 13, abs=1e-6)
    assert found.deviation > plain.deviation
    assert found.with_bets == {"ace": 500}
    with pytest.raises(NotComputed, match="one box"):
        session(rules, asked._replace(boxes=2))
    with pytest.raises(NotComputed, match="no such side bet"):
        session(rules, asked._replace(with_bets=(("king", 500),)))


@pytest.mark.parametrize("options", [{"hands_max": 1}, later({})], ids=["one hand", "splits"])
def test_the_posted_collection_is_paid_in_every_round(options: Mapping[str, object]) -> None:
    rules = games.ruleset("no-bust-bonus-ace", {"decks": 1, **options})
    asked = SessionRequest(1000, 50)
    paying, free = (session(rules, asked._replace(collections=each)) for each in ("pay", "leave"))
    fee = rules.fees.row(rules.fees.player, 1000, rules.limits).fee
    assert paying.collection == fee > 0
    assert paying.mean == pytest.approx(free.mean - 50 * fee)
    bank = session(rules, asked._replace(whose="house"))
    assert bank.collection == rules.fees.row(rules.fees.bank, 1000, rules.limits).fee
