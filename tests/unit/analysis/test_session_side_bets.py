"""Sessions with side bets, in every game that has any."""

from __future__ import annotations

import math

import pytest

from cardroom import games
from cardroom.analysis import session as sessions
from cardroom.analysis.bank.ruin import steps_of
from cardroom.analysis.families import NotComputed
from cardroom.analysis.joint_counts import fitted
from cardroom.analysis.notices import DEALING_ROUNDS
from cardroom.analysis.odds import OddsRequest, game_odds
from cardroom.analysis.pai_gow.side_bet_rounds import round_nets as fortune_rounds
from cardroom.analysis.session import SessionRequest, session
from cardroom.analysis.three_card import odds as three_card_odds
from cardroom.analysis.three_card import side_bet_rounds
from cardroom.analysis.three_card.pack import pack_of
from cardroom.games.three_card.policies import policies_of
from cardroom.progress import ProgressNotice

THREE_CARD = games.ruleset("three-card-poker", {})
ACES = {
    "name": "aces",
    "title": "Aces",
    "cards": ["player"],
    "row": [{"name": "ace", "when": "has ace", "pays": "3 to 1"}],
}
SIX = {
    "name": "trips",
    "title": "Trips in six",
    "cards": ["player", "dealer"],
    "row": [{"name": "trips", "when": "three of a kind", "pays": "8 to 1"}],
}


def test_the_bonus_of_three_card_poker_is_counted_exactly_with_the_ante() -> None:
    asked = SessionRequest(1000, 100, with_bets=(("bonus", 500),), collections="leave")
    found = session(THREE_CARD, asked)
    odds = game_odds(THREE_CARD, OddsRequest(stake=1000))
    ante, bonus = odds.wagers
    (pair,) = odds.paired
    assert ante.deviation is not None
    assert bonus.deviation is not None
    variance = ante.deviation**2 + 0.25 * bonus.deviation**2 + 2 * 0.5 * pair.covariance
    assert found.mean == pytest.approx(-100 * (1000 * ante.edge + 500 * bonus.edge))
    assert found.round_deviation == pytest.approx(1000 * math.sqrt(variance))
    assert found.method.startswith("a round: exact")
    assert found.mean_error == 0


def test_the_collection_on_the_bonus_is_paid_with_it() -> None:
    found = session(THREE_CARD, SessionRequest(1000, 100, with_bets=(("bonus", 500),)))
    assert found.collection == 100


