"""The odds in separate processes; the event loop only asks and waits.

One process computes charts. The coach has one per family of games, started by its first question,
so that a slow computation for one game does not delay another. Bots whose family estimates odds
have one, too: they ask often, and need quick answers.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

import msgspec

from cardroom.rules.ruleset import Ruleset
from cardroom.service import families
from cardroom.service.coach import best_play
from cardroom.service.coach.advice import Advice, Progress, silent
from cardroom.service.coach.charts import Chart
from cardroom.service.coach.questions import FamilyQuestion, Received
from cardroom.service.coach.workers import WARM_UP, Worker
from cardroom.service.view.sheets import CARD, StrategyCard
from cardroom.table.posting import read_document

CHARTS_MAX: Final = 256
CARDS_MAX: Final = 64
ADVICE_MAX: Final = 4096
WAITING_MAX: Final = 256
DRAWN_MAX: Final = 16
"""Charts and cards that wait; more are begun only for the tables, which then wait for these."""
ESTIMATE_SECONDS: Final = 0.5
"""A bot without an estimate by then plays without it."""
BEGUN: Final = Progress("The coach is thinking.")
_log = logging.getLogger(__name__)


class Solver:
    """Charts by the digest of a posted game, advice by its question: known, being computed, or
    failed."""

    def __init__(self) -> None:
        self._charts: OrderedDict[str, Chart] = OrderedDict()
        self._cards: OrderedDict[str, StrategyCard] = OrderedDict()
        self._advice: OrderedDict[FamilyQuestion, Advice] = OrderedDict()
        self._asked: dict[object, asyncio.Task[None]] = {}
        self._progress: dict[FamilyQuestion, Progress] = {}
        self._draws = Worker("charts", draw)
        self._coaches: dict[str, Worker] = {}
        self._bots: dict[str, Worker] = {}
        self._bots_woken: dict[str, asyncio.Task[None]] = {}
        self._closed = False

    def warm(self) -> None:
        self._draws.warm()

    @property
    def waiting(self) -> int:
        """Questions that are not answered yet."""
        return len(self._asked)

    def chart(self, rules: Ruleset) -> Chart | None:
        """The best play of a posted game; None while it is being computed."""
        found = self._charts.get(rules.digest)
        if found is None and not self._closed and rules.digest not in self._asked:
            self._asked[rules.digest] = asyncio.create_task(self._draw(rules))
        return found

    def own_chart(self, rules: Ruleset) -> Chart | None:
        """The best play of any rules, which nobody need have posted."""
        found = self._charts.get(rules.digest)
        return self.chart(rules) if found is None and not self._crowded() else found

    def _crowded(self) -> bool:
        return sum(not isinstance(each, FamilyQuestion) for each in self._asked) >= DRAWN_MAX

    def card(self, rules: Ruleset) -> StrategyCard | None:
        """The strategy card of any rules; None while it is being computed."""
        found, asked = self._cards.get(rules.digest), (CARD, rules.digest)
        idle = not self._closed and not self._crowded()
        if found is None and idle and asked not in self._asked:
            self._asked[asked] = asyncio.create_task(self._print(rules))
        return found

    def advise(self, question: FamilyQuestion) -> Advice | Progress:
        """The coach's advice, or its progress."""
        found = self._advice.get(question)
        if found is not None:
            return found
        if not self._closed and question not in self._asked:
            self._progress[question] = BEGUN
            self._asked[question] = asyncio.create_task(self._coach(question))
        return self._progress.get(question, BEGUN)

    async def advice(self, question: FamilyQuestion) -> Advice | None:
        """The coach's advice, however long it takes; None if it fails."""
        if question not in self._advice and len(self._asked) >= WAITING_MAX:
            # A player's question goes before reviews of past decisions.
            return None
        if isinstance(self.advise(question), Progress):
            task = self._asked.get(question)
            if task is not None:
                await asyncio.wait([task])
        return self._advice.get(question)

    async def estimate(self, question: FamilyQuestion, seed: int) -> float | None:
        """The estimate for a bot's hand; None if it does not come in time."""
        family = question.family
        if family not in self._bots_woken and not self._closed:
            self._bots[family] = Worker(f"bots-{family}", estimate)
            self._bots_woken[family] = asyncio.create_task(self._wake_bots(family))
        woken = self._bots_woken.get(family)
        if woken is None or not woken.done():
            # Kernels may have to be compiled first; bots do not wait for that.
            return None
        try:
            async with asyncio.timeout(ESTIMATE_SECONDS):
                asked = msgspec.json.encode((question, seed))
                answer = await self._bots[family].ask(asked, lambda _: None)
                return msgspec.json.decode(answer, type=float)
        except (TimeoutError, EOFError, OSError):
            return None

    async def _wake_bots(self, family: str) -> None:
        try:
            nothing = FamilyQuestion(family, b"", None)
            await self._bots[family].ask(msgspec.json.encode((nothing, 0)), lambda _: None)
        except (EOFError, OSError) as broken:
            self._ended(broken)

    async def close(self) -> None:
        self._closed = True
        for task in (*self._asked.values(), *self._bots_woken.values()):
            task.cancel()
        for worker in (self._draws, *self._bots.values(), *self._coaches.values()):
            worker.close()

    async def _draw(self, rules: Ruleset) -> None:
        try:
            answer = await self._draws.ask(_asked("chart", rules), lambda _: None)
            self._charts[rules.digest] = msgspec.msgpack.decode(answer, type=Chart)
            if len(self._charts) > CHARTS_MAX:
                self._charts.popitem(last=False)
        except (EOFError, OSError) as broken:
            self._ended(broken)
        finally:
            self._asked.pop(rules.digest, None)

    async def _print(self, rules: Ruleset) -> None:
        try:
            answer = await self._draws.ask(_asked(CARD, rules), lambda _: None)
            self._cards[rules.digest] = msgspec.msgpack.decode(answer, type=StrategyCard)
            if len(self._cards) > CARDS_MAX:
                self._cards.popitem(last=False)
        except (EOFError, OSError) as broken:
            self._ended(broken)
            # Not asked again: the same question would end the next process, too.
            self._cards[rules.digest] = StrategyCard("none", "the card could not be computed")
        finally:
            self._asked.pop((CARD, rules.digest), None)

    async def _coach(self, question: FamilyQuestion) -> None:
        family = question.family
        worker = self._coaches.get(family)
        if worker is None:
            worker = self._coaches[family] = Worker(f"coach-{family}", coach)

        def told(said: bytes) -> None:
            self._progress[question] = msgspec.json.decode(said, type=Progress)

        try:
            answer = await worker.ask(msgspec.json.encode(question), told)
            self._advice[question] = msgspec.json.decode(answer, type=Advice)
            if len(self._advice) > ADVICE_MAX:
                self._advice.popitem(last=False)
        except (EOFError, OSError) as broken:
            self._ended(broken)
            # Not asked again: the same question would end the next process, too.
            self._advice[question] = silent("the coach could not compute this decision")
        finally:
            self._asked.pop(question, None)
            self._progress.pop(question, None)

    def _ended(self, broken: Exception) -> None:
        if not self._closed:
            _log.warning("a solver process ended: %s", str(broken) or "no answer")


