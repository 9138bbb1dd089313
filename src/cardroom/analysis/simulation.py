"""Simulating a posted game: the request to a family, and the report it returns."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple, Protocol

import msgspec

from cardroom.analysis.documents import RankCounts
from cardroom.analysis.executor import Executor
from cardroom.analysis.families import NoAnswer, NotComputed, answered
from cardroom.analysis.simulation_options import flag, flags
from cardroom.analysis.stopping import Counted, Goal
from cardroom.analysis.totals import Totals
from cardroom.progress import Tell
from cardroom.rules.ruleset import Ruleset


class NamedChart(NamedTuple):
    name: str
    document: object
    """As `cardroom strategy --json` writes it."""


class SimulationRequest(NamedTuple):
    """The table to simulate. All boxes are alike, and amounts are in cents.

    The fields after `boxes` mean something to some families; None leaves the choice to the family.
    """

    seed: int = 1
    boxes: int = 1
    stake: int | None = None
    """The wager that payouts are rounded for; None is the table's minimum where they are."""
    shoe: RankCounts = None
    """Cards other than the posted decks, all of them in the shoe for every round."""
    with_bet: tuple[str, ...] | None = None
    """Spots of side bets that every box bets on, whenever it can."""
    chart: NamedChart | None = None
    options: Mapping[str, str] = MappingProxyType({})
    """Options that only one family reads, as they are typed."""


FOR_ALL: Final = frozenset({"seed", "boxes"})
SHARED: Final = tuple(name for name in SimulationRequest._fields if name != "options")


class Statistic(NamedTuple):
    """One figure of a result, for people."""

    name: str
    value: float
    unit: Literal["percent", "number", "dollars", "cents"]
    """Dollars are a mean of many rounds; cents are an amount that somebody holds."""
    error: float | None = None
    """One standard error."""
    note: str = ""


class PaymentCount(msgspec.Struct, frozen=True):
    net: str
    """A fraction of the wager."""
    times: int
    share: float


class SideBetReport(msgspec.Struct, frozen=True):
    """A side bet; its figures are of the rounds in which it was made."""

    spot: str
    title: str
    made: int
    edge: float
    standard_error: float
    deviation: float
    hit_frequency: float
    covariance: float
    """With the wager, a unit on each."""
    payments: tuple[PaymentCount, ...]


class SimulationReport(Protocol):
    """The result: a value whose fields are the document for programs."""

    def heading(self, rules: Ruleset) -> Sequence[str]:
        """How many rounds were dealt, and how everybody played."""

    def figures(self, rules: Ruleset) -> Sequence[Statistic]: ...

    def counts(self) -> Sequence[PaymentCount]:
        """How often a box won each amount, where that is counted."""

    def side_bets(self) -> Sequence[SideBetReport]: ...


class Simulation(Protocol):
    """A table of a posted game, ready to be dealt; what it counts is its own."""

    @property
    def rules(self) -> Ruleset: ...

    def empty(self) -> Any:
        """The counts before the first round."""

    def deal(self, first: int, number: int) -> Any:
        """Deal `number` shoes or rounds, beginning with number `first`."""

    def run(
        self, goal: Goal, executor: Executor, before: Any, watch: Callable[[Any], None]
    ) -> Counted:
        """Continue from the earlier counts until the goal is met."""

    def save(self, counted: Any, path: Path) -> None: ...

    def load(self, path: Path) -> Any:
        """The earlier counts, if they are from the same simulation."""

    def report(self, counted: Any, rounds_per_second: int) -> SimulationReport: ...


class RoundsTogether(Protocol):
    """Rounds from a fresh shoe, counted by what all boxes win together (`Totals.together`)."""

    def run(self, goal: Goal, executor: Executor) -> Totals: ...


class SimulationPart(NamedTuple):
    """What a family answers to `simulate`."""

    takes: frozenset[str]
    """The fields of `SimulationRequest` that mean something to this family, and its own options."""
    table: Callable[[Ruleset, SimulationRequest, Tell], Simulation]
    report: type[SimulationReport]
    """What its simulations report; `cardroom schema simulate` describes it."""
    replay: str | NoAnswer = NoAnswer("has no replay of its simulated rounds")
    """How a simulated round is dealt again: a `replay.families.Replay`, as "module:function".

    It is named, not imported: replays use the odds, and the odds know nothing of them."""
    together: Callable[[Ruleset, SimulationRequest, Tell], RoundsTogether] | NoAnswer = NoAnswer(
        "has no simulated rounds to add up"
    )
    """What a session adds up where a round has several boxes, or no list of all its results."""
    between_boxes: Callable[[Any], float] | NoAnswer = NoAnswer(
        "has no simulated covariance of two boxes"
    )
    """From what `Simulation.run` counted at two boxes or more: the covariance of the wagers of two
    of them in one round, for a unit on each."""

    def simulation(self, rules: Ruleset, request: SimulationRequest, tell: Tell) -> Simulation:
        refuse_others(rules, request, self.takes)
        return self.table(rules, request, tell)

    def rounds_together(
        self, rules: Ruleset, request: SimulationRequest, tell: Tell
    ) -> RoundsTogether:
        together = answered(rules, self.together)
        refuse_others(rules, request, self.takes)
        return together(rules, request, tell)


def refuse_others(rules: Ruleset, request: SimulationRequest, takes: frozenset[str]) -> None:
    """Refuse options that have no meaning for this game."""
    given = [name for name in SHARED if getattr(request, name) is not None]
    foreign = [name for name in (*given, *request.options) if name not in takes | FOR_ALL]
    if foreign:
        verb = "is not an option" if len(foreign) == 1 else "are not options"
        own = f"; it has {_options(sorted(takes))}" if takes else ""
        raise NotComputed(f"{_options(foreign)} {verb} of {rules.title}{own}")


def _options(names: Sequence[str]) -> str:
    *first, last = (flag(name) if has_flag(name) else f"--option {name}" for name in names)
    return f"{', '.join(first)} and {last}" if first else last


def has_flag(name: str) -> bool:
    return name in SHARED or any(name == each.name for each in flags())


def refuse_boxes(request: SimulationRequest, most: int, whose: str = "") -> None:
    if request.boxes > most:
        raise NotComputed(f"--boxes {request.boxes}: the table has {most}{whose}")
