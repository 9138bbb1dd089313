"""The odds in a process of their own, warmed up once; the event loop only asks and waits.

One pipe, one question at a time. The child holds nothing but its end of the pipe, so it ends when
the service ends, however that happens.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import signal
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from typing import Final

import msgspec

from cardroom.rules.ruleset import Ruleset
from cardroom.service.charts import Chart, best_play, warm

CHARTS_MAX: Final = 256
_log = logging.getLogger(__name__)


class Solver:
    """Charts by the digest of a posted game: known, being computed, or not to be had."""

    def __init__(self) -> None:
        self._charts: OrderedDict[str, Chart] = OrderedDict()
        self._asked: dict[str, asyncio.Task[None]] = {}
        # One thread holds the pipe: a second question waits here and not in the event loop.
        self._thread = ThreadPoolExecutor(1, "solver")
        self._process: multiprocessing.process.BaseProcess | None = None
        self._pipe: Connection | None = None
        self._closed = False

    def warm(self) -> None:
        """Start the process now, so that the first question need not wait for it."""
        self._thread.submit(self._ensure)

    def chart(self, rules: Ruleset) -> Chart | None:
        """The best play of a posted game; None while it is being computed."""
        found = self._charts.get(rules.digest)
        if found is None and not self._closed and rules.digest not in self._asked:
            self._asked[rules.digest] = asyncio.create_task(self._ask(rules))
        return found

    async def close(self) -> None:
        self._closed = True
        for task in self._asked.values():
            task.cancel()
        process = self._process
        if process is not None:
            # It holds nothing that could be lost, and does not listen to milder words.
            process.kill()
        self._thread.shutdown(wait=True, cancel_futures=True)
        if process is not None:
            process.join(5)
        if self._pipe is not None:
            self._pipe.close()

    async def _ask(self, rules: Ruleset) -> None:
        loop = asyncio.get_running_loop()
        try:
            chart = await loop.run_in_executor(self._thread, self._exchange, rules.document())
        except (EOFError, OSError) as broken:
            if self._closed:
                return
            _log.warning("the solver's process ended: %s", str(broken) or "no answer")
            chart = Chart("unavailable", "the solver's process ended; ask again")
        finally:
            self._asked.pop(rules.digest, None)
        if chart.status != "unavailable":
            self._charts[rules.digest] = chart
            if len(self._charts) > CHARTS_MAX:
                self._charts.popitem(last=False)

    def _ensure(self) -> Connection:
        if self._closed:
            raise EOFError
        if self._process is None or not self._process.is_alive() or self._pipe is None:
            context = multiprocessing.get_context("spawn")
            ours, theirs = context.Pipe()
            process = context.Process(target=serve, args=(theirs,), name="solver", daemon=True)
            process.start()
            theirs.close()
            self._process, self._pipe = process, ours
        return self._pipe

    def _exchange(self, document: bytes) -> Chart:
        pipe = self._ensure()
        pipe.send_bytes(document)
        return msgspec.json.decode(pipe.recv_bytes(), type=Chart)


def serve(pipe: Connection) -> None:
    """The child: documents in, charts out, until the pipe closes."""
    # Ctrl-C, or a supervisor, tells the whole group; the service decides when this process ends.
    for told in (signal.SIGINT, signal.SIGTERM):
        signal.signal(told, signal.SIG_IGN)
    warm()
    while True:
        try:
            document = pipe.recv_bytes()
            pipe.send_bytes(msgspec.json.encode(best_play(document)))
        except (EOFError, OSError):
            return
