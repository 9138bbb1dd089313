"""The desk of the laboratory: known answers, questions that are being computed, and their limits.

Nothing here computes. A question waits in one of three lanes, so that what is exact and quick does
not wait for simulations, nor those for submissions; a question that nobody asks about any longer is
dropped.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple, TypeVar

import msgspec

from cardroom.analysis.variation_documents import Variation
from cardroom.rules.options import OptionFaults
from cardroom.rules.ruleset import Ruleset
from cardroom.service import errors
from cardroom.service.coach.workers import Compute
from cardroom.service.errors import refuse
from cardroom.service.lab.lanes import Lane, Ticket
from cardroom.service.lab.messages import (
    PACK,
    ChangesToPrice,
    HouseAsk,
    LabAnswer,
    LabAsk,
    LabState,
    PartAnswer,
    SingleChanges,
)
from cardroom.service.lab.parts import MADE, SINGLE, VARIATION, LabQuestion
from cardroom.service.lab.states import rules_of
from cardroom.service.live.aside import aside

ANSWERS_MAX: Final = 512
JOBS_MAX: Final = 200
JOBS_EACH: Final = 24
"""Questions of one person, or of all guests of one address: a game and one to compare it with."""
BUILDS_EACH: Final = 12
"""Sets of rules that one person, or one address, may have waiting to be built: each may take a
second, and others wait behind them."""
BUILDS_SECONDS: Final = 2.0
STALE_SECONDS: Final = 12.0
"""A page asks again every second or so; after this time nobody is there."""
LONG: Final = frozenset({"deviation", "bank", "shoe", "session"})
"""Parts that are simulated."""
PACK_SECONDS_MAX: Final = 1800.0
LARGE: Final = 200_000
LARGE_MAX: Final = 4
"""Answers with more bytes than that, and how many of them are kept."""
STATE_FIELDS: Final = LabState.__struct_fields__
LOBBY: Final = "the lobby"
"""Who asks for the edges that everybody sees."""
SHORT: Final = 24
UNAVAILABLE: Final = "this service runs without its solver"
FAILED: Final = "this could not be computed"
WAITING: Final = PartAnswer("computing", text="Waiting for the solver")
BUSY: Final = PartAnswer("computing", text="Many people are asking; this waits for its turn")

SendBytes = Callable[[bytes], None]
T = TypeVar("T")


class Job:
    """A part that is being computed, and how far it is."""

    def __init__(self, owner: str, clock: Callable[[], float]) -> None:
        self.owner, self._clock = owner, clock
        self.progress = WAITING
        self.task: asyncio.Task[None] | None = None
        self.touch()

    def touch(self) -> None:
        self._touched = self._clock()

    def wanted(self) -> bool:
        return self._clock() - self._touched < STALE_SECONDS

    def told(self, said: bytes) -> None:
        self.progress = msgspec.json.decode(said, type=PartAnswer)


class _Asked(NamedTuple):
    """A request that has been read."""

    owner: str
    ask: LabAsk
    rules: Ruleset
    name: str = ""
    """Of the house, in a submission."""


class LabDesk:
    """`compute` answers in processes of its own; None where the service computes nothing."""

    def __init__(
        self, compute: Compute | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._clock = clock
        self._quick = None if compute is None else Lane("lab", compute)
        self._long = None if compute is None else Lane("lab-long", compute)
        self._packs = None if compute is None else Lane("lab-pack", compute, PACK_SECONDS_MAX)
        self._answers: OrderedDict[str, PartAnswer] = OrderedDict()
        self._jobs: dict[str, Job] = {}
        self._building = asyncio.Lock()
        self._builds: Counter[str] = Counter()

    async def close(self) -> None:
        for job in self._jobs.values():
            if job.task is not None:
                job.task.cancel()
        for lane in (self._quick, self._long, self._packs):
            if lane is not None:
                await lane.close()

    @property
    def waiting(self) -> int:
        return len(self._jobs)

    def warm(self) -> None:
        """Start the process now, so that the first question does not wait for it."""
        if self._quick is not None:
            self._quick.warm()

    async def built(self, owner: str, build: Callable[..., T], *given: object) -> T:
        """Rules that people write may take a second to build. In a thread, so that the tables go
        on, and one at a time: several threads would slow down everybody's table."""
        if self._builds[owner] >= BUILDS_EACH:
            waits = "your last rules are still being checked; try again in a moment"
            raise refuse(429, errors.RATE, waits, BUILDS_SECONDS)
        self._builds[owner] += 1
        try:
            async with self._building:
                return await aside(build, *given)
        finally:
            self._builds[owner] -= 1
            if not self._builds[owner]:
                del self._builds[owner]

    async def answer(self, owner: str, ask: LabAsk) -> LabAnswer:
        """What is known by now; the rest is begun."""
        try:
            rules = await self.built(owner, _both, ask)
        except OptionFaults as wrong:
            return LabAnswer("", wrong.faults)
        asked = _Asked(owner, ask, rules)
        return LabAnswer(
            rules.digest, parts={part: self._part(asked, part) for part in dict.fromkeys(ask.parts)}
        )

    def odds_of(self, owner: str, rules: Ruleset) -> PartAnswer:
        """The odds of a game that was posted, with what only simulation gives."""
        asked = _Asked(owner, LabAsk(game=rules.game, parts=()), rules)
        return self._part(asked, "deviation")

    def edge_of(self, rules: Ruleset) -> PartAnswer:
        """The odds of a game of the room's own, for everybody in the lobby."""
        asked = _Asked(LOBBY, LabAsk(game=rules.game, parts=()), rules)
        return self._part(asked, "odds")

    async def pack(self, owner: str, wanted: HouseAsk) -> PartAnswer:
        """What the house submits, as a zip file in base64."""
        rules = await self.built(owner, rules_of, wanted)
        ask = LabAsk(parts=(), **{name: getattr(wanted, name) for name in STATE_FIELDS})
        return self._part(_Asked(owner, ask, rules, wanted.name), PACK)

    def _part(self, asked: _Asked, part: str) -> PartAnswer:
        if self._quick is None:
            return PartAnswer("none", why=UNAVAILABLE)
        key = _key(asked, part)
        if key in self._answers:
            self._answers.move_to_end(key)
            return self._answers[key]
        job = self._jobs.get(key)
        if job is None:
            if len(self._jobs) >= JOBS_MAX or self._of(asked.owner) >= JOBS_EACH:
                return BUSY
            job = self._jobs[key] = Job(asked.owner, self._clock)
            job.task = asyncio.create_task(self._run(key, job, asked, part))
        job.touch()
        return job.progress

    def _of(self, owner: str) -> int:
        return sum(job.owner == owner and job.wanted() for job in self._jobs.values())

    async def _run(self, key: str, job: Job, asked: _Asked, part: str) -> None:
        try:
            found = await self._computed(job, asked, part)
            if found is not None:
                self._keep(key, found)
            elif job.wanted():
                # Not asked again: the same question would end the next process, too.
                self._keep(key, PartAnswer("none", why=FAILED))
        finally:
            self._jobs.pop(key, None)

    async def _computed(self, job: Job, asked: _Asked, part: str) -> PartAnswer | None:
        document, state = asked.rules.stored, _state_of(asked.ask)
        if part == "changes":
            return await self._changes(job, LabQuestion(SINGLE, document, state))
        if part == "costs":
            start = _start_of(asked.ask)
            return await self._changes(job, LabQuestion(MADE, rules_of(start).stored, state, start))
        lane = self._packs if part == PACK else self._long if part in LONG else self._quick
        return await self._asked(lane, job, LabQuestion(part, document, state, name=asked.name))

    def _keep(self, key: str, found: PartAnswer) -> None:
        self._answers[key] = found
        large = [each for each, answer in self._answers.items() if len(answer.result) > LARGE]
        for oldest in large[:-LARGE_MAX]:
            del self._answers[oldest]
        if len(self._answers) > ANSWERS_MAX:
            self._answers.popitem(last=False)

    async def _asked(
        self, lane: Lane | None, job: Job, question: LabQuestion, told: SendBytes | None = None
    ) -> PartAnswer | None:
        assert lane is not None, "nothing is asked without a solver"
        asked = msgspec.json.encode(question)
        ticket = Ticket(job.owner, asked, job.wanted, told or job.told)
        answer = await lane.ask(ticket)
        return None if answer is None else msgspec.json.decode(answer, type=PartAnswer)

    async def _changes(self, job: Job, question: LabQuestion) -> PartAnswer | None:
        """One question after another, so that others have their turn in between."""
        listed = await self._asked(self._quick, job, question, _ignore)
        if listed is None or listed.status != "ready":
            return listed
        priced = msgspec.json.decode(listed.result, type=ChangesToPrice)
        found: list[Variation] = []
        for number, point in enumerate(priced.points):
            so_far = _changes_of(priced, found)
            job.progress = PartAnswer(
                "computing", "", f"Trying {_words(point)}", number, len(priced.points), so_far
            )
            one = LabQuestion(VARIATION, question.document, options=point)
            answer = await self._asked(self._quick, job, one, _ignore)
            if answer is None or answer.status != "ready":
                return answer
            made = msgspec.json.decode(answer.result, type=Variation | None)
            if made is not None:
                found.append(made)
            elif question.part == MADE:
                found.append(_without_effect(priced, point))
        return PartAnswer("ready", result=_changes_of(priced, found))


