"""Posted games are built once, though everybody asks for them: some take long to build."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from cardroom import games
from cardroom.rules.options import OptionFaults, Value
from cardroom.rules.ruleset import Ruleset
from cardroom.service.lab.states import declarations
from cardroom.table import posting
from cardroom.table.commands import OpenTable

BET = """
name = "two-of-a-kind"
title = "Two of a Kind"
cards = ["first", "second"]
[[row]]
name = "pair"
when = "{}"
pays = "9 to 1"
"""


class Counted:
    """Blackjack, and the options of every time that it was built."""

    def __init__(self) -> None:
        self._game = games.game("blackjack")
        self.asked: list[Mapping[str, object]] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def ruleset(self, options: Mapping[str, object], *more: str) -> Ruleset:
        self.asked.append(options)
        return self._game.ruleset(options, *more)


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counted:
    made = Counted()
    monkeypatch.setattr(games, "game", lambda _id: made)
    monkeypatch.setattr(posting, "_BUILT", {})
    return made


def opening(when: str) -> OpenTable:
    given: dict[str, Value] = {"side_bets": declarations([BET.format(when)])}
    return OpenTable("t", "blackjack", given)


def test_rules_with_a_side_bet_of_ones_own_are_built_once(counted: Counted) -> None:
    wanted = opening("pair")
    posting.prepare(wanted)
    done = len(counted.asked)
    assert done
    assert isinstance(posting.posted(posting.pin(wanted)), Ruleset)
    assert len(counted.asked) == done


def test_rules_that_are_refused_are_refused_again_without_being_built(counted: Counted) -> None:
    wanted = opening("pair and not pair")
    posting.prepare(wanted)
    done = len(counted.asked)
    assert done
    assert not isinstance(posting.posted(posting.pin(wanted)), Ruleset)
    with pytest.raises(OptionFaults, match="pair"):
        posting.built("blackjack", wanted.options)
    assert len(counted.asked) == done


def test_a_game_that_was_replaced_is_built_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(posting, "_BUILT", {})
    posting.built("blackjack", {"decks": 1})
    other = Counted()
    monkeypatch.setattr(games, "game", lambda _id: other)
    posting.built("blackjack", {"decks": 1})
    assert other.asked == [{"decks": 1}]


def test_another_value_is_another_game() -> None:
    one = posting.built("blackjack", {"decks": 1})
    two = posting.built("blackjack", {"decks": 2})
    assert one.digest != two.digest
    assert posting.built("blackjack", {"decks": 1}) is one
