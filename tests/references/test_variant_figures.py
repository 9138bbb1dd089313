"""Published figures of games that are ours under other names or options."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cardroom import model
from cardroom.analysis import exact
from cardroom.games.twentyone.game import GAMES

REFERENCES = Path(__file__).parents[2] / "references"


def figures(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = tomllib.loads((REFERENCES / name).read_text(encoding="utf-8"))[
        "game"
    ]
    return found


@pytest.mark.parametrize("figure", figures("maxtime.toml"), ids=lambda figure: figure["id"])
def test_the_edge_against_perfect_play(
    figure: dict[str, Any], record_property: Callable[[str, object], None]
) -> None:
    rules = GAMES[figure["game"]].ruleset(figure["options"])
    edge = -exact.solve(model.compile(model.by_rank(rules))).value
    record_property(figure["id"], f"{edge:.8f}")
    assert edge == pytest.approx(figure["value"], abs=figure["tolerance"])