def _both(ask: LabAsk) -> Ruleset:
    """The posted game; that of the starting point must be without faults, too."""
    rules_of(_start_of(ask))
    return rules_of(ask)


def _ignore(said: bytes) -> None:
    """Progress within one of many questions; their number is shown."""
    del said


def _changes_of(priced: ChangesToPrice, found: Iterable[Variation]) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(SingleChanges(priced.wagers, tuple(found))))


def _without_effect(priced: ChangesToPrice, point: dict[str, str]) -> Variation:
    edges = {each.spot: each.edge for each in priced.wagers}
    return Variation(point, edges, dict.fromkeys(edges, 0.0))


def _words(point: dict[str, str]) -> str:
    """The option and its value; an own table or a side bet is too long to show."""
    return ", ".join(
        option.replace("_", " ") + (f": {value}" if len(value) <= SHORT else "")
        for option, value in point.items()
    )


def _state_of(ask: LabAsk) -> LabState:
    return LabState(
        game=ask.game,
        options=ask.options,
        side_bets=ask.side_bets,
        state=ask.state,
        room=ask.room,
    )


def _start_of(ask: LabAsk) -> LabState:
    return LabState(game=ask.game, options=ask.start)


def _key(asked: _Asked, part: str) -> str:
    """Everything that the answer depends on."""
    ask = asked.ask
    more = [ask.state, ask.room, asked.name] if part in ("check", PACK) else []
    more += [rules_of(_start_of(ask)).digest] if part == "costs" else []
    text = msgspec.json.encode([part, asked.rules.digest, more])
    return hashlib.sha256(text).hexdigest()
