"""One thread that commits for many callers; batches that arrive meanwhile share a commit."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from threading import Condition, Lock, Thread
from typing import Final

from cardroom.store.errors import LockedError, PausedError, StoreError
from cardroom.store.fence import Batch, Judgment
from cardroom.store.journal import Entry

GROUP_MAX: Final = 512
"""The most batches in one commit; more would only make the first one wait."""

Acknowledgment = Future[tuple[Entry, ...]]


class Writer:
    """Runs `commit` on its own thread and gives each batch its outcome after the commit.

    If a commit fails, it is unknown what reached the disk. All its batches are refused, and so are
    all later ones until `resume` has shown with `trial` that writing works again.
    """

    def __init__(
        self,
        commit: Callable[[Sequence[Batch]], list[Judgment]],
        trial: Callable[[], None],
        name: str,
    ) -> None:
        self._commit, self._trial = commit, trial
        self._wake = Condition()
        self._resuming = Lock()
        self._queue: deque[tuple[Batch, Acknowledgment]] = deque()
        self._fault: str | None = None
        self._closing = False
        self._busy = False
        self.noted: Callable[[float], None] = lambda _seconds: None
        """Called with the seconds that each commit took."""
        self._thread = Thread(target=self._run, name=name, daemon=True)
        self.start()

    def start(self) -> None:
        """From now on batches are committed as they arrive."""
        self._thread.start()

    @property
    def paused(self) -> str:
        return self._fault or ""

    def submit(self, batch: Batch) -> Acknowledgment:
        answer: Acknowledgment = Future()
        with self._wake:
            if self._closing:
                answer.set_exception(StoreError("the journal is closed"))
            elif self._fault is not None:
                answer.set_exception(PausedError(self._fault))
            else:
                self._queue.append((batch, answer))
                self._wake.notify_all()
        return answer

    def resume(self) -> None:
        with self._resuming:
            with self._wake:
                self._wake.wait_for(lambda: not self._busy)
                if self._fault is None:
                    return
            # Without the lock: a trial may take seconds, and meanwhile every batch is refused.
            self._trial()
            with self._wake:
                self._fault = None

    def close(self) -> None:
        with self._wake:
            self._closing = True
            self._wake.notify_all()
        self._thread.join()

    def _run(self) -> None:
        while True:
            with self._wake:
                self._wake.wait_for(lambda: self._queue or self._closing)
            if not self.commit_next() and self._closing and not self._queue:
                return

    def commit_next(self) -> bool:
        """Commit what waits, in one go. Returns whether there was anything."""
        with self._wake:
            group = self._take()
            self._busy = bool(group)
        if group:
            self._serve(group)
            with self._wake:
                self._busy = False
                self._wake.notify_all()
        return bool(group)

    def _take(self) -> list[tuple[Batch, Acknowledgment]]:
        group: list[tuple[Batch, Acknowledgment]] = []
        while self._queue and len(group) < GROUP_MAX:
            batch, answer = self._queue.popleft()
            if answer.set_running_or_notify_cancel():
                group.append((batch, answer))
        return group

    def _serve(self, group: list[tuple[Batch, Acknowledgment]]) -> None:
        begun = time.perf_counter()
        try:
            outcomes = self._commit([batch for batch, _ in group])
            self.noted(time.perf_counter() - begun)
        except LockedError as error:
            # The commit never started, so nothing is in doubt.
            _refuse(group, error)
        except BaseException as error:
            self._pause(group, error)
        else:
            for (_, answer), outcome in zip(group, outcomes, strict=True):
                if isinstance(outcome, StoreError):
                    answer.set_exception(outcome)
                else:
                    answer.set_result(outcome)

    def _pause(self, group: list[tuple[Batch, Acknowledgment]], error: BaseException) -> None:
        with self._wake:
            self._fault = f"the journal is paused: {error}"
            waiting = [(batch, answer) for batch, answer in self._queue]
            self._queue.clear()
        paused = PausedError(self._fault)
        paused.__cause__ = error
        _refuse(group, paused)
        _refuse([item for item in waiting if item[1].set_running_or_notify_cancel()], paused)


def _refuse(group: list[tuple[Batch, Acknowledgment]], error: StoreError) -> None:
    for _, answer in group:
        answer.set_exception(error)
