"""Where pieces of work are done: threads of this machine, or whatever speaks the same protocol."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from math import prod
from typing import TYPE_CHECKING, Final, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from concurrent.futures import Future

Work = TypeVar("Work")
Done = TypeVar("Done")
Kind = TypeVar("Kind", bound=np.generic)

LINE_BYTES: Final = 128
"""What a core fetches and gives up at once: a line, and often the next one."""


class Executor(Protocol):
    """`map` gives results in the order of the work, which may have no end: it takes a little more
    than it has workers, and no more once nobody asks for results."""

    def map(self, function: Callable[[Work], Done], work: Iterable[Work]) -> Iterator[Done]: ...


class Threads:
    """Compiled kernels release the interpreter lock, so threads use all cores and share tables."""

    def __init__(self, workers: int = 0) -> None:
        self.workers = workers or available()

    def map(self, function: Callable[[Work], Done], work: Iterable[Work]) -> Iterator[Done]:
        if self.workers == 1:
            yield from map(function, work)
            return
        from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415 - where it is needed

        pool = ThreadPoolExecutor(self.workers, "simulate")
        waiting: deque[Future[Done]] = deque()
        try:
            for each in work:
                waiting.append(pool.submit(function, each))
                if len(waiting) > self.workers:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def available() -> int:
    """Cores that this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity is not None else os.cpu_count() or 1


def apart(shape: int | tuple[int, ...], kind: type[Kind]) -> NDArray[Kind]:
    """Zeros that one thread writes to constantly, on cache lines of their own.

    Small arrays of different threads may share a cache line, and cores that write to the same line
    wait for each other: that made a round take half as long again.
    """
    sizes = (shape,) if isinstance(shape, int) else shape
    size, margin = prod(sizes), LINE_BYTES // np.dtype(kind).itemsize
    found: NDArray[Kind] = np.zeros(size + 2 * margin, kind)[margin : margin + size]
    return found.reshape(sizes)
