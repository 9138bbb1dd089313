"""The whole table in the service: one round at a time for each person."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Final, NamedTuple

from cardroom import houses
from cardroom.data_file import FileError
from cardroom.rules.options import OptionFaults
from cardroom.school.drill import SchoolError
from cardroom.school.grading import Unreadable
from cardroom.school.library import PostedAt
from cardroom.school.whole_table.dealing import Done, TableDealing, dealt
from cardroom.school.whole_table.rounds import round_of
from cardroom.service import errors
from cardroom.service.accounts.roles import Person
from cardroom.service.errors import refuse
from cardroom.service.school.messages import DealingView, Source
from cardroom.service.school.postings import Postings
from cardroom.service.school.records import SchoolRecords, forget

TABLES_MAX: Final = 500


class OpenTable(NamedTuple):
    id: str
    dealing: TableDealing
    source: Source
    posting: PostedAt
    seed: int
    begun_at: float


class DealingDesk:
    """Every method may block."""

    def __init__(
        self, records: SchoolRecords, postings: Postings, clock: Callable[[], float]
    ) -> None:
        self._records, self._postings, self._clock = records, postings, clock
        self._open: OrderedDict[str, OpenTable] = OrderedDict()
        self._lock = Lock()

    def begin(self, person: Person, game: str, house: str, source: Source) -> DealingView:
        """A new round to deal; one that was not finished is forgotten."""
        posting, seed = self._postings.posted(house), secrets.randbits(32)
        try:
            dealing = TableDealing(round_of(game, source, posting, seed))
        except (SchoolError, OptionFaults, houses.HouseError, FileError) as wrong:
            raise refuse(409, errors.FORM, str(wrong)) from None
        table = OpenTable(secrets.token_hex(8), dealing, source, posting, seed, self._clock())
        with self._lock:
            self._open[person.name] = table
            self._open.move_to_end(person.name)
            forget(self._open, TABLES_MAX)
        return _view(table)

    def do(self, person: Person, id: str, text: str) -> DealingView:
        with self._lock:
            table = self._open.get(person.name)
            if table is None or table.id != id:
                raise refuse(409, errors.FORM, "this round is not being dealt any longer")
            try:
                done = table.dealing.do(text)
            except Unreadable as wrong:
                return _view(table, why=str(wrong))
            if table.dealing.over:
                del self._open[person.name]
        if table.dealing.over:
            millis = round((self._clock() - table.begun_at) * 1000)
            event = dealt(table.dealing, table.source, table.posting, table.seed, millis)
            self._records.write(person, event)
        return _view(table, done)


def _view(table: OpenTable, done: Done | None = None, why: str = "") -> DealingView:
    dealing = table.dealing
    rules = dealing.played.rules
    return DealingView(
        table.id,
        rules.game,
        rules.title,
        dealing.scene(),
        () if dealing.over else dealing.menu(),
        dealing.over,
        dealing.due,
        len(dealing.departures),
        sum(each.amount for each in dealing.departures),
        "" if done is None else done.said,
        () if done is None else done.departures,
        why,
    )
