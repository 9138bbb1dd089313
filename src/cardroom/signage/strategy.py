"""The strategy card: best play in blocks of color, readable in black and white too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, Final, assert_never

from cardroom.analysis.documents import (
    ChartStrategy,
    Departure,
    LowestHandStrategy,
    StrategyDocument,
)
from cardroom.analysis.twentyone.chart.picture import BLOCK_TITLES, COLORS, row_name
from cardroom.rules.house_text import TITLES
from cardroom.signage.sheet import Posting, Sheet, changed, decks, head, percent, titled

FRONT: Final = ("hard", "soft")
"""The other blocks are on the back of the card."""
SHOWN: Final = 5
"""The number of departures of perfect play listed on the card, the most valuable first."""


def sheet(posting: Posting, found: StrategyDocument) -> Sheet:
    """`found` must be the strategy of the same posted game."""
    assert found.digest == posting.rules.digest, "the chart is another game's"
    body: dict[str, Any] = {
        "decks": decks(posting.rules),
        "options": [f"{titled(name)}: {value}" for name, value in _told(posting).items()],
        "edge_of": titled(f"{found.edge_of} edge"),
        "edge": percent(found.edge),
        "perfect": percent(found.perfect_edge),
        "notes": [titled(note) for note in found.assumptions],
        "front": [],
        "back": [],
        "lowest": [],
        "legend": [],
        "ups": [],
        "across": "dealer" if posting.rules.banking.limit == "none" else "bank",
        "departures": [],
    }
    match found:
        case ChartStrategy():
            body |= _chart(found)
        case LowestHandStrategy():
            body["lowest"] = [(_span(each.bank_shows), each.hand) for each in found.lowest]
        case _:
            assert_never(found)
    return Sheet("strategy", head(posting), body)


def _chart(found: ChartStrategy) -> dict[str, Any]:
    blocks = {
        name: {"title": BLOCK_TITLES[name], "rows": _rows(name, rows)}
        for name, rows in found.chart.blocks.items()
        if rows
    }
    return {
        "ups": _ups(found.chart.ups),
        "front": [block for name, block in blocks.items() if name in FRONT],
        "back": [block for name, block in blocks.items() if name not in FRONT],
        "legend": [
            {"code": code, "means": meaning, "fill": COLORS[code[0]]}
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


def _rows(block: str, rows: Mapping[str, Sequence[str]]) -> list[dict[str, Any]]:
    """Adjacent rows that are played alike are one row: hard 17 to 20."""
    found = []
    for codes, alike in groupby(rows, lambda row: tuple(rows[row])):
        names = list(alike)
        first, last = (row_name(block, row) for row in (names[0], names[-1]))
        name = first if len(names) == 1 else f"{first}–{last}"
        cells = [(code, COLORS[code[0]]) for code in codes]
        found.append({"name": name.replace("T", "10"), "cells": cells})
    return found


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
