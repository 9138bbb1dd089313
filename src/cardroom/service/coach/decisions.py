"""Decisions that were made: by what their player saw at the time, and nothing later."""

from __future__ import annotations

import msgspec

from cardroom import games
from cardroom.play import views as rounds
from cardroom.play.inputs import Answer
from cardroom.play.views import AskView, View
from cardroom.service import families
from cardroom.service.coach.advice import SAME, Advice, mills_of
from cardroom.service.coach.charts import Chart, ChartCells
from cardroom.service.coach.coach import Coach
from cardroom.service.coach.questions import FamilyQuestion, question
from cardroom.service.coach.solver import Solver
from cardroom.service.view.views import BOT, eyes, player_at
from cardroom.table import commands
from cardroom.table.commands import TableCommand
from cardroom.table.table import Table


class JudgedDecision(msgspec.Struct, frozen=True):
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


class Noted(msgspec.Struct, frozen=True):
    """An answer, with the question and what its player saw."""

    player: str
    round: int
    asked: FamilyQuestion
    answer: Answer
    chart: str = ""
    """The chart's verb."""


def asked_of(table: Table, player: str, box: int | None) -> FamilyQuestion | str | None:
    """A player's question to the coach; why there is none; or None if they decide nothing now."""
    found = _decision(table, player, box)
    return None if found is None else question(*found, table.rules)


def cells_of(table: Table, player: str, box: int | None, chart: Chart) -> ChartCells:
    """Where a player's decision is in the chart of the table."""
    found, cells = _decision(table, player, box), families.of(table.rules).cells
    if found is None or cells is None or chart.status != "ready":
        return ChartCells(())
    return ChartCells(tuple(cells(*found, chart)))


def _decision(table: Table, player: str, box: int | None) -> tuple[View, AskView] | None:
    """What a player is asked, as they see the round; None if they decide nothing now."""
    if table.round is None:
        return None
    seen = rounds.view(table.round, eyes(table, player), games.family(table.rules))
    ask = next((ask for ask in seen.asks if box in (None, ask.box)), None)
    return None if ask is None else (seen, ask)


def noted(table: Table, command: TableCommand) -> Noted | None:
    """What to note of a command at a table as it was before; None if it decides nothing."""
    round = table.round
    if round is None or not isinstance(command, commands.Play):
        return None
    answer = command.input
    if not isinstance(answer, Answer):
        return None
    player = player_at(round, answer.box)
    if not player or player.startswith(BOT):
        return None
    asked = asked_of(table, player, answer.box)
    if asked is None or isinstance(asked, str) or not coach_of(asked).ranks:
        return None
    return Noted(player, table.number, asked, answer)


def coach_of(asked: FamilyQuestion) -> Coach:
    coach = families.named(asked.family).coach
    assert coach is not None, "nothing is asked where there is no coach"
    return coach


async def judge(solver: Solver, made: Noted) -> JudgedDecision | None:
    """None where no option is better than another, or the coach does not know."""
    asked, answer, coach = made.asked, made.answer, coach_of(made.asked)
    advice = await solver.advice(asked)
    if advice is None or not advice.options:
        return None
    decision = coach.as_answered(asked.decision, answer)
    told: Advice | None = advice
    if decision is None:
        return None
    if decision != asked.decision:
        told = await solver.advice(msgspec.structs.replace(asked, decision=decision))
    taken = None if told is None else coach.taken(decision, answer, told)
    if taken is None:
        return None
    best = next((each for each in advice.options if each.verb == taken.verb), advice.options[0])
    best = best if best.best else advice.options[0]
    lost = max(0.0, best.units - taken.units)
    return JudgedDecision(
        answer.box,
        advice.hand,
        taken.verb,
        best.verb,
        mills_of(lost, advice.wager),
        lost <= SAME,
        taken.label,
        best.label,
        advice.because or advice.why,
        taken.verb == made.chart,
    )
