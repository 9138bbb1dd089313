"""Posted games are built once, though everybody asks for them: some take long to build."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from cardroom.games.game import Game
from cardroom.rules.options import OptionFaults
from cardroom.rules.ruleset import Ruleset
from cardroom.table import posting
from cardroom.table.commands import OpenTable

SIDE_BET: dict[str, Any] = {
    "name": "two-of-a-kind",
    "title": "Two of a Kind",
    "cards": ["first", "second"],
    "row": [{"name": "pair", "when": "pair", "pays": "9 to 1"}],
}


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> list[Mapping[str, object]]:
    """The options of every game that was built from here on."""
    asked: list[Mapping[str, object]] = []
    really = Game.ruleset

    def counted(self: Game, options: Mapping[str, object], *more: str) -> Ruleset:
        asked.append(options)
        return really(self, options, *more)

    monkeypatch.setattr(Game, "ruleset", counted)
    monkeypatch.setattr(posting, "_BUILT", {})
    return asked


def test_rules_with_a_side_bet_of_ones_own_are_built_once(
    built: list[Mapping[str, object]],
) -> None:
    opening = OpenTable("t", "blackjack", {"side_bets": [SIDE_BET]})
    posting.prepare(opening)
    done = len(built)
    posted = posting.posted(posting.pin(opening))
    assert isinstance(posted, Ruleset)
    assert len(built) == done


def test_rules_that_are_refused_are_refused_again_without_being_built(
    built: list[Mapping[str, object]],
) -> None:
    never = {**SIDE_BET, "row": [{"name": "no", "when": "pair and not pair", "pays": "9 to 1"}]}
    opening = OpenTable("t", "blackjack", {"side_bets": [never]})
    posting.prepare(opening)
    done = len(built)
    assert not isinstance(posting.posted(posting.pin(opening)), Ruleset)
    with pytest.raises(OptionFaults, match="no"):
        posting.built("blackjack", opening.options)
    assert len(built) == done


def test_another_value_is_another_game(built: list[Mapping[str, object]]) -> None:
    one = posting.built("blackjack", {"decks": 1})
    two = posting.built("blackjack", {"decks": 2})
    assert one.digest != two.digest
    assert posting.built("blackjack", {"decks": 1}) is one
