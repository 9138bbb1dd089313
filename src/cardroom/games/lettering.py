"""The lettering of a spot on the felt: its lines, and the size in which they fit."""

from __future__ import annotations

from math import hypot
from typing import Final

SIZE_MAX: Final = 13.0
GLYPH: Final = 0.68
"""The mean width of a letter, as a part of its size."""
NARROW: Final = " fijlt'.,"
WIDE: Final = "mwMW"
PITCH: Final = 1.3
"""From one line to the next, in sizes of its letters."""
REACH: Final = 0.42
"""How far lettering goes from the middle of a circle, as a part of its diameter."""


def words_in(title: str, width: float = 8) -> tuple[str, ...]:
    """A title in lines of a few words."""
    lines: list[str] = []
    for word in title.split():
        if lines and len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return tuple(lines)


def size_in(kind: str, lines: tuple[str, ...], across: tuple[float, float]) -> float:
    """The size in which the lines fit into a shape of this kind."""
    if not lines:
        return 0.0
    width, height = across
    if kind in ("circle", "button"):
        return round(min(SIZE_MAX, REACH * width / farthest(lines)), 2)
    widest = max(breadth(line) for line in lines)
    return round(min(SIZE_MAX, 0.8 * width / widest, 0.7 * height / (PITCH * len(lines))), 2)


def farthest(lines: tuple[str, ...]) -> float:
    """How far a corner of the lines is from their middle, in sizes of their letters."""
    middle = (len(lines) - 1) / 2
    return max(
        hypot(breadth(line) / 2, abs(at - middle) * PITCH + 0.5) for at, line in enumerate(lines)
    )


def breadth(line: str) -> float:
    """About how wide a line is, in sizes of its letters."""
    return GLYPH * sum(
        0.6 if letter in NARROW else 1.7 if letter in WIDE else 1.3 if letter.isupper() else 1.0
        for letter in line
    )
