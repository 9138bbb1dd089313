"""The layout while bets are open: wagers, the banker, and what everyone sees."""

from __future__ import annotations

from cardroom.events import CardDealt
from cardroom.events.table import (
    BankAccepted,
    BankDeclined,
    BankOffered,
    BetReturned,
    GameBroken,
    WagerLaid,
    WagerWithdrawn,
)
from cardroom.play.inputs import Intervene
from cardroom.play.round import Refusal
from cardroom.rules.options import Value
from cardroom.table import Table, apply
from cardroom.table import commands as c
from tests.random_play import facts, must, refused
from tests.unit.table.test_table import opened, stacked
from tests.unit.table.test_table_banked import banked


def lying(table: Table) -> list[tuple[str, int, int]]:
    return [(bet.owner, bet.box, bet.stake) for bet in table.bets]


def backed() -> Table:
    """ann banks; bob bets, and cy and two behind the rail bet with bob."""
    table = must(banked(), c.PostBank("ann", 300_00))
    for player in ("rail", "edge"):
        table = must(table, c.BuyIn(player, 50_00))
    table = must(table, c.PlaceBet("bob", 3, "main", 20_00), c.PlaceBet("cy", 5, "main", 30_00))
    return must(table, c.BackBet("rail", 3, 10_00), c.BackBet("edge", 3, 11_00))


def test_everybody_has_one_bet_behind_a_box() -> None:
    table = must(backed(), c.BackBet("rail", 3, 12_00))
    assert sorted(lying(table)) == [
        ("bob", 3, 20_00),
        ("cy", 5, 30_00),
        ("edge", 3, 11_00),
        ("rail", 3, 12_00),
    ]
    laid = WagerLaid("rail", 3, "main", 12_00, backline=True)
    assert facts(backed(), c.BackBet("rail", 3, 12_00)) == (laid,)
    assert refused(table, c.BackBet("bob", 3, 10_00)) == "bet.backline"
    assert refused(table, c.BackBet("ann", 3, 10_00)) == "bet.bank"


def test_after_no_more_bets_nothing_is_placed_changed_or_withdrawn() -> None:
    before = backed()
    late = (
        c.PlaceBet("bob", 3, "main", 25_00),
        c.PlaceBet("cy", 6, "main", 30_00),
        c.BackBet("rail", 3, 12_00),
        c.WithdrawBet("bob", 3),
        c.PostBank("ann", 200_00),
    )
    assert not any(isinstance(apply(before, command), Refusal) for command in late)
    table = must(before, c.LoadShoe(stacked(before, "")), c.CloseBets())
    assert {refused(table, command) for command in late} == {"bet.closed"}


def test_a_player_may_bet_behind_a_box_and_on_another() -> None:
    table = must(backed(), c.BackBet("cy", 3, 10_00))
    assert ("cy", 5, 30_00) in lying(table)
    assert refused(table, c.PlaceBet("cy", 3, "main", 10_00)) == "bet.box"
    assert ("cy", 3, 10_00) in lying(table)


def test_a_player_who_takes_a_bet_back_takes_their_own() -> None:
    table = backed()
    assert facts(table, c.WithdrawBet("rail", 3)) == (
        WagerWithdrawn("rail", 3, "main", 10_00, backline=True),
    )
    assert lying(must(table, c.WithdrawBet("rail", 3))) == [
        ("bob", 3, 20_00),
        ("cy", 5, 30_00),
        ("edge", 3, 11_00),
    ]
    assert lying(must(table, c.WithdrawBet("bob", 3))) == [("cy", 5, 30_00)]
    assert [type(told) for told in facts(table, c.WithdrawBet("bob", 3))] == [WagerWithdrawn] * 3


def test_the_collection_lies_next_to_the_wager() -> None:
    """No Bust with jokers collects 50 cents on $20, and a dollar on more than $50."""
    table = must(None, c.OpenTable("t", "no-bust-joker"), c.SitDown("bob", 3))
    table = must(table, c.BuyIn("bob", 20_49))
    bet = c.PlaceBet("bob", 3, "main", 20_00)
    assert refused(table, bet) == "fee.stack"
    table = must(table, c.BuyIn("bob", 1))
    assert facts(table, bet) == (WagerLaid("bob", 3, "main", 20_00),)
    # Other players' collections do not count: fifty cents are enough, though bob pays a dollar.
    table = must(table, c.BuyIn("bob", 60_00), c.PlaceBet("bob", 3, "main", 60_00))
    table = must(table, c.SitDown("cy", 5), c.BuyIn("cy", 20_50))
    assert must(table, c.PlaceBet("cy", 5, "main", 20_00)).free("cy") == 50


# --- the bank -----------------------------------------------------------------------------------


def test_the_bank_posts_chips_that_it_has() -> None:
    table = banked(smallest_chip="1")
    for amount in (0, -1_00, 501_00):
        assert refused(table, c.PostBank("ann", amount)) == "bank.needed"
    assert refused(table, c.PostBank("ann", 1_50)) == "bet.chip"
    assert facts(table, c.PostBank("ann", 498_00)) == (BankAccepted("ann", 1, 498_00),)
    assert must(table, c.PostBank("ann", 498_00)).free("ann") == 2_00
    assert must(banked(), c.PostBank("ann", 1)).free("ann") == 499_99


