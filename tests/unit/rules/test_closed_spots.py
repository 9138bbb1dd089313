"""A game is not posted with bets that nobody can make."""

from __future__ import annotations

import pytest

from cardroom import games
from cardroom.rules.options import OptionFaults


@pytest.mark.parametrize(
    ("game", "options", "says"),
    [
        (
            "blackjack",
            {"wager_min": "50", "legal_limit": "40"},
            "wager_min = 50 is above legal_limit = 40",
        ),
        ("safari-21", {"wager_min": "500"}, "wager_min = 500 is above legal_limit = 300"),
        (
            "bet-the-set-21",
            {"wager_max": "20", "bonus_min": "50"},
            "Bet the Set: the lowest bet, $50, is above the highest, $20",
        ),
        (
            "bet-the-set-21",
            {"wager_min": "5", "smallest_chip": "5", "blazing_7s": 1, "blazing_stake": "1"},
            "Blazing 7's: its stake of $1 is not a multiple of smallest_chip = 5",
        ),
    ],
)
def test_a_bet_that_nobody_can_make_is_refused(
    game: str, options: dict[str, object], says: str
) -> None:
    with pytest.raises(OptionFaults) as refused:
        games.ruleset(game, options)
    assert says in str(refused.value)


def test_a_side_bet_may_have_a_single_amount() -> None:
    games.ruleset("bet-the-set-21", {"wager_min": "5", "wager_max": "20", "bonus_min": "20"})


def test_rounds_of_the_first_version_keep_their_limits() -> None:
    options = {"wager_max": "20", "bonus_min": "50", "readings": "0.1"}
    assert games.ruleset("bet-the-set-21", options).options["bonus_min"] == 50_00


@pytest.mark.parametrize("empty", ["", " ", ";", "none"])
def test_limits_of_no_spot_are_no_limits(empty: str) -> None:
    posted = games.ruleset("three-card-poker", {"spot_limits": empty})
    assert posted.digest == games.ruleset("three-card-poker").digest
