"""The strategy card: best play in blocks of color, readable in black and white too."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from typing import Any, Final, assert_never

from cardroom.analysis.chart_picture import COLORS
from cardroom.analysis.documents import (
    ChartStrategy,
    Departure,
    LowestHandStrategy,
    StrategyDocument,
)
from cardroom.rules.house_text import TITLES
from cardroom.signage.sheet import Posting, Sheet, changed, decks, head, percent, titled

FRONT: Final = 2
"""Blocks on the front of the card; the others are on the back."""
SHOWN: Final = 5
"""The number of departures of perfect play listed on the card, the most valuable first."""


def sheet(posting: Posting, found: StrategyDocument) -> Sheet:
    """`found` must be the strategy of the same posted game."""
    assert found.digest == posting.rules.digest, "the chart is another game's"
    body: dict[str, Any] = {
        "decks": decks(posting.rules),
        "options": [f"{titled(name)}: {value}" for name, value in _told(posting).items()],
        "edge_of": titled(found.edge_name),
        "edge": percent(found.edge),
        "perfect": percent(found.perfect_edge),
        "notes": [titled(note) for note in found.assumptions],
        "front": [],
        "back": [],
        "lowest": [],
        "legend": [],
        "ups": [],
        "across": posting.rules.banking.title.lower(),
        "departures": [],
    }
    match found:
        case ChartStrategy():
            body |= _chart(found)
        case LowestHandStrategy():
            body["edge_per"] = found.edge_per
            body["lowest"] = [(_span(each.bank_shows), each.hand) for each in found.lowest]
        case _:
            assert_never(found)
    return Sheet("strategy", head(posting), body)


def _chart(found: ChartStrategy) -> dict[str, Any]:
    blocks = [
        {"title": found.heading(block).title, "rows": _rows(found, block)} for block in found.shown
    ]
    return {
        "ups": _ups(found.chart.ups),
        "front": blocks[:FRONT],
        "back": blocks[FRONT:],
        "legend": [
            {"code": code, "means": meaning, "fill": COLORS[found.kind(code)]}
            for code, meaning in found.legend.items()
        ],
        "departures": [_departure(each) for each in found.departures[:SHOWN]],
    }


MONEY_ONLY: Final = frozenset(
    {"decks", "wager_min", "wager_max", "legal_limit", "spot_limits", "smallest_chip", "boxes"}
    | TITLES.keys()
)
"""Options that do not affect the chart, or that the card shows elsewhere."""


def _told(posting: Posting) -> dict[str, str]:
    return {name: v for name, v in changed(posting.rules).items() if name not in MONEY_ONLY}


def _rows(found: ChartStrategy, block: str) -> list[dict[str, Any]]:
    """Adjacent rows that are played alike are one row: hard 17 to 20."""
    rows, shown = found.shown[block], []
    for codes, alike in groupby(rows, lambda row: tuple(rows[row])):
        names = list(alike)
        first, last = (found.row_name(block, row) for row in (names[0], names[-1]))
        name = first if len(names) == 1 else f"{first}–{last}"
        cells = [(code, COLORS[found.kind(code)]) for code in codes]
        shown.append({"name": re.sub(r"\bT\b", "10", name), "cells": cells})
    return shown


def _ups(names: Sequence[str]) -> list[str]:
    """Face cards share a column if it is separate from the tens."""
    faces = "J" if "K" in names else "J–K"
    return [{"T": "10", "J": faces}.get(name, name) for name in names]


def _departure(each: Departure) -> str:
    hand, up = (name.replace("T", "10") for name in (each.hand, each.up))
    return f"{hand} against {up}: {each.best} instead of {each.chart}"


def _span(shown: str) -> str:
    ranks = shown.replace("T", "10").split(", ")
    return ranks[0] if len(ranks) == 1 else f"{ranks[0]} to {ranks[-1]}"
