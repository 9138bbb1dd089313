"""What a trainee answered, journaled like play: one hash-chained stream for each person."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from threading import RLock
from typing import Any, Final, Literal, NamedTuple
from urllib.parse import quote, unquote

import msgspec

from cardroom.school.course import Posed
from cardroom.school.grading import Grade
from cardroom.store import ORIGIN, ConflictError, Entry, Reader, Store, StreamHead, chain
from cardroom.table.journal import SCHOOL

TRIES: Final = 32


class SchoolEvent(msgspec.Struct, frozen=True, tag_field="event", omit_defaults=True):
    """Something that happened in the school."""


class QuestionAnswered(SchoolEvent, frozen=True, tag="question-answered"):
    """An answer, and everything that makes its question again."""

    drill: str
    game: str
    level: str
    digest: str
    seed: int
    number: int
    stratum: str
    given: str
    verdict: Literal["right", "wrong", "late"]
    millis: int
    clauses: tuple[str, ...] = ()
    house: str = ""
    options: Mapping[str, Any] = {}
    exam: str = ""


class ExamBegun(SchoolEvent, frozen=True, tag="exam-begun"):
    exam: str
    game: str
    digest: str
    level: str
    seed: int
    questions: int
    passing: int
    """The right answers that are needed."""
    house: str = ""
    options: Mapping[str, Any] = {}


class ExamEnded(SchoolEvent, frozen=True, tag="exam-ended"):
    exam: str
    right: int
    passed: bool


class TableDealt(SchoolEvent, frozen=True, tag="table-dealt"):
    """A round that the trainee dealt, and everything that deals it again."""

    game: str
    digest: str
    source: str
    """`random`, `worked`, or the file of a round that somebody wrote down."""
    seed: int
    did: tuple[str, ...]
    """What the trainee did, as it was written."""
    due: int
    """How many things there were to do."""
    departures: int
    cost: int
    """In cents: what the departures would have cost."""
    millis: int
    clauses: tuple[str, ...] = ()
    """Those that were departed from."""
    house: str = ""
    options: Mapping[str, Any] = {}


AnySchoolEvent = QuestionAnswered | ExamBegun | ExamEnded | TableDealt


class Recorded(NamedTuple):
    """An event with its time (Unix, nanoseconds) and the hash of its entry."""

    event: AnySchoolEvent
    at: int
    hash: str


def answered(posed: Posed, given: str, grade: Grade, millis: int) -> QuestionAnswered:
    """The record of an answer; a right one that came too late counts as late."""
    late = grade.right and millis > posed.seconds * 1000
    return QuestionAnswered(
        posed.drill,
        posed.game,
        posed.level,
        posed.digest,
        posed.seed,
        posed.number,
        posed.stratum,
        given,
        "late" if late else "right" if grade.right else "wrong",
        millis,
        tuple(clause.id for clause in posed.question.clauses),
    )


def stream_of(person: str) -> str:
    return SCHOOL + quote(person, safe="")


def people(store: Reader) -> tuple[str, ...]:
    """Everybody who has a record."""
    names = (name for name in store.heads() if name.startswith(SCHOOL))
    return tuple(sorted(unquote(name.removeprefix(SCHOOL)) for name in names))


def read(store: Reader, person: str, after: int = 0) -> Iterator[Recorded]:
    """A person's record, oldest first."""
    for entry in store.read(stream_of(person), after):
        yield _recorded(entry)


_DECODER: Final = msgspec.json.Decoder(AnySchoolEvent)


def _recorded(entry: Entry) -> Recorded:
    return Recorded(_DECODER.decode(entry.body), entry.at, entry.public_hash)


class SchoolRecord:
    """One person's record as it is durable. Every method may block."""

    def __init__(self, store: Store, person: str) -> None:
        self._store, self.person = store, person
        self._stream = stream_of(person)
        self._head: StreamHead = ORIGIN
        self._lock = RLock()
        """An entry counts once, though another thread reads the record while it is written."""
        self.events: list[Recorded] = []
        self.reload()

    def write(self, event: AnySchoolEvent, at: int) -> Recorded:
        """Durable when this returns."""
        body = msgspec.json.encode(event)
        with self._lock:
            for _ in range(TRIES):
                batch = chain({self._stream: self._head}, [(self._stream, body)], at,
                              blind=self._store.blind)  # fmt: skip
                try:
                    (entry,) = self._store.append(batch).result()
                except ConflictError:
                    self.reload()
                    continue
                self._head = entry.head
                self.events.append(_recorded(entry))
                return self.events[-1]
        raise ConflictError(self._stream, 0, 0)

    def reload(self) -> None:
        """What was written since, by whomever."""
        with self._lock:
            for entry in self._store.read(self._stream, self._head.seq):
                self.events.append(_recorded(entry))
                self._head = entry.head
