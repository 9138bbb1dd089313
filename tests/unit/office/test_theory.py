"""What a table should have won, worked out by hand for small sets of bets."""

from __future__ import annotations

import math

import msgspec
import pytest

from cardroom.analysis.odds import game_odds
from cardroom.analysis.side_bets.progressive import progressive
from cardroom.analysis.simulation import SimulationPart
from cardroom.analysis.wager_simulation import WagerReport
from cardroom.games import game
from cardroom.office import spot_odds as spots
from cardroom.office.figures import WagerSums
from cardroom.office.spot_odds import spot_odds
from cardroom.office.theory import SpotOdds, Theory, expected
from cardroom.replay.engine import table

COIN = SpotOdds(edge=0.02, deviation=1.0)


def test_a_thousand_equal_bets() -> None:
    """1,000 bets of $10 at 2%: $200 expected. The deviation is $10 times the root of 1,000."""
    found = expected(WagerSums(staked=10_000_00, squares=1000 * 10_00**2), COIN)
    assert found.win == pytest.approx(200_00)
    assert found.deviation == pytest.approx(10_00 * math.sqrt(1000))


def test_one_large_bet_weighs_more_than_many_small_ones() -> None:
    """$100 once has the deviation of $100; $1 a hundred times has that of $10."""
    large = expected(WagerSums(staked=100_00, squares=100_00**2), COIN)
    small = expected(WagerSums(staked=100_00, squares=100 * 1_00**2), COIN)
    assert large.win == small.win
    assert large.deviation == pytest.approx(100_00)
    assert small.deviation == pytest.approx(10_00)


def test_two_boxes_in_one_round_vary_together() -> None:
    """Two boxes of $10 with covariance 0.5: 100 + 100 + 2 * 0.5 * 100 = 300 square dollars."""
    odds = SpotOdds(0.0, 1.0, between_boxes=0.5)
    found = expected(WagerSums(staked=20_00, squares=2 * 10_00**2, pairs=2 * 10_00**2), odds)
    assert found.variance == pytest.approx(300 * 100**2)


def test_a_side_bet_varies_with_its_wager() -> None:
    """$5 on a side bet next to $10, covariance 0.2: 25 + 2 * 0.2 * 50 = 45 square dollars."""
    odds = SpotOdds(0.0, 1.0, with_main=0.2)
    found = expected(WagerSums(staked=5_00, squares=5_00**2, with_main=5_00 * 10_00), odds)
    assert found.variance == pytest.approx(45 * 100**2)


@pytest.mark.parametrize(
    ("win", "band"),
    [
        (100_00, "within 95%"),
        (119_59, "within 95%"),
        (119_61, "outside 95%"),
        (80_39, "outside 95%"),
        (125_75, "outside 95%"),
        (125_77, "outside 99%"),
        (74_23, "outside 99%"),
    ],
)
def test_the_bands_hold_95_and_99_percent(win: int, band: str) -> None:
    """Around $100 with a deviation of $10: 1.95996 and 2.57583 deviations."""
    assert Theory(100_00, 10_00**2, 1).band(win) == band


def test_a_wager_without_odds_leaves_the_band_open() -> None:
    whole = Theory(100_00, 10_00**2, 1).plus(expected(WagerSums(staked=5_00), None))
    assert whole.left_out == 5_00
    assert whole.band(1_000_00) == "not computed"


def test_the_odds_are_those_of_the_posted_rules() -> None:
    """Two boxes of blackjack against one dealer: correlated, and far from equal."""
    rules = game("blackjack").ruleset({}, "", "1")
    found = spot_odds(rules)
    exact = {wager.spot: wager.edge for wager in game_odds(rules).wagers}
    assert {spot: odds.edge for spot, odds in found.items()} == exact
    assert 0.3 < found["main"].between_boxes < 0.6
    assert found["main"].deviation == pytest.approx(1.16, abs=0.01)


def test_two_boxes_of_pai_gow_vary_together() -> None:
    """They play against one bank's hand, and every wager is won, lost, or pushed."""
    found = spot_odds(game("double-hand-poker").ruleset({}, "", "1"))["main"]
    assert found.between_boxes == pytest.approx(0.205, abs=0.005)
    assert found.between_boxes < found.deviation**2


def test_a_simulator_that_cannot_say_how_boxes_vary_together_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said: list[str] = []
    reason = "Faro has no simulated covariance of two boxes"
    rules = msgspec.structs.replace(game("blackjack").ruleset({}, "", "1"), title="Faro")
    monkeypatch.setattr(
        spots, "simulation_part", lambda _: SimulationPart(frozenset(), table, WagerReport)
    )
    assert spots._between_boxes(rules, lambda notice: said.append(notice.text)) == 0.0
    assert said == [f"{reason}: the boxes of a round are taken as independent"]


def test_a_bet_on_a_meter_is_expected_to_hold_what_the_meter_leaves() -> None:
    """Where the meter pays every award, the house gives its contribution and, after a jackpot, the
    seed: with a chance j of a jackpot, the deviation is the seed times the root of j(1 - j)."""
    rules = game("bet-the-set-21").ruleset({"blazing_7s": 1, "blazing_meter_pays": "all"}, "", "1")
    found = progressive(rules)
    assert found is not None
    chance = float(found.jackpot)
    assert found.hold_deviation == pytest.approx(2000 * math.sqrt(chance * (1 - chance)))
    assert float(found.hold) == pytest.approx(1 - 0.24 - 2000 * chance)
