"""The main wager of a 21 game under a count: simulated, by count and by depth of the shoe."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np

from cardroom.analysis.counting.documents import Leaving, PenetrationRow, Trigger
from cardroom.analysis.counting.wager import CountingTables
from cardroom.analysis.executor import Executor
from cardroom.analysis.notices import DEALING_SHOES
from cardroom.analysis.twentyone.protection.counter import CardCount, Cells, Counter
from cardroom.analysis.twentyone.simulator.simulate import TwentyOneSimulator
from cardroom.progress import PartsBar, Tell

TRUE_SPAN: Final = 20
RUNNING_SPAN: Final = 60
DEEPEST: Final = 0.9


def card_count(
    by_card: Sequence[int], by: Trigger, cards: Sequence[int], bet: int = -1
) -> CardCount:
    """With room for all counts that come."""
    if by == "true count":
        return CardCount(tuple(by_card), by, -TRUE_SPAN, TRUE_SPAN, bet=bet)
    summed = sum(tag * count for tag, count in zip(by_card, cards, strict=True))
    low, high = min(0, summed) - RUNNING_SPAN, max(0, summed) + RUNNING_SPAN
    return CardCount(tuple(by_card), by, low, high, bet=bet)


class SimulatedWager(NamedTuple):
    """Cells of every count at both tables."""

    alone: list[Cells]
    full: list[Cells]


def simulated(
    tables: tuple[TwentyOneSimulator, TwentyOneSimulator],
    counts: Sequence[CardCount],
    rounds: int,
    executor: Executor,
    tell: Tell,
) -> SimulatedWager:
    """`tables` are with one box and with all; about that many rounds of one box, in all."""
    found, bar = [], PartsBar(DEALING_SHOES, (1,) * len(tables), tell)
    for simulator in tables:
        deep = simulator.cut_at(max(simulator.house.cut, int(DEEPEST * len(simulator.deck))))
        usual = max(1, deep.house.cut // (4 * (simulator.boxes + 1)))
        shoes = max(64, rounds // usual // simulator.boxes)
        found.append(Counter(deep, counts).run(shoes, executor, bar.within))
        bar.finish()
    return SimulatedWager(*found)


def from_trigger(cells: Cells, dealt: float) -> tuple[int | None, float]:
    """The count from which on betting wins the most, and what it wins per shoe and unit."""
    won = cells.until(dealt)[::-1, 1].cumsum()[::-1] / cells.unit / cells.shoes / cells.boxes
    best = int(np.argmax(won))
    return (best + cells.low, float(won[best])) if won[best] > 0 else (None, 0.0)


def rows_of(
    alone: Cells, full: Cells, trigger: int | None, bet: int, tables: CountingTables
) -> tuple[PenetrationRow, ...]:
    return tuple(_row(alone, full, trigger, bet, tables, dealt) for dealt in tables.penetrations)


def _row(
    alone: Cells, full: Cells, trigger: int | None, bet: int, tables: CountingTables, dealt: float
) -> PenetrationRow:  # fmt: skip
    rounds, bets, won, square = _sums(alone, trigger, dealt)
    full_rounds, _, full_won, full_square = _sums(full, trigger, dealt)
    team = full_won * bet * full.boxes
    error = math.sqrt(square / alone.shoes) * bet
    # As if all boxes of a round won and lost together.
    team_error = math.sqrt(full_square / full.shoes) * bet * full.boxes
    return PenetrationRow(
        dealt=dealt,
        rounds=rounds,
        frequency=bets / rounds,
        advantage=won / bets if bets else 0.0,
        per_shoe=won * bet,
        error=error,
        per_hour=won / rounds * tables.alone_pace * bet,
        team_per_shoe=team,
        team_per_hour=team / full_rounds * tables.full_pace,
        per_hour_error=error / rounds * tables.alone_pace,
        team_per_shoe_error=team_error,
        team_per_hour_error=team_error / full_rounds * tables.full_pace,
    )


def _sums(cells: Cells, trigger: int | None, dealt: float) -> tuple[float, float, float, float]:
    """Per shoe and box: rounds, bets, what they won in units of a bet, and its square."""
    found = cells.until(dealt) / cells.shoes / cells.boxes
    there = slice(len(found) if trigger is None else max(0, trigger - cells.low), None)
    number, won, square = (float(found[there, place].sum()) for place in range(3))
    return float(found[:, 0].sum()), number, won / cells.unit, square / cells.unit**2


def left_shoes(cells: Cells, below: int, trigger: int, bet: int, tables: CountingTables) -> Leaving:
    """A player who left those shoes below a count."""
    rounds, bets, won, square = _sums(cells, trigger, 1.0)
    left = cells.left / cells.shoes
    hours = tables.hours(rounds, left)
    return Leaving(
        below=below,
        left=left,
        minutes_away=tables.minutes_away,
        frequency=bets / rounds,
        per_hour=won / hours * bet,
        error=math.sqrt(square / cells.shoes) / hours * bet,
    )


def frequencies(cells: Cells, dealt: float) -> Mapping[int, float]:
    """The share of rounds by count."""
    found = cells.until(dealt)[:, 0]
    return {
        cells.low + place: float(found[place] / found.sum())
        for place in np.flatnonzero(found).tolist()
    }
