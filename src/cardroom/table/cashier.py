"""The cashier: wallets, and money on its way to and from the tables."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from cardroom.events import Event
from cardroom.events.table import MoneyDeposited, MoneyWithdrawn
from cardroom.money import dollars
from cardroom.play.round import Refusal
from cardroom.table import clauses


class Cashier(msgspec.Struct, frozen=True):
    wallets: Mapping[str, int] = {}

    def wallet(self, player: str) -> int:
        return self.wallets.get(player, 0)


class CashierCommand(
    msgspec.Struct, frozen=True, tag_field="command", omit_defaults=True, forbid_unknown_fields=True
):
    """`table` is where the money comes from or goes to, if it was or becomes chips."""

    player: str
    amount: int
    table: str = ""


class Deposit(CashierCommand, frozen=True, tag="deposit"):
    pass


class Withdraw(CashierCommand, frozen=True, tag="withdraw"):
    pass


def apply_cashier(
    cashier: Cashier, command: Deposit | Withdraw
) -> tuple[Cashier, tuple[Event, ...]] | Refusal:
    player, amount, held = command.player, command.amount, cashier.wallet(command.player)
    if amount <= 0:
        return Refusal(clauses.WALLET, "the amount must be above zero")
    event: Event
    match command:
        case Deposit():
            left = held + amount
            event = MoneyDeposited(player, amount, left, command.table)
        case Withdraw():
            if amount > held:
                return Refusal(clauses.WALLET, f"{player}'s wallet holds ${dollars(held)}")
            left = held - amount
            event = MoneyWithdrawn(player, amount, left, command.table)
    wallets = {**cashier.wallets, player: left}
    if not left:
        del wallets[player]
    return Cashier(wallets), (event,)
