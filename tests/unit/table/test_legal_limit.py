"""The legal limit at the tables of a Washington house: no wager and no posted limit exceeds it."""

from __future__ import annotations

from typing import cast

import pytest

from cardroom import houses
from cardroom.play.round import Refusal
from cardroom.rules.limits import Limits
from cardroom.rules.options import Value
from cardroom.table import Table, apply
from cardroom.table import commands as c
from cardroom.table.posting import pin
from tests.random_play import must, refused

LEGAL = 300_00
HOUSE = houses.house("washington")
GAMES = [posted.game for posted in HOUSE.game]


def posted(game: str, **options: Value) -> dict[str, Value]:
    return {**cast(dict[str, Value], HOUSE.posted(game).given()), **options}


def opened(game: str, **options: Value) -> Table:
    table = must(None, pin(c.OpenTable("t", game, posted(game, **options), "washington")))
    return must(table, c.SitDown("ann", 1), c.BuyIn("ann", 2000_00))


@pytest.mark.parametrize("game", GAMES)
def test_the_house_states_the_legal_limit_of_every_game(game: str) -> None:
    assert opened(game).rules.legal_limit == LEGAL


@pytest.mark.parametrize("game", GAMES)
def test_the_floor_posts_no_limit_above_the_legal_one(game: str) -> None:
    table = opened(game)
    assert refused(table, c.PostLimits(5_00, 301_00)) == "bet.legal"
    assert refused(table, c.PostLimits(5_00)) == "bet.legal", "no maximum is above every limit"
    assert must(table, c.PostLimits(5_00, LEGAL)).limits == Limits(
        5_00, LEGAL, table.rules.limits.chip
    )


def test_the_floor_posts_no_limit_that_chips_cannot_make() -> None:
    table = opened("blackjack")
    assert refused(table, c.PostLimits(5_25, 100_00)) == "bet.chip"
    assert refused(table, c.PostLimits(5_00, 100_25)) == "bet.chip"
    why = apply(table, c.PostLimits(5_00, 100_25))
    assert isinstance(why, Refusal)
    assert "the maximum of $100.25 is not a multiple of the smallest chip, $0.50" in str(why)
    assert must(table, c.PostLimits(5_50, 100_50)).limits == Limits(5_50, 100_50, 50)


def test_limits_that_a_table_of_version_0_1_has_posted_are_read_as_they_were() -> None:
    table = opened("blackjack", readings="0.1")
    for least, most in ((5_25, 100_00), (5_00, 301_00), (5_00, None)):
        assert must(table, c.PostLimits(least, most)).limits == Limits(least, most, 50)


@pytest.mark.parametrize(
    ("game", "spot"), [("dealer-bust-21", "dealer-bust"), ("bet-the-set-21", "bet-the-set")]
)
def test_no_side_bet_is_above_the_legal_limit(game: str, spot: str) -> None:
    table = must(opened(game), c.PlaceBet("ann", 1, "main", 10_00))
    assert refused(table, c.PlaceBet("ann", 1, spot, LEGAL + 50)) == "bet.most"
    must(table, c.PlaceBet("ann", 1, spot, LEGAL))
    # A house that posts $500 by mistake is held to the law all the same.
    high = must(opened(game, wager_max="500"), c.PlaceBet("ann", 1, "main", 10_00))
    assert refused(high, c.PlaceBet("ann", 1, spot, LEGAL + 50)) == "bet.most"


def test_the_monte_carlo_bets_of_a_box_are_together_within_the_legal_limit() -> None:
    table = must(
        opened("safari-21", wager_max="500"),
        c.PlaceBet("ann", 1, "main", 5_00),
        c.PlaceBet("ann", 1, "monte-carlo/king-hearts", 200_00),
    )
    assert refused(table, c.PlaceBet("ann", 1, "monte-carlo/king-red", 100_50)) == (
        "monte-carlo.total"
    )
    why = apply(table, c.PlaceBet("ann", 1, "monte-carlo/king-red", 101_00))
    assert isinstance(why, Refusal)
    assert why.why == "box 1 would have $301; the maximum is $300"
    must(table, c.PlaceBet("ann", 1, "monte-carlo/king-red", 100_00))


def test_no_progressive_stake_above_the_legal_limit_is_posted() -> None:
    table = opened("bet-the-set-21")
    change = c.ChangeRules("bet-the-set-21", posted("bet-the-set-21", blazing_stake="301"))
    why = apply(table, pin(change))
    assert isinstance(why, Refusal)
    assert "blazing_stake = 301 is above legal_limit = 300" in str(why)
    within = c.ChangeRules("bet-the-set-21", posted("bet-the-set-21", blazing_stake="300"))
    must(table, pin(within))


@pytest.mark.parametrize(
    ("game", "spots", "clause", "why"),
    [
        (
            "safari-21",
            {"main": 500, "king-hearts": 500, "king-red": 500, "king-any": 500, "aq-red": 500},
            "games.four",
            "box 1 would have 5 games; at most 4 are allowed",
        ),
        (
            "safari-21",
            {"main": 1000, "king-hearts": 1000, "king-red": 600, "king-any": 550},
            "games.three-above",
            "box 1 would have 4 games above $5; at most 3 are allowed",
        ),
        (
            "bet-the-set-21",
            {"main": 1000, "blazing-7s": 500},
            "blazing.stake",
            "the stake is $1, not $5",
        ),
    ],
)
def test_a_refused_bet_is_given_the_figures(
    game: str, spots: dict[str, int], clause: str, why: str
) -> None:
    table = opened(game)
    group = "monte-carlo/" if game == "safari-21" else ""
    *before, last = [
        c.PlaceBet("ann", 1, spot if spot == "main" else group + spot, stake)
        for spot, stake in spots.items()
    ]
    said = apply(must(table, *before), last)
    assert isinstance(said, Refusal)
    assert (said.clause.id, said.why) == (clause, why)
