"""Tables that this version cannot resume.

What was settled is a recorded fact. A version whose rules decide a recorded command in another way
changes nothing of it: the table is set aside. No round continues there, and everything that players
have on it is returned to their stacks, by the recorded facts alone, so that it can be cashed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from cardroom.events import BankPosted, Event, FeeTaken
from cardroom.events.table import ChipsReturned, RoundBegan, RoundCleared, TableSetAside
from cardroom.ledger import Ledger, post
from cardroom.ledger import accounts as at
from cardroom.table.table import Table


class JournalDeparture(NamedTuple):
    """The first entry that this version decides in another way."""

    seq: int
    why: str


def returned(table: str, recorded: Iterable[tuple[Event, ...]]) -> tuple[ChipsReturned, ...]:
    """What each player has on the table in addition to the stack, by the recorded facts."""
    ledger, banker = Ledger(), ""
    fees: Counter[str] = Counter()
    for events in recorded:
        for event in events:
            match event:
                case RoundBegan() | RoundCleared():
                    fees.clear()
                case FeeTaken():
                    fees[event.owner] += event.amount
                case BankPosted():
                    banker = event.owner
                case _:
                    pass
        ledger = post(ledger, table, events)
    staked: Counter[str] = Counter()
    for (where, _), wager in ledger.wagers.items():
        if where == table and wager.status == "pending":
            staked[wager.owner] += wager.stake
    banked = {banker: int(ledger.balance(at.coverage(table)))}
    stacks = ledger.stacks(table)
    return tuple(
        ChipsReturned(
            player,
            staked[player],
            banked.get(player, 0),
            fees[player],
            int(stacks.get(player, 0)) + staked[player] + banked.get(player, 0) + fees[player],
        )
        for player in sorted({*stacks, *staked, *fees, *banked} - {""})
    )


def aside(before: Table, events: Iterable[Event]) -> Table:
    """The table after it was set aside: the chips of its players, and nothing else."""
    stacks, why = {}, ""
    for event in events:
        match event:
            case ChipsReturned():
                stacks[event.player] = event.stack
            case TableSetAside():
                why = event.why
            case _:
                pass
    return Table(
        before.id,
        before.rules,
        before.title,
        before.dealing,
        before.help,
        before.chips,
        stacks={player: stack for player, stack in stacks.items() if stack},
        meter=before.meter,
        number=before.number,
        paused=why,
        set_aside=why,
    )
