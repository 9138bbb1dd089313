"""The felt on paper: to scale on a sheet for approval, and at full size for the printer."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from cardroom import games
from cardroom.games.felt_drawing import Drawing, Shape
from cardroom.rules.ruleset import Ruleset
from cardroom.signage.sheet import Posting, Sheet, head

KINDS: Final = {
    "circle": "circle",
    "square": "square",
    "cell": "cell",
    "card": "place for cards",
    "button": "place for a button",
    "tray": "chip tray",
}


def sheet(posting: Posting) -> Sheet:
    """The felt on one page, with the measures that the printer of the cloth asks for."""
    rules = posting.rules
    felt = games.felt_of(rules)
    drawing = felt.drawing(rules)
    body = {
        "felt": msgspec.to_builtins(drawing),
        "alt": seen(rules, drawing),
        "limits": [f"{name}: {words}" for name, words in felt.limits(rules)],
        "measures": measures(rules, drawing),
        "whole": f"{cloth_width(drawing):,.0f} × {drawing.depth - drawing.rail:,.0f} mm",
    }
    return Sheet("layout", head(posting), body)


def full_size(posting: Posting) -> Sheet:
    """The felt alone, a millimeter for a millimeter."""
    drawing = games.felt_of(posting.rules).drawing(posting.rules)
    body = {"felt": msgspec.to_builtins(drawing), "alt": seen(posting.rules, drawing)}
    return Sheet("full_felt", head(posting), body)


def cloth_width(drawing: Drawing) -> float:
    """Without the armrest on either side."""
    return drawing.width - 2 * drawing.rail


def seen(rules: Ruleset, drawing: Drawing) -> str:
    """The drawing in words, for readers who do not see it."""
    places = ", ".join(dict.fromkeys(_name(shape) for shape in drawing.box if shape.words))
    position = games.felt_of(rules).position.lower()
    plural = f"{position}es" if position.endswith("x") else f"{position}s"
    each = f", each with {places}" if places else ""
    return f"The felt of {rules.title}: {len(drawing.boxes)} {plural}{each}"


def measures(rules: Ruleset, drawing: Drawing) -> list[tuple[str, str, str, str]]:
    """Each kind of spot: its form, its size, and where it is from the middle of the main wager."""
    main = drawing.box[0]
    found: dict[str, Any] = {}
    for shape in drawing.box:
        spot = rules.spot(shape.spot)
        name = (spot.group or spot.title) if spot is not None else _name(shape)
        found.setdefault(name or games.felt_of(rules).position, []).append(shape)
    for shape in drawing.table:
        found.setdefault(_name(shape) or KINDS[shape.kind].capitalize(), []).append(shape)
    return [_measure(name, shapes, main, drawing) for name, shapes in found.items()]


def _measure(
    name: str, shapes: list[Shape], main: Shape, drawing: Drawing
) -> tuple[str, str, str, str]:
    first = shapes[0]
    times = f"{len(shapes)} × " if len(shapes) > 1 else ""
    least = min(shapes, key=lambda shape: shape.width)
    size = f"{least.width:.0f} × {least.height:.0f} mm"
    if first.kind in ("circle", "button"):
        size = f"⌀ {first.width:.0f} mm"
    where = "at the dealer" if first in drawing.table else _from(main, shapes)
    return name, f"{times}{KINDS[first.kind]}", size, where


def _from(main: Shape, shapes: list[Shape]) -> str:
    """The middle of the shapes, from the middle of the main wager, as the player sees it."""
    if main in shapes:
        return "at the box"
    x, y = (
        (min(low for low, _ in ends) + max(high for _, high in ends)) / 2
        for ends in (
            [(it.x - it.width / 2 - main.x, it.x + it.width / 2 - main.x) for it in shapes],
            [(it.y - it.height / 2 - main.y, it.y + it.height / 2 - main.y) for it in shapes],
        )
    )
    across = f"{abs(x):.0f} mm {'right' if x > 0 else 'left'}" if round(x) else ""
    along = f"{abs(y):.0f} mm {'below' if y > 0 else 'above'}" if round(y) else ""
    return ", ".join(part for part in (across, along) if part)


def _name(shape: Shape) -> str:
    return " ".join(shape.words)
