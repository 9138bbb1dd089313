"""What a Dealer Bust bet pays by, and where the cards of a hand lie that the bet outlives."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from cardroom import games
from cardroom.cards import RANKS, Card, parse_cards
from cardroom.play.inputs import Answer
from cardroom.play.side_bets import rows_left, tucked_under
from cardroom.table import Table
from cardroom.table import commands as c
from tests.random_play import must


def dealt(*spots: tuple[int, str]) -> Table:
    """Boxes 1 and 2 have 19; the dealer shows a nine. The next cards are a six and an eight."""
    table = must(None, c.OpenTable("t", "dealer-bust-21", {"burn": 0}))
    table = must(table, c.SitDown("ann", 1), c.BuyIn("ann", 500_00))
    first = parse_cards("Ts Th 9d 9c 9h Ks 6d 8d")
    rest = list(table.rules.deck)
    for card in first:
        rest.remove(card)
    table = must(table, c.LoadShoe((*first, *rest)))
    bets = ((1, "main"), (2, "main"), *spots)
    return must(table, *(c.PlaceBet("ann", box, spot, 5_00) for box, spot in bets), c.CloseBets())


def under(table: Table) -> list[str]:
    assert table.round is not None
    return [tucked_under(table.round, box) for box in (1, 2)]


def test_cards_lie_under_the_bet_of_their_own_box_while_it_is_open() -> None:
    table = dealt((1, "dealer-bust"))
    assert under(table) == ["dealer-bust", ""]
    table = must(table, c.Play(Answer(1, "hit")))
    assert under(table) == ["dealer-bust", ""], "25, and the bet is open"
    table = must(table, c.Play(Answer(2, "stand")))
    assert table.round is not None
    assert table.round.over
    assert under(table) == ["", ""], "19: the bet is lost, and the cards are in the rack"


def test_without_a_bet_nothing_is_tucked() -> None:
    assert under(must(dealt((2, "dealer-bust")), c.Play(Answer(1, "hit")))) == ["", "dealer-bust"]
    assert under(must(dealt(), c.Play(Answer(1, "hit")))) == ["", ""]


ROWS = {"A": "ace", "23456": "2-6", "789": "7-9", "TJQK": "ten-value"}


@pytest.mark.parametrize("rank", RANKS)
def test_the_up_card_chooses_the_row_and_without_a_bust_none_pays(rank: str) -> None:
    (bet,) = games.ruleset("dealer-bust-21").side_bets
    paid, card = bet.row(Card(rank + "s"), True), Card(rank + "s")
    assert paid is not None
    assert paid.name == next(row for ranks, row in ROWS.items() if rank in ranks)
    assert bet.row(card, False) is None


def test_the_up_card_leaves_one_row_of_the_pay_table() -> None:
    table = dealt((1, "dealer-bust"))
    assert table.round is not None
    assert rows_left(table.round) == {"dealer-bust": "7-9"}
    assert table.round.origin is not None
    assert rows_left(table.round.origin) == {}, "the dealer has no card yet"


def test_a_row_for_a_dealer_who_does_not_bust_is_left_as_well() -> None:
    table = dealt((1, "dealer-bust"))
    assert table.round is not None
    (bet,) = table.rules.side_bets
    stands = bet.rows[0]._replace(name="stands", when=lambda _up, busts: not busts)
    both = bet._replace(rows=(*bet.rows, stands))
    rules = replace(table.round.rules, side_bets=(both,))
    assert rows_left(replace(table.round, rules=rules)) == {}, "7-9 or stands"


def test_a_bet_that_looks_at_the_players_cards_too_keeps_its_rows() -> None:
    table = must(None, c.OpenTable("t", "bet-the-set-21", {"burn": 0, "blazing_7s": 1}))
    table = must(table, c.SitDown("ann", 1), c.BuyIn("ann", 500_00))
    table = must(table, c.LoadShoe(tuple(table.rules.deck)), c.PlaceBet("ann", 1, "main", 5_00))
    table = must(table, c.PlaceBet("ann", 1, "blazing-7s", 1_00), c.CloseBets())
    assert table.round is not None
    assert rows_left(table.round) == {}
