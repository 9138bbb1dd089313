"""The odds in processes of their own; the event loop only asks and waits.

One process draws charts. The coach has one for each family of games, started by its first question:
a house way that is being learnt keeps nobody waiting who plays another game. Bots at poker tables
have one, too: they ask often, and are answered at once.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

import msgspec

from cardroom.rules.ruleset import Ruleset
from cardroom.service.coach.advice import Advice, Progress, silent
from cardroom.service.coach.charts import Chart, best_play, warm
from cardroom.service.coach.questions import AnyQuestion, PotQuestion
from cardroom.service.coach.workers import WARM_UP, Worker
from cardroom.service.view.sheets import CARD, Card, card

CHARTS_MAX: Final = 256
CARDS_MAX: Final = 64
ADVICE_MAX: Final = 4096
WAITING_MAX: Final = 256
SHARE_SECONDS: Final = 0.5
"""A bot that has not been told by then plays without."""
BEGUN: Final = Progress("The coach is thinking.")
_log = logging.getLogger(__name__)


class Solver:
    """Charts by the digest of a posted game, advice by its question: known, being reckoned, or not
    to be had."""

    def __init__(self) -> None:
        self._charts: OrderedDict[str, Chart] = OrderedDict()
        self._cards: OrderedDict[str, Card] = OrderedDict()
        self._advice: OrderedDict[AnyQuestion, Advice] = OrderedDict()
        self._asked: dict[object, asyncio.Task[None]] = {}
        self._progress: dict[AnyQuestion, Progress] = {}
        self._draws = Worker("charts", draw)
        self._coaches: dict[str, Worker] = {}
        self._bots = Worker("bots", weigh)
        self._bots_woken: asyncio.Task[None] | None = None
        self._closed = False

    def warm(self) -> None:
        self._draws.warm()

    def chart(self, rules: Ruleset) -> Chart | None:
        """The best play of a posted game; None while it is being computed."""
        found = self._charts.get(rules.digest)
        if found is None and not self._closed and rules.digest not in self._asked:
            self._asked[rules.digest] = asyncio.create_task(self._draw(rules))
        return found

    def card(self, rules: Ruleset) -> Card | None:
        """The card of best play of a posted game; None while it is being reckoned."""
        found, asked = self._cards.get(rules.digest), (CARD, rules.digest)
        if found is None and not self._closed and asked not in self._asked:
            self._asked[asked] = asyncio.create_task(self._print(rules))
        return found

    def advise(self, question: AnyQuestion, family: str) -> Advice | Progress:
        """What the coach says, or how far it is."""
        found = self._advice.get(question)
        if found is not None:
            return found
        if not self._closed and question not in self._asked:
            self._progress[question] = BEGUN
            self._asked[question] = asyncio.create_task(self._coach(question, family))
        return self._progress.get(question, BEGUN)

    async def advice(self, question: AnyQuestion, family: str) -> Advice | None:
        """What the coach says, however long it takes; None if it cannot be had."""
        if question not in self._advice and len(self._asked) >= WAITING_MAX:
            # Who asks goes before who is only to be judged.
            return None
        if isinstance(self.advise(question, family), Progress):
            task = self._asked.get(question)
            if task is not None:
                await asyncio.wait([task])
        return self._advice.get(question)

    async def share(self, question: PotQuestion, seed: int) -> float | None:
        """What a bot's hand is worth; None if that cannot be had at once."""
        if self._bots_woken is None and not self._closed:
            self._bots_woken = asyncio.create_task(self._wake_bots())
        if self._bots_woken is None or not self._bots_woken.done():
            # Kernels may have to be compiled first; nobody waits for that.
            return None
        try:
            async with asyncio.timeout(SHARE_SECONDS):
                asked = msgspec.json.encode((question, seed))
                return msgspec.json.decode(await self._bots.ask(asked, lambda _: None), type=float)
        except (TimeoutError, EOFError, OSError):
            return None

    async def _wake_bots(self) -> None:
        try:
            await self._bots.ask(WARM_UP, lambda _: None)
        except (EOFError, OSError) as broken:
            self._ended(broken)

    async def close(self) -> None:
        self._closed = True
        for task in (*self._asked.values(), self._bots_woken):
            if task is not None:
                task.cancel()
        for worker in (self._draws, self._bots, *self._coaches.values()):
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
            self._cards[rules.digest] = msgspec.msgpack.decode(answer, type=Card)
            if len(self._cards) > CARDS_MAX:
                self._cards.popitem(last=False)
        except (EOFError, OSError) as broken:
            self._ended(broken)
            # Not asked again: what ended one process would end the next.
            self._cards[rules.digest] = Card("none", "the card could not be reckoned")
        finally:
            self._asked.pop((CARD, rules.digest), None)

    async def _coach(self, question: AnyQuestion, family: str) -> None:
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
            # Not asked again: what ended one process would end the next.
            self._advice[question] = silent("the coach could not finish this; play on without")
        finally:
            self._asked.pop(question, None)
            self._progress.pop(question, None)

    def _ended(self, broken: Exception) -> None:
        if not self._closed:
            _log.warning("a process of the odds ended: %s", str(broken) or "no answer")


def _asked(what: str, rules: Ruleset) -> bytes:
    return msgspec.msgpack.encode((what, rules.document()))


def draw(data: bytes, _: Callable[[bytes], None]) -> bytes:
    """In the child: a ruleset's document in, its chart or its card out."""
    if data == WARM_UP:
        warm()
        return b""
    what, document = msgspec.msgpack.decode(data, type=tuple[str, bytes])
    return msgspec.msgpack.encode(card(document) if what == CARD else best_play(document))


def weigh(data: bytes, _: Callable[[bytes], None]) -> bytes:
    """In the child: a bot's question and a seed in, its share of the pot out."""
    from cardroom.service.live.poker_bot import estimate, warm  # noqa: PLC0415

    if data == WARM_UP:
        warm()
        return b""
    question, seed = msgspec.json.decode(data, type=tuple[PotQuestion, int])
    return msgspec.json.encode(estimate(question, seed))


def coach(data: bytes, tell: Callable[[bytes], None]) -> bytes:
    """In the child: a question in, advice out."""
    # Late: the process that serves people must not load the odds.
    from cardroom.service.coach.coach import advise  # noqa: PLC0415

    question = msgspec.json.decode(data, type=AnyQuestion)
    told = advise(question, lambda progress: tell(msgspec.json.encode(progress)))
    return msgspec.json.encode(told)
