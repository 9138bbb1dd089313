"""A strategy chart, as bots and the page read it."""

from __future__ import annotations

from typing import Literal

import msgspec

from cardroom.analysis.documents import BlockHeading, CodeKind


class ChartCell(msgspec.Struct, frozen=True):
    """A cell, by the names of its block, its row and its column (an up card)."""

    block: str
    row: str
    up: str


class ChartCells(msgspec.Struct, frozen=True):
    """The cells that a decision is in; none for one that the chart does not decide."""

    cells: tuple[ChartCell, ...]


class Chart(msgspec.Struct, frozen=True):
    """Codes by block, row and up card; `plays` says what a code stands for.

    Blocks: hard and soft totals, pairs, split aces that draw no card but may be surrendered, totals
    of doubled hands that may still be surrendered, first cards that may be bet on; the last three
    are empty in games without such decisions. Families other than 21 have blocks of their own.
    `status` none: this game has no chart, and `why` says so.
    """

    status: Literal["ready", "none", "unavailable"]
    why: str = ""
    ups: tuple[str, ...] = ()
    hard: dict[str, tuple[str, ...]] = {}
    soft: dict[str, tuple[str, ...]] = {}
    pair: dict[str, tuple[str, ...]] = {}
    aces: dict[str, tuple[str, ...]] = {}
    doubled: dict[str, tuple[str, ...]] = {}
    first: dict[str, tuple[str, ...]] = {}
    plays: dict[str, tuple[str, ...]] = {}
    legend: dict[str, str] = {}
    edge: float | None = None
    """The edge on the initial wager with this chart."""
    edge_of: Literal["house", "bank"] = "house"
    """Whose edge it is."""
    others: dict[str, dict[str, tuple[str, ...]]] = {}
    """Blocks of other families, by name."""
    headings: dict[str, BlockHeading] = {}
    """Of the blocks, in the order in which they are shown."""
    kinds: dict[str, CodeKind] = {}
    """What a code does first, for its color; "other" if it is not here."""
    about: str = ""
    """What its rows and columns are, in a sentence above it."""
