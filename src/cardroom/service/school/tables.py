"""The whole table in the service: one round at a time for each person."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Final, NamedTuple

import msgspec

from cardroom import houses
from cardroom.data_file import FileError
from cardroom.rules.options import OptionFaults
from cardroom.school.drill import SchoolError
from cardroom.school.grading import UnreadableAnswer
from cardroom.school.library import PostedAt
from cardroom.school.whole_table.dealing import Done, TableDealing, dealt
from cardroom.school.whole_table.rounds import round_of
from cardroom.service import errors
from cardroom.service.accounts.roles import Person
from cardroom.service.errors import refuse
from cardroom.service.school.messages import DealingView, QuestionSource
from cardroom.service.school.open_work import OpenItem, OpenWork
from cardroom.service.school.postings import Postings
from cardroom.service.school.records import SchoolRecords, forget
from cardroom.service.view.felt import theme

TABLES_MAX: Final = 500

SLOT: Final = "table"
ENDED: Final = "this round has ended: the room was restarted, or another round was begun elsewhere"


class BegunRound(msgspec.Struct, frozen=True):
    """Everything that deals a round again up to now."""

    game: str
    source: QuestionSource
    posting: PostedAt
    seed: int
    did: tuple[str, ...] = ()
    """What the trainee wrote."""


class TrainingTable(NamedTuple):
    id: str
    dealing: TableDealing
    begun: BegunRound
    at: float


class DealingDesk:
    """Every method may block."""

    def __init__(
        self,
        records: SchoolRecords,
        postings: Postings,
        work: OpenWork,
        clock: Callable[[], float],
    ) -> None:
        self._records, self._postings, self._clock = records, postings, clock
        self._work = work
        self._dealt: OrderedDict[str, TableDealing] = OrderedDict()
        """Rounds by their ids, so that this worker need not deal them again for each action."""
        self._lock = Lock()

    def begin(self, person: Person, game: str, house: str, source: QuestionSource) -> DealingView:
        """A new round to deal; one that was not finished is forgotten."""
        begun = BegunRound(game, source, self._postings.posted(house), secrets.randbits(32))
        try:
            dealing = _dealing(begun)
        except (SchoolError, OptionFaults, houses.HouseError, FileError) as wrong:
            raise refuse(409, errors.FORM, str(wrong)) from None
        id = secrets.token_hex(8)
        put = self._work.put(person.name, SLOT, id, msgspec.json.encode(begun))
        with self._lock:
            self._keep(id, dealing)
        return _view(TrainingTable(id, dealing, begun, put.at))

    def do(self, person: Person, id: str, text: str) -> DealingView:
        with self._lock:
            found = self._work.find(person.name, SLOT)
            if found is None or found.id != id:
                raise refuse(409, errors.FORM, ENDED)
            table = self._table(found)
            try:
                done = table.dealing.do(text)
            except UnreadableAnswer as wrong:
                return _view(table, why=str(wrong))
            if table.dealing.over:
                del self._dealt[id]
                done_first = self._work.take(person.name, SLOT, id)
            else:
                now = msgspec.structs.replace(table.begun, did=tuple(table.dealing.did))
                done_first = self._work.change(
                    person.name, SLOT, found.body, msgspec.json.encode(now)
                )
            if not done_first:
                self._dealt.pop(id, None)
                raise refuse(
                    409,
                    errors.FORM,
                    "this was sent twice at once; look at the table before you go on",
                )
        if table.dealing.over:
            millis = round((self._clock() - table.at) * 1000)
            begun = table.begun
            event = dealt(table.dealing, begun.source, begun.posting, begun.seed, millis)
            self._records.write(person, event)
        return _view(table, done)

    def _table(self, item: OpenItem) -> TrainingTable:
        """The round as far as it was dealt, by whichever worker."""
        begun = msgspec.json.decode(item.body, type=BegunRound)
        dealing = self._dealt.get(item.id)
        if dealing is None or tuple(dealing.did) != begun.did:
            dealing = _dealing(begun)
            self._keep(item.id, dealing)
        return TrainingTable(item.id, dealing, begun, item.at)

    def _keep(self, id: str, dealing: TableDealing) -> None:
        self._dealt[id] = dealing
        self._dealt.move_to_end(id)
        forget(self._dealt, TABLES_MAX)


def _dealing(begun: BegunRound) -> TableDealing:
    dealing = TableDealing(round_of(begun.game, begun.source, begun.posting, begun.seed))
    for text in begun.did:
        dealing.do(text)
    return dealing


def _view(table: TrainingTable, done: Done | None = None, why: str = "") -> DealingView:
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
        theme(rules.game),
    )
