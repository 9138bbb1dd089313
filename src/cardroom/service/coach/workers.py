"""A process that computes for the service: one pipe, one question at a time.

The child holds only its end of the pipe, so it ends when the service ends, however that happens.
While it works on a question it may report progress.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from threading import Event
from typing import Final

ANSWER: Final = b"="
SAID: Final = b"~"
WARM_UP: Final = b""
Compute = Callable[[bytes, Callable[[bytes], None]], bytes]
"""From a question, and a callback for progress, to the answer."""


class Worker:
    """`compute` is called in the child, with an empty question first if it is to warm up."""

    def __init__(self, name: str, compute: Compute) -> None:
        self.name, self._compute = name, compute
        # One thread holds the pipe: a second question waits here and not in the event loop.
        self._thread = ThreadPoolExecutor(1, name)
        self._process: multiprocessing.process.BaseProcess | None = None
        self._pipe: Connection | None = None
        self._closed = Event()

    def warm(self) -> None:
        """Start the process now, so that the first question does not wait for it."""
        self._thread.submit(self._exchange, WARM_UP, lambda _: None)

    async def ask(self, question: bytes, told: Callable[[bytes], None]) -> bytes:
        """The answer; `EOFError` or `OSError` if the process ends before it answers.

        `told` is called in the worker's thread.
        """
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, self._exchange, question, told)

    def exchange(self, question: bytes) -> bytes:
        """As `ask`, for a thread that may wait."""
        return self._thread.submit(self._exchange, question, lambda _: None).result()

    def close(self) -> None:
        self._closed.set()
        process = self._process
        if process is not None:
            # It holds nothing that could be lost, and ignores gentler signals.
            process.kill()
        self._thread.shutdown(wait=True, cancel_futures=True)
        if process is not None:
            process.join(5)
        if self._pipe is not None:
            self._pipe.close()

    def _ensure(self) -> Connection:
        if self._closed.is_set():
            raise EOFError
        if self._process is None or not self._process.is_alive() or self._pipe is None:
            context = multiprocessing.get_context("spawn")
            ours, theirs = context.Pipe()
            args = (theirs, self._compute)
            process = context.Process(target=serve, args=args, name=self.name, daemon=True)
            process.start()
            theirs.close()
            self._process, self._pipe = process, ours
            if self._closed.is_set():
                # It was being started when the service stopped.
                process.kill()
        return self._pipe

    def _exchange(self, question: bytes, told: Callable[[bytes], None]) -> bytes:
        pipe = self._ensure()
        try:
            pipe.send_bytes(question)
            while True:
                message = pipe.recv_bytes()
                if message[:1] == ANSWER:
                    return message[1:]
                told(message[1:])
        except (EOFError, OSError):
            # A process about to end still counts as alive; the next question needs a new one.
            pipe.close()
            self._pipe = None
            raise


def serve(pipe: Connection, compute: Compute) -> None:
    """The child: questions in, answers out, until the pipe closes."""
    # Ctrl-C, or a supervisor, signals the whole group; the service decides when this process ends.
    for told in (signal.SIGINT, signal.SIGTERM):
        signal.signal(told, signal.SIG_IGN)
    try:
        while True:
            question = pipe.recv_bytes()
            pipe.send_bytes(ANSWER + compute(question, lambda said: pipe.send_bytes(SAID + said)))
    except (EOFError, OSError):
        return
    except Exception as wrong:
        if os.environ.get("CARDROOM_DEBUG"):
            raise
        name = multiprocessing.current_process().name
        # A bug, in one line; the service logs that the process has ended.
        raise SystemExit(f"{name}: {type(wrong).__name__}: {wrong}") from None
