"""The transfers that each event makes between accounts."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, NamedTuple

from cardroom.events import (
    BankPosted,
    BankReturned,
    BetLowered,
    BetPlaced,
    BetRaised,
    BetReversed,
    BetSettled,
    Event,
    FeeTaken,
    PotFeeReturned,
    PotFeeTaken,
)
from cardroom.events.office import RulingMade
from cardroom.events.table import (
    ChipsBought,
    ChipsCashed,
    ChipsReturned,
    MeterFed,
    MeterPaid,
    MeterReceived,
    MeterRetired,
    MeterReversed,
    MeterSeeded,
    MoneyDeposited,
    MoneyWithdrawn,
    ReserveMoved,
)
from cardroom.ledger import accounts as at
from cardroom.ledger.accounts import Account, LedgerAmount

How = Literal["moved", "pending", "posted", "voided", "reversed"]
"""A bet is `pending` in escrow until it is `posted` to the bank, or `voided` back to its owner."""


class Transfer(NamedTuple):
    source: Account
    target: Account
    amount: LedgerAmount
    how: How
    why: str
    """The tag of the event, or the clause that settled or reversed a bet."""
    bet: int = 0


def transfers(
    event: Event, table: str, bank: Account, reserve: LedgerAmount
) -> tuple[Transfer, ...]:
    """`bank` is the account that plays against the players; `reserve` is a meter's reserve balance.

    Zero amounts are left out.
    """
    return tuple(move for move in _moves(event, table, bank, reserve) if move.amount)


def _moves(  # noqa: C901 - one case for each kind of fact
    event: Event, table: str, bank: Account, reserve: LedgerAmount
) -> tuple[Transfer, ...]:
    match event:
        case MoneyDeposited():
            source = at.transit(event.table, event.player) if event.table else at.CAGE
            return (_moved(source, at.wallet(event.player), event.amount, "money-deposited"),)
        case MoneyWithdrawn():
            target = at.transit(event.table, event.player) if event.table else at.CAGE
            return (_moved(at.wallet(event.player), target, event.amount, "money-withdrawn"),)
        case ChipsBought():
            own = at.stack(table, event.player)
            return (_moved(_origin(event, table), own, event.amount, "chips-bought"),)
        case ChipsCashed():
            own = at.stack(table, event.player)
            return (_moved(own, _origin(event, table), event.amount, "chips-cashed"),)
        case BankPosted():
            own = at.stack(table, event.owner)
            return (_moved(own, at.coverage(table), event.amount, "bank-posted"),)
        case BankReturned():
            own = at.stack(table, event.owner)
            return (_moved(at.coverage(table), own, event.amount, "bank-returned"),)
        case FeeTaken():
            own = at.stack(table, event.owner)
            return (_moved(own, at.drop(table), event.amount, "fee-taken"),)
        case PotFeeTaken():
            # Pots pass through the bank's account when bets are settled; the fee stays behind.
            return (_moved(bank, at.drop(table), event.amount, "pot-fee-taken"),)
        case PotFeeReturned():
            return (_moved(at.drop(table), bank, event.amount, "pot-fee-returned"),)
        case BetPlaced() | BetRaised() | BetLowered() | BetSettled() | BetReversed():
            return _bet(event, table, bank)
        case MeterSeeded() | MeterFed() | MeterPaid() | ReserveMoved() | MeterReversed():
            return _meter(event, reserve)
        case MeterRetired() | MeterReceived():
            return _retired(event)
        case RulingMade():
            return _ruled(event, table)
        case ChipsReturned():
            return _returned(event, table)
        case _:
            return ()


def _origin(event: ChipsBought | ChipsCashed, table: str) -> Account:
    """Where chips come from and go to: a wallet, by way of transit, or the table itself."""
    return at.practice(table) if event.practice else at.transit(table, event.player)


def _returned(event: ChipsReturned, table: str) -> tuple[Transfer, ...]:
    own, why = at.stack(table, event.player), "chips-returned"
    return (
        _moved(at.escrow(table), own, event.staked, why),
        _moved(at.coverage(table), own, event.banked, why),
        _moved(at.drop(table), own, event.fees, why),
    )


def _ruled(event: RulingMade, table: str) -> tuple[Transfer, ...]:
    """Through the house's account: what one player gives back, another one gets."""
    house, why = at.house(table), event.clause
    return tuple(
        _moved(house, at.stack(table, player), amount, why)
        if amount > 0
        else _moved(at.stack(table, player), house, -amount, why)
        for player, amount in event.changes.items()
    )


