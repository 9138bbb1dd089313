"""The felt as it is ordered: every printed spot, line and word, in millimeters.

The origin is the middle of the dealer's edge of the table; x goes to the right of a player who
looks at the dealer, y toward the players. What belongs to a box is drawn in the box's own frame, in
which the player sits below. Paper and browser draw the same value.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from math import atan2, cos, degrees, hypot, pi, radians, sin
from typing import Final, Literal

import msgspec

from cardroom.games.lettering import GLYPH, size_in, words_in
from cardroom.games.signs import Sign
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.spots import Spot

ShapeKind = Literal["circle", "square", "cell", "card", "button", "tray"]
LetteringRole = Literal["title", "line", "sub", "notice", "band"]

CARD: Final = (63.5, 88.9)
"""A playing card of bridge and poker rooms: 2½ by 3½ inches."""
CHIP: Final = 39.0
"""The diameter of a casino chip."""
MAIN: Final = 82.0
SIDE: Final = 66.0
GAP: Final = 12.0
RAIL: Final = 60.0
"""The padded armrest, which the felt does not cover."""
EIGHT: Final = 8
"""A standard table has this many places; a longer one is wider."""
WIDTH: Final = 2057.0
DEPTH: Final = 1143.0
SPREAD: Final = radians(62)
AROUND: Final = radians(75)
"""Players of a pot sit further around the table."""
ON_THE_RIM: Final = (0.85, 0.745)
IN_FRONT: Final = (0.85, 0.79)
"""Where boxes and seats are, as parts of the table's half width and of its depth."""
TRAY: Final = 300.0
PANEL: Final = 320.0
PANEL_TOP: Final = 34.0
LETTERS_MAX: Final = 14.0
LEADING: Final = 1.95
"""From one row of a panel to the next, in sizes of its letters."""
BAND: Final = 40.0
LINE: Final = 8.0
"""How broad a line is that has words, and one that has none."""
REACH: Final = 1.9
"""How far around a line of lettering may go, as an angle."""


class Shape(msgspec.Struct, frozen=True):
    """Something printed: a spot for chips, a place for a card, the tray."""

    kind: ShapeKind
    x: float
    y: float
    width: float
    height: float
    words: tuple[str, ...] = ()
    """Its lines, from top to bottom."""
    size: float = 0.0
    """The size of the letters."""
    spot: str = ""
    """The spot whose chips go here; "" for a place without a wager."""
    tint: Literal["", "red", "black"] = ""
    """The color of a suit."""

    @property
    def top(self) -> float:
        return self.y - self.height / 2


class BoxAt(msgspec.Struct, frozen=True):
    box: int
    x: float
    y: float
    turn: float
    """In degrees: how far the box is turned to face its player; positive on the right."""


class Arc(msgspec.Struct, frozen=True):
    """Words along a circle around (0, `center`), read from the players' side."""

    words: str
    radius: float
    center: float
    size: float
    role: LetteringRole


class Band(msgspec.Struct, frozen=True):
    """Two lines around the dealer's side of the boxes, such as the insurance line."""

    inner: float
    outer: float
    center: float
    turn: float
    """In degrees, how far it goes to either side."""
    spot: str = ""
    """The wager that is placed on it, each box's in front of the box."""


class Panel(msgspec.Struct, frozen=True):
    """A posted table of odds, next to the dealer."""

    title: str
    rows: tuple[tuple[str, ...], ...]
    x: float
    y: float
    width: float
    size: float


class Theme(msgspec.Struct, frozen=True):
    """The colors of the felt: in the light of the lamp, between, and in its shade; and the ink."""

    near: str = "#1f7d6d"
    mid: str = "#0e4d45"
    far: str = "#041b1a"
    ink: str = "#d9b36c"


class Drawing(msgspec.Struct, frozen=True):
    width: float
    depth: float
    rail: float
    theme: Theme
    boxes: tuple[BoxAt, ...]
    box: tuple[Shape, ...]
    """What is printed at each box, the main wager first."""
    table: tuple[Shape, ...]
    """What is printed in front of the dealer."""
    arcs: tuple[Arc, ...]
    bands: tuple[Band, ...] = ()
    panels: tuple[Panel, ...] = ()


class Printed(msgspec.Struct, frozen=True):
    """What a family prints on its felt; `drawn` finds the room for it."""

    theme: Theme
    box: tuple[Shape, ...]
    table: tuple[Shape, ...]
    title: str
    line: str
    sub: str
    notices: tuple[str, ...] = ()
    band: tuple[str, str] | None = None
    """The words on a line around the dealer's side of the boxes, and its spot."""
    panels: tuple[Sign, ...] = ()
    pots: Literal["banked", "pots"] = "banked"


