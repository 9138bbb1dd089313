"""Every change of a meter, explained, and their sum."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

import msgspec

from cardroom.events.table import (
    MeterFed,
    MeterPaid,
    MeterReceived,
    MeterRetired,
    MeterReversed,
    MeterSeeded,
    ReserveMoved,
)
from cardroom.ledger import accounts as at
from cardroom.ledger.accounts import LedgerAmount
from cardroom.ledger.ledger import Ledger, moves, post
from cardroom.ledger.statements import Dated

Transferred = MeterRetired | MeterReceived
MeterFact = MeterSeeded | MeterFed | MeterPaid | ReserveMoved | MeterReversed | Transferred


class MeterLine(msgspec.Struct, frozen=True):
    """One change of a meter or its reserve: the reason, and the balance before and after."""

    day: str
    account: str
    what: str
    why: str
    change: LedgerAmount
    before: LedgerAmount
    balance: LedgerAmount
    table: str
    round: int
    bet: int


def meter_lines(dated: Iterable[Dated], name: str) -> Iterator[MeterLine]:
    """Every change of a meter and its reserve; the last balances are the current ones."""
    ledger = Ledger()
    own = (at.meter(name), at.reserve(name))
    for each in dated:
        for event in each.events:
            if not isinstance(event, MeterFact) or event.meter != name:
                continue
            table, round, bet = _where(event)
            for move in moves(event, table, ledger.banked, ledger.balances):
                for account, change in ((move.source, -move.amount), (move.target, move.amount)):
                    if account in own:
                        before = ledger.balance(account)
                        yield MeterLine(
                            each.day,
                            account.kind,
                            _what(event),
                            move.why,
                            change,
                            before,
                            before + change,
                            table,
                            round,
                            bet,
                        )
            ledger = post(ledger, table, (event,))


def _where(event: MeterFact) -> tuple[str, int, int]:
    """The bet that caused it; none where a meter is retired."""
    return ("", 0, 0) if isinstance(event, Transferred) else (event.table, event.round, event.bet)


def _what(event: MeterFact) -> str:
    match event:
        case MeterSeeded():
            return "seed"
        case MeterFed():
            return "contribution"
        case MeterPaid():
            return "award"
        case ReserveMoved():
            return "reserve"
        case MeterReversed():
            return f"{event.what} taken back"
        case MeterRetired():
            return f"retired into {event.into}"
        case MeterReceived():
            return f"from meter {event.source}"


class MeterBalance(msgspec.Struct, frozen=True):
    """All changes of a meter, or of its reserve, summed by kind."""

    account: str
    parts: tuple[tuple[str, LedgerAmount], ...]

    @property
    def balance(self) -> LedgerAmount:
        return sum((amount for _, amount in self.parts), Fraction(0))


def reconciled(lines: Iterable[MeterLine]) -> tuple[MeterBalance, MeterBalance]:
    """Seeds, contributions, awards, and transfers from the reserve; the sums are the balances."""
    found: dict[str, dict[str, LedgerAmount]] = {"meter": {}, "reserve": {}}
    for line in lines:
        parts = found[line.account]
        parts[line.what] = parts.get(line.what, 0) + line.change
    meter, reserve = (MeterBalance(kind, tuple(parts.items())) for kind, parts in found.items())
    return meter, reserve
