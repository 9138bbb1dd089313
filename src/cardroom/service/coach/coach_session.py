"""The coach at one table: its questions, and how the players it helps have played.

A decision is reviewed by what its player saw at the time, and nothing later. The totals of a
session are kept in memory until the player leaves the seat or the service stops.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import msgspec

from cardroom import games
from cardroom.play import clauses as table_clauses
from cardroom.play import views as rounds
from cardroom.play.inputs import Answer, Intervene
from cardroom.rules.ruleset import Ruleset
from cardroom.service import families
from cardroom.service.coach import help as helping
from cardroom.service.coach.advice import SAME, Advice, Progress, mills_of, silent
from cardroom.service.coach.coach import Coach
from cardroom.service.coach.questions import FamilyQuestion, question
from cardroom.service.coach.solver import Solver
from cardroom.service.errors import refuse
from cardroom.service.view.views import BOT, eyes, player_at
from cardroom.table import commands
from cardroom.table.commands import Help, TableCommand
from cardroom.table.table import Table


class Decision(msgspec.Struct, frozen=True):
    """One decision of a finished round; `mills` is what it cost against the best, in tenths of a
    cent."""

    box: int
    hand: str
    """The situation in a few words."""
    verb: str
    best: str
    mills: int
    right: bool
    label: str = ""
    """The hand that was set, if any; `best_label` is the best setting."""
    best_label: str = ""
    why: str = ""
    chart: bool = False
    """Whether it followed the chart."""


class Score(msgspec.Struct, frozen=True):
    decisions: int = 0
    right: int = 0
    mills: int = 0
    """Total cost of mistakes."""

    def __add__(self, made: tuple[Decision, ...]) -> Score:
        return Score(
            self.decisions + len(made),
            self.right + sum(each.right for each in made),
            self.mills + sum(each.mills for each in made),
        )


class Review(msgspec.Struct, frozen=True):
    """`decisions` are those of the last finished round."""

    round: int
    decisions: tuple[Decision, ...]
    sitting: Score


class Noted(msgspec.Struct, frozen=True):
    """An answer, with the question and what its player saw."""

    player: str
    round: int
    asked: FamilyQuestion
    answer: Answer
    chart: str
    """The chart's verb."""


Judging = asyncio.Task[Decision | None]


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


def judged(tasks: Sequence[Judging]) -> tuple[Decision, ...]:
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
        asked = self._asked(table, player, box)
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

    def _require(self, table: Table) -> Solver:
        no = helping.bars(self.permitted(table), "coach")
        if no is not None:
            raise no
        assert self._solver is not None, "nothing is permitted without a solver"
        return self._solver

    def _asked(self, table: Table, player: str, box: int | None) -> FamilyQuestion | str | None:
        if table.round is None:
            return None
        seen = rounds.view(table.round, eyes(table, player), games.family(table.rules))
        for ask in seen.asks:
            if box in (None, ask.box):
                return question(seen, ask, table.rules)
        return None

    def _charted(self, asked: FamilyQuestion, rules: Ruleset) -> str:
        """The chart's verb for a question; empty if there is no chart, or not yet."""
        chart = None if self._solver is None else self._solver.chart(rules)
        if chart is None or chart.status != "ready":
            return ""
        return _coach(asked).by_chart(asked.decision, chart)

    # --- a decision -----------------------------------------------------------------------------

    def before(self, table: Table, command: TableCommand) -> Noted | None:
        """What to note of a command before it is carried out."""
        round = table.round
        if self._solver is None or round is None or self.permitted(table) != "coach":
            return None
        if not isinstance(command, commands.Play) or not isinstance(command.input, Answer):
            return None
        player = player_at(round, command.input.box)
        if not player or player.startswith(BOT):
            return None
        asked = self._asked(table, player, command.input.box)
        if asked is None or isinstance(asked, str):
            return None
        said = self._charted(asked, table.rules)
        return Noted(player, table.number, asked, command.input, said)

    def after(self, noted: Noted | None, table: Table, command: TableCommand) -> None:
        """The command was carried out, and this is the table now."""
        if isinstance(command, commands.LeaveSeat):
            self._sittings.pop(command.player, None)
        elif isinstance(command, commands.Play) and isinstance(command.input, Intervene):
            # Floor staff corrected the round: its decisions may have been undone.
            self._mended = table.number
            for sitting in self._sittings.values():
                sitting.made = [] if sitting.round == table.number else sitting.made
        if noted is not None and noted.round != self._mended:
            sitting = self._sittings.setdefault(noted.player, _Sitting())
            sitting.note(noted.round, asyncio.create_task(self._judge(noted)))

    async def _judge(self, noted: Noted) -> Decision | None:
        assert self._solver is not None
        asked, answer, coach = noted.asked, noted.answer, _coach(noted.asked)
        advice = await self._solver.advice(asked)
        if advice is None or not advice.options:
            return None
        decision = coach.as_answered(asked.decision, answer)
        told: Advice | None = advice
        if decision is None:
            return None
        if decision != asked.decision:
            told = await self._solver.advice(msgspec.structs.replace(asked, decision=decision))
        taken = None if told is None else coach.taken(decision, answer, told)
        if taken is None:
            return None
        best = next((each for each in advice.options if each.verb == taken.verb), advice.options[0])
        best = best if best.best else advice.options[0]
        lost = max(0.0, best.units - taken.units)
        return Decision(
            noted.answer.box,
            advice.hand,
            taken.verb,
            best.verb,
            mills_of(lost, advice.wager),
            lost <= SAME,
            taken.label,
            best.label,
            advice.because or advice.why,
            taken.verb == noted.chart,
        )

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


def _coach(asked: FamilyQuestion) -> Coach:
    coach = families.named(asked.family).coach
    assert coach is not None, "nothing is asked where there is no coach"
    return coach
