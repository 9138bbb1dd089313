"""Answers of another thread reach everybody who waits, together."""

from __future__ import annotations

import asyncio
import gc
from concurrent.futures import Future
from threading import Thread
from weakref import ref

import pytest

from cardroom.store import Entry, StoreError
from cardroom.store.arrivals import durable, outcome

Answer = Future[tuple[Entry, ...]]


def test_every_answer_of_another_thread_arrives() -> None:
    answers: list[Answer] = [Future() for _ in range(2000)]

    def commit() -> None:
        for answer in answers:
            answer.set_result(())

    async def wait() -> list[tuple[Entry, ...]]:
        waiting = [asyncio.create_task(durable(answer)) for answer in answers]
        await asyncio.sleep(0)
        thread = Thread(target=commit)
        thread.start()
        found = await asyncio.gather(*waiting)
        thread.join()
        return found

    assert asyncio.run(wait()) == [()] * len(answers)


def test_a_refusal_is_raised_or_returned() -> None:
    refused: Answer = Future()
    refused.set_exception(StoreError("the disk is full"))

    async def ask() -> object:
        with pytest.raises(StoreError, match="full"):
            await durable(refused)
        return await outcome(refused)

    assert isinstance(asyncio.run(ask()), StoreError)


def test_nobody_who_stops_waiting_takes_a_batch_back() -> None:
    answer: Answer = Future()

    async def leave() -> None:
        waiting = asyncio.create_task(durable(answer))
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.wait({waiting})

    asyncio.run(leave())
    assert answer.set_running_or_notify_cancel()
    # The event loop has ended: there is nobody to tell.
    answer.set_result(())


def test_an_event_loop_that_has_ended_is_not_kept() -> None:
    async def wait() -> ref[asyncio.AbstractEventLoop]:
        answer: Answer = Future()
        waiting = asyncio.create_task(durable(answer))
        await asyncio.sleep(0)
        answer.set_result(())
        await waiting
        return ref(asyncio.get_running_loop())

    ended = asyncio.run(wait())
    gc.collect()
    assert ended() is None
