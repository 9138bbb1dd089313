"""Pai gow poker among the wagers of `cardroom odds`."""

from __future__ import annotations

import pytest

from cardroom import games
from cardroom.analysis.notices import DEALING_ROUNDS
from cardroom.analysis.odds import exact_wager, game_odds
from cardroom.analysis.pai_gow import fortune_pairs, odds
from cardroom.analysis.pai_gow.odds import fortune_bets
from cardroom.analysis.pai_gow.rounds import CHUNK
from cardroom.progress import ProgressNotice


def test_fortune_and_envy_are_priced_as_published() -> None:
    fortune, envy = fortune_bets(games.ruleset("fortune-pai-gow", {}))
    assert float(fortune.edge) == pytest.approx(0.0777, abs=0.0001)
    assert float(-envy.edge) == pytest.approx(0.0092, abs=0.0001)
    for bet in (fortune, envy):
        assert sum(bet.payments.values()) == 1


def test_options_of_the_fortune_table_are_in_its_price() -> None:
    usual, _ = fortune_bets(games.ruleset("fortune-pai-gow", {}))
    by_rank, _ = fortune_bets(games.ruleset("fortune-pai-gow", {"fortune_conflict": "rank-order"}))
    natural, _ = fortune_bets(games.ruleset("fortune-pai-gow", {"royal_match_with_joker": "false"}))
    assert by_rank.edge > usual.edge
    assert natural.edge > usual.edge


def test_double_hand_poker_has_no_fortune() -> None:
    assert fortune_bets(games.ruleset("double-hand-poker", {})) == ()


@pytest.mark.prove
def test_envy_is_priced_per_unit_of_the_bet_that_earns_it() -> None:
    """Four times the stake for the same awards: a quarter."""
    book, dear = (
        fortune_bets(games.ruleset("fortune-pai-gow", {"envy_stake": stake}))[1]
        for stake in ("5", "20")
    )
    assert dear.edge == book.edge / 4
    assert "a Fortune bet of $20;" in dear.assumptions[-1]


def test_the_base_game_stands_before_fortune_and_envy() -> None:
    document = game_odds(games.ruleset("fortune-pai-gow", {}))
    assert [wager.spot for wager in document.wagers] == ["main", "fortune", "envy"]
    base = document.wagers[0]
    assert base.deviation_simulated
    assert base.edge_error == pytest.approx(0.00027, abs=0.00002)
    assert document.unpriced == ()


@pytest.mark.prove
def test_the_base_game_by_another_house_way() -> None:
    document = game_odds(games.ruleset("fortune-pai-gow", {"house_way": "trump-plaza"}))
    base = document.wagers[0]
    assert base.edge == pytest.approx(0.0130, abs=4 * 0.00027)
    assert base.hit_frequency == pytest.approx(0.2861, abs=0.001)
    assert base.edge_error == pytest.approx(0.00027, abs=0.00002)


def test_envy_is_paid_for_other_hands_of_the_same_deck(monkeypatch: pytest.MonkeyPatch) -> None:
    """Almost independent of the player's own wagers; both are given with their errors."""
    monkeypatch.setattr(fortune_pairs, "DEALS", CHUNK)
    rules = games.ruleset("fortune-pai-gow")
    bonuses = [
        exact_wager(bet.spot, bet.title, bet.payments, bet.assumptions)
        for bet in fortune_bets(rules)
    ]
    found = fortune_pairs.fortune_pairs(rules, bonuses)
    fortune, envy = found.with_wager
    assert [fortune.spot, envy.spot] == ["fortune", "envy"]
    assert envy.error is not None
    assert abs(envy.covariance) < 4 * envy.error
    (together,) = found.together
    assert together.spots == ("fortune", "envy")
    assert abs(together.correlation) < 0.01
    nets = fortune_pairs._nets(rules)
    error = nets["envy"].std() / nets["envy"].size ** 0.5
    assert abs(nets["envy"].mean() + bonuses[1].edge) < 4 * error


def test_without_envy_fortune_still_varies_with_the_wager(monkeypatch: pytest.MonkeyPatch) -> None:
    """A strong hand wins both."""
    monkeypatch.setattr(fortune_pairs, "DEALS", CHUNK)
    rules = games.ruleset("fortune-pai-gow", {"envy": "none"})
    (bet,) = fortune_bets(rules)
    bonus = exact_wager(bet.spot, bet.title, bet.payments, bet.assumptions)
    found = fortune_pairs.fortune_pairs(rules, [bonus])
    assert found.together == ()
    (fortune,) = found.with_wager
    assert fortune.error is not None
    assert fortune.covariance > 4 * fortune.error


def test_games_with_one_house_way_share_the_rounds_of_the_wager(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(odds, "DEALS", CHUNK)
    played = [
        odds.one_player(games.ruleset(game)) for game in ("double-hand-poker", "fortune-pai-gow")
    ]
    assert played[0] is played[1]


def test_the_rounds_of_the_wager_are_dealt_with_a_progress_bar(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(odds, "DEALS", 2 * CHUNK)
    monkeypatch.setattr(odds, "PLAYED", {})
    heard: list[ProgressNotice] = []
    odds.one_player(games.ruleset("double-hand-poker"), heard.append)
    dealing = [each for each in heard if each.text == DEALING_ROUNDS]
    assert dealing == [ProgressNotice(DEALING_ROUNDS, each * CHUNK, 2 * CHUNK) for each in (1, 2)]
