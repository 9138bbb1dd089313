"""Seats and stacks: taking a seat, leaving with chips, and which amounts are chips."""

from __future__ import annotations

import msgspec
import pytest

from cardroom.events.table import (
    BlindsAnswered,
    ChipsBought,
    ChipsCashed,
    PlayerAway,
    PlayerBack,
    PlayerSat,
    SeatLeft,
)
from cardroom.table import Table
from cardroom.table import commands as c
from tests.random_play import facts, must, refused
from tests.unit.table.test_poker_table import dealt, lapsed, opened
from tests.unit.table.test_table_banked import banked


def blackjack(**options: str) -> Table:
    table = must(None, c.OpenTable("t", "blackjack", {**options}))
    return must(table, c.SitDown("ann", 1), c.BuyIn("ann", 100_00))


def test_at_a_house_banked_table_a_player_may_sit_twice_and_nobody_is_asked_to_bank() -> None:
    assert facts(blackjack(), c.SitDown("ann", 2)) == (PlayerSat("ann", 2),)
    assert facts(blackjack(), c.LeaveSeat("ann")) == (SeatLeft("ann", 1),)


def test_the_bets_of_a_player_who_leaves_go_and_those_behind_them_too() -> None:
    table = must(banked(), c.PostBank("ann", 300_00), c.BuyIn("rail", 50_00))
    table = must(table, c.PlaceBet("bob", 3, "main", 20_00), c.PlaceBet("cy", 5, "main", 20_00))
    table = must(table, c.BackBet("cy", 3, 10_00), c.BackBet("rail", 3, 10_00))

    def left(player: str) -> list[tuple[str, int]]:
        gone = must(table, c.LeaveSeat(player))
        assert gone.bank is not None, "the bank stays"
        return [(bet.owner, bet.box) for bet in gone.bets]

    assert left("cy") == [("bob", 3), ("rail", 3)]
    assert left("bob") == [("cy", 5)]


def test_only_who_sits_and_plays_sits_out_and_only_who_sits_out_comes_back() -> None:
    table = blackjack()
    assert refused(table, c.SitOut("bob")) == refused(table, c.SitIn("ann"))
    assert facts(table, c.SitOut("ann")) == (PlayerAway("ann"),)
    away = must(table, c.SitOut("ann"))
    assert refused(away, c.SitOut("ann")) == "table.seat"
    assert facts(away, c.SitIn("ann")) == (PlayerBack("ann"),)


def test_what_one_said_about_blinds_stays_when_another_leaves() -> None:
    table = lapsed(dealt(opened(1, 2, 3)))
    for player, seat in (("late", 6), ("later", 7)):
        table = must(table, c.SitDown(player, seat), c.BuyIn(player, 100_00))
        assert facts(table, c.AnswerBlinds(player, "wait")) == (BlindsAnswered(player, "wait"),)
        table = must(table, c.AnswerBlinds(player, "wait"))
    assert must(table, c.LeaveSeat("late")).answers == {"later": "wait"}


@pytest.mark.parametrize("amount", [0, -1_00, 1_50])
def test_chips_are_bought_in_whole_chips(amount: int) -> None:
    table = blackjack(smallest_chip="1")
    assert refused(table, c.BuyIn("ann", amount)) == "table.amount"
    assert isinstance(facts(table, c.BuyIn("ann", 1_00))[0], ChipsBought)


def test_a_practice_stack_has_an_upper_bound() -> None:
    table = must(None, c.OpenTable("t", "blackjack", chips="practice"), c.SitDown("ann", 1))
    assert refused(table, c.BuyIn("ann", 1_000_000_01)) == "table.practice"
    assert must(table, c.BuyIn("ann", 1_000_000_00)).stack("ann") == 1_000_000_00
    house = must(blackjack(), c.BuyIn("ann", 1_000_000_01))
    assert house.stack("ann") == 1_000_100_01, "chips of the house have none"


def test_from_a_table_set_aside_chips_are_cashed_and_nothing_else_is_done() -> None:
    table = msgspec.structs.replace(blackjack(), set_aside="a newer version opened it")
    assert refused(table, c.BuyIn("ann", 1)) == "table.set-aside"
    cashed = must(table, c.CashOut("ann"))
    assert must(cashed, c.CloseTable()).closed


def test_one_cent_is_bought_and_cashed_and_nothing_is_not() -> None:
    table = blackjack()
    assert must(table, c.BuyIn("ann", 1)).stack("ann") == 100_01
    assert must(table, c.CashOut("ann", 1)).stack("ann") == 99_99
    assert facts(table, c.CashOut("ann", 1)) == (ChipsCashed("ann", 1, 99_99),)
    assert refused(table, c.CashOut("ann", 0)) == "table.amount"


@pytest.mark.parametrize("name", ["", " "])
def test_who_sits_down_has_a_name(name: str) -> None:
    assert refused(banked(), c.SitDown(name, 6)) == "table.seat"