def _asked(what: str, rules: Ruleset) -> bytes:
    return msgspec.msgpack.encode((what, rules.stored))


def draw(data: bytes, _: Callable[[bytes], None]) -> bytes:
    """In the child: a ruleset's document in, its chart or its card out."""
    if data == WARM_UP:
        best_play.warm()
        return b""
    what, document = msgspec.msgpack.decode(data, type=tuple[str, bytes])
    made = best_play.card(document) if what == CARD else best_play.chart(document)
    return msgspec.msgpack.encode(made)


def estimate(data: bytes, _: Callable[[bytes], None]) -> bytes:
    """In the child: a bot's question and a seed in, its estimate out."""
    asked, seed = msgspec.json.decode(data, type=tuple[Received, int])
    figure = families.named(asked.family).bot.estimate
    assert figure is not None, f"bots of {asked.family} make no estimates"
    if not asked.rules:
        figure.warm()
        return b""
    rules = read_document(asked.rules)
    return msgspec.json.encode(figure.compute(asked.read(figure.decision), rules, seed))


def coach(data: bytes, tell: Callable[[bytes], None]) -> bytes:
    """In the child: a question in, advice out."""
    asked = msgspec.json.decode(data, type=Received)
    family_coach = families.named(asked.family).coach
    assert family_coach is not None, f"there is no coach for {asked.family}"
    told = family_coach.advise(
        asked.read(family_coach.decision),
        read_document(asked.rules),
        lambda progress: tell(msgspec.json.encode(progress)),
    )
    return msgspec.json.encode(told)
