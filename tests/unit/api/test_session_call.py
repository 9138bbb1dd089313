"""`Game.session`: the same questions as the command's."""

from __future__ import annotations

from typing import Any

import pytest

import cardroom as cr


def test_hours_are_rounds_at_a_pace() -> None:
    game = cr.game("three-card-poker")
    by_hours = game.session(bet=10, hours=2, pace=50, collections="leave")
    by_rounds = game.session(bet=10, rounds=100, collections="leave")
    assert by_hours.document.rounds == 100
    assert by_hours.mean == by_rounds.mean
    assert by_rounds.mean == pytest.approx(-1000 * game.odds().wager("ante").edge)


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        ({}, "rounds or hours"),
        ({"rounds": 5, "hours": 1}, "not both"),
        ({"rounds": 0}, "at least one round"),
        ({"hours": 0.001}, "at least one round"),
        ({"rounds": 5, "side_bets": {"nothing": 5}}, "side_bets"),
    ],
)
def test_what_cannot_be_asked_is_refused(asked: dict[str, Any], reason: str) -> None:
    with pytest.raises(cr.CardroomError, match=reason):
        cr.game("three-card-poker").session(bet=10, **asked)
