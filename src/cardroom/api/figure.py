"""A picture: SVG text, shown by notebooks, and saved as SVG, PNG, or PDF."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from cardroom.errors import CardroomError

FELT, QUIET = "#14513c", "#66645e"
WIDTH, BAR = 520, 26
LABEL_MAX, LETTER = 260, 7
KINDS: Final = (".svg", ".png", ".pdf")


@dataclass(frozen=True, slots=True, repr=False)
class Figure:
    """A picture of a result."""

    svg: str
    """The picture as SVG text."""

    def __repr__(self) -> str:
        return f"<Figure: {len(self.svg):,} characters of SVG>"

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str | Path) -> Path:
        """Write the picture to a file; its name ends in .svg, .png, or .pdf."""
        file = Path(path)
        match file.suffix:
            case ".svg":
                file.write_text(self.svg, encoding="utf-8")
            case ".png":
                import vl_convert

                file.write_bytes(vl_convert.svg_to_png(self.svg, scale=2))
            case ".pdf":
                import vl_convert

                file.write_bytes(vl_convert.svg_to_pdf(self.svg))
            case _:
                raise CardroomError(f"{file}: a picture is saved as {', '.join(KINDS)}")
        return file


class PlottedBar(NamedTuple):
    name: str
    value: float
    error: float = 0.0
    """One standard error; 0 where the value is exact."""


def bars(bars: Sequence[PlottedBar], title: str, axis: str, form: str = ".2%") -> Figure:
    """Horizontal bars, each with its value and, where it has one, its standard error."""
    import altair
    import vl_convert

    rows = [
        {"name": bar.name, "value": bar.value, "from": bar.value - bar.error,
         "to": bar.value + bar.error}
        for bar in bars
    ]  # fmt: skip
    # Room for the names by their length: the font that shows them is not the one measured here.
    room = min(LABEL_MAX, LETTER * max((len(bar.name) for bar in bars), default=0))
    names = altair.Y("name:N", sort=None, title=None).axis(labelLimit=LABEL_MAX, minExtent=room)
    base = altair.Chart({"values": rows}).encode(y=names)
    shown = base.mark_bar(color=FELT).encode(
        x=altair.X("value:Q", title=axis).axis(format=form, tickCount=5)
    )
    text = base.mark_text(align="left", dx=6, fontSize=11).encode(
        x=altair.X("to:Q"), text=altair.Text("value:Q", format=form)
    )
    layers = [shown, text]
    if any(bar.error for bar in bars):
        layers.append(base.mark_rule(color=QUIET).encode(x="from:Q", x2="to:Q"))
    chart = (
        altair.layer(*layers)
        .properties(title=title, width=WIDTH, height=BAR * len(bars))
        .configure(font="sans-serif", background="#ffffff")
        .configure_view(stroke=None)
        .configure_axis(grid=False, labelColor=QUIET, titleColor=QUIET, titleFontWeight="normal")
    )
    return Figure(str(vl_convert.vegalite_to_svg(chart.to_dict())))
