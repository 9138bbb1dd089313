"""Reports for people in the room, computed in processes of their own where the journal is a file.

The expected win takes long the first time, so it has its own process and no other report waits.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import closing, suppress
from typing import Final, Literal

import msgspec

from cardroom.houses.clock import HouseClock
from cardroom.office.daily import Span
from cardroom.office.report import Report
from cardroom.office.reports import (
    REPORTS,
    Name,
    ReportRequest,
    TheoryChoice,
    WrongDay,
    source_of,
    titled,
)
from cardroom.office.saved import saved_file
from cardroom.office.statement import statement
from cardroom.service import errors
from cardroom.service.coach.workers import Worker
from cardroom.service.errors import ServiceError, refuse
from cardroom.store import Reader, StoreError, open_reader

WAIT_SECONDS: Final = 1.0
"""How long a request waits before it is asked to come back."""
FRESH_SECONDS: Final = 60.0
"""How long a report that nobody fetches is kept: the next person wants today's figures."""
KEEP_UP_SECONDS: Final = 600.0
KEEP_UP_ENTRIES: Final = 20_000
"""A quiet room has no process for it."""
MEMORY: Final = "journal in memory"


class ReportQuestion(msgspec.Struct, frozen=True):
    report: Name | Literal["statement"]
    day: str = ""
    span: Span = "day"
    theory: TheoryChoice = "computed"
    player: str = ""
    """Whose statement."""


class ComputedReport(msgspec.Struct, frozen=True):
    report: Report | None
    source: str = ""
    """The journal and the number of its entries."""
    wrong: str = ""


class _Sent(msgspec.Struct, frozen=True):
    journal: str
    clock: HouseClock
    question: ReportQuestion


def compute(sent: bytes, _tell: Callable[[bytes], None]) -> bytes:
    """In a process of its own."""
    if not sent:
        return b""
    given = msgspec.json.decode(sent, type=_Sent)
    try:
        with closing(open_reader(given.journal)) as reader:
            return msgspec.json.encode(build(reader, given.journal, given.clock, given.question))
    except StoreError as broken:
        return msgspec.json.encode(ComputedReport(None, wrong=str(broken)))


def build(
    reader: Reader, journal: str, clock: HouseClock, question: ReportQuestion
) -> ComputedReport:
    saved = None if journal == MEMORY else saved_file(journal, clock)
    try:
        if question.report == "statement":
            report = statement(reader, question.player, clock)
        else:
            name = "" if journal == MEMORY else journal
            asked = ReportRequest(question.day, question.span, question.theory, saved, name)
            report = REPORTS[question.report](reader, clock, asked)
    except WrongDay as wrong:
        return ComputedReport(None, wrong=str(wrong))
    return ComputedReport(titled(report, reader), source_of(reader, journal))


class ReportDesk:
    """Used from the event loop."""

    def __init__(
        self, store: Reader, journal: str, clock: HouseClock, theory: TheoryChoice
    ) -> None:
        """`journal` is the address of the journal; empty if it is in memory. Without a solver the
        expected win is left out of every report."""
        self._store, self._journal, self.clock, self._theory = store, journal, clock, theory
        self._workers: dict[str, Worker] = {}
        self._asked: dict[ReportQuestion, asyncio.Task[ComputedReport]] = {}

    async def report(self, question: ReportQuestion) -> ComputedReport | None:
        """None while it is still being computed; ask again."""
        task = self._task(question)
        await asyncio.wait({task}, timeout=WAIT_SECONDS)
        return await self._answer(task) if task.done() else None

    async def wait(self, question: ReportQuestion) -> ComputedReport:
        """The report, however long it takes."""
        return await self._answer(self._task(question))

    async def keep_up(self) -> None:
        """Add up what is new now and then, so that a report of a long day need not read it all."""
        seen = 0
        while self._journal:
            await asyncio.sleep(KEEP_UP_SECONDS)
            now = await asyncio.to_thread(self._entries)
            if now - seen >= KEEP_UP_ENTRIES:
                seen = now
                with suppress(ServiceError, StoreError):
                    await self.wait(ReportQuestion("daily", theory="left-out"))

    def _entries(self) -> int:
        return sum(head.seq for head in self._store.heads().values())

    def close(self) -> None:
        for task in self._asked.values():
            task.cancel()
        for worker in self._workers.values():
            worker.close()

    def _task(self, question: ReportQuestion) -> asyncio.Task[ComputedReport]:
        if self._theory == "left-out":
            question = msgspec.structs.replace(question, theory="left-out")
        if question not in self._asked:
            task = self._asked[question] = asyncio.create_task(self._compute(question))
            loop = asyncio.get_running_loop()
            task.add_done_callback(lambda done: loop.call_later(FRESH_SECONDS, self._forget, done))
        return self._asked[question]

    def _forget(self, task: asyncio.Task[ComputedReport]) -> None:
        for question in [asked for asked, each in self._asked.items() if each is task]:
            del self._asked[question]

    async def _answer(self, task: asyncio.Task[ComputedReport]) -> ComputedReport:
        try:
            found = await asyncio.shield(task)
        except (EOFError, OSError):
            raise refuse(503, errors.JOURNAL, "the report was not finished; try again") from None
        finally:
            if task.done():
                self._forget(task)
        if found.report is None:
            raise refuse(422, errors.FORM, found.wrong)
        return found

    async def _compute(self, question: ReportQuestion) -> ComputedReport:
        if not self._journal:
            return await asyncio.to_thread(build, self._store, MEMORY, self.clock, question)
        slow = question.report == "daily" and question.theory == "computed"
        name = "office-odds" if slow else "office"
        if name not in self._workers:
            self._workers[name] = Worker(name, compute)
        sent = msgspec.json.encode(_Sent(self._journal, self.clock, question))
        answer = await self._workers[name].ask(sent, lambda _: None)
        return msgspec.json.decode(answer, type=ComputedReport)
