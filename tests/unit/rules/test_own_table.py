"""A pay table of the house's own: read from rows or from text, priced, posted, and stored."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

import pytest

from cardroom import games, houses
from cardroom.analysis.pai_gow.odds import fortune_bets
from cardroom.analysis.side_bets.progressive import progressive
from cardroom.analysis.three_card.bonus import side_bets as three_card_bets
from cardroom.analysis.three_card.odds import ante_play
from cardroom.analysis.twentyone.side_bets import side_bets
from cardroom.games.rule_page import rule_page
from cardroom.games.three_card.bonus import bonus_chances
from cardroom.games.three_card.policies import policies_of
from cardroom.houses.check import check
from cardroom.rules.options import OptionFaults
from cardroom.table.posting import read_document

PAIRS = {"suited-pair": "20:1", "pair": "8 to 1"}
TEXT = "suited-pair pays 20 to 1; pair pays 8 to 1"
ACES = {"aces": {"when": "pair and  is ace", "pays": "40 to 1"}, "pair": "7 to 1"}
ACES_TEXT = "aces when pair and is ace pays 40 to 1; pair pays 7 to 1"


@pytest.mark.parametrize(
    ("given", "text"),
    [(PAIRS, TEXT), (TEXT, TEXT), (f" {TEXT} ; ", TEXT), (ACES, ACES_TEXT), (ACES_TEXT, ACES_TEXT)],
)
def test_rows_and_their_text_are_the_same_rules(given: object, text: str) -> None:
    rules = games.ruleset("bet-the-set-21", {"pay_table": given})
    assert rules.options["pay_table"] == text
    assert rules == games.ruleset("bet-the-set-21", {"pay_table": text})
    assert rules != games.ruleset("bet-the-set-21")


def test_a_stored_table_is_restored_without_the_house() -> None:
    rules = games.ruleset("bet-the-set-21", {"pay_table": ACES})
    assert read_document(rules.stored) == rules
    assert [row.name for row in read_document(rules.stored).side_bets[0].rows] == ["aces", "pair"]


def test_a_house_table_is_priced_as_an_exact_fraction() -> None:
    """Six decks: 5 of 311 second cards are of the same rank and suit, 18 of the same rank only."""
    (bet,) = side_bets(games.ruleset("bet-the-set-21", {"pay_table": PAIRS}))
    assert bet.edge == 1 - Fraction(5 * 21 + 18 * 9, 311)
    assert bet.hit_frequency == Fraction(23, 311)


def test_a_new_row_is_priced_as_an_exact_fraction() -> None:
    """One pair in 13 is of aces."""
    (bet,) = side_bets(games.ruleset("bet-the-set-21", {"pay_table": ACES}))
    assert bet.edge == 1 - Fraction(23, 311) * (Fraction(1, 13) * 41 + Fraction(12, 13) * 8)


def test_a_meter_follows_the_rows_of_the_house() -> None:
    own = {"777-suited": "50%", "77": "40 for 1"}
    rules = games.ruleset("bet-the-set-21", {"blazing_7s": own})
    bet = progressive(rules)
    assert bet is not None
    assert [(row.name, row.posted) for row in bet.bet.rows] == list(own.items())
    assert bet.fixed == 40 * bet.rows["77"]
    assert rules.meter is not None
    assert "777-suited pays 50%; 77 pays 40 for 1" in rules.meter.terms.pays


def test_a_bonus_on_three_cards_follows_the_rows_of_the_house() -> None:
    """Only the 12 straight flushes with each of the four suits pay: 48 of 22,100 hands."""
    given = {"bonus_table": {"straight-flush": "99 to 1"}}
    (bet,) = three_card_bets(games.ruleset("three-card-poker", given))
    assert bet.edge == 1 - Fraction(48 * 100, 22100)


def test_a_bonus_on_three_cards_has_new_rows() -> None:
    """Two aces and another card: 6 pairs, 48 cards. Of the 3,744 pairs, all others pay 1 to 1."""
    aces = {"when": "pair and count of ace = 2", "pays": "10 to 1"}
    rows = {"aces": aces, "pair": "1 to 1"}
    rules = games.ruleset("three-card-poker", {"bonus_table": rows})
    (bet,) = three_card_bets(rules)
    # Three of a kind is a pair, too: 52 hands, four of them aces.
    assert bet.edge == 1 - Fraction(288 * 11 + (3744 + 52 - 288) * 2, 22100)
    assert read_document(rules.stored) == rules


@pytest.mark.parametrize(
    ("when", "hands"),
    [
        ("same suit and has king", 4 * 66),
        ("three of a suit and has king", 4 * 66),
        ("suited run and has king", 4 * 2),
        ("suited run of 3 and has king", 4 * 2),
    ],
)
def test_a_new_row_may_ask_for_three_cards_of_one_suit(when: str, hands: int) -> None:
    rows = {"x": {"when": when, "pays": "9 to 1"}}
    (bet,) = three_card_bets(games.ruleset("three-card-poker", {"bonus_table": rows}))
    assert bet.hit_frequency == Fraction(hands, 22100)


def test_three_equal_cards_are_three_of_a_kind_where_its_row_comes_first() -> None:
    """Three decks: 13 ranks of 12 cards each."""
    rows = {"three-of-a-kind": "30 to 1", "flush": "3 to 1"}
    rules = games.ruleset("three-card-poker", {"bonus_table": rows, "decks": 3})
    chance = bonus_chances(rules.side_bets[0], 3)["three-of-a-kind"]
    assert chance == Fraction(13 * comb(12, 3), comb(156, 3))


def test_a_bonus_on_the_ante_has_new_rows() -> None:
    """Three kings are never folded, so the edge falls by what 4 of 22,100 hands are paid."""
    rows = {"kings": {"when": "three of a kind and is king", "pays": "100 to 1"}}
    with_row = games.ruleset("three-card-poker", {"ante_bonus": rows})
    plain = ante_play(policies_of(games.ruleset("three-card-poker")))
    assert plain.edge - ante_play(policies_of(with_row)).edge == Fraction(4 * 100, 22100)


FORTUNE = {
    "seven-card straight flush": "5,000 to 1",
    "seven-card straight flush with joker": "1,000 to 1",
    "straight flush": "60 to 1",
}


def test_a_fortune_hand_without_a_row_is_paid_as_the_lower_hand_it_is() -> None:
    """So rows that pay a royal flush like any straight flush change nothing."""
    first, second, last = FORTUNE.items()
    royals = {"royal flush": last[1]}
    prices = [
        fortune_bets(games.ruleset("fortune-pai-gow", {"fortune_table": rows, "envy": None}))
        for rows in (FORTUNE, {**dict([first, second]), **royals, **dict([last])})
    ]
    assert [len(each) for each in prices] == [1, 1]
    assert prices[0][0].edge == prices[1][0].edge
    assert 0 < prices[0][0].hit_frequency < Fraction(1, 400)


def test_envy_pays_the_amounts_of_the_house() -> None:
    rules = games.ruleset("fortune-pai-gow", {"envy": {"five aces": "500", "flush": 2}})
    spot = rules.spot("envy")
    assert spot is not None
    assert spot.rows == (("five aces", "$500"), ("flush", "$2"))


REFUSED: list[tuple[str, dict[str, Any], str]] = [
    (
        "three-card-poker",
        {"bonus_table": {"flush": "3 to 1", "pair": "1 to 1"}, "decks": 3},
        "bonus_table: with 3 decks or more, post three-of-a-kind before the rows for cards of one",
    ),
    (
        "three-card-poker",
        {
            "bonus_table": {"aces": {"when": "same suit and count of ace = 3", "pays": "99 to 1"}},
            "decks": 3,
        },
        "bonus_table: with 3 decks or more, post three-of-a-kind before the rows for cards of one",
    ),
    (
        "safari-21",
        {"pay_table": {"x": {"when": "cards = 3 and pair", "pays": "2 to 1"}}},
        "a new row asks about the number of cards, the total, the low total, and soft hands",
    ),
    (
        "safari-21",
        {"pay_table": {"x": {"when": "cards = 6", "pays": "2 to 1"}}},
        "no winning hand of 2 to 5 cards makes it",
    ),
    (
        "blackjack",
        {"bonus": {"five-card-21": "1 to 2"}},
        "five-card-21: '1 to 2': a winning hand is never paid less than 1 to 1; write higher odds",
    ),
    ("safari-21", {"pay_table": {"big-5": "push"}}, "pay_table, big-5: 'push': a winning hand"),
    (
        "blackjack",
        {"bonus": {"x": {"when": "natural", "pays": "2 to 1"}}},
        "no winning hand of 2 to 21 cards makes it",
    ),
    (
        "blackjack",
        {"bonus": {"x": {"when": "dealer busts", "pays": "2 to 1"}}},
        "a new row asks about the number of cards",
    ),
    (
        "three-card-poker",
        {"bonus_table": {"x": {"when": "suited run and is spade", "pays": "9 to 1"}}},
        "a row asks about ranks, and whether all three cards have one suit; a bet on certain suits",
    ),
    (
        "three-card-poker",
        {"bonus_table": {"x": {"when": "two of a suit", "pays": "2 to 1"}}},
        "a row asks about ranks",
    ),
    (
        "three-card-poker",
        {"bonus_table": {"pair": "1 to 1", "x": {"when": "is ace", "pays": "9 to 1"}}},
        "bonus_table, x: no three cards of 1 deck are paid by it",
    ),
    (
        "three-card-poker",
        {"ante_bonus": {"x": {"when": "four of a kind", "pays": "9 to 1"}}},
        "ante_bonus, x: no three cards of 1 deck are paid by it",
    ),
    (
        "three-card-poker",
        {"bonus_table": {"x": {"when": "dealer pair", "pays": "2 to 1"}}},
        "the bet does not look at 'dealer'",
    ),
    ("bet-the-set-21", {"pay_table": {}}, "pay_table: the table has no rows; write one like pair"),
    ("bet-the-set-21", {"pay_table": "BTS-99"}, "BTS-99: it must be one of BTS-01, BTS-02"),
    (
        "bet-the-set-21",
        {"pay_table": {"pairs": "8 to 1"}},
        "pairs: the game has no such row",
    ),
    ("bet-the-set-21", {"pay_table": {"pair": "8"}}, "pay_table, pair: '8': these are not odds"),
    ("bet-the-set-21", {"pay_table": {"pair": "10%"}}, "the bet has no meter; write odds"),
    ("bet-the-set-21", {"pay_table": {"pair": "9999999 to 1"}}, "pays more than 1,000,000 to 1"),
    (
        "bet-the-set-21",
        {"pay_table": {"pair": "8 to 1", "suited-pair": "20 to 1"}},
        "pay_table, suited-pair: it is out of order; the order is suited-pair, pair",
    ),
    (
        "bet-the-set-21",
        {"pay_table": {"x": {"when": "pair and", "pays": "8 to 1"}}},
        "pay_table, x: when = 'pair and': ",
    ),
    (
        "bet-the-set-21",
        {"pay_table": {"x": {"when": "up is ace", "pays": "8 to 1"}}},
        "the bet does not look at 'up'; it looks at first, second",
    ),
    (
        "bet-the-set-21",
        {"pay_table": {"x": {"when": "pair", "pays": "8 to 1", "words": ""}}},
        "pay_table, x: a new row is written like",
    ),
    (
        "bet-the-set-21",
        {"pay_table": {"pair": {"when": "is ace", "pays": "8 to 1"}}},
        "pay_table, pair: a row of the book has its own condition; choose another name",
    ),
    (
        "bet-the-set-21",
        {"pay_table": {"x": {"when": "is ace and is king", "pays": "8 to 1"}}},
        "pay_table, x: no cards make it",
    ),
    (
        "bet-the-set-21",
        {"pay_table": {"pair": "9 to 1", "aces": {"when": "pair and is ace", "pays": "40 to 1"}}},
        "pay_table, aces: earlier rows take all of its cards; put it before them",
    ),
    (
        "bet-the-set-21",
        {"pay_table": PAIRS, "decks": 1},
        "pay_table, suited-pair: the shoe of 52 cards cannot deal it",
    ),
    ("bet-the-set-21", {"pay_table": {"pair": "20 to 1"}}, "with 6 decks it favors the player"),
    (
        "bet-the-set-21",
        {"blazing_7s": {"x": {"when": "third is 7", "pays": "9 for 1"}, "7": "2 for 1"}},
        "blazing_7s, x: the bet does not look at 'third'; it looks at first, second, up",
    ),
    ("bet-the-set-21", {"blazing_7s": {"7": "120%"}}, "'120%' is not a share from 1% to 100%"),
    (
        "safari-21",
        {"monte_carlo": {"x": {"when": "is joker", "pays": "40 to 1"}}},
        "monte_carlo, x: the shoe of 312 cards cannot deal it",
    ),
    ("safari-21", {"pay_table": {"suited-777": "9 to 1"}, "decks": 2}, "cannot occur in 2 decks"),
    (
        "fortune-pai-gow",
        {"fortune_table": {"x": {"when": "pair", "pays": "3 to 1"}}},
        "fortune_table, x: the game recognizes no hands but its own; the rows are seven-card",
    ),
    (
        "three-card-poker",
        {"bonus_table": {"pair": "9 to 1"}},
        "with 1 deck it favors the player",
    ),
    (
        "fortune-pai-gow",
        {"fortune_table": {"straight flush": "50 to 1", "flush": "4 to 1"}},
        "fortune_table: seven-card straight flush, ",
    ),
    (
        "fortune-pai-gow",
        {"fortune_table": {**FORTUNE, "four of a kind": "70 to 1"}},
        "fortune_table, four of a kind: it pays more than 'straight flush'",
    ),
    ("fortune-pai-gow", {"envy": {"five aces": "9 to 1"}}, "'9 to 1' is not an amount"),
    ("maxtime-21", {"maxtyme": {str(n): "2 to 1" for n in range(50)}}, "at most 40 rows, not 50"),
    ("maxtime-21", {"maxtyme": "x pays 1 to 1; y"}, "maxtyme: 'y' is not a row; write each row"),
    ("maxtime-21", {"maxtyme": "x pays 1; " * 9999}, "maxtyme: a pay table has at most 20,000"),
]


@pytest.mark.parametrize(("game", "given", "says"), REFUSED)
def test_a_table_that_makes_no_sense_is_refused_with_its_row(
    game: str, given: dict[str, Any], says: str
) -> None:
    with pytest.raises(OptionFaults) as wrong:
        games.ruleset(game, given)
    assert says in str(wrong.value)
    assert "\n" not in str(wrong.value)


def test_signs_and_the_rule_page_show_the_rows_of_the_house() -> None:
    rules = games.ruleset("bet-the-set-21", {"pay_table": ACES})
    signs = {sign.title: sign.rows for sign in games.felt_of(rules).pay_tables(rules)}
    assert signs["Bet the Set"] == (("aces", "40 to 1"), ("pair", "7 to 1"))
    spots = {spot["spot"]: spot for spot in rule_page(rules)["spots"]}
    assert spots["bet-the-set"]["pays"] == {"aces": "40 to 1", "pair": "7 to 1"}


def test_a_table_of_the_houses_own_is_a_deviation_from_the_approved_ones() -> None:
    own = houses.Posted("bet-the-set-21", options={"pay_table": PAIRS})
    said = [each.says for each in check(houses.House("x", (own,))) if each.level == "deviation"]
    assert said == [
        f"pay_table = {TEXT} is a pay table of the house's own, which the book does not approve"
    ]
