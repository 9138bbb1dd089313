"""Published figures of games that are ours under other names or options."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cardroom import model
from cardroom.analysis.twentyone.chart.chart import ChartLayout, layout_of
from cardroom.analysis.twentyone.chart.strategy import best_cells
from cardroom.analysis.twentyone.solver import exact
from cardroom.analysis.twentyone.solver.exact import ShoeSolver
from cardroom.analysis.twentyone.solver.plan import plan_of
from cardroom.games.twentyone.game import GAMES
from cardroom.model import Tables
from tests.decks import edge_with
from tests.proofs import some_now

REFERENCES = Path(__file__).parents[2] / "references"


def figures(name: str, kind: str = "game") -> list[dict[str, Any]]:
    document = tomllib.loads((REFERENCES / name).read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = document[kind]
    return found


@pytest.mark.parametrize("figure", figures("maxtime.toml"), ids=lambda figure: figure["id"])
def test_the_edge_against_perfect_play(
    figure: dict[str, Any], record_property: Callable[[str, object], None]
) -> None:
    rules = GAMES[figure["game"]].ruleset(figure["options"])
    edge = -exact.solve(model.for_odds(rules)).value
    record_property(figure["id"], f"{edge:.8f}")
    assert edge == pytest.approx(figure["value"], abs=figure["tolerance"])


def by_cards_too(tables: Tables) -> ChartLayout:
    """A chart whose rows for totals are told apart by the number of cards, six and more alike."""
    plain, size = layout_of(tables), np.minimum(tables.keys.size, 6)
    rows = list(plain.rows)
    total = np.full_like(plain.total, -1)
    for number, (block, row) in enumerate(plain.rows):
        for cards in range(2, 7):
            members = (plain.total == number) & (size == cards)
            if members.any():
                total[members] = len(rows)
                rows.append((block, f"{row} of {cards}"))
    return plain._replace(rows=tuple(rows), total=total)


@pytest.mark.parametrize(
    "figure", figures("maxtime.toml", "chart"), ids=lambda figure: figure["id"]
)
def test_a_printed_chart_lies_between_what_its_rows_allow(figure: dict[str, Any]) -> None:
    tables = model.for_odds(GAMES[figure["game"]].ruleset(figure["options"]))
    work = ShoeSolver(plan_of(tables), None)
    perfect = work.best("pair")
    for name, layout in (("by_total", layout_of), ("by_total_and_cards", by_cards_too)):
        _, found = best_cells(work, layout(tables), perfect)
        assert -found.value == pytest.approx(figure[name], abs=5e-9)
    assert figure["by_total_and_cards"] < figure["printed"] < figure["by_total"]


def by_totals(tables: Tables) -> ChartLayout:
    """A chart as it is commonly printed, without rows for split aces: they stand on their card."""
    plain = layout_of(tables)
    own = [row for row, (block, _) in enumerate(plain.rows) if block == "aces"]
    return plain._replace(total=np.where(np.isin(plain.total, own), -1, plain.total))


def best_chart(game: str, options: dict[str, Any]) -> tuple[float, float]:
    """What perfect play and the best chart by totals are worth."""
    tables = model.compile(GAMES[game].ruleset(options))
    work = ShoeSolver(plan_of(tables), None)
    perfect = work.best("pair")
    _, found = best_cells(work, by_totals(tables), perfect)
    return perfect.value, found.value


@pytest.mark.parametrize(
    "figure", figures("no_bust.toml", "chart"), ids=lambda figure: figure["id"]
)
def test_the_edge_against_the_best_chart(figure: dict[str, Any]) -> None:
    perfect, worth = best_chart(figure["game"], figure["options"])
    assert -worth == pytest.approx(figure["by_total"], abs=1e-8)
    assert -perfect == pytest.approx(figure["perfect"], abs=1e-8)
    assert -worth == pytest.approx(figure["value"], abs=5e-5)


@pytest.mark.prove
@pytest.mark.parametrize(
    "figure", figures("no_bust.toml", "chart"), ids=lambda figure: figure["id"]
)
def test_what_its_rules_are_worth_against_the_best_chart(
    figure: dict[str, Any], record_property: Callable[[str, object], None]
) -> None:
    """Rule by rule up to the whole game; it is held which effects are reproduced and which not."""
    effects = figure["effect"]
    later = {name: value for effect in effects for name, value in effect["before"].items()}
    _, worth = best_chart(figure["game"], {**figure["options"], **later})
    for effect in effects:
        later = {name: later[name] for name in later if name not in effect["before"]}
        _, then = best_chart(figure["game"], {**figure["options"], **later})
        record_property(effect["rule"], f"{then - worth:.8f}, printed {effect['value']}")
        assert then - worth == pytest.approx(effect["exact"], abs=1e-8)
        assert (abs(then - worth - effect["value"]) <= 5e-5) is effect["reproduced"]
        worth = then
    assert -worth == pytest.approx(figure["by_total"], abs=1e-8)


NEAR = figures("no_bust.toml", "near")


@pytest.mark.parametrize(
    "figure", some_now(NEAR, {0, len(NEAR) - 1}), ids=[figure["id"] for figure in NEAR]
)
def test_near_variants_have_the_exact_edge_that_their_note_speaks_of(
    figure: dict[str, Any], record_property: Callable[[str, object], None]
) -> None:
    """Published figures that are not reproduced: ours is pinned, the difference explained."""
    rules = GAMES[figure["game"]].ruleset(figure["options"])
    edge = -exact.solve(model.compile(rules)).value
    record_property(figure["id"], f"{edge:.8f}, printed {figure['value']}")
    assert edge == pytest.approx(figure["exact"], abs=1e-8)
    assert figure["remains"]
    assert abs(edge - figure["value"]) < 0.008


ENDLESS = 64
"""Decks that stand for endless ones; edges of these games only rise beyond them."""


@pytest.mark.parametrize("row", figures("no_bust.toml", "row"), ids=lambda row: row["id"])
def test_a_row_of_prints_that_rises_less_than_any_of_its_games(row: dict[str, Any]) -> None:
    """Half a printed digit more at both ends is still less than ours: no game has the row."""
    printed = row["printed"]["endless"] - row["printed"]["few"] + 2 * 5e-5
    for neighbour in row["rises"]:
        options = {**row["options"], **neighbour["options"]}
        rise = edge_with(ENDLESS, row["game"], options) - edge_with(4, row["game"], options)
        assert rise == pytest.approx(neighbour["exact"], abs=1e-8)
        assert rise > printed
