"""Published risks of ruin of a session."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from cardroom import games
from cardroom.analysis.odds import OddsRequest, game_odds
from cardroom.analysis.session import SessionRequest, session

ROOT = Path(__file__).parents[2]
FIGURES: dict[str, Any] = tomllib.loads(
    (ROOT / "references" / "session.toml").read_text(encoding="utf-8")
)
UNIT = 100


def test_the_risk_of_ruin_of_a_number_of_hands() -> None:
    (figure,) = FIGURES["ruin"]
    rules = games.ruleset("blackjack", figure["options"])
    edge = game_odds(rules, OddsRequest()).wagers[0].edge
    assert edge == pytest.approx(figure["edge"], abs=5e-5)
    for hands, units, printed in figure["values"]:
        ruin = session(rules, SessionRequest(bet=UNIT, rounds=hands, bankroll=units * UNIT)).ruin
        assert ruin is not None
        assert ruin.within is not None
        less = [each.within for each in ruin.curve if each.bankroll <= (units - 1) * UNIT]
        assert round(ruin.within, 4) <= printed < less[-1], (hands, units)
