"""Several workers on one machine: processes that share a port, started again when one ends.

SIGHUP restarts them one after the other: each gives its tables to the others before it ends, and
the next one waits until its successor is ready. So a new version is installed, and then SIGHUP. If
the new version does not start, the other workers go on with the old one.
"""

from __future__ import annotations

import logging
import os
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from typing import Final

LISTENER: Final = "CARDROOM_LISTENER"
"""The number of the inherited socket."""
READY: Final = "CARDROOM_READY"
"""The number of the pipe that a worker writes to when its tables are open."""
NUMBER: Final = "CARDROOM_WORKER"
READY_SECONDS: Final = 120.0
STOP_SECONDS: Final = 20.0
AGAIN_SECONDS: Final = 1.0
_log = logging.getLogger(__name__)


def inherited() -> socket.socket | None:
    """The socket that a parent process listens on, if there is one."""
    number = os.environ.get(LISTENER)
    return None if number is None else socket.socket(fileno=os.dup(int(number)))


def say_ready() -> None:
    if number := os.environ.get(READY):
        os.write(int(number), b"1")


class WorkerProcesses:
    """`command` starts a worker; the first is also given `first`."""

    def __init__(
        self, listener: socket.socket, command: Sequence[str], first: Sequence[str], count: int
    ) -> None:
        self._listener, self._command, self._count = listener, list(command), count
        self._first = list(first)
        self._workers: dict[int, subprocess.Popen[bytes]] = {}
        self._signals: list[int] = []

    def run(self) -> int:
        """Until SIGINT or SIGTERM; returns the exit code of a worker that could not start."""
        for told in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(told, lambda got, _frame: self._signals.append(got))
        try:
            for number in range(1, self._count + 1):
                if not self._start(number, self._first if number == 1 else []):
                    return 0 if self._told_to_end() else abs(self._workers[number].wait())
            while not self._told_to_end():
                if signal.SIGHUP in self._signals:
                    self._signals.remove(signal.SIGHUP)
                    self._restart()
                else:
                    self._mend()
                time.sleep(0.1)
        finally:
            for worker in self._workers.values():
                worker.terminate()
            for worker in self._workers.values():
                _end(worker)
        return 0

    def _told_to_end(self) -> bool:
        return bool({signal.SIGINT, signal.SIGTERM} & set(self._signals))

    def _start(self, number: int, extra: Sequence[str] = ()) -> bool:
        """Whether the worker is ready; one that is not ready in time is ended."""
        reading, writing = os.pipe()
        handle = self._listener.fileno()
        given = {LISTENER: str(handle), READY: str(writing), NUMBER: str(number)}
        worker = self._workers[number] = subprocess.Popen(
            [*self._command, *extra], env={**os.environ, **given}, pass_fds=(handle, writing)
        )
        os.close(writing)
        until = time.monotonic() + READY_SECONDS
        with os.fdopen(reading, "rb", buffering=0) as pipe:
            while time.monotonic() < until and not self._told_to_end():
                if select.select([pipe], [], [], 0.1)[0]:
                    # Nothing to read: it has ended.
                    return bool(pipe.read(1))
        _end(worker)
        return False

    def _mend(self) -> None:
        for number, worker in tuple(self._workers.items()):
            if worker.poll() is not None:
                _log.warning(
                    "worker %d ended with %d; it is started again", number, worker.returncode
                )
                time.sleep(AGAIN_SECONDS)
                self._start(number)

    def _restart(self) -> None:
        """One after the other, as long as they start: the rest keep the tables."""
        for number, worker in tuple(self._workers.items()):
            _end(worker)
            if not self._start(number):
                if not self._told_to_end():
                    _log.error("worker %d does not start; the others were not restarted", number)
                return


def _end(worker: subprocess.Popen[bytes]) -> None:
    """Give it time to hand over its tables."""
    worker.terminate()
    try:
        worker.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        worker.kill()
        worker.wait()


def command_of(arguments: Sequence[str], *without: str) -> list[str]:
    """The command that runs this program with these arguments, except for some options."""
    kept: list[str] = []
    rest = iter(arguments)
    for argument in rest:
        if argument in without:
            next(rest, None)
        elif not argument.startswith(tuple(f"{name}=" for name in without)):
            kept.append(argument)
    return [sys.executable, "-m", "cardroom", *kept]
