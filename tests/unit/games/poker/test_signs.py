"""The sign at a poker table says what the schedules of the rule book say."""

from __future__ import annotations

import pytest

from cardroom import games
from cardroom.games.poker.policies import Poker
from cardroom.games.poker.signs import sign, stakes


def posted(**options: object) -> Poker:
    policies = games.ruleset("omaha", options).policies
    assert isinstance(policies, Poker)
    return policies


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, "$4 with 7 players or more, $3 with 5 or 6, $2 with 4 or fewer;"),
        (
            {"betting": "no-limit", "collection": "option-2"},
            "$5 with 8 players or more, $4 with 6 or 7, $3 with 5, $2 with 4 or fewer;",
        ),
        ({"collection": "option-3"}, "$6 from each seated player for each half hour"),
        ({"collection": "none"}, "No collection is taken"),
    ],
)
def test_the_collection_is_posted_as_its_schedule(options: dict[str, object], words: str) -> None:
    (line,) = sign(games.ruleset("omaha", options).fees)
    assert words in line


def test_stakes_name_bets_blinds_and_antes() -> None:
    assert stakes(posted()) == "Limit $2/$4, blinds $1/$2"
    assert stakes(posted(betting="no-limit", blinds="1/3")) == "No limit, blinds $1/$3"
    assert stakes(posted(blinds="2", ante="1")) == "Limit $2/$4, blind $2, ante $1"
