"""The values of hands as a picture: SVG, with the figures in the cells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from typing import Final

from cardroom.analysis.hands_documents import GameHands, HandValue

RED, WHITE, GREEN = (240, 150, 140), (255, 255, 255), (140, 205, 165)
CELL_WIDTH, CELL_HEIGHT, LABEL, MARGIN, HEAD = 58, 20, 100, 24, 40
FONT: Final = "font-family='Helvetica, Arial, sans-serif'"


def color_of(value: float) -> tuple[int, int, int]:
    """Red for a loss of a whole wager, white for nothing, green for a win."""
    share = min(1.0, abs(value))
    end = GREEN if value > 0 else RED
    red, green, blue = (
        round(plain + share * (far - plain)) for plain, far in zip(WHITE, end, strict=True)
    )
    return red, green, blue


def svg(found: GameHands) -> str:
    """Rows of the chart by up card: the best option's value."""
    rows = found.rows
    width = 2 * MARGIN + LABEL + CELL_WIDTH * len(found.ups)
    height = 2 * MARGIN + HEAD + CELL_HEIGHT * (len(rows) + 1)
    start = (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}' width='{width}'"
        f" height='{height}' role='img' aria-label='{escape(found.title)}'>"
    )
    lines = [
        start,
        f"<rect width='{width}' height='{height}' fill='#ffffff'/>",
        _text(MARGIN, MARGIN + 8, f"{found.title}: value of the best option", 15),
        *_cells(found, rows),
        _text(MARGIN, height - 10, f"ruleset {found.digest[:16]}", 9),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _cells(found: GameHands, rows: Mapping[str, Mapping[str, HandValue]]) -> Iterator[str]:
    top = MARGIN + HEAD
    for place, up in enumerate(found.ups):
        yield _text(MARGIN + LABEL + CELL_WIDTH * place + CELL_WIDTH // 2, top - 6, up, 11)
    for number, (name, values) in enumerate(rows.items()):
        y = top + CELL_HEIGHT * number
        yield _text(MARGIN, y + 14, name, 11)
        for place, up in enumerate(found.ups):
            each = values.get(up)
            if each is None:
                continue
            x = MARGIN + LABEL + CELL_WIDTH * place
            fill = "#{:02x}{:02x}{:02x}".format(*color_of(each.value))
            yield (
                f"<rect x='{x}' y='{y}' width='{CELL_WIDTH}' height='{CELL_HEIGHT}' fill='{fill}'"
                " stroke='#d0d4d8'/>"
            )
            yield _text(x + 6, y + 14, f"{each.best[:2]} {each.value:+.3f}".strip(), 10)


def _text(x: int, y: int, words: str, size: int) -> str:
    return f"<text x='{x}' y='{y}' {FONT} font-size='{size}'>{escape(words)}</text>"
