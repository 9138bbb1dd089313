"""The cashier: no wallet goes below nothing, and no amount is none."""

from __future__ import annotations

import pytest

from cardroom.play.round import Refusal
from cardroom.table.cashier import Cashier, Deposit, Withdraw, apply_cashier


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