def _moved(source: Account, target: Account, amount: LedgerAmount, why: str) -> Transfer:
    return Transfer(source, target, amount, "moved", why)


def _bet(
    event: BetPlaced | BetRaised | BetLowered | BetSettled | BetReversed,
    table: str,
    bank: Account,
) -> tuple[Transfer, ...]:
    own, held, bet = at.stack(table, event.owner), at.escrow(table), event.bet
    match event:
        case BetPlaced():
            return (Transfer(own, held, event.stake, "pending", "bet-placed", bet),)
        case BetRaised():
            return (Transfer(own, held, event.added, "pending", "bet-raised", bet),)
        case BetLowered():
            return (Transfer(held, own, event.returned, "voided", "bet-lowered", bet),)
        case BetSettled():
            return (
                Transfer(held, bank, event.taken, "posted", event.clause, bet),
                Transfer(held, own, event.returned, "voided", event.clause, bet),
                Transfer(bank, own, event.paid, "posted", event.clause, bet),
            )
        case BetReversed():
            return (
                Transfer(own, bank, event.paid, "reversed", event.clause, bet),
                Transfer(own, held, event.returned, "reversed", event.clause, bet),
                Transfer(bank, held, event.taken, "reversed", event.clause, bet),
            )


def _meter(
    event: MeterSeeded | MeterFed | MeterPaid | ReserveMoved | MeterReversed, reserve: LedgerAmount
) -> tuple[Transfer, ...]:
    held = at.meter(event.meter)
    match event:
        case MeterSeeded():
            return (_moved(at.house(), held, event.amount, event.why),)
        case MeterFed():
            # The stake itself is won or lost against the house; the house feeds the meter from it.
            house, over = at.house(event.table), Fraction(*event.over)
            share = event.stake * Fraction(*event.share) - over
            kept = event.stake * Fraction(*event.reserve) + over
            return (
                _moved(house, held, share, "meter-fed"),
                _moved(house, at.reserve(event.meter), kept, "meter-fed"),
            )
        case MeterPaid():
            # The bet's settlement paid the owner; the meter reimburses the house.
            out = event.amount - event.topped
            return (_moved(held, at.house(event.table), out, event.clause),)
        case ReserveMoved():
            moved = reserve - Fraction(*event.left)
            return (_moved(at.reserve(event.meter), held, moved, event.clause),)
        case MeterReversed():
            return _reversed(event)


def _retired(event: MeterRetired | MeterReceived) -> tuple[Transfer, ...]:
    """From one meter to another, by way of transit: both are in one batch of the journal."""
    amount, reserve = Fraction(*event.amount), Fraction(*event.reserve)
    held, kept = at.meter(event.meter), at.reserve(event.meter)
    if isinstance(event, MeterRetired):
        way = at.transit(event.meter, event.into)
        return _moved(held, way, amount, "retired"), _moved(kept, way, reserve, "retired")
    way = at.transit(event.source, event.meter)
    return _moved(way, held, amount, "retired"), _moved(way, kept, reserve, "retired")


def _reversed(event: MeterReversed) -> tuple[Transfer, ...]:
    """Undo a change, along the same accounts."""
    held, kept = at.meter(event.meter), at.reserve(event.meter)
    amount, reserve = Fraction(*event.amount), Fraction(*event.reserve)
    house = at.house() if event.what == "restart" else at.house(event.table)
    if event.what == "restart":
        moves = ((held, kept, reserve), (held, house, -amount - reserve))
    else:
        moves = ((held, house, -amount), (kept, house, -reserve))
    return tuple(Transfer(*move, "reversed", event.why) for move in moves)
