"""The value of every option of every hand as a result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cardroom.analysis.documents import builtins
from cardroom.analysis.hands import HandsRequest, game_hands
from cardroom.analysis.hands_documents import GameHands, HandValue
from cardroom.api.figure import Figure
from cardroom.api.frame import Cell, Frame, frame
from cardroom.api.progress import watcher
from cardroom.api.result import Result
from cardroom.errors import CardroomError
from cardroom.rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True, repr=False)
class Hands(Result):
    """The value of every option of every starting hand, against every up card."""

    document: GameHands
    """Every figure, typed; `to_dict` gives the same as plain values."""

    def value(self, hand: str, up: str | int) -> HandValue:
        """One hand: `value("T,6", "T")`, or a row of the chart: `value("hard 16", "T")`."""
        for each in self.document.hands:
            named = each.cards or each.row
            if named == hand and each.up == str(up):
                return each
        row, one = self.document.hands[0], self.document.hands[-1]
        raise CardroomError(
            f'no hand {hand!r} against {up!r}; write cards ("{one.cards}") or a row of the chart'
            f' ("{row.row}"); up cards are {", ".join(self.document.ups)}'
        )

    @property
    def summary(self) -> str:
        found = self.document
        return f"{found.title}: {len(found.hands):,} hands, {len(found.departures):,} departures"

    @property
    def notes(self) -> Sequence[str]:
        found = self.document
        paid = [f"Values are {found.paid}."] if found.paid else []
        return [*paid, found.method, *found.assumptions, f"ruleset {found.digest[:16]}"]

    @property
    def table(self) -> Frame:
        rows: list[tuple[Cell, ...]] = [
            (
                each.kind,
                each.total,
                each.cards,
                each.up,
                each.chance,
                each.best,
                each.chart,
                each.value,
                *(each.options.get(verb) for verb in self.document.verbs),
            )
            for each in self.document.hands
        ]
        names = (
            "kind",
            "total",
            "cards",
            "up",
            "chance",
            "best",
            "chart",
            "value",
            *self.document.verbs,
        )
        return frame(f"{self.document.title}: values of hands", names, rows)

    @property
    def bank_totals(self) -> Frame:
        """How the bank's hand ends, by up card."""
        found = self.document.bank
        names = ("up", *(f"{total}:share" for total in found[0].chances))
        rows: list[tuple[Cell, ...]] = [(row.up, *row.chances.values()) for row in found]
        return frame(f"{self.document.title}: the bank's final totals", names, rows)

    @property
    def departures(self) -> Frame:
        """The hands, card by card, that perfect play plays differently from the chart."""
        rows = [
            (each.cards, each.total, each.up, each.chart, each.best, each.gain, each.comes)
            for each in self.document.departures
        ]
        names = ("cards", "total", "up", "chart", "best", "gain:edge", "comes:share")
        return frame(f"{self.document.title}: departures from the chart", names, rows)

    def to_dict(self) -> dict[str, Any]:
        return dict(builtins(self.document))

    def plot(self) -> Figure:
        """The value of the best option by hand and up card, as a heat map."""
        from cardroom.analysis import heat_map

        return Figure(heat_map.svg(self.document))


def hands_of(
    rules: Ruleset, stake: int | None, chart: object, shoe: tuple[int, ...] | None
) -> Hands:
    return Hands(game_hands(rules, HandsRequest(stake, shoe, chart), watcher()))
