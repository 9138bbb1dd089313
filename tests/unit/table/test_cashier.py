"""The cashier: wallets that are never below zero, and the list of excluded people."""

from __future__ import annotations

import pytest

from cardroom.events.office import PlayerExcluded, PlayerReadmitted
from cardroom.play.round import Refusal
from cardroom.table import commands as c
from cardroom.table.actors import Actor, ActorRole
from cardroom.table.cashier import (
    Cashier,
    CashierOrder,
    Deposit,
    Exclude,
    Readmit,
    SetOwnLimits,
    Withdraw,
    apply_cashier,
    bars_order,
    bars_player,
)


@pytest.mark.parametrize("amount", [0, -1])
def test_no_amount_is_neither_paid_in_nor_out(amount: int) -> None:
    for command in (Deposit("ann", amount), Withdraw("ann", amount)):
        refusal = apply_cashier(Cashier({"ann": 5}), command)
        assert isinstance(refusal, Refusal)
        assert refusal.clause.id == "cashier.wallet"


def test_a_wallet_is_paid_out_to_its_last_cent_and_no_further() -> None:
    held = apply_cashier(Cashier(), Deposit("ann", 1))
    assert not isinstance(held, Refusal)
    assert held[0].wallets == {"ann": 1}
    assert isinstance(apply_cashier(held[0], Withdraw("ann", 2)), Refusal)
    empty = apply_cashier(held[0], Withdraw("ann", 1))
    assert not isinstance(empty, Refusal)
    assert empty[0].wallets == {}


def test_a_person_is_known_by_a_wallet_in_upper_or_lower_case() -> None:
    cashier = Cashier({"Ann": 5})
    assert cashier.knows("ann")
    assert cashier.knows("ANN")
    assert not cashier.knows("bob")
    assert cashier.wallet("bob") == 0


@pytest.mark.parametrize(
    ("role", "command", "allowed"),
    [
        ("cashier", Deposit("bob", 1), True),
        ("house", Deposit("bob", 1), True),
        ("floor", Deposit("bob", 1), True),
        ("dealer", Deposit("bob", 1), False),
        ("player", Deposit("ann", 1), False),
        ("player", Readmit("ann", "please"), False),
        ("player", Exclude("ann", "my wish"), True),
        ("player", Exclude("bob", "my wish"), False),
        ("player", SetOwnLimits("ann", 1), True),
        ("player", SetOwnLimits("bob", 1), False),
    ],
)
def test_players_exclude_and_limit_themselves_and_the_rest_is_for_the_cage(
    role: ActorRole, command: CashierOrder, allowed: bool
) -> None:
    assert (bars_order(Actor("ann", role), command) is None) is allowed


def test_a_person_is_excluded_once_and_readmitted_once() -> None:
    outcome = apply_cashier(Cashier({"ann": 5}), Exclude("Ann", "her wish"))
    assert not isinstance(outcome, Refusal)
    cashier, events = outcome
    assert events == (PlayerExcluded("Ann", "her wish"),)
    assert (cashier.excluded, cashier.wallets) == ({"ann": "her wish"}, {"ann": 5})
    wrong: tuple[CashierOrder, ...] = (
        *(Exclude("ANN", "once more"), Exclude("", "why"), Exclude("bob", " ")),
        *(Readmit("bob", "why"), Readmit("ann", " ")),
    )
    for order in wrong:
        refusal = apply_cashier(cashier, order)
        assert isinstance(refusal, Refusal)
        assert refusal.clause.id == "office.excluded"
    back = apply_cashier(cashier, Readmit("aNN", "a year later"))
    assert not isinstance(back, Refusal)
    assert back[1] == (PlayerReadmitted("aNN", "a year later"),)
    assert back[0] == Cashier({"ann": 5})


@pytest.mark.parametrize(
    ("command", "barred"),
    [
        (c.SitDown("ANN", 1), True),
        (c.BuyIn("ann", 1), True),
        (c.PlaceBet("ann", 1, "main", 1), True),
        (c.BackBet("ann", 1, 1), True),
        (c.PostBank("ann", 1), True),
        (c.SitIn("ann"), True),
        (c.AnswerBlinds("ann", "post"), True),
        (c.SitDown("bob", 1), False),
        (c.CashOut("ann"), False),
        (c.LeaveSeat("ann"), False),
    ],
)
def test_an_excluded_person_takes_no_part_and_may_leave(
    command: c.TableCommand, barred: bool
) -> None:
    refusal = bars_player(Cashier(excluded={"ann": "her wish"}), command)
    assert (refusal is not None) is barred
