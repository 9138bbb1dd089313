"""The cashier: wallets, and money on its way to and from the tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from cardroom.events import Event
from cardroom.events.office import PlayerExcluded, PlayerReadmitted
from cardroom.events.table import MoneyDeposited, MoneyWithdrawn
from cardroom.money import dollars
from cardroom.play.round import Refusal
from cardroom.table import clauses, commands


class Cashier(msgspec.Struct, frozen=True):
    wallets: Mapping[str, int] = {}
    excluded: Mapping[str, str] = {}
    """People who are not seated, and why; names in lower case."""

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


class Exclude(
    msgspec.Struct,
    frozen=True,
    tag_field="command",
    tag="exclude",
    omit_defaults=True,
    forbid_unknown_fields=True,
):
    """A person is not seated any longer, by their own wish or by the house's decision."""

    player: str
    why: str


class Readmit(
    msgspec.Struct,
    frozen=True,
    tag_field="command",
    tag="readmit",
    omit_defaults=True,
    forbid_unknown_fields=True,
):
    """A person who was excluded may be seated again."""

    player: str
    why: str


CashierOrder = Deposit | Withdraw | Exclude | Readmit
TAKES_PART: Final = (
    commands.SitDown,
    commands.BuyIn,
    commands.PlaceBet,
    commands.BackBet,
    commands.PostBank,
)
"""What an excluded person cannot do; leaving and cashing out stay open."""


def bars_player(cashier: Cashier, command: object) -> Refusal | None:
    """Why a person may not take part; None if they may."""
    if not isinstance(command, TAKES_PART) or command.player.lower() not in cashier.excluded:
        return None
    return Refusal(clauses.EXCLUDED, f"{command.player} is excluded")


def _list(cashier: Cashier, command: Exclude | Readmit) -> Applied:
    name, listed = command.player.lower(), dict(cashier.excluded)
    if not name or not command.why.strip():
        return Refusal(clauses.EXCLUDED, "name the person and the reason")
    if isinstance(command, Exclude):
        if name in listed:
            return Refusal(clauses.EXCLUDED, f"{command.player} is excluded already")
        listed[name] = command.why
        changed = msgspec.structs.replace(cashier, excluded=listed)
        return changed, (PlayerExcluded(command.player, command.why),)
    if listed.pop(name, None) is None:
        return Refusal(clauses.EXCLUDED, f"{command.player} is not excluded")
    changed = msgspec.structs.replace(cashier, excluded=listed)
    return changed, (PlayerReadmitted(command.player, command.why),)


Applied = tuple[Cashier, tuple[Event, ...]] | Refusal


def apply_cashier(cashier: Cashier, command: CashierOrder) -> Applied:
    if isinstance(command, (Exclude, Readmit)):
        return _list(cashier, command)
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
    return msgspec.structs.replace(cashier, wallets=wallets), (event,)