def test_counted_deals_of_three_card_poker_are_those_that_are_dealt(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A bet on an ace: hands with an ace fold now and then, and give it up."""
    monkeypatch.setattr(side_bet_rounds, "DEALS", 1 << 13)
    rules = games.ruleset("three-card-poker", {"side_bets": [ACES]})
    bets = tuple((bet, 500) for bet in rules.side_bets)
    pack = pack_of(rules)
    plays = three_card_odds.plays(policies_of(rules), pack, 1000)
    table = side_bet_rounds.BoxWagers(rules, 1000, bets, pack, plays)
    counted = side_bet_rounds._counted(table)
    dealt = list(side_bet_rounds._rounds(table))
    for power in (1, 2):
        moments = [sum(n * net**p for net, n in counted.items()) for p in (power, 2 * power)]
        mean, square = (each / counted.total() for each in moments)
        error = math.sqrt((square - mean**2) / len(dealt))
        found = sum(each.won**power for each in dealt) / len(dealt)
        assert abs(found - mean) < 4 * error
    given_up = sum(each.given_up for each in dealt)
    assert given_up > 0, "hands with an ace were folded"
    edges = game_odds(rules, OddsRequest(stake=1000)).wagers
    unfolded = -sum(each.edge * stake for each, stake in zip(edges, (1000, 500, 500), strict=True))
    mean = sum(n * net for net, n in counted.items()) / counted.total()
    assert mean < unfolded
    assert abs(unfolded - given_up / len(dealt) - mean) < 4 * 2000 * math.sqrt(0.004 / len(dealt))


@pytest.mark.usefixtures("answers_apart")
def test_a_bet_on_both_hands_is_dealt_and_says_how_sure_its_mean_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(side_bet_rounds, "DEALS", 1 << 12)
    rules = games.ruleset("three-card-poker", {"side_bets": [SIX]})
    asked = SessionRequest(1000, 100, with_bets=(("trips", 500),), collections="leave")
    heard: list[ProgressNotice] = []
    found = session(rules, asked, heard.append)
    dealing = [each for each in heard if each.text == DEALING_ROUNDS]
    assert dealing == [ProgressNotice(DEALING_ROUNDS, done << 10, 1 << 12) for done in range(5)]
    ante, _, trips = game_odds(rules, OddsRequest(stake=1000)).wagers
    never_folded = -100 * (1000 * ante.edge + 500 * trips.edge)
    assert found.mean_error > 0
    assert found.mean < never_folded, "a folded hand gives the bet up"
    assert "simulated" in found.method


@pytest.mark.usefixtures("answers_apart")
def test_fortune_is_simulated_with_the_wager(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "HANDS", 1 << 19)
    heard: list[ProgressNotice] = []
    rules = games.ruleset("fortune-pai-gow", {})
    odds = game_odds(rules)
    wager, fortune, _ = odds.wagers
    assert fortune.deviation is not None
    assert wager.deviation is not None
    assert wager.edge_error is not None
    asked = SessionRequest(1000, 100, with_bets=(("fortune", 500),))
    found = fortune_rounds(rules, asked, {each.spot: each for each in odds.wagers}, heard.append)
    dealing = [each for each in heard if each.text == DEALING_ROUNDS]
    assert dealing == [ProgressNotice(DEALING_ROUNDS, done << 18, 1 << 19) for done in (1, 2)]
    assert found.mean == pytest.approx(-1000 * wager.edge - 500 * fortune.edge)
    assert found.error == pytest.approx(1000 * wager.edge_error)
    # The payments of Fortune have their exact chances, though the largest were never dealt.
    steps = steps_of(found.nets, found.mean)
    variance = wager.deviation**2 + 0.25 * fortune.deviation**2 + odds.paired[0].covariance
    deviation = steps.unit * math.sqrt(steps.variance)
    assert deviation == pytest.approx(1000 * math.sqrt(variance), rel=0.02)


def test_counts_are_fitted_to_exact_chances() -> None:
    counted: dict[tuple[int, ...], float]
    counted = {(-1, -1): 60, (1, -1): 30, (1, 5): 9, (-1, 5): 1}
    chances = {-1: 0.8, 5: 0.15, 100: 0.05}
    found = fitted(counted, -0.1, [chances])
    assert sum(won * weight for (won, _), weight in found.items()) == pytest.approx(-0.1, abs=1e-6)
    for amount, chance in chances.items():
        assert found[-1, amount] + found[1, amount] == pytest.approx(chance)
    odds_of_a_win = [found[1, amount] / found[-1, amount] for amount in (5, 100)]
    assert odds_of_a_win[0] == pytest.approx(odds_of_a_win[1]), (
        "never dealt: like the next lower payment"
    )


@pytest.mark.parametrize(
    ("game", "bet", "says"),
    [
        ("fortune-pai-gow", ("envy", 500), "no such side bet; there are: fortune"),
        ("blackjack", ("insurance", 500), "no such side bet; there are: none"),
        (
            "three-card-poker",
            ("bonus", 10**9),
            r"bonus: \$10,000,000 is above the maximum",
        ),
    ],
)
def test_a_bet_that_the_table_does_not_take_is_refused(
    game: str, bet: tuple[str, int], says: str
) -> None:
    rules = games.ruleset(game, {"wager_min": 10, "wager_max": 100} if "three" in game else {})
    with pytest.raises(NotComputed, match=says):
        session(rules, SessionRequest(1000, 10, with_bets=(bet,)))


def test_a_side_bet_of_another_stake_is_refused_where_payments_are_rounded() -> None:
    """Its odds are of as much as the wager: $1 on a row of 9 to 2 is paid $4, not $4.50."""
    given = {"payout_rounding": "1.00", "smallest_chip": "1"}
    rules = games.ruleset("bet-the-set-21", given)
    asked = SessionRequest(2500, 10, with_bets=(("bet-the-set", 500),))
    with pytest.raises(NotComputed, match="known for bet-the-set=25 only"):
        session(rules, asked)
