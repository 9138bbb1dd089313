"""A simulation as a result."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from cardroom.analysis.executor import Threads
from cardroom.analysis.simulation import NamedChart, SimulationReport, SimulationRequest
from cardroom.analysis.stopping import Counted, Goal
from cardroom.api.figure import Figure, PlottedBar, bars
from cardroom.api.frame import Cell, Frame, frame
from cardroom.api.progress import Progress, watcher
from cardroom.api.result import Result
from cardroom.errors import CardroomError
from cardroom.events import to_builtins
from cardroom.replay.families import simulation_of
from cardroom.rules.ruleset import Ruleset

ROUNDS: Final = 1_000_000


@dataclass(frozen=True, slots=True, repr=False)
class Simulation(Result):
    """The results of many simulated rounds."""

    rules: Ruleset
    report: SimulationReport
    """Every figure, typed; `to_dict` gives the same as plain values."""
    rounds: int
    """Rounds that were dealt."""
    edge: float
    """The edge against the player."""
    error: float
    """One standard error of the edge."""

    @property
    def summary(self) -> str:
        return (
            f"{self.rules.title}: {self.rounds:,} rounds, edge {self.edge:.4%} ± {self.error:.4%}"
        )

    @property
    def notes(self) -> Sequence[str]:
        return [*self.report.heading(self.rules), f"ruleset {self.rules.digest[:16]}"]

    @property
    def table(self) -> Frame:
        rows: list[tuple[Cell, ...]] = [
            (each.name, each.value, each.error, each.unit, each.note)
            for each in self.report.figures(self.rules)
        ]
        names = ("figure", "value", "standard error", "unit", "note")
        return frame(f"{self.rules.title}: simulated", names, rows)

    @property
    def payments(self) -> Frame:
        """How often a box won each amount, per unit of its wager."""
        rows = [
            (float(Fraction(each.net)), each.net, each.times, each.share)
            for each in self.report.counts()
        ]
        names = ("net", "net as a fraction", "times", "share:share")
        return frame(f"{self.rules.title}: payments, simulated", names, rows)

    @property
    def side_bets(self) -> Frame:
        """The side bets that were made, each in the rounds in which it was made."""
        rows = [
            (each.spot, each.title, each.made, each.edge, each.standard_error, each.deviation,
             each.hit_frequency, each.covariance)
            for each in self.report.side_bets()
        ]  # fmt: skip
        names = (
            "spot", "bet", "made", "edge:edge", "standard error:share", "standard deviation",
            "hit frequency:share", "covariance",
        )  # fmt: skip
        return frame(f"{self.rules.title}: side bets, simulated", names, rows)

    def to_dict(self) -> dict[str, Any]:
        return dict(to_builtins(self.report))

    def plot(self) -> Figure:
        """How often a box won each amount."""
        counts = self.report.counts()
        if not counts:
            raise CardroomError(f"{self.rules.title}: payments were not counted one by one")
        shown = [PlottedBar(each.net, each.share) for each in counts]
        return bars(shown, self.summary, "share of rounds, by net result")


def goal_of(rounds: int | None, error: float | None) -> Goal:
    if rounds is not None and error is not None:
        raise CardroomError("give rounds or error, and not both")
    if error is not None:
        if not 0 < error < math.inf:
            raise CardroomError(f"error = {error}: give a share above 0, like 0.0001")
        return Goal(error=error)
    if rounds is not None and rounds < 1:
        raise CardroomError(f"rounds = {rounds}: give 1 or more")
    return Goal(rounds=ROUNDS if rounds is None else rounds)


def simulated(
    rules: Ruleset,
    goal: Goal,
    workers: int,
    *,
    seed: int,
    boxes: int,
    stake: int | None,
    chart: object,
    side_bets: tuple[str, ...],
) -> Simulation:
    for name, number, least in (("workers", workers, 0), ("boxes", boxes, 1)):
        if number < least:
            raise CardroomError(f"{name} = {number}: give {least} or more")
    request = SimulationRequest(
        seed=seed,
        boxes=boxes,
        stake=stake,
        chart=None if chart is None else NamedChart("your chart", chart),
        with_bet=side_bets or None,
    )
    tell = watcher()
    table = simulation_of(rules, request, tell)

    def watch(counted: Counted) -> None:
        tell(Progress("dealing rounds", counted.rounds, goal.rounds or 0))

    counted: Counted = table.run(goal, Threads(workers), table.empty(), watch)
    report = table.report(counted, 0)
    return Simulation(rules, report, counted.rounds, counted.edge, counted.error)
