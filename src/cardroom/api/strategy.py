"""The best strategy of a posted game as a result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, assert_never

from cardroom.analysis.documents import (
    ChartStrategy,
    LowestHandStrategy,
    StrategyDocument,
    builtins,
)
from cardroom.analysis.strategy import best_strategy
from cardroom.api.figure import Figure, PlottedBar, bars
from cardroom.api.frame import Cell, Frame, frame
from cardroom.api.progress import watcher
from cardroom.api.result import Result
from cardroom.errors import CardroomError
from cardroom.rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True, repr=False)
class Strategy(Result):
    """The best strategy that people can follow: a chart, or the lowest hand that plays."""

    document: StrategyDocument
    """Every figure, typed; `to_dict` gives the same, as `chart=` takes it."""

    @property
    def edge(self) -> float:
        """The edge against a player who follows it."""
        return self.document.edge

    @property
    def perfect_edge(self) -> float:
        """The edge against perfect play."""
        return self.document.perfect_edge

    @property
    def cost(self) -> float:
        """What it costs to follow it instead of playing perfectly, as a share of the wager."""
        return self.document.cost

    @property
    def lowest(self) -> dict[str, str]:
        """The lowest hand that plays, by what the bank shows, where that is the strategy."""
        if isinstance(self.document, ChartStrategy):
            raise CardroomError(f"the strategy of {self.document.title} is a chart (code)")
        return {each.bank_shows: each.hand for each in self.document.lowest}

    def code(self, kind: str, row: str | int, up: str | int) -> str:
        """What the chart does: `code("hard", 16, "T")` is "H", "S", "Rh" ... (see `legend`)."""
        chart = self._chart.chart
        rows, column = chart.blocks.get(kind, {}), str(up)
        if str(row) not in rows or column not in chart.ups:
            kinds = ", ".join(chart.blocks)
            raise CardroomError(
                f"the chart has no {kind} {row} against {up}; kinds are {kinds}, rows of {kind}"
                f" are {', '.join(rows) or 'none'}, and up cards are {', '.join(chart.ups)}"
            )
        return rows[str(row)][chart.ups.index(column)]

    @property
    def legend(self) -> dict[str, str]:
        """What the codes of the chart mean."""
        return dict(self._chart.legend)

    @property
    def _chart(self) -> ChartStrategy:
        if isinstance(self.document, LowestHandStrategy):
            raise CardroomError(f"{self.document.title} has no chart (lowest)")
        return self.document

    @property
    def summary(self) -> str:
        found = self.document
        return (
            f"{found.title}: {found.edge_name} {found.edge:+.5%} by this strategy,"
            f" {found.perfect_edge:+.5%} by perfect play"
        )

    @property
    def notes(self) -> Sequence[str]:
        found = self.document
        return [found.method, *found.assumptions, f"ruleset {found.digest[:16]}"]

    @property
    def table(self) -> Frame:
        match self.document:
            case ChartStrategy() as found:
                names = ("kind", "row", *found.chart.ups)
                return frame(f"{found.title}: strategy", names, _rows(found))
            case LowestHandStrategy() as found:
                rows = [(each.bank_shows, each.hand) for each in found.lowest]
                names = ("the bank shows", "lowest hand that plays")
                return frame(f"{found.title}: strategy", names, rows)
            case never:
                assert_never(never)

    @property
    def departures(self) -> Frame:
        """The hands that perfect play plays differently from the chart, the costliest first."""
        rows = [
            (each.hand, each.up, each.chart, each.best, each.gain)
            for each in self._chart.departures
        ]
        names = ("hand", "up", "chart", "best", "gain:edge")
        return frame(f"{self.document.title}: departures from the chart", names, rows)

    def to_dict(self) -> dict[str, Any]:
        return dict(builtins(self.document))

    def plot(self) -> Figure:
        """The chart; or, without one, the edge by the number of decks."""
        match self.document:
            case ChartStrategy() as found:
                from cardroom.analysis import chart_picture

                return Figure(chart_picture.svg(found))
            case LowestHandStrategy() as found:
                decks = [PlottedBar(f"{row.decks} decks", row.edge) for row in found.by_decks]
                return bars(decks, found.title, f"{found.edge_name} by this strategy", ".3%")
            case never:
                assert_never(never)


def _rows(found: ChartStrategy) -> Iterator[Sequence[Cell]]:
    for block, rows in found.chart.blocks.items():
        for row, codes in rows.items():
            yield (block, row, *codes)


def strategy_of(rules: Ruleset, shoe: tuple[int, ...] | None) -> Strategy:
    return Strategy(best_strategy(rules, shoe, watcher()))
