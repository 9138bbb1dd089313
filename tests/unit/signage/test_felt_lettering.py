"""The lettering of the felt as it is printed: no letter touches another line, or its spot."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from math import hypot
from pathlib import Path

import typst

from cardroom import games, houses
from cardroom.games.felt_drawing import Shape
from cardroom.games.lettering import PITCH
from cardroom.signage import press

MEASURED = """
#set text(font: "Libertinus Serif", weight: 600, top-edge: "bounds", bottom-edge: "bounds")
#let high(it) = measure(text(bottom-edge: "baseline", it)).height
#context [#metadata(json(bytes(sys.inputs.lines)).map(((words, size)) => {
  let it = text(size: size * 1.36mm, words)
  (measure(it).width / 1mm, high(it) / 1mm, (measure(it).height - high(it)) / 1mm)
})) <measured>]
"""
"""The width of each line, and how far it goes above and below its baseline, in millimeters."""
RING = 2.5
"""A large circle has a second line inside it."""
LARGE = 50


def lettered() -> list[Shape]:
    """Every shape with words on a felt of the houses that come with us."""
    found = []
    for house in map(houses.house, houses.names()):
        for posted in house.game:
            rules = house.ruleset(posted.game)
            drawing = games.felt_of(rules).drawing(rules)
            found += [shape for shape in (*drawing.box, *drawing.table) if shape.words]
    return found


def test_lines_of_a_spot_do_not_touch_each_other_or_its_edge(tmp_path: Path) -> None:
    shapes = lettered()
    lines = [(words, shape.size) for shape in shapes for words in shape.words]
    (tmp_path / "lines.typ").write_text(MEASURED, encoding="utf-8")
    asked = typst.Compiler(
        tmp_path / "lines.typ",
        font_paths=typst.Fonts(include_system_fonts=False),
        sys_inputs={"lines": json.dumps(lines)},
    )
    measured = iter(json.loads(asked.query("<measured>", field="value", one=True)))
    template = (press.TEMPLATES / "felt.typ").read_text(encoding="utf-8")
    gap = float(re.findall(r"spacing: ([\d.]+) \* shape\.size", template)[0])
    for shape in shapes:
        found = [next(measured) for _ in shape.words]
        for (_, _, below), (_, above, _) in pairwise(found):
            assert below + above < PITCH * shape.size, shape
            assert below < gap * shape.size, shape
        middle = (len(found) - 1) / 2
        for at, (width, above, _) in enumerate(found):
            assert width < 0.94 * shape.width, shape
            if shape.kind in ("circle", "button"):
                edge = shape.width / 2 - RING * (shape.width > LARGE)
                corner = abs(at - middle) * PITCH * shape.size + above / 2
                assert hypot(width / 2, corner) < edge, (shape, width)
