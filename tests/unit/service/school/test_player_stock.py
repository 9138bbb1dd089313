"""Questions for players: a request takes what is ready, and never waits for the solver."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine

import msgspec

from cardroom.school.course import Posed
from cardroom.school.library import PostedAt
from cardroom.school.progress import GradedAnswer
from cardroom.school.question import NumberAnswer, Question, Scene
from cardroom.service.school import player_stock
from cardroom.service.school.player_process import PlayerAsk, PlayerReply
from cardroom.service.school.player_stock import PlayerStocks

FIRST = PlayerAsk("drill", "trainee", PostedAt(), 7, ())


def posed(number: int) -> Posed:
    question = Question("?", Scene(), NumberAnswer(number), (), f"case {number}")
    return Posed("drill", "game", "", "trainee", 9, 7, number, f"case {number}", question)


def answered(*verdicts: str, first: int = 0) -> PlayerAsk:
    seen = [
        GradedAnswer("drill", f"case {n}", verdict) for n, verdict in enumerate(verdicts, first)
    ]
    return msgspec.structs.replace(FIRST, seen=tuple(seen))


class Solver:
    """Computes when the test lets it."""

    def __init__(self) -> None:
        self.asked: list[PlayerAsk] = []
        self.free = asyncio.Event()
        self.closed = False

    async def compute(self, asked: PlayerAsk) -> PlayerReply:
        self.asked.append(asked)
        await self.free.wait()
        if asked.drill == "refused":
            return PlayerReply(why="no such game")
        first = len(asked.seen)
        return PlayerReply(tuple(posed(number) for number in range(first, first + asked.count)))

    def close(self) -> None:
        self.closed = True


def with_solver(test: Callable[[Solver, PlayerStocks], Coroutine[None, None, None]]) -> None:
    async def run() -> None:
        solver = Solver()
        stocks = PlayerStocks(solver)
        await test(solver, stocks)
        await stocks.close()
        assert solver.closed

    asyncio.run(run())


async def number(stocks: PlayerStocks, asked: PlayerAsk) -> int | None:
    found = await stocks.due("Lee", asked)
    return None if found is None else found.posed[0].number


def test_two_questions_are_ready_while_the_solver_is_busy_with_others() -> None:
    async def run(solver: Solver, stocks: PlayerStocks) -> None:
        assert await number(stocks, FIRST) is None
        solver.free.set()
        while await number(stocks, FIRST) is None:
            pass
        solver.free.clear()
        assert await number(stocks, FIRST) == 0
        assert await number(stocks, answered("wrong")) == 1
        await asyncio.sleep(0)
        assert await number(stocks, answered("wrong", "right")) == 2
        assert await number(stocks, answered("wrong", "right", "late")) is None
        solver.free.set()
        while await number(stocks, answered("wrong", "right", "late")) is None:
            pass
        assert await number(stocks, answered("wrong", "right", "late")) == 3
        # The fourth was computed when it was known that the first had been missed.
        fourth = next(each for each in solver.asked if len(each.seen) == 3)
        assert [each.verdict for each in fourth.seen] == ["wrong", "right", "right"]

    with_solver(run)


def test_what_was_computed_for_other_answers_is_forgotten() -> None:
    async def run(solver: Solver, stocks: PlayerStocks) -> None:
        solver.free.set()
        while await number(stocks, FIRST) is None:
            pass
        elsewhere = answered("right", first=5)
        while (found := await number(stocks, elsewhere)) is None:
            pass
        assert found == 1
        assert [each.stratum for each in solver.asked[-1].seen][:1] == ["case 5"]

    with_solver(run)


def test_a_refusal_is_reported_once_and_then_tried_again() -> None:
    async def run(solver: Solver, stocks: PlayerStocks) -> None:
        solver.free.set()
        refused = msgspec.structs.replace(FIRST, drill="refused")
        for _ in range(2):
            assert await stocks.due("Lee", refused) == PlayerReply(why="no such game")
        assert len(solver.asked) == 2

    with_solver(run)


def test_people_who_have_gone_are_forgotten() -> None:
    async def run(solver: Solver, stocks: PlayerStocks) -> None:
        solver.free.set()
        for name in range(player_stock.STOCKS_MAX + 5):
            await stocks.due(str(name), FIRST)
        assert len(stocks._stocks) == player_stock.STOCKS_MAX

    with_solver(run)
