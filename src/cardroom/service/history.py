"""A table's past, folded from the journal: every step again, with the table after it."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from cardroom.events import Event
from cardroom.play.round import Settlement
from cardroom.service.views import Moment
from cardroom.store import Store
from cardroom.table import journal
from cardroom.table.table import Table


class Step(msgspec.Struct, frozen=True):
    """What an entry of the journal did, and the table after it."""

    moment: Moment
    events: tuple[Event, ...]


def follow(
    before: Table | None, after: Table, last: tuple[Settlement, ...]
) -> tuple[Settlement, ...]:
    """How the last cleared round was settled, after one more step."""
    cleared = before is not None and before.round is not None and after.round is None
    return before.round.settled if cleared and before and before.round else last


def fold_on(store: Store, id: str, start: Moment | None) -> Iterator[Step]:
    """The steps after a moment; None is before the table was opened."""
    seq, table, last = (0, None, ()) if start is None else (start.seq, start.table, start.last)
    for step in journal.fold(store.read(journal.stream_of(id), seq), table):
        last = follow(step.before, step.after, last)
        yield Step(Moment(step.entry.seq, step.after, last), step.record.events)
