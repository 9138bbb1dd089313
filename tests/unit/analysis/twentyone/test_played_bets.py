"""Side bets that the play of the hand decides: which are priced, and why the others are not."""

from __future__ import annotations

from typing import Any

import pytest

from cardroom import games
from cardroom.analysis.documents import GameOdds
from cardroom.analysis.odds import OddsRequest, game_odds
from cardroom.analysis.pricing import edges, warnings
from cardroom.analysis.side_bets.errors import NoSuchBet
from cardroom.analysis.twentyone.bet_tables import tabulated
from cardroom.rules.ruleset import Ruleset

pytestmark = pytest.mark.usefixtures("answers_apart")

METER = {"stake": "1", "meter": {"contribution": 20, "seed": 500}}


def posted(when: str, pays: str = "5 to 1", **bet: object) -> Ruleset:
    row = {"name": "row", "when": when, "pays": pays}
    own = {"name": "own", "title": "Own", "row": [row], **bet}
    return games.ruleset("blackjack", {"decks": 1, "hands_max": 1, "side_bets": [own]})


def why(found: GameOdds) -> list[str]:
    return [each.why for each in found.unpriced if each.title == "Own"]


@pytest.mark.parametrize("when", ["dealer busts", "dealer total = 17 and first is ace"])
def test_a_meter_for_the_dealers_hand_is_won_as_often_as_odds_are(when: str) -> None:
    plain, metered = posted(when), posted(when, "100%", **METER)
    price = next(each for each in game_odds(plain).wagers if each.spot == "own")
    found = game_odds(metered)
    assert found.progressive is not None
    assert float(found.progressive.jackpot) == price.hit_frequency
    (wager,) = [each for each in found.wagers if each.spot == "own"]
    assert "the dealer always plays out" in wager.assumptions
    assert edges(metered).hold == found.progressive.hold
    # What the bet wins together with the wager: 499 stakes in place of 5, and as often.
    pairs = [
        [each.covariance for each in one.paired if each.spot == "own"]
        for one in (found, game_odds(plain))
    ]
    assert pairs[0] == pytest.approx([each * 500 / 6 for each in pairs[1]])


@pytest.mark.parametrize(
    ("when", "reason"),
    [
        ("player cards >= 5", "it depends on the play of the hand"),
        ("third is ace and up is ace", "it depends on the play of the hand"),
        ("dealer same suit", "it tells too many of the dealer's hands apart"),
    ],
)
def test_a_meter_without_a_price_says_why(
    monkeypatch: pytest.MonkeyPatch, when: str, reason: str
) -> None:
    monkeypatch.setattr("cardroom.analysis.twentyone.dealer_bets.HANDS_MAX", 100)
    rules = posted(when, "100%", **METER)
    found = game_odds(rules)
    assert found.progressive is None
    (said,) = why(found)
    assert said.startswith(reason)
    prices = edges(rules)
    assert reason in prices.unpriced
    assert not list(warnings(rules, prices))


def test_a_meter_is_priced_where_both_dealer_cards_are_up() -> None:
    up = {"dealer_cards_up": "2", "equal_totals": "lose", "hands_max": 1, "decks": 1}
    row = {"name": "row", "when": "pair", "pays": "100%"}
    bet = {"name": "own", "title": "Own", "cards": ["first", "second"], "row": [row], **METER}
    rules = games.ruleset("blackjack", {**up, "side_bets": [bet]})
    found = game_odds(rules)
    assert found.progressive is not None
    # By hand: of 51 cards 3 make a pair.
    assert found.progressive.jackpot == pytest.approx(3 / 51)
    assert edges(rules).hold == found.progressive.hold


def test_the_third_card_has_its_price_alone_and_in_any_order() -> None:

    def price(when: str, **bet: Any) -> float:
        (found,) = [each for each in game_odds(posted(when, **bet)).wagers if each.spot == "own"]
        assert "the play of the wager decides whether a third card comes" in found.assumptions
        return found.edge

    every = (
        "third is ace and (first is red or first is black) and (second is red or second is black)"
    )
    assert price("third is ace") == price(every) == price(every, cards=["third", "second", "first"])
    both = "first + third is ace"
    assert price(both) == price(both, cards=["third", "first"]) > price("third is ace")


def test_a_bet_that_only_the_hand_loses_is_not_simulated_as_if_it_could_not() -> None:
    rules = posted("pair", cards=["first", "second"], lives="not busts")
    with pytest.raises(NoSuchBet, match="Own cannot be simulated with the wager"):
        tabulated(rules, ["own"])
    assert tabulated(posted("dealer busts", lives="not busts"), ["own"])


def test_rounds_that_are_dealt_for_two_bets_pay_what_the_meter_shows() -> None:
    """Insurance wins with a dealer's natural only; the bet wins with a hand that busts."""
    rules = posted("dealer busts", "100%", **METER)
    found = game_odds(rules, OddsRequest(unsolved="simulate"))
    (pair,) = [each for each in found.pairs if each.spots == ("insurance", "own")]
    assert pair.error is not None
    assert pair.covariance < -10 * pair.error < 0
