"""What the house does at a table: it opens and posts, gives notice, pauses, deals otherwise."""

from __future__ import annotations

import pytest

from cardroom.events.table import (
    BankOffered,
    DealingChanged,
    FigureNoted,
    LimitsPosted,
    RulesNoticed,
    RulesPosted,
    SeatLeft,
    ShuffleDue,
    TableOpened,
    TablePaused,
    TableResumed,
)
from cardroom.play.inputs import Intervene
from cardroom.rules.options import Value
from cardroom.table import Table
from cardroom.table import commands as c
from tests.meter_tables import meter_tables
from tests.random_play import facts, must, refused
from tests.unit.table.test_table import dealt, opened
from tests.unit.table.test_table_banked import banked


def shuffled(table: Table) -> Table:
    return must(table, c.LoadShoe(tuple(table.rules.deck)))


def next_round(table: Table) -> Table:
    """A round that the floor declares void: it counts as a round all the same."""
    table = must(shuffled(table), c.PlaceBet("ann", 1, "main", 10_00), c.CloseBets())
    return must(table, c.Play(Intervene("void-round")))


def test_a_table_says_what_it_is_called_and_that_it_has_no_cards_yet() -> None:
    named = c.OpenTable("t", "blackjack", title="By the window")
    told, due = facts(None, named)
    assert isinstance(told, TableOpened)
    assert told.title == must(None, named).title == "By the window"
    assert due == ShuffleDue("new shoe")
    assert must(None, c.OpenTable("t", "blackjack")).title == "Blackjack"


def test_notice_counts_the_round_that_is_played() -> None:
    change = c.ChangeRules("blackjack", {"decks": 2}, rounds=2)

    def after(table: Table) -> int:
        (told,) = facts(table, change)
        assert isinstance(told, RulesNoticed)
        return told.after

    table = opened()
    assert after(table) == 2, "rounds 1 and 2 are played by the old rules"
    first = next_round(table)
    assert after(first) == 2
    between = must(first, c.EndRound())
    assert after(between) == 3
    second = must(next_round(must(between, change)), c.EndRound())
    assert len(second.rules.deck) == 52
    third = must(next_round(second), c.EndRound())
    assert len(third.rules.deck) == 104
    assert third.notice is None


def test_posted_limits_are_an_amount_and_no_less() -> None:
    table = opened()
    for least, most in ((0, None), (-1, 5_00), (5_00, 4_99)):
        assert refused(table, c.PostLimits(least, most)) == "table.between-rounds"
    for least, most in ((1, None), (5_00, 5_00)):
        assert facts(table, c.PostLimits(least, most)) == (LimitsPosted(least, most),)


def test_a_figure_that_is_noted_is_reported() -> None:
    assert facts(opened(), c.NoteFigure("half-hours", 2)) == (FigureNoted("half-hours", 2),)


def test_where_the_house_banks_nobody_asks_for_a_new_set_up() -> None:
    assert refused(opened(shoe="each-round"), c.AskSetup("ann")) == "shoe.new-setup"


# --- how the cards come -------------------------------------------------------------------------


def test_real_cards_come_from_a_shoe_of_their_own() -> None:
    told = facts(shuffled(opened()), c.ChangeDealing("physical"))
    assert told == (DealingChanged("physical"), ShuffleDue("new shoe"))
    assert facts(shuffled(opened()), c.ChangeDealing("by-hand")) == (DealingChanged("by-hand"),)
    assert refused(dealt("Ts 6h 9s Td"), c.ChangeDealing("physical")) == "table.between-rounds"


def test_a_dealer_who_says_real_cards_again_changes_nothing() -> None:
    table = must(opened("physical"), c.LoadShoe())
    assert facts(table, c.ChangeDealing("physical")) == (DealingChanged("physical"),)
    assert must(table, c.ChangeDealing("physical")) == table
    playing = must(table, c.PlaceBet("ann", 1, "main", 10_00), c.CloseBets())
    assert must(playing, c.ChangeDealing("physical")) == playing


def test_a_pause_has_a_reason() -> None:
    table = must(opened(), c.Pause("a dispute"))
    assert table.paused == "a dispute"
    assert facts(opened(), c.Pause("a dispute")) == (TablePaused("a dispute"),)
    assert facts(table, c.Resume()) == (TableResumed(),)
    silent = must(opened(), c.Pause(""))
    assert refused(silent, c.PlaceBet("ann", 1, "main", 10_00)) == "table.paused"


def test_time_is_noted_only_where_it_is_paid_for() -> None:
    assert refused(opened(), c.NoteTime(1)) == "table.time"


# --- other rules --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "shuffles"),
    [({"decks": 2}, True), ({"cut": 50}, True), ({"surrender": "late"}, False)],
)
def test_cards_are_shuffled_for_other_cards_or_another_cut_only(
    options: dict[str, Value], shuffles: bool
) -> None:
    table = shuffled(opened())
    change = c.ChangeRules("blackjack", {"decks": 1, "burn": 0, **options}, rounds=0)
    told = facts(table, change)
    assert isinstance(told[0], RulesPosted)
    assert told[1:] == ((ShuffleDue("new shoe"),) if shuffles else ())
    assert bool(must(table, change).shoe.due) is shuffles


def test_for_a_game_with_another_deck_cards_are_shuffled() -> None:
    """Both are shuffled for each round, and only one of them has a joker."""
    table = must(None, c.OpenTable("t", "double-hand-poker"))
    table = must(table, c.LoadShoe(tuple(table.rules.deck)))
    assert ShuffleDue("new shoe") in facts(table, c.ChangeRules("texas-holdem", rounds=0))


def test_the_last_seat_of_a_smaller_layout_stays() -> None:
    table = must(opened(), c.SitDown("bob", 5), c.SitDown("cy", 6))
    change = c.ChangeRules("blackjack", {"decks": 1, "burn": 0, "boxes": 5}, rounds=0)
    assert [told for told in facts(table, change) if isinstance(told, SeatLeft)] == [
        SeatLeft("cy", 6)
    ]
    assert must(table, change).seats == {1: "ann", 5: "bob"}


def test_whose_turn_it_is_to_bank_stays_with_the_game() -> None:
    table = must(banked(), c.DeclineBank("ann"))
    assert table.rotation.asked == "bob"
    same = c.ChangeRules("no-bust-joker", {"decks": 4}, rounds=0)
    assert must(table, same).rotation.asked == "bob"
    other = c.ChangeRules("three-card-poker", rounds=0)
    assert BankOffered("ann", 1) in facts(table, other)


def test_a_meter_is_agreed_with_notice_and_told_once() -> None:
    """Terms that will be posted bind the table from the notice on."""
    floor = meter_tables("a")
    floor.open("b", options={"blazing_7s": None})
    alike = c.ChangeRules("bet-the-set-21", {"blazing_7s": 1, "burn": 0, "cut": 50})
    floor.do("a", alike)
    assert len(floor.table("a").meter_terms) == 1
    assert floor.table("b").meter_terms == ()
    floor.do("b", alike)
    assert floor.table("b").meter_terms == floor.table("a").meter_terms
