"""What is posted at a table names every award, in words, and what may be wagered."""

from __future__ import annotations

import pytest

from cardroom import games
from cardroom.games.rule_page import rule_page
from cardroom.games.signs import Sign, row_words
from cardroom.rules.ruleset import Ruleset
from cardroom.service.view.felt import layout


def signs(rules: Ruleset) -> tuple[Sign, ...]:
    return games.felt_of(rules).signs(rules)


def limits(rules: Ruleset) -> tuple[tuple[str, str], ...]:
    return games.felt_of(rules).limits(rules)


def posted(game: str, **options: object) -> dict[str, Sign]:
    return {sign.title: sign for sign in signs(games.ruleset(game, options))}


def test_the_sign_of_blackjack_names_insurance_where_it_is_offered() -> None:
    assert posted("blackjack")["Other wagers"].rows == (("Insurance", "2 to 1"),)
    assert "Other wagers" not in posted("blackjack", insurance="none")


def test_dealer_bust_pays_by_the_cards_the_dealer_busts_with() -> None:
    sign = posted("dealer-bust-21", pay_table=2)["Dealer Bust"]
    assert sign.head == ("Dealer busts, showing", "Pays")
    assert [row[0] for row in sign.rows] == ["ace", "10, J, Q or K", "7–9", "2–6"]


def test_envy_awards_are_posted_with_the_bet_that_earns_them() -> None:
    assert ("seven-card straight flush", "$5,000") in posted("fortune-pai-gow")["Envy"].rows
    assert ("Envy button", "with a Fortune bet of $5 or more") in limits(
        games.ruleset("fortune-pai-gow")
    )


def test_a_progressive_names_its_meter_and_its_stake() -> None:
    sign = posted("bet-the-set-21", blazing_7s=1)["Blazing 7's"]
    assert sign.rows[0] == ("three sevens of one suit", "100% of the meter")
    assert ("three sevens", "200 for 1") in sign.rows
    shown = dict(limits(games.ruleset("bet-the-set-21", {"blazing_7s": 1})))
    assert shown["Blazing 7's"] == "$1, no more and no less"


def test_a_row_that_returns_the_stake_is_posted_as_a_push() -> None:
    rows = {"suited-pair": "20 to 1", "pair": "push"}
    assert posted("bet-the-set-21", pay_table=rows)["Bet the Set"].rows[1] == ("pair", "push")
    bonus = {"straight-flush": "40 to 1", "pair": "push"}
    assert posted("three-card-poker", bonus_table=bonus)["Bonus"].rows[1] == ("pair", "push")
    bet = {"name": "own", "title": "Own", "cards": ["first"]}
    own = {**bet, "row": [{"name": "ace", "when": "is ace", "pays": "push"}]}
    assert ("Own", "push") in posted("blackjack", side_bets=[own])["Other wagers"].rows
    (spot,) = [
        spot
        for spot in layout(games.ruleset("blackjack", {"side_bets": [own]})).boxes[0].spots
        if spot.name == "own"
    ]
    assert spot.pays == "push"


@pytest.mark.parametrize(
    ("rows", "pays"),
    [({"777": "5000 to 1"}, "5,000 to 1"), ({"777-suited": "90%"}, "90% of the meter")],
)
def test_a_spot_on_a_meter_says_what_its_best_row_pays(rows: dict[str, str], pays: str) -> None:
    rules = games.ruleset("bet-the-set-21", {"blazing_7s": rows})
    spots = {spot.name: spot for spot in layout(rules).boxes[0].spots}
    assert spots["blazing-7s"].pays == pays


def test_the_one_row_that_a_house_leaves_of_a_table_is_named() -> None:
    rows = {"seven-card straight flush": "8000 to 1"}
    sign = posted("fortune-pai-gow", fortune_table=rows, envy=None)["Fortune"]
    assert sign.rows == (("seven-card straight flush", "8,000 to 1"),)


def test_the_ante_bonus_is_posted_where_it_is_paid() -> None:
    assert "Ante bonus" not in posted("three-card-poker")
    sign = posted("three-card-poker", ante_bonus="5-4-1")["Ante bonus"]
    assert ("straight flush", "5 to 1") in sign.rows


def test_safari_posts_how_many_games_a_hand_may_be_wagered_on() -> None:
    shown = dict(limits(games.ruleset("safari-21", {"games_max": 3, "games_above_five": 2})))
    assert shown["Games on one hand"] == "at most 3, at most 2 of them above $5"


def test_poker_posts_its_stakes_and_its_collection_by_players() -> None:
    rules = games.ruleset("omaha")
    assert limits(rules) == (("Stakes", "Limit $2/$4, blinds $1/$2"),)
    (sign,) = signs(rules)
    assert sign.rows == (("7 players or more", "$4"), ("5 or 6", "$3"), ("4 or fewer", "$2"))
    assert rule_page(rules)["posted_collection"][0]["rows"] == sign.rows
    (timed,) = signs(games.ruleset("omaha", {"collection": "option-3"}))
    assert timed.rows == (("each seated player", "$6"),)
    (none,) = signs(games.ruleset("omaha", {"collection": "none"}))
    assert none.rows == (("any number", "none"),)


def test_rows_are_words_and_spans_have_a_dash() -> None:
    assert row_words("three-of-a-kind") == "three of a kind"
    assert row_words("2-6") == "2–6"
    assert row_words("seven-card straight flush") == "seven-card straight flush"
