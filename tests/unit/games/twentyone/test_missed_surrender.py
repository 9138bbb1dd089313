"""A surrender that was not offered, where the house reads the book literally: it is made up while
the hand has its first two cards, or while the bank's second card is not known."""

from __future__ import annotations

import pytest

from cardroom.play.inputs import Answer
from cardroom.rules.options import Value
from cardroom.table import Table
from cardroom.table import commands as c
from tests.random_play import must, refused
from tests.unit.games.twentyone.test_twentyone import betting, missed
from tests.unit.table.test_table import stacked

LAPSED = "surrender.first-two"


def safari(shoe: str, reading: str = "literal") -> Table:
    """A hand of two cards against the bank's first; dealt by hand."""
    options: dict[str, Value] = {"missed_surrender": reading}
    table = betting("safari-21", options, "by-hand")
    table = must(table, c.LoadShoe(stacked(table, shoe)), c.CloseBets())
    return must(table, *[c.DealCard()] * 3)


def bank(table: Table) -> list[str]:
    assert table.round is not None
    return [card.text for card in table.round.at("bank")]


@pytest.mark.parametrize("reading", ["strict", "literal"])
def test_two_cards_are_surrendered_though_the_banks_second_is_open(reading: str) -> None:
    table = must(safari("8s Kh 6s 2c", reading), c.Play(Answer(1, "stand")), c.DealCard())
    assert bank(table) == ["Kh", "2c"]
    if reading == "strict":
        assert refused(table, missed("surrender", 1)) == LAPSED
    else:
        table = must(table, missed("surrender", 1), c.Play(Answer(1, "surrender")))
        assert table.stack("ann") == 450_00, "half of the wager"


def test_three_cards_are_not_surrendered_when_the_bank_has_its_second() -> None:
    table = must(safari("8s Kh 6s 2d 2c"), c.Play(Answer(1, "hit")), c.DealCard())
    stood = must(table, c.Play(Answer(1, "stand")))
    assert must(stood, missed("surrender", 1)).round is not None
    stood = must(stood, c.DealCard())
    assert bank(stood) == ["Kh", "2c"]
    assert refused(stood, missed("surrender", 1)) == LAPSED


def test_split_hands_are_not_surrendered() -> None:
    table = must(safari("8s Kh 8d 4d 5d"), c.Play(Answer(1, "split")), c.DealCard())
    table = must(table, c.Play(Answer(1, "stand")), c.DealCard())
    assert bank(table) == ["Kh"]
    assert refused(table, missed("surrender", 1)) == LAPSED
