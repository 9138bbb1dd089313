"""A chart as a picture: SVG, readable in print and without color."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from typing import Final

from cardroom.analysis.documents import ChartStrategy, CodeKind

COLORS: Final[Mapping[CodeKind, str]] = {
    "hit": "#f4c7c3",
    "stand": "#fff2b3",
    "more": "#b7e1cd",
    "split": "#bcd4f5",
    "give-up": "#e3d0ee",
    "other": "#f1f3f4",
}
CELL_WIDTH, CELL_HEIGHT, LABEL, MARGIN, HEAD = 34, 24, 64, 24, 58
FONT: Final = "font-family='Helvetica, Arial, sans-serif'"


def svg(document: ChartStrategy) -> str:
    """The chart of a strategy, with its legend, its edge, and its game."""
    width = 2 * MARGIN + LABEL + CELL_WIDTH * len(document.chart.ups)
    parts: list[str] = []
    y = HEAD + MARGIN
    for block, rows in document.shown.items():
        parts.extend(_block(document, block, y))
        y += CELL_HEIGHT * (len(rows) + 2) + 12
    for code, meaning in document.legend.items():
        parts.append(_cell(MARGIN, y, code, document.kind(code)))
        parts.append(_text(MARGIN + CELL_WIDTH + 8, y + 16, meaning, 12))
        y += CELL_HEIGHT + 2
    edge = f"{document.edge_name} {document.edge:.4%} with this chart"
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


def _block(document: ChartStrategy, block: str, y: int) -> Iterator[str]:
    yield _text(MARGIN, y + 16, document.heading(block).title, 13, "bold")
    y += CELL_HEIGHT
    left = MARGIN + LABEL
    for place, up in enumerate(document.chart.ups):
        yield _middle(left + place * CELL_WIDTH, y, up, "bold")
    for row, codes in document.shown[block].items():
        y += CELL_HEIGHT
        yield _text(MARGIN + 4, y + 16, document.row_name(block, row), 12, "bold")
        for place, code in enumerate(codes):
            yield _cell(left + place * CELL_WIDTH, y, code, document.kind(code))


def _cell(x: int, y: int, code: str, kind: CodeKind) -> str:
    box = (
        f"<rect x='{x}' y='{y}' width='{CELL_WIDTH}' height='{CELL_HEIGHT}' fill='{COLORS[kind]}'"
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
