"""Where the cards of a hand lie that a Dealer Bust bet outlives."""

from __future__ import annotations

from cardroom.cards import parse_cards
from cardroom.play.inputs import Answer
from cardroom.play.side_bets import tucked_under
from cardroom.table import Table
from cardroom.table import commands as c
from tests.evening import must


def dealt(*spots: tuple[int, str]) -> Table:
    """Boxes 1 and 2 have 19; the dealer shows a nine. The next cards are a six and an eight."""
    table = must(None, c.OpenTable("t", "dealer-bust-21", {"burn": 0}))
    table = must(table, c.SitDown("ann", 1), c.BuyIn("ann", 500_00))
    first = parse_cards("Ts Th 9d 9c 9h 8s 6d 8d")
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
    assert under(table) == ["", ""], "17: the bet is lost, and the cards are in the rack"


def test_without_a_bet_nothing_is_tucked() -> None:
    assert under(must(dealt((2, "dealer-bust")), c.Play(Answer(1, "hit")))) == ["", "dealer-bust"]
    assert under(must(dealt(), c.Play(Answer(1, "hit")))) == ["", ""]
