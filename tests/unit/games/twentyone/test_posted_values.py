"""What a game posts where the house says nothing, and what its options name: the book's figures."""

from __future__ import annotations

import pytest

from cardroom import games
from cardroom.cards import JOKER
from cardroom.games.twentyone.engine.game_type import policies
from cardroom.model.ranks import JOKER_RANK, TEN_RANK, rank_of
from cardroom.rules.options import OptionFaults

GAMES = games.registry.games()


@pytest.mark.parametrize(
    ("game", "posts"),
    [
        # The last row of the collection.
        ("no-bust-joker", {"wager_max": "100"}),
        ("no-bust-bonus-ace", {"wager_max": "100"}),
        ("three-card-poker", {"wager_max": "100"}),
        # The legal limit that its rules name.
        ("safari-21", {"wager_max": "300", "monte_carlo": "table-a"}),
        ("bet-the-set-21", {"blazing_7s": 1}),
    ],
)
def test_a_room_opens_its_tables_with_the_books_figures(
    game: str, posts: dict[str, object]
) -> None:
    assert GAMES[game].table_defaults == posts


@pytest.mark.parametrize("game", GAMES)
def test_a_default_that_is_posted_changes_nothing(game: str) -> None:
    posted = {spec.name: spec.show(spec.default) for spec in GAMES[game].catalogue}
    assert games.ruleset(game, posted) == games.ruleset(game)


@pytest.mark.parametrize("game", [id for id in GAMES if "cut" in games.ruleset(id).options])
def test_the_cut_card_lies_behind_three_quarters_of_the_shoe(game: str) -> None:
    rules, halved = games.ruleset(game), games.ruleset(game, {"cut": 50})
    assert rules.options["cut"] == 75
    assert 2 * halved.shoe.behind == len(halved.deck), "half of the cards lie behind it"


@pytest.mark.parametrize(
    ("game", "option", "odds"),
    [
        ("maxtime-21", "natural_pays", "1:1, 6:5, 3:2"),
        ("maxtime-21", "diamonds_pays", "2:1"),
        ("maxtime-21", "five_card_21_pays", "2:1"),
        ("maxtime-21", "six_card_pays", "1:1"),
        ("no-bust-joker", "natural_pays", "2:1"),
        ("no-bust-bonus-ace", "natural_pays", "6:5, 3:2, 1:1"),
    ],
)
def test_a_value_that_is_not_odds_is_refused_with_the_books_odds(
    game: str, option: str, odds: str
) -> None:
    with pytest.raises(OptionFaults, match=rf"{option} .*odds, such as {odds}$"):
        games.ruleset(game, {option: "much"})


def test_a_joker_of_safari_21_counts_ten_in_the_odds() -> None:
    rule = policies(games.ruleset("safari-21", {"monte_carlo": "table-b"})).points
    assert rank_of(rule, JOKER) == TEN_RANK
    wild = policies(games.ruleset("no-bust-joker")).points
    assert rank_of(wild, JOKER) == JOKER_RANK
