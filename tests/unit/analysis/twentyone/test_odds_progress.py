"""Odds that take long show how much of the work is done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from cardroom.analysis.notices import CARD_BY_CARD
from cardroom.analysis.odds import OddsRequest
from cardroom.analysis.twentyone import answers, dealt_pairs, hand_bets, split_rounds
from cardroom.games import ruleset
from cardroom.progress import ProgressNotice, Watch

BUSTED = {
    "name": "busted",
    "title": "Busted",
    "cards": ["player"],
    "row": [{"name": "busted", "when": "busts", "pays": "1 to 1"}],
}


def bars(told: Sequence[ProgressNotice]) -> dict[str, list[tuple[int, int]]]:
    """Each bar's steps."""
    found: dict[str, list[tuple[int, int]]] = {}
    for notice in told:
        if notice.of:
            found.setdefault(notice.text, []).append((notice.done, notice.of))
    return found


def test_the_deviation_and_all_dealt_rounds_have_bars(monkeypatch: pytest.MonkeyPatch) -> None:
    def build(*question: Any) -> Any:
        return question[-1]()

    for module in (answers, dealt_pairs, split_rounds):
        monkeypatch.setattr(module, "cached", build)
    for module, name in (
        (split_rounds, "ROUNDS"),
        (dealt_pairs, "HANDS"),
        (hand_bets, "SPLIT_ROUNDS"),
    ):
        monkeypatch.setattr(module, name, 3000)
    told: list[ProgressNotice] = []
    rules = ruleset("blackjack", {"decks": 1, "side_bets": [BUSTED]})
    answers.odds(rules, OddsRequest(unsolved="simulate"), told.append)
    shown = bars(told)
    assert list(shown) == [
        "dealing rounds for Busted",
        "computing the standard deviation",
        "dealing rounds",
        "dealing rounds for pairs of bets",
    ]
    for steps in shown.values():
        done = [each for each, _ in steps]
        assert done == sorted(done)
        assert {of for _, of in steps} == {done[-1]}


def test_rounds_dealt_card_by_card_are_watched_to_the_end() -> None:
    told: list[ProgressNotice] = []
    watch = Watch("dealing", 2500, told.append, CARD_BY_CARD)
    assert list(watch.over(range(2500), 2500)) == list(range(2500))
    assert [each.done for each in told] == [1000, 2000, 2500]
