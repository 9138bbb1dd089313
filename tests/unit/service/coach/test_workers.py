"""A process that computes for the service: it answers, reports its progress, and may die."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterator

import pytest

from cardroom import games
from cardroom.service.coach.advice import Advice, Progress
from cardroom.service.coach.questions import FamilyQuestion
from cardroom.service.coach.solver import DRAWN_MAX, Solver
from cardroom.service.coach.workers import Worker
from cardroom.service.poker.coach import HeldCards


def compute(question: bytes, tell: Callable[[bytes], None]) -> bytes:
    """In the child."""
    if question == b"die":
        os._exit(1)
    for done in (b"1/2", b"2/2"):
        tell(done)
    return question[::-1]


@pytest.fixture
def worker() -> Iterator[Worker]:
    worker = Worker("test", compute)
    yield worker
    worker.close()


def test_it_says_how_far_it_is_and_answers(worker: Worker) -> None:
    said: list[bytes] = []
    assert asyncio.run(worker.ask(b"abc", said.append)) == b"cba"
    assert said == [b"1/2", b"2/2"]


def test_a_process_that_dies_over_a_question_is_replaced_for_the_next(worker: Worker) -> None:
    with pytest.raises((EOFError, OSError)):
        asyncio.run(worker.ask(b"die", lambda _: None))
    assert asyncio.run(worker.ask(b"abc", lambda _: None)) == b"cba"


def test_a_question_that_ends_the_coach_is_not_asked_again() -> None:
    """A document that is none: the coach's process ends over it."""
    broken = FamilyQuestion("poker", b"no document", HeldCards(("As", "Ah"), (), 1, 12_00, 4_00))

    async def ask() -> Advice | Progress:
        solver = Solver()
        try:
            first = solver.advise(broken)
            assert isinstance(first, Progress)
            await solver.advice(broken)
            return solver.advise(broken)
        finally:
            await solver.close()

    told = asyncio.run(ask())
    assert isinstance(told, Advice)
    assert told.status == "none"
    assert "could not compute" in told.why


def test_charts_that_strangers_ask_for_do_not_pile_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody posts these rules. A table's own chart is begun however many of them wait."""

    async def ask() -> tuple[int, int, int]:
        solver = Solver()
        never = asyncio.Event()
        monkeypatch.setattr(solver, "_draw", lambda _: never.wait())
        monkeypatch.setattr(solver, "_print", lambda _: never.wait())
        try:
            for most in range(500, 500 + 3 * DRAWN_MAX):
                rules = games.ruleset("blackjack", {"wager_max": str(most)})
                assert solver.own_chart(rules) is None
            strangers = solver.waiting
            assert solver.card(rules) is None
            cards = solver.waiting
            assert solver.chart(rules) is None
            return strangers, cards, solver.waiting
        finally:
            await solver.close()

    assert asyncio.run(ask()) == (DRAWN_MAX, DRAWN_MAX, DRAWN_MAX + 1)
