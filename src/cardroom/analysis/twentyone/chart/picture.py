"""A chart as a picture: SVG, readable in print and without color."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Final

from cardroom.analysis.documents import ChartStrategy

COLORS: Final[Mapping[str, str]] = {
    "H": "#f4c7c3",
    "S": "#fff2b3",
    "D": "#b7e1cd",
    "P": "#bcd4f5",
    "R": "#e3d0ee",
    "M": "#b7e1cd",
    "-": "#f1f3f4",
}
"""By the first letter of a code: what is done where it is allowed."""
BLOCK_TITLES: Final = {
    "hard": "Hard totals",
    "soft": "Soft totals",
    "pair": "Pairs",
    "aces": "Split aces",
    "doubled": "After a double",
    "first": "First card",
}
CELL_WIDTH, CELL_HEIGHT, LABEL, MARGIN, HEAD = 34, 24, 64, 24, 58
FONT: Final = "font-family='Helvetica, Arial, sans-serif'"


def row_name(block: str, row: str) -> str:
    """The row as players name it: a soft 18 is ace-seven, a soft 12 is a pair of aces."""
    if block == "pair":
        return f"{row},{row}"
    if block in ("soft", "aces"):
        return "A,A" if row == "12" else f"A,{int(row) - 11}"
    return row


def svg(document: ChartStrategy) -> str:
    """The chart of a strategy, with its legend, its edge, and its game."""
    ups = document.chart.ups
    blocks = [(block, rows) for block, rows in document.chart.blocks.items() if rows]
    width = 2 * MARGIN + LABEL + CELL_WIDTH * len(ups)
    parts: list[str] = []
    y = HEAD + MARGIN
    for block, rows in blocks:
        parts.extend(_block(BLOCK_TITLES[block], block, rows, ups, y))
        y += CELL_HEIGHT * (len(rows) + 2) + 12
    for code, meaning in document.legend.items():
        parts.append(_cell(MARGIN, y, code))
        parts.append(_text(MARGIN + CELL_WIDTH + 8, y + 16, meaning, 12))
        y += CELL_HEIGHT + 2
    edge = f"{document.edge_of} edge {document.edge:.4%} with this chart"
    perfect = f"{document.perfect_edge:.4%} with perfect play"
    footer = [f"{edge}, {perfect}", f"ruleset {document.digest[:16]}"]
    for line in footer:
        parts.append(_text(MARGIN, y + 16, line, 10))
        y += 14
    title = document.title
    options = ", ".join(
        f"{name} {_plain(value)}" for name, value in document.options.items() if name != "decks"
    )
    decks = f"{document.decks} deck{'s' * (document.decks > 1)}"
    top = [
        _text(MARGIN, MARGIN + 12, title, 18, "bold"),
        _text(MARGIN, MARGIN + 32, ", ".join(filter(None, (decks, options))), 11),
    ]
    height = y + MARGIN
    start = (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}'"
        f" width='{width}' height='{height}' role='img' aria-label='{escape(title)}'>"
    )
    return "\n".join(
        [
            start,
            f"<rect width='{width}' height='{height}' fill='#ffffff'/>",
            *top,
            *parts,
            "</svg>\n",
        ]
    )


def _plain(value: object) -> str:
    return "yes" if value is True else "no" if value is False else str(value).lower()


def _block(
    title: str, block: str, rows: Mapping[str, Sequence[str]], ups: Sequence[str], y: int
) -> list[str]:
    found = [_text(MARGIN, y + 16, title, 13, "bold")]
    y += CELL_HEIGHT
    left = MARGIN + LABEL
    for place, up in enumerate(ups):
        found.append(_middle(left + place * CELL_WIDTH, y, up, "bold"))
    for row, codes in rows.items():
        y += CELL_HEIGHT
        found.append(_text(MARGIN + 4, y + 16, row_name(block, row), 12, "bold"))
        found.extend(_cell(left + place * CELL_WIDTH, y, code) for place, code in enumerate(codes))
    return found


def _cell(x: int, y: int, code: str) -> str:
    color = COLORS[code[0]]
    box = (
        f"<rect x='{x}' y='{y}' width='{CELL_WIDTH}' height='{CELL_HEIGHT}' fill='{color}'"
        " stroke='#5f6368' stroke-width='0.5'/>"
    )
    return box + _middle(x, y, code, "normal")


def _middle(x: int, y: int, text: str, weight: str) -> str:
    return (
        f"<text x='{x + CELL_WIDTH // 2}' y='{y + 16}' text-anchor='middle' {FONT} font-size='12'"
        f" font-weight='{weight}' fill='#202124'>{escape(text)}</text>"
    )


def _text(x: int, y: int, text: str, size: int, weight: str = "normal") -> str:
    return (
        f"<text x='{x}' y='{y}' {FONT} font-size='{size}' font-weight='{weight}'"
        f" fill='#202124'>{escape(text)}</text>"
    )
