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
from itertools import count
from time import monotonic
from types import TracebackType
from typing import Any, Final, TypeVar

import cloudpickle
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
"""Pieces under way for each thread of a worker, so that none waits for the network."""
RECOUNT_SECONDS: Final = 5
"""Workers come and leave; asking for them after every piece would cost more than the piece."""
CONNECT_SECONDS: Final = 10
PATIENCE_SECONDS: Final = 60
"""How long a run waits while there is no worker at all."""


class ClusterError(CardroomError):
    """There is no such cluster, or it cannot do the work; the message says why."""


class Cluster:
    """The workers of a Dask scheduler, by its address (`tcp://host:8786`)."""

    def __init__(self, address: str) -> None:
        try:
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
        waiting: deque[tuple[Work, Future]] = deque()
        numbers = count()

        def begin(piece: Work) -> Future:
            key = f"piece-{run}-{next(numbers)}"
            return self._client.submit(_done, sent, piece, key=key, pure=False)

        room, asked = PER_THREAD * max(1, self.workers), monotonic()
        try:
            for piece in work:
                waiting.append((piece, begin(piece)))
                if len(waiting) > room:
                    yield self._taken(waiting, begin)
                    if monotonic() - asked > RECOUNT_SECONDS:
                        room, asked = PER_THREAD * max(1, self.workers), monotonic()
            while waiting:
                yield self._taken(waiting, begin)
        finally:
            self._client.cancel([each for _, each in waiting], force=True)

    def _taken(self, waiting: deque[tuple[Any, Future]], begin: Callable[[Any], Future]) -> Any:
        """The result of the oldest piece, which is begun again if its worker died with it."""
        piece, future = waiting.popleft()
        while True:
            try:
                return future.result()
            except (KilledWorker, CancelledError):
                self._wait()
                future = begin(piece)

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


def _done(packed: bytes, piece: Any) -> Any:
    """On a worker: the function for a piece of work."""
    return _function(packed)(piece)


@lru_cache(maxsize=4)
def _function(packed: bytes) -> Callable[[Any], Any]:
    found: Callable[[Any], Any] = cloudpickle.loads(packed)
    return found
