"""The felt of every family, and the felt of a family that has written none."""

from __future__ import annotations

import pytest

from cardroom import games
from cardroom.games import registry
from cardroom.games.felt import Felt
from cardroom.play.round import Bet


def test_a_family_without_a_felt_gets_its_title_its_limits_and_its_pay_tables() -> None:
    rules = games.ruleset("dealer-bust-21", {"wager_min": "5", "wager_max": "100"})
    felt = Felt()
    assert felt.lettering(rules) == ("Dealer Bust 21", "Wagers $5 to $100")
    assert felt.position == "Box"
    assert felt.buttons(rules) == ()
    assert "Dealer Bust" in {sign.title for sign in felt.signs(rules)}
    side = rules.spot("dealer-bust")
    assert side is not None
    assert felt.best_odds(rules, side) == games.felt_of(rules).best_odds(rules, side)


@pytest.mark.parametrize(("hits", "then"), [("true", "hit soft 17"), ("false", "stand on all 17s")])
def test_the_felt_says_what_the_dealer_must_do(hits: str, then: str) -> None:
    rules = games.ruleset("blackjack", {"dealer_hits_soft_17": hits})
    _, says = games.felt_of(rules).lettering(rules)
    assert says == f"Dealer must draw to 16 and {then} · Insurance pays 2 to 1"


def test_a_bet_on_the_default_felt_can_win_its_best_row() -> None:
    rules = games.ruleset("dealer-bust-21")
    bet = Bet(1, "dealer-bust", 1, "ann", 500)
    assert Felt().can_win(rules, None, bet, None) == 5000


@pytest.mark.parametrize("game", list(registry.games()))
def test_no_two_verbs_of_a_felt_share_a_key(game: str) -> None:
    verbs = games.felt_of(games.ruleset(game)).verbs
    assert verbs
    assert len({verb.key for verb in verbs}) == len(verbs)