def circle(x: float, y: float, across: float, words: Iterable[str], spot: str = "") -> Shape:
    return _shape("circle", x, y, (across, across), words, spot)


def square(x: float, y: float, across: float, words: Iterable[str], spot: str = "") -> Shape:
    return _shape("square", x, y, (across, across), words, spot)


def card_place(x: float, y: float, *words: str, cards: int = 1) -> Shape:
    """A place for cards, the later ones with their index in sight."""
    return _shape("card", x, y, (CARD[0] + (cards - 1) * CARD[0] / 3, CARD[1]), words)


def cell(x: float, y: float, across: tuple[float, float], words: Iterable[str], spot: str) -> Shape:
    return _shape("cell", x, y, across, words, spot)


def _shape(
    kind: ShapeKind,
    x: float,
    y: float,
    across: tuple[float, float],
    words: Iterable[str],
    spot: str = "",
) -> Shape:
    lines = tuple(words)
    return Shape(kind, x, y, *across, lines, size_in(kind, lines, across), spot)


def side_by_side(rules: Ruleset) -> tuple[Shape, ...]:
    """The main wager, and next to it every bet that is made before the deal."""
    return spots_around([spot for spot in rules.spots if spot.opens == "before-deal"])


def spots_around(spots: list[Spot]) -> tuple[Shape, ...]:
    """Bets in addition to the main one go to its right and left by turns."""
    found: list[Shape] = []
    for at, spot in enumerate(spots):
        if at == 0:
            found.append(circle(0, 0, MAIN, words_in(spot.title), spot.name))
            continue
        side = (at + 1) // 2 * (1 if at % 2 else -1)
        x = side * (MAIN / 2 + SIDE / 2 + GAP)
        found.append(circle(x, 0, SIDE, (*words_in(spot.title), *odds_on(spot)), spot.name))
    return tuple(found)


def odds_on(spot: Spot) -> tuple[str, ...]:
    """What a spot with a single row pays, as its felt says it."""
    return (spot.odds,) if spot.odds else ()


def hand_of_bank(*words: str) -> tuple[Shape, ...]:
    """The tray, and the two cards of the bank in front of it."""
    return (
        Shape("tray", 0, 50, 560, 84),
        card_place(-CARD[0] / 2 - 6, 100 + CARD[1] / 2),
        card_place(CARD[0] / 2 + 6, 100 + CARD[1] / 2, *words),
    )


def drawn(rules: Ruleset, printed: Printed) -> Drawing:
    """The felt of a posted game, with everything in its place."""
    wide = max(1.0, rules.boxes / EIGHT) if printed.pots == "banked" else 1.25
    width = round(WIDTH * wide, 1)
    boxes = tuple(_boxes(rules.boxes, width / 2, printed))
    box = _within(printed.box, _pitch(boxes))
    highest = min([0.0, *(shape.top for shape in box)])
    line = 0.46 if printed.pots == "banked" else 0.62
    edge = min(line * DEPTH, DEPTH * ON_THE_RIM[1] + highest - GAP)
    bands: tuple[Band, ...] = ()
    arcs: list[Arc] = []
    if printed.band is not None:
        words, spot = printed.band
        around = wide**2 * edge
        turn = round(degrees(SPREAD) / wide**2, 2)
        broad = BAND if words else LINE
        bands = (Band(round(around - broad, 2), round(around, 2), _center(edge, wide), turn, spot),)
        arcs += [_arc(words, edge - 29, 21, "band", wide)] if words else []
        edge -= broad
    arcs += _lines(printed, edge, wide)
    return Drawing(
        width,
        DEPTH,
        RAIL,
        printed.theme,
        boxes,
        box,
        printed.table,
        tuple(arcs),
        bands,
        tuple(_panels(printed.panels, wide, _room_above(box, boxes))),
    )


def _boxes(count: int, half: float, printed: Printed) -> Iterator[BoxAt]:
    """Box 1 is at the dealer's left, on the right of a player who looks at the dealer."""
    if printed.pots == "pots":
        a, b = half * IN_FRONT[0], DEPTH * IN_FRONT[1]
        angles = _evenly(count, a, b, AROUND)
    else:
        a, b = half * ON_THE_RIM[0], DEPTH * ON_THE_RIM[1]
        angles = [SPREAD * (1 - 2 * at / max(1, count - 1)) for at in range(count)]
        angles = [0.0] if count == 1 else angles
    for box, angle in enumerate(angles, start=1):
        x, y = a * sin(angle), b * cos(angle)
        yield BoxAt(box, round(x, 2), round(y, 2), round(degrees(atan2(x, y)), 3))


