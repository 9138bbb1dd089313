"""Work on other machines: Dask distributed behind the executor protocol (extra `cluster`).

A piece of work is a function of its number alone, and results are taken in the order of the work.
So figures do not depend on how many workers there are, where they run, or which of them die: a
piece that was lost is done again and gives the same bits.
"""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from functools import lru_cache
from itertools import count, islice
from time import monotonic
from types import TracebackType
from typing import Any, Final, NamedTuple, TypeVar

import cloudpickle
import dask
import distributed
from distributed import KilledWorker

from cardroom import __version__
from cardroom.errors import CardroomError

Client: Any = distributed.Client
"""Its package is only partly typed."""
Future = Any
Work = TypeVar("Work")
Done = TypeVar("Done")

PER_THREAD: Final = 2
"""Tasks under way for each thread of a worker, so that none waits for the network."""
TASK_SECONDS: Final = 0.5
"""How long a task should take; that many pieces are sent together. Placing a task takes some
milliseconds of processor time on each side, and a piece may take no longer than that."""
TASKS_PER_SECOND: Final = 500
"""What a scheduler places easily: with many threads, tasks are longer."""
RECOUNT_SECONDS: Final = 5
"""Workers come and leave; asking for them after every piece would cost more than the piece."""
TICK: Final = "1s"
"""How often Dask looks whether its loop is late; its own 20 ms take two percent of a core."""
CONNECT_SECONDS: Final = 10
PATIENCE_SECONDS: Final = 60
"""How long a run waits while there is no worker at all."""


class ClusterError(CardroomError):
    """There is no such cluster, or it cannot do the work; the message says why."""


class Cluster:
    """The workers of a Dask scheduler, by its address (`tcp://host:8786`)."""

    def __init__(self, address: str) -> None:
        try:
            with dask.config.set({"distributed.admin.tick.interval": TICK}):
                self._client = Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
        except (OSError, TimeoutError, ValueError) as wrong:
            raise ClusterError(f"--cluster {address}: no scheduler answers ({wrong})") from None
        self._address = address
        self._runs = count()
        self._wait()
        self._same_version()

    def __enter__(self) -> Cluster:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._client.close()

    @property
    def workers(self) -> int:
        """Threads of all workers at this moment."""
        info: dict[str, Any] = self._client.scheduler_info(n_workers=-1)
        return sum(int(each["nthreads"]) for each in info["workers"].values())

    def map(self, function: Callable[[Work], Done], work: Iterable[Work]) -> Iterator[Done]:
        """Results in the order of the work."""
        packed: bytes = cloudpickle.dumps(function)
        run = f"{hashlib.sha256(packed).hexdigest()[:16]}-{next(self._runs)}"
        # A result of a task, not data that was placed: if its worker dies, it is made again.
        sent = self._client.submit(bytes, packed, key=f"function-{run}")
        waiting: deque[tuple[list[Work], Future]] = deque()
        numbers = count()

        def begin(pieces: list[Work]) -> Future:
            key = f"pieces-{run}-{next(numbers)}"
            return self._client.submit(_done, sent, pieces, __version__, key=key, pure=False)

        threads, asked, together = max(1, self.workers), monotonic(), 1
        rest = iter(work)
        try:
            while pieces := list(islice(rest, together)):
                waiting.append((pieces, begin(pieces)))
                if len(waiting) > PER_THREAD * threads:
                    done = self._taken(waiting, begin)
                    yield from done.results
                    together = _together(done, together, threads)
                    if monotonic() - asked > RECOUNT_SECONDS:
                        threads, asked = max(1, self.workers), monotonic()
            while waiting:
                yield from self._taken(waiting, begin).results
        finally:
            self._client.cancel([each for _, each in waiting], force=True)

    def _taken(
        self, waiting: deque[tuple[list[Any], Future]], begin: Callable[[list[Any]], Future]
    ) -> DoneTask:
        """The results of the oldest task, which is begun again if its worker died with it."""
        pieces, future = waiting.popleft()
        while True:
            try:
                found: DoneTask = future.result()
            except (KilledWorker, CancelledError):
                self._wait()
                future = begin(pieces)
            else:
                return found

    def _wait(self) -> None:
        try:
            self._client.wait_for_workers(1, timeout=PATIENCE_SECONDS)
        except TimeoutError:
            raise ClusterError(f"--cluster {self._address}: it has no workers") from None

    def _same_version(self) -> None:
        """Figures are those of one version of the rules."""
        found = self._client.run(_version)
        other = {worker: version for worker, version in found.items() if version != __version__}
        for worker, version in other.items():
            raise ClusterError(f"worker {worker} has cardroom {version}; this is {__version__}")


def _version() -> str:
    return __version__


class DoneTask(NamedTuple):
    results: list[Any]
    seconds: float


def _done(packed: bytes, pieces: list[Any], version: str) -> DoneTask:
    """On a worker, which may have joined later: the function for some pieces of work."""
    if version != __version__:
        raise ClusterError(f"a worker has cardroom {__version__}; this is {version}")
    function, start = _function(packed), monotonic()
    return DoneTask([function(piece) for piece in pieces], monotonic() - start)


def _together(done: DoneTask, before: int, threads: int) -> int:
    """How many pieces to send together: at most twice as many as before, for some take longer."""
    wanted = max(TASK_SECONDS, threads / TASKS_PER_SECOND)
    each = done.seconds / len(done.results)
    return max(1, min(2 * before, round(wanted / each) if each else 2 * before))


@lru_cache(maxsize=4)
def _function(packed: bytes) -> Callable[[Any], Any]:
    found: Callable[[Any], Any] = cloudpickle.loads(packed)
    return found
