"""The accounts after some events: a pure projection that can be recomputed and compared."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec

from cardroom.events import (
    BankPosted,
    BetLowered,
    BetPlaced,
    BetRaised,
    BetReversed,
    BetSettled,
    Event,
)
from cardroom.events.table import ReserveMoved, RoundCleared
from cardroom.ledger import accounts as at
from cardroom.ledger.accounts import Account, LedgerAmount
from cardroom.ledger.transfers import Transfer, transfers

WagerStatus = Literal["pending", "posted", "voided"]


class Wager(msgspec.Struct, frozen=True):
    """A bet in the books: pending until it is posted (won or lost) or voided (returned)."""

    owner: str
    stake: int
    status: WagerStatus = "pending"


class Ledger(msgspec.Struct, frozen=True):
    balances: Mapping[Account, LedgerAmount] = {}
    """Balances by account; empty accounts are left out."""
    wagers: Mapping[tuple[str, int], Wager] = {}
    """By table and bet, for rounds that are not yet cleared."""
    banked: frozenset[str] = frozenset()
    """Tables whose current round is banked by a player."""

    def balance(self, account: Account) -> LedgerAmount:
        return self.balances.get(account, 0)

    @property
    def total(self) -> LedgerAmount:
        """The sum of all accounts: always zero."""
        return sum(self.balances.values())

    def pending(self, table: str) -> Mapping[int, int]:
        """The stakes of open bets, by bet."""
        return {
            bet: wager.stake
            for (where, bet), wager in self.wagers.items()
            if where == table and wager.status == "pending"
        }

    def stacks(self, table: str) -> Mapping[str, LedgerAmount]:
        return {
            account.owner: amount
            for account, amount in self.balances.items()
            if account.kind == "stack" and account.place == table
        }


def post(ledger: Ledger, table: str, events: Iterable[Event]) -> Ledger:
    """The ledger after the events of one entry of a table, the cashier, or a meter."""
    balances, wagers = dict(ledger.balances), dict(ledger.wagers)
    banked = set(ledger.banked)
    for event in events:
        if isinstance(event, BankPosted):
            banked.add(table)
        for move in moves(event, table, frozenset(banked), balances):
            _move(balances, move)
        if isinstance(event, RoundCleared):
            # Not when the bank is returned: a round can be rewound until it is cleared.
            banked.discard(table)
        _follow(wagers, table, event)
    return Ledger(balances, wagers, frozenset(banked))


def moves(
    event: Event, table: str, banked: frozenset[str], balances: Mapping[Account, LedgerAmount]
) -> tuple[Transfer, ...]:
    """The transfers of one event, given the balances before it."""
    bank = at.coverage(table) if table in banked else at.house(table)
    reserve = balances.get(at.reserve(event.meter), 0) if isinstance(event, ReserveMoved) else 0
    return transfers(event, table, bank, reserve)


def _move(balances: dict[Account, LedgerAmount], move: Transfer) -> None:
    for account, change in ((move.source, -move.amount), (move.target, move.amount)):
        left = balances.get(account, 0) + change
        if left:
            balances[account] = left
        else:
            del balances[account]


def _follow(wagers: dict[tuple[str, int], Wager], table: str, event: Event) -> None:
    match event:
        case BetPlaced():
            wagers[table, event.bet] = Wager(event.owner, event.stake)
        case BetRaised():
            wagers[table, event.bet] = Wager(event.owner, event.stake)
        case BetLowered():
            status: WagerStatus = "pending" if event.stake else "voided"
            wagers[table, event.bet] = Wager(event.owner, event.stake, status)
        case BetSettled():
            how: WagerStatus = "posted" if event.paid or event.taken else "voided"
            wagers[table, event.bet] = Wager(event.owner, event.stake, how)
        case BetReversed():
            wagers[table, event.bet] = Wager(event.owner, event.stake)
        case RoundCleared():
            for key in [key for key in wagers if key[0] == table]:
                del wagers[key]
        case _:
            pass
