"""Tables of main wagers that are played and paid alike have the same content."""

from __future__ import annotations

import pytest

from cardroom import games, model
from cardroom.model import Tables

ONE_HAND = {"hands_max": "1"}


def tables(**more: str) -> Tables:
    return model.compile(games.ruleset("bet-the-set-21", {**ONE_HAND, **more}))


@pytest.mark.parametrize("more", [{"blazing_7s": "1"}, {"wager_min": "10", "wager_max": "200"}])
def test_side_bets_and_limits_change_nothing(more: dict[str, str]) -> None:
    assert tables(**more).digest != tables().digest
    assert model.content(tables(**more)) == model.content(tables())


@pytest.mark.parametrize(
    "more", [{"decks": "4"}, {"natural_pays": "6:5"}, {"hands_max": "2"}, {"surrender": "late"}]
)
def test_what_the_wager_depends_on_does(more: dict[str, str]) -> None:
    assert model.content(tables(**more)) != model.content(tables())


def test_a_stake_with_rounded_payouts_does() -> None:
    rules = games.ruleset("blackjack", {"payout_rounding": "1.00"})
    plain = model.compile(rules)
    assert model.content(model.at_stake(plain, rules, 500)) != model.content(plain)
