"""The ante game of Three Card Poker among the wagers of `cardroom odds`."""

from __future__ import annotations

import pytest

from cardroom import games
from cardroom.analysis.report import odds_document


def test_ante_and_play_stand_beside_the_bonus() -> None:
    document = odds_document(games.ruleset("three-card-poker", {}))
    ante, bonus = document["wagers"]
    assert (ante["spot"], bonus["spot"]) == ("ante", "bonus")
    assert ante["exact"] == "229314/12724075"
    assert ante["wagered"] == pytest.approx(1.8838, abs=5e-5)
    assert document["not_reckoned"] == []
    told = " ".join(ante["assumptions"])
    assert "if the bank shows 2, 3, 4, 5, 6, 7, 8, 9, T, J: 5-3-2" in told
    assert "if the bank shows K: K-9-2" in told


def test_with_nothing_shown_there_is_one_lowest_hand() -> None:
    rules = games.ruleset("three-card-poker", {"bank_shows": 0, "ante_bonus": "5-4-1"})
    ante = odds_document(rules)["wagers"][0]
    assert ante["edge"] == pytest.approx(0.0337, abs=5e-5)
    assert ante["assumptions"][-1] == "the lowest hand that plays if the bank shows nothing: Q-6-4"
