"""A table's past, replayed from the journal: every step, with the table after it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from cardroom.events import Event, Intervened
from cardroom.events.office import RulingMade
from cardroom.service.view.views import LastRound, Moment
from cardroom.store import Store
from cardroom.table import journal
from cardroom.table.table import Table


class Update(msgspec.Struct, frozen=True):
    """What an entry of the journal did, and the table after it."""

    moment: Moment
    events: tuple[Event, ...]


def follow(
    before: Table | None, after: Table, events: Iterable[Event], last: LastRound
) -> LastRound:
    """The memory after one more step."""
    old = None if before is None else before.round
    cleared = old is not None and after.round is None
    settled = old.settled if old is not None and cleared else last.settled
    fees = old.fees if old is not None and cleared else last.fees
    mended = () if old is None and after.round is not None else last.mended
    more = tuple(event for event in events if isinstance(event, Intervened | RulingMade))
    return LastRound(settled, fees, mended + more)


def fold_on(store: Store, id: str, start: Moment | None) -> Iterator[Update]:
    """The updates after a moment; None is before the table was opened."""
    seq, table, last = (
        (0, None, LastRound()) if start is None else (start.seq, start.table, start.last)
    )
    for step in journal.fold(store.read(journal.stream_of(id), seq), table):
        last = follow(step.before, step.after, step.record.events, last)
        yield Update(Moment(step.entry.seq, step.after, last), step.record.events)
