"""Side bets: what is posted at their spot."""

from __future__ import annotations

from cardroom import games
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.spots import Spot


def spot(rules: Ruleset, name: str) -> Spot:
    found = rules.spot(name)
    assert found is not None
    return found


def test_a_bet_posts_a_pay_table_or_odds_or_the_rows_of_a_meter() -> None:
    bust = spot(games.ruleset("dealer-bust-21"), "dealer-bust")
    assert (bust.pays is None, bust.odds, bust.rows) == (False, "", ())
    maxtyme = spot(games.ruleset("maxtime-21"), "maxtyme")
    assert (maxtyme.pays, maxtyme.odds, maxtyme.rows) == (None, "300 to 1", ())
    blazing = spot(games.ruleset("bet-the-set-21", {"blazing_7s": "1"}), "blazing-7s")
    assert (blazing.pays, blazing.odds, len(blazing.rows) > 1) == (None, "", True)
