"""The coach at one table: its questions, and how the players it helps have played.

The totals of a session are kept in memory until the player leaves the seat or the service stops; a
person's own play is reviewed from the journal.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import msgspec

from cardroom.play import clauses as table_clauses
from cardroom.play.inputs import Intervene
from cardroom.rules.ruleset import Ruleset
from cardroom.service.coach import help as helping
from cardroom.service.coach.advice import Advice, Progress, silent
from cardroom.service.coach.charts import Chart, ChartCells
from cardroom.service.coach.decisions import (
    JudgedDecision,
    Noted,
    asked_of,
    cells_of,
    coach_of,
    judge,
    noted,
)
from cardroom.service.coach.questions import FamilyQuestion
from cardroom.service.coach.solver import Solver
from cardroom.service.errors import refuse
from cardroom.table import commands
from cardroom.table.commands import Help, TableCommand
from cardroom.table.table import Table


class Score(msgspec.Struct, frozen=True):
    decisions: int = 0
    right: int = 0
    mills: int = 0
    """Total cost of mistakes."""

    def __add__(self, made: tuple[JudgedDecision, ...]) -> Score:
        return Score(
            self.decisions + len(made),
            self.right + sum(each.right for each in made),
            self.mills + sum(each.mills for each in made),
        )


class Review(msgspec.Struct, frozen=True):
    """`decisions` are those of the last finished round."""

    round: int
    decisions: tuple[JudgedDecision, ...]
    sitting: Score


Judging = asyncio.Task[JudgedDecision | None]


class _Sitting:
    def __init__(self) -> None:
        self.round = 0
        self.made: list[Judging] = []
        """The decisions of that round."""
        self._earlier: list[Judging] = []
        self._counted = Score()

    def note(self, round: int, judging: Judging) -> None:
        """From now on, decisions of earlier rounds are only counted."""
        if round != self.round:
            self._earlier, self.made, self.round = [*self._earlier, *self.made], [], round
        self.made.append(judging)

    def score(self) -> Score:
        done = [task for task in self._earlier if task.done()]
        self._earlier = [task for task in self._earlier if not task.done()]
        self._counted += judged(done)
        return self._counted + judged(self.made)


def judged(tasks: Sequence[Judging]) -> tuple[JudgedDecision, ...]:
    found = [task.result() for task in tasks if task.done() and not task.cancelled()]
    return tuple(each for each in found if each is not None)


class CoachSession:
    """`cap` is the most help the operator allows at any table; without a solver it is none."""

    def __init__(self, cap: Help, solver: Solver | None) -> None:
        self.cap, self._solver = cap, solver
        self._sittings: dict[str, _Sitting] = {}
        self._mended = 0
        """The last round in which the floor intervened."""

    def permitted(self, table: Table) -> Help:
        return helping.lower(table.help, self.cap)

    # --- before a decision ----------------------------------------------------------------------

    def advise(self, table: Table, player: str, box: int | None) -> Advice | Progress:
        """The coach's advice on the player's current decision."""
        solver = self._require(table)
        asked = asked_of(table, player, box)
        if asked is None:
            raise refuse(409, table_clauses.NOT_ASKED, f"{player} has no decision to make now")
        if isinstance(asked, str):
            return silent(asked)
        told = solver.advise(asked)
        if isinstance(told, Progress):
            return told
        said = self._charted(asked, table.rules)
        best = {option.verb for option in told.options if option.best}
        return told if said in best else msgspec.structs.replace(told, chart=said)

    def chart(self, table: Table) -> Chart | None:
        """The chart of the game as posted here; None while it is being computed."""
        return self._require(table, "charts").chart(table.rules)

    def cells(self, table: Table, player: str, box: int | None) -> ChartCells | None:
        """Where the player's current decision is in that chart; None as before."""
        chart = self.chart(table)
        return None if chart is None else cells_of(table, player, box, chart)

    def _require(self, table: Table, wanted: Help = "coach") -> Solver:
        no = helping.bars(self.permitted(table), wanted)
        if no is not None:
            raise no
        assert self._solver is not None, "nothing is permitted without a solver"
        return self._solver

    def _charted(self, asked: FamilyQuestion, rules: Ruleset) -> str:
        """The chart's verb for a question; empty if there is no chart, or not yet."""
        chart = None if self._solver is None else self._solver.chart(rules)
        if chart is None or chart.status != "ready":
            return ""
        return coach_of(asked).by_chart(asked.decision, chart)

    # --- a decision -----------------------------------------------------------------------------

    def before(self, table: Table, command: TableCommand) -> Noted | None:
        """What to note of a command before it is carried out."""
        if self._solver is None or self.permitted(table) != "coach":
            return None
        made = noted(table, command)
        if made is None:
            return None
        return msgspec.structs.replace(made, chart=self._charted(made.asked, table.rules))

    def after(self, made: Noted | None, table: Table, command: TableCommand) -> None:
        """The command was carried out, and this is the table now."""
        if isinstance(command, commands.LeaveSeat):
            self._sittings.pop(command.player, None)
        elif isinstance(command, commands.Play) and isinstance(command.input, Intervene):
            # Floor staff corrected the round: its decisions may have been undone.
            self._mended = table.number
            for sitting in self._sittings.values():
                sitting.made = [] if sitting.round == table.number else sitting.made
        if made is not None and made.round != self._mended:
            assert self._solver is not None, "nothing is noted without a solver"
            sitting = self._sittings.setdefault(made.player, _Sitting())
            sitting.note(made.round, asyncio.create_task(judge(self._solver, made)))

    # --- after the round ------------------------------------------------------------------------

    def review(self, table: Table, player: str) -> Review | Progress:
        self._require(table)
        sitting = self._sittings.get(player)
        if sitting is None:
            return Review(table.number, (), Score())
        over = table.round is None or table.round.over
        if not over or sitting.round != table.number:
            return Review(table.number, (), sitting.score())
        if not all(task.done() for task in sitting.made):
            return Progress("The coach is reviewing your decisions.")
        return Review(table.number, judged(sitting.made), sitting.score())

    def close(self) -> None:
        for sitting in self._sittings.values():
            for task in sitting.made:
                task.cancel()
