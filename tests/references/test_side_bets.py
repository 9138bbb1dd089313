"""Published figures of side bets, reproduced exactly from the posted games."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from cardroom import games
from cardroom.analysis.side_bets.prices import PricedBet
from cardroom.analysis.side_bets.progressive import Progressive, progressive
from cardroom.analysis.three_card import bonus as three_card
from cardroom.analysis.twentyone.side_bets import side_bets

FILE = Path(__file__).resolve().parents[2] / "references" / "side_bets.toml"
FIGURES = tomllib.loads(FILE.read_text(encoding="utf-8"))["figure"]


def bet(game: str, spot: str, **options: Any) -> PricedBet:
    found = side_bets(games.ruleset(game, options))
    return next(one for one in found if one.spot == spot)


@cache
def posted(table: int) -> Progressive:
    found = progressive(games.ruleset("bet-the-set-21", {"blazing_7s": table}))
    assert found is not None
    return found


def goes_over(decks: int) -> Fraction:
    row = {"name": "bust", "when": "dealer busts", "pays": "1 to 1"}
    bust = {"name": "bust", "title": "Bust", "row": [row]}
    found = bet("dealer-bust-21", "bust", decks=decks, side_bets=[bust])
    return found.hit_frequency


def bonus(table: str) -> Fraction:
    (found,) = three_card.side_bets(games.ruleset("three-card-poker", {"bonus_table": table}))
    return found.edge


def computed(id: str) -> Fraction:
    match id.split("/"):
        case ["bet-the-set", table]:
            decks = {"BTS-01": 1, "BTS-05": 1, "BTS-02": 2}.get(table, 6)
            return bet("bet-the-set-21", "bet-the-set", pay_table=table, decks=decks).edge
        case ["blazing", table, "hold"]:
            return posted(int(table)).hold
        case ["blazing", table, "hit"]:
            return posted(int(table)).hit_frequency
        case ["dealer-bust", decks]:
            return goes_over(int(decks[0]))
        case ["maxtyme"]:
            return bet("maxtime-21", "maxtyme").edge
        case ["three-card-bonus", "no-royal"]:
            return bonus("no-royal")
        case ["three-card-bonus", "royal-adds"]:
            return bonus("no-royal") - bonus("1.3")
        case _:
            raise AssertionError(f"nothing computes {id}")


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: str(figure["id"]))
def test_a_published_figure_comes_out(figure: dict[str, str]) -> None:
    off = abs(computed(figure["id"]) - Fraction(figure["value"]))
    assert off <= Fraction(figure["tolerance"])


def test_the_truncated_print_of_bts_02_is_eleven_in_a_hundred_and_three() -> None:
    assert computed("bet-the-set/BTS-02") == Fraction(11, 103)


def test_pay_table_2_has_the_lowest_edge_of_dealer_bust() -> None:
    edges = {n: bet("dealer-bust-21", "dealer-bust", pay_table=n).edge for n in (1, 2, 3, 4)}
    assert min(edges, key=lambda n: edges[n]) == 2


@pytest.mark.parametrize("table", ["table-a", "table-b"])
def test_the_chances_of_every_bet_add_up_to_one(table: str) -> None:
    bets = side_bets(games.ruleset("safari-21", {"monte_carlo": table}))
    assert len(bets) == (13 if table == "table-a" else 14)
    assert all(sum(one.payments.values()) == 1 for one in bets)


def test_monte_carlo_by_hand() -> None:
    # Table A: one card in 52 at 40 to 1 keeps 11/52; a red ace to queen is 24 cards of 52 at evens.
    assert bet("safari-21", "monte-carlo/king-hearts", monte_carlo="table-a").edge == Fraction(
        11, 52
    )
    assert bet("safari-21", "monte-carlo/aq-red", monte_carlo="table-a").edge == Fraction(4, 52)


def test_sevens_by_hand() -> None:
    # Three sevens of one suit in six decks: 4 suits, 6 * 5 * 4 orders each, of 312 * 311 * 310.
    assert posted(1).rows["777-suited"] == Fraction(4 * 6 * 5 * 4, 312 * 311 * 310)


def test_at_the_break_even_meter_the_progressive_is_fair() -> None:
    for table in (1, 2):
        fair = posted(table).break_even
        assert fair is not None
        assert posted(table).edge(fair) == 0