def test_a_player_is_asked_to_bank_once_and_nobody_banking_is_said_once() -> None:
    table = banked()
    assert facts(table, c.DeclineBank("ann")) == (BankDeclined("ann"), BankOffered("bob", 3))
    table = must(table, c.DeclineBank("ann"))
    assert BankOffered("bob", 3) not in facts(table, c.LeaveSeat("cy"))
    table = must(table, c.DeclineBank("bob"))
    assert facts(table, c.DeclineBank("cy")) == (BankDeclined("cy"), GameBroken())
    broken = must(table, c.DeclineBank("cy"))
    assert broken.rotation.broken
    again = c.ChangeRules("no-bust-joker", {"decks": 2, "backline": True}, rounds=0)
    assert GameBroken() not in facts(broken, again), "already announced"


def test_the_first_card_goes_to_the_bank_s_left() -> None:
    table = must(banked(), c.DeclineBank("ann"), c.PostBank("bob", 300_00))
    assert table.facts.bank_box == 3
    table = must(table, c.PlaceBet("ann", 1, "main", 20_00), c.PlaceBet("cy", 5, "main", 20_00))
    table = must(table, c.LoadShoe(tuple(table.rules.deck)))
    dealt = [told.place for told in facts(table, c.CloseBets()) if isinstance(told, CardDealt)]
    assert [place for place in dealt if place in ("1.1", "5.1")][:2] == ["5.1", "1.1"]
    assert must(opened(), c.PlaceBet("ann", 1, "main", 10_00)).facts.bank_box == 0


def test_the_collection_next_to_a_wager_is_not_cashed() -> None:
    table = must(None, c.OpenTable("t", "no-bust-joker"), c.SitDown("bob", 3))
    table = must(table, c.BuyIn("bob", 20_51), c.PlaceBet("bob", 3, "main", 20_00))
    assert refused(table, c.CashOut("bob", 2)) == "table.amount"
    assert must(table, c.CashOut("bob")).stack("bob") == 20_50


def test_a_bank_whose_collection_was_carried_over_posts_all_it_has() -> None:
    """Two dollars are collected from the bank against more than $100, and are paid once."""
    table = must(banked(), c.PostBank("ann", 300_00))
    table = must(table, c.PlaceBet("bob", 3, "main", 60_00), c.PlaceBet("cy", 5, "main", 60_00))
    assert refused(table, c.CashOut("ann", 198_01)) == "table.amount"
    table = must(table, c.LoadShoe(tuple(table.rules.deck)), c.CloseBets())
    table = must(table, c.Play(Intervene("void-round")), c.EndRound())
    assert table.carried["ann"] == 2_00
    assert must(table, c.PostBank("ann", 498_00)).free("ann") == 0


def test_a_bonus_bet_after_the_first_card_is_recorded_as_no_bet() -> None:
    """Dealer Bust, Rule 4: the chips go back at once, and nothing else changes."""
    table = must(None, c.OpenTable("t", "dealer-bust-21", {"burn": 0, "wager_min": "5"}))
    table = must(table, c.SitDown("ann", 1), c.BuyIn("ann", 100_00), c.SitDown("bob", 2))
    table = must(table, c.LoadShoe(stacked(table, "9s 6h 8d Td Kc")))
    table = must(table, c.PlaceBet("ann", 1, "main", 20_00), c.CloseBets())
    late = c.PlaceBet("ann", 1, "dealer-bust", 5_00)
    returned = BetReturned("ann", 1, "dealer-bust", 5_00, "dealer-bust.no-bet")
    assert facts(table, late) == (returned,)
    assert must(table, late) == table
    assert refused(table, c.PlaceBet("ann", 1, "dealer-bust", 5)) == "bet.least"
    assert refused(table, c.PlaceBet("bob", 2, "dealer-bust", 5_00)) == "dealer-bust.no-bet"
    assert refused(table, c.PlaceBet("ann", 1, "main", 5_00)) == "bet.closed"


def test_a_bonus_bet_before_the_first_card_or_after_the_round_is_only_refused() -> None:
    """Dealer Bust, Rule 4 is about the time between: here the bets are closed like any others."""
    options: dict[str, Value] = {"burn": 0, "wager_min": "5"}
    table = must(None, c.OpenTable("t", "dealer-bust-21", options, dealing="by-hand"))
    table = must(table, c.SitDown("ann", 1), c.BuyIn("ann", 100_00))
    table = must(table, c.LoadShoe(stacked(table, "Ts 6h 8d Td Kc")))
    table = must(table, c.PlaceBet("ann", 1, "main", 20_00), c.CloseBets())
    late = c.PlaceBet("ann", 1, "dealer-bust", 5_00)
    assert refused(table, late) == "bet.closed", "no card has been dealt"
    table = must(table, c.DealCard())
    assert [type(told) for told in facts(table, late)] == [BetReturned]
    table = must(table, c.Play(Intervene("void-round")))
    assert refused(table, late) == "bet.closed", "the round is over"
