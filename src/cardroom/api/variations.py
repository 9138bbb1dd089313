"""Other options of a posted game, priced, as a result."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cardroom.analysis import variation_documents as documents
from cardroom.analysis.documents import builtins
from cardroom.analysis.variations import VariationsRequest, sweep, variations, variations_by
from cardroom.api.figure import Figure
from cardroom.api.frame import Cell, Frame, frame
from cardroom.api.progress import watcher
from cardroom.api.result import Result
from cardroom.errors import CardroomError
from cardroom.rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True, repr=False)
class Variations(Result):
    """What other options do to the edge of every wager."""

    document: documents.Variations
    """Every figure, typed; `to_dict` gives the same as plain values."""

    @property
    def summary(self) -> str:
        found = self.document
        return (
            f"{found.title}: {len(found.variations)} variations of a game with an edge of"
            f" {found.wagers[0].edge:+.4%}"
        )

    @property
    def notes(self) -> Sequence[str]:
        found = self.document
        paid = [f"Figures are {found.paid}."] if found.paid else []
        same = ", ".join(found.unchanged)
        unchanged = [f"options that change no wager: {same}"] if same else []
        return [*paid, *unchanged, f"ruleset {found.digest[:16]}"]

    @property
    def table(self) -> Frame:
        """One row for each variation: the edge of every wager, and its change."""
        found = self.document
        spots = [wager.spot for wager in found.wagers]
        rows: list[tuple[Cell, ...]] = [
            (
                each.name,
                *(figure.get(spot) for spot in spots for figure in (each.edges, each.changes)),
                each.unpriced,
            )
            for each in found.variations
        ]
        figures = [f"{spot}{what}:edge" for spot in spots for what in ("", ", change")]
        return frame(f"{found.title}: variations", ("options", *figures, "not priced"), rows)

    def to_dict(self) -> dict[str, Any]:
        return dict(builtins(self.document))

    def plot(self, spot: str = "") -> Figure:
        """What each variation changes about a wager; the main one, or the one that is named."""
        from cardroom.signage import plots

        found = self.document
        spots = [wager.spot for wager in found.wagers]
        if spot and spot not in spots:
            known = ", ".join(spots)
            raise CardroomError(f"no figures for {spot!r}; there are figures for {known}")
        return Figure(plots.variations(found, spot))


def variations_of(
    rules: Ruleset,
    options: Sequence[str],
    by: str | Mapping[str, Iterable[object]],
    grid: Mapping[str, Iterable[object]] | None,
    stake: int | None,
) -> Variations:
    if grid is not None:
        if options or by:
            raise CardroomError("a grid has its own options; leave out the others, and by")
        return Variations(sweep(rules, _grid(grid), stake, watcher()))
    asked = VariationsRequest(tuple(options), stake)
    if not by:
        return Variations(variations(rules, asked, watcher()))
    columns = {by: []} if isinstance(by, str) else _grid(by)
    if len(columns) != 1:
        raise CardroomError("by takes one option, like by='decks' or by={'decks': [1, 2, 6]}")
    ((name, values),) = columns.items()
    return Variations(variations_by(rules, name, values, asked, watcher()))


def _grid(grid: Mapping[str, Iterable[object]]) -> dict[str, list[str]]:
    return {name: [_written(value) for value in values] for name, values in grid.items()}


def _written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
