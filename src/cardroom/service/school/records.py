"""Everybody's record: journaled for people with an account, in memory for guests."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Any, Final

import msgspec

from cardroom.school import record as journaled
from cardroom.school.record import AnySchoolEvent, Recorded, SchoolRecord
from cardroom.service.accounts.roles import Person
from cardroom.service.school.open_work import OpenWork
from cardroom.store import Store
from cardroom.store.memory import MemoryStore

PAST: Final = "past"
_PAST: Final = msgspec.json.Decoder(list[AnySchoolEvent])
PEOPLE_MAX: Final = 2000
"""Records in memory; the oldest is read again from the journal when its owner comes back."""


class SchoolRecords:
    """Every method may block."""

    def __init__(
        self, store: Store, date: Callable[[], int], shared: OpenWork | None = None
    ) -> None:
        """`shared`: other workers write records, too, and guests' records are kept there."""
        self._store, self.date, self._shared = store, date, shared
        self._guests = MemoryStore()
        self._records: OrderedDict[tuple[str, str], SchoolRecord] = OrderedDict()
        self._lock = Lock()

    def of(self, person: Person) -> SchoolRecord:
        guest = person.role == "guest"
        key = ("guest" if guest else "person", person.name)
        with self._lock:
            record = self._records.get(key)
            if record is None:
                record = SchoolRecord(self._guests if guest else self._store, person.name)
                self._records[key] = record
                forget(self._records, PEOPLE_MAX)
            if guest and self._shared is not None:
                self._catch_up(record, self._shared)
        # Not while all others wait: this may take as long as what the person is writing.
        if not guest and self._shared is not None:
            record.reload()
        return record

    def write(self, person: Person, event: AnySchoolEvent) -> Recorded:
        record = self.of(person)
        written = record.write(event, self.date())
        if self._shared is not None and person.role == "guest":
            past = [each.event for each in record.events]
            self._shared.put(person.name, PAST, "", msgspec.json.encode(past))
        return written

    def _catch_up(self, record: SchoolRecord, shared: OpenWork) -> None:
        """What other workers have written of a guest since."""
        found = shared.find(record.person, PAST)
        past = [] if found is None else _PAST.decode(found.body)
        for event in past[len(record.events) :]:
            record.write(event, self.date())

    def people(self) -> tuple[str, ...]:
        """Everybody with an account who has a record."""
        return journaled.people(self._store)

    def named(self, name: str) -> tuple[Recorded, ...]:
        return tuple(journaled.read(self._store, name))


def forget(kept: OrderedDict[Any, Any], most: int) -> None:
    """The oldest go first."""
    while len(kept) > most:
        kept.popitem(last=False)
