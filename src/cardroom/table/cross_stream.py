"""What a table's command is to those beside the table: the wallets, and the meter it is on."""

from __future__ import annotations

from cardroom.events import Event
from cardroom.events.table import ChipsCashed
from cardroom.table.actors import Envelope
from cardroom.table.cashier import Deposit, Withdraw
from cardroom.table.commands import BuyIn, CashOut
from cardroom.table.meter import Agree, Follow, facts_for
from cardroom.table.table import Table


def moves_money(envelope: Envelope) -> bool:
    return isinstance(envelope.command, (BuyIn, CashOut))


def wallet_side(
    table: str, envelope: Envelope, events: tuple[Event, ...]
) -> Deposit | Withdraw | None:
    """What chips that come to a table or leave it are in the wallet."""
    command = envelope.command
    if isinstance(command, BuyIn):
        return Withdraw(command.player, command.amount, table)
    for event in events:
        if isinstance(event, ChipsCashed):
            return Deposit(event.player, event.amount, table)
    return None


def meter_side(
    before: Table | None, after: Table, events: tuple[Event, ...]
) -> Agree | Follow | None:
    """What a table's command is to the meter it is on."""
    if before is None or _reposted(before, after):
        terms = after.meter_terms
        if terms != (() if before is None else before.meter_terms):
            return Agree(after.id, terms)
    rules = after.rules if before is None else before.rules
    facts = facts_for(rules, events) if after.meter_terms else ()
    return Follow(after.id, after.number, facts) if facts else None


def _reposted(before: Table, after: Table) -> bool:
    """Whether terms can have changed at all: this is asked for every command of every table."""
    same = before.rules is after.rules and before.notice is after.notice
    return not same or after.closed
