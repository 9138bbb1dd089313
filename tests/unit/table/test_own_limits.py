"""Limits that players set for themselves."""

from __future__ import annotations

import pytest

from cardroom.play.round import Refusal
from cardroom.table.actors import Actor
from cardroom.table.cashier import (
    NO_LIMITS,
    Cashier,
    Deposit,
    OwnLimits,
    SetOwnLimits,
    apply_cashier,
    bars_order,
)


def after(*commands: SetOwnLimits) -> Cashier:
    cashier = Cashier()
    for command in commands:
        outcome = apply_cashier(cashier, command)
        assert not isinstance(outcome, Refusal)
        cashier = outcome[0]
    return cashier


def test_a_limit_is_in_force_from_its_time_on() -> None:
    cashier = after(SetOwnLimits("ann", 100_00, 60, 10), SetOwnLimits("ann", 500_00, 60, 20))
    assert cashier.limits_of("ann", 9) == NO_LIMITS
    assert cashier.limits_of("ann", 19).loss == 100_00
    assert cashier.limits_of("ann", 20).loss == 500_00
    assert cashier.limits_of("bob", 20) == NO_LIMITS


def test_a_newer_wish_cancels_a_limit_that_would_come_later() -> None:
    wider = SetOwnLimits("ann", 500_00, None, 30)
    cashier = after(
        SetOwnLimits("ann", 100_00, None, 10), wider, SetOwnLimits("ann", 50_00, None, 20)
    )
    assert [cashier.limits_of("ann", at).loss for at in (10, 20, 30)] == [100_00, 50_00, 50_00]


@pytest.mark.parametrize(
    ("new", "old", "both"),
    [
        (OwnLimits(50, 10), OwnLimits(50, 10), OwnLimits(50, 10)),
        (OwnLimits(50, 10), NO_LIMITS, OwnLimits(50, 10)),
        (NO_LIMITS, OwnLimits(50), OwnLimits(50)),
        (OwnLimits(40, 20), OwnLimits(50, 10), OwnLimits(40, 10)),
        (OwnLimits(0), OwnLimits(50), OwnLimits(0)),
    ],
)
def test_of_two_limits_the_narrower_one_counts(
    new: OwnLimits, old: OwnLimits, both: OwnLimits
) -> None:
    assert new.within(old) == both


def test_of_two_limits_from_the_same_time_the_later_wish_counts() -> None:
    cashier = after(SetOwnLimits("ann", 100_00, 60, 10), SetOwnLimits("ann", 0, 0, 10))
    assert cashier.limits == {"ann": (OwnLimits(0, 0, 10),)}


def test_only_the_limit_in_force_and_the_next_one_are_kept() -> None:
    cashier = after(*(SetOwnLimits("ann", since, None, since) for since in (10, 20, 30)))
    assert [each.since for each in cashier.limits["ann"]] == [20, 30]


def test_a_limit_without_a_time_is_in_force_from_the_beginning() -> None:
    assert after(SetOwnLimits("ann", 1)).limits_of("ann", 0).loss == 1
    assert Cashier(limits={"ann": (OwnLimits(1),)}).limits_of("ann", 0).loss == 1


@pytest.mark.parametrize("wrong", [SetOwnLimits("ann", -1), SetOwnLimits("ann", 1, -1)])
def test_no_limit_is_below_zero(wrong: SetOwnLimits) -> None:
    refusal = apply_cashier(Cashier(), wrong)
    assert isinstance(refusal, Refusal)
    assert refusal.clause.id == "office.own-limits"


def test_players_set_their_own_limits_and_nobody_elses() -> None:
    assert bars_order(Actor("ann"), SetOwnLimits("ann", 1)) is None
    assert bars_order(Actor("ann"), SetOwnLimits("bob", 1)) is not None
    assert bars_order(Actor("ann"), Deposit("ann", 1)) is not None