def _evenly(count: int, a: float, b: float, most: float) -> list[float]:
    """Angles of seats at equal distances along an ellipse."""
    steps = 400
    angles = [most * (1 - 2 * at / steps) for at in range(steps + 1)]
    lengths = [0.0]
    for angle in angles[1:]:
        lengths.append(lengths[-1] + hypot(a * cos(angle), b * sin(angle)))
    wanted = [lengths[-1] * at / max(1, count - 1) for at in range(count)]
    return [
        angles[next(at for at, length in enumerate(lengths) if length >= each - 1e-9)]
        for each in wanted
    ]


def _pitch(boxes: tuple[BoxAt, ...]) -> float:
    """The angle between neighbors, in radians, at the narrowest place."""
    turns = [radians(box.turn) for box in boxes]
    return min((one - other for one, other in pairwise(turns)), default=pi)


def _within(shapes: tuple[Shape, ...], pitch: float) -> tuple[Shape, ...]:
    """The shapes of a box, made smaller where a neighbor's would touch them."""
    radius = DEPTH * ON_THE_RIM[1]
    scale = 1.0
    for one in shapes:
        for other in shapes:
            if abs(one.y - other.y) >= (one.height + other.height) / 2:
                continue
            # The room at the end that is closest to the dealer.
            room = (radius + min(one.top, other.top)) * pitch - GAP / 2
            needed = one.x + one.width / 2 - (other.x - other.width / 2)
            scale = min(scale, room / needed) if needed > 0 else scale
    if scale == 1.0:
        return shapes
    return tuple(_scaled(shape, scale) for shape in shapes)


def _scaled(shape: Shape, by: float) -> Shape:
    sizes = {
        name: round(getattr(shape, name) * by, 2) for name in ("x", "y", "width", "height", "size")
    }
    return msgspec.structs.replace(shape, **sizes)


def _center(radius: float, wide: float) -> float:
    """The center of the circle that follows a wider table's ellipse at its lowest point."""
    return round(radius - wide**2 * radius, 2)


def _arc(words: str, radius: float, size: float, role: LetteringRole, wide: float) -> Arc:
    most = REACH * radius * wide / (max(1, len(words)) * (GLYPH + 0.1))
    return Arc(
        words, round(wide**2 * radius, 2), _center(radius, wide), round(min(size, most), 2), role
    )


def _lines(printed: Printed, edge: float, wide: float) -> Iterator[Arc]:
    """What decides the game, closest to the players; toward the dealer the rest."""
    lines: list[tuple[str, float, LetteringRole]] = [
        (printed.line, 42.0, "line"),
        (printed.sub, 22.0, "sub"),
        *((notice, 20.0, "notice") for notice in printed.notices),
        (printed.title, 46.0, "title"),
    ]
    radius = edge
    for words, size, role in lines:
        if not words:
            continue
        half = 0.75 * _arc(words, radius, size, role, wide).size
        radius -= half + 7
        yield _arc(words, radius, half / 0.75, role, wide)
        radius -= half


def _room_above(shapes: tuple[Shape, ...], boxes: tuple[BoxAt, ...]) -> float:
    """How far down a panel may go before it meets a box."""
    return min(
        y for box in (boxes[0], boxes[-1]) for shape in shapes for _, y in corners(shape, box)
    )


def corners(shape: Shape, box: BoxAt) -> Iterator[tuple[float, float]]:
    """The corners of what is printed at a box, on the table."""
    turn = radians(box.turn)
    for right in (-0.5, 0.5):
        for down in (-0.5, 0.5):
            x, y = shape.x + right * shape.width, shape.y + down * shape.height
            yield box.x + x * cos(turn) + y * sin(turn), box.y - x * sin(turn) + y * cos(turn)


def _panels(tables: tuple[Sign, ...], wide: float, bottom: float) -> Iterator[Panel]:
    """Tables of odds to the left and the right of the dealer, by turns."""
    for side, chosen in ((-1, tables[::2]), (1, tables[1::2])):
        lines = sum(len(table.rows) + 1.6 for table in chosen)
        y = PANEL_TOP
        for table in chosen:
            letters = max(len("  ".join(row)) for row in (*table.rows, (table.title,)))
            size = min(
                LETTERS_MAX, PANEL / (GLYPH * (letters + 2)), (bottom - y) / (LEADING * lines)
            )
            x = TRAY * wide if side > 0 else -TRAY * wide - PANEL
            yield Panel(table.title, table.rows, round(x, 1), round(y, 2), PANEL, round(size, 2))
            y += LEADING * size * (len(table.rows) + 1.6)
            lines -= len(table.rows) + 1.6
