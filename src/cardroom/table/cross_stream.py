"""The effect of a table's command on other streams: the wallets and the table's meter."""

from __future__ import annotations

from cardroom.events import Event, FigureRead
from cardroom.events.table import ChipsBought, ChipsCashed
from cardroom.table.actors import Envelope
from cardroom.table.cashier import Deposit, Withdraw
from cardroom.table.commands import BuyIn, CashOut
from cardroom.table.meter import facts_for
from cardroom.table.meter_commands import Agree, Follow
from cardroom.table.table import Table


def moves_money(envelope: Envelope) -> bool:
    return isinstance(envelope.command, (BuyIn, CashOut))


def wallet_side(table: str, events: tuple[Event, ...]) -> Deposit | Withdraw | None:
    """What a wallet pays for chips bought at a table, or receives for chips cashed.

    Practice chips cost nothing and pay nothing.
    """
    for event in events:
        match event:
            case ChipsBought(practice=False):
                return Withdraw(event.player, event.amount, table)
            case ChipsCashed(practice=False):
                return Deposit(event.player, event.amount, table)
            case _:
                pass
    return None


def meter_side(
    before: Table | None, after: Table, events: tuple[Event, ...]
) -> Agree | Follow | None:
    """The meter's command that follows from a table's command."""
    if before is None or _reposted(before, after):
        terms = after.meter_terms
        if terms != (() if before is None else before.meter_terms):
            return Agree(after.id, terms)
    rules = after.rules if before is None else before.rules
    facts = facts_for(rules, events) if after.meter_terms else ()
    return Follow(after.id, after.number, facts) if facts else None


def changes_nothing(told: Agree | Follow) -> bool:
    """Whether a meter that is set aside can ignore it: a table leaving the meter, or a round that
    only reads it."""
    match told:
        case Agree():
            return not told.terms
        case Follow():
            return all(isinstance(fact, FigureRead) for fact in told.facts)


def plays_for_meter(table: Table) -> bool:
    """Whether the round in play has a bet on a meter: without the meter it cannot continue."""
    if table.round is None or table.round.over:
        return False
    spots = (table.rules.spot(bet.spot) for bet in table.round.bets)
    return any(spot is not None and spot.meter for spot in spots)


def _reposted(before: Table, after: Table) -> bool:
    """Whether terms can have changed at all: a quick check for every command of every table."""
    same = before.rules is after.rules and before.notice is after.notice
    return not same or after.closed
