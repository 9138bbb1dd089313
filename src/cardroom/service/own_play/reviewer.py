"""A person's decisions, read from the journal and compared with the best ones.

Nothing is stored: the journal has every decision, and the rules say what its player saw. A review
is computed while somebody waits for it, newest rounds first, and kept while the service runs.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple, TypeVar

from cardroom.play.inputs import Intervene
from cardroom.service.coach import help as helping
from cardroom.service.coach.decisions import JudgedDecision, Noted, judge, noted
from cardroom.service.coach.solver import Solver
from cardroom.service.own_play.messages import CostlyDecision, OwnRound
from cardroom.store import DamagedError
from cardroom.table import commands
from cardroom.table.commands import Help
from cardroom.table.floor import Floor
from cardroom.table.journal import TableStep, fold, stream_of

ROUNDS_MAX: Final = 300
"""The latest rounds of a person."""
KEPT_MAX: Final = 20_000
STALE_SECONDS: Final = 12.0
"""The page asks again every second or two; after this time nobody is there."""

S = TypeVar("S")
T = TypeVar("T")
RoundKey = tuple[str, str, int]
"""Player, table, and round."""


class Reviewed(NamedTuple):
    costly: tuple[CostlyDecision, ...]
    """The costliest first."""
    done: int
    of: int


class Reviewer:
    """`cap` is the most help that the operator allows; without a solver nothing is reviewed.

    `recalling` is held while past rounds are computed, so that tables do not wait for many of them.
    """

    def __init__(
        self, floor: Floor, recalling: asyncio.Lock, solver: Solver | None, cap: Help
    ) -> None:
        self._floor, self._recalling, self._solver, self._cap = floor, recalling, solver, cap
        self._known: OrderedDict[RoundKey, tuple[JudgedDecision, ...]] = OrderedDict()
        """The mistakes of a round; empty if there were none."""
        self._asked: dict[str, float] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def close(self) -> None:
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    def show(self, player: str, rounds: Sequence[OwnRound], there: frozenset[str]) -> Reviewed:
        """What is known by now; the rest is begun. `there` are the tables that are still open."""
        if self._solver is None or helping.bars(self._cap, "coach") is not None:
            return Reviewed((), 0, 0)
        wanted = [each for each in rounds if not each.void][-ROUNDS_MAX:]
        self._asked[player] = time.monotonic()
        left = [each for each in reversed(wanted) if _key(player, each) not in self._known]
        if left and player not in self._tasks:
            task = asyncio.create_task(self._review(self._solver, player, left, there))
            self._tasks[player] = task
        found = [
            CostlyDecision(each.table, each.round, mistake)
            for each in wanted
            for mistake in self._known.get(_key(player, each), ())
        ]
        found.sort(key=lambda each: -each.decision.mills)
        return Reviewed(tuple(found), len(wanted) - len(left), len(wanted))

    async def _review(
        self, solver: Solver, player: str, rounds: list[OwnRound], there: frozenset[str]
    ) -> None:
        try:
            closed: dict[str, dict[int, list[Noted]]] = {}
            for each in rounds:
                if time.monotonic() - self._asked[player] > STALE_SECONDS:
                    return
                try:
                    if each.table in there:
                        made = await self._read(self._one, each, player)
                    else:
                        if each.table not in closed:
                            closed[each.table] = await self._read(self._all, each.table, player)
                        made = closed[each.table].get(each.round, [])
                except DamagedError:
                    made = []  # rules of another version, or a table that was set aside
                judged = [await judge(solver, one) for one in made]
                mistakes = [one for one in judged if one is not None and not one.right]
                self._keep(_key(player, each), tuple(mistakes))
        finally:
            self._tasks.pop(player, None)
            self._asked.pop(player, None)

    async def _read(self, work: Callable[[S, str], T], of: S, player: str) -> T:
        async with self._recalling:
            return await asyncio.to_thread(work, of, player)

    def _one(self, round: OwnRound, player: str) -> list[Noted]:
        steps = self._floor.steps(round.table, round.round)
        return _decided(steps, player, self._cap).get(round.round, [])

    def _all(self, table: str, player: str) -> dict[int, list[Noted]]:
        entries = self._floor.store.read(stream_of(table), 0)
        return _decided(fold(entries), player, self._cap)

    def _keep(self, key: RoundKey, mistakes: tuple[JudgedDecision, ...]) -> None:
        self._known[key] = mistakes
        if len(self._known) > KEPT_MAX:
            self._known.popitem(last=False)


def _key(player: str, round: OwnRound) -> RoundKey:
    return player, round.table, round.round


def _decided(steps: Iterable[TableStep], player: str, cap: Help) -> dict[int, list[Noted]]:
    """A player's decisions by round, where the coach was permitted."""
    found: dict[int, list[Noted]] = {}
    mended: set[int] = set()
    for step in steps:
        command, before = step.record.command, step.before
        if before is None or not isinstance(command, commands.Play):
            continue
        if isinstance(command.input, Intervene):
            # Floor staff corrected the round: its decisions may have been undone.
            mended.add(before.number)
        if helping.bars(helping.lower(before.help, cap), "coach") is not None:
            continue
        made = noted(before, command)
        if made is not None and made.player == player:
            found.setdefault(made.round, []).append(made)
    return {number: made for number, made in found.items() if number not in mended}
