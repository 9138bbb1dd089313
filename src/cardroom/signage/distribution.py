"""The chart of the math report: the distribution of a wager's results.

Every position is explicit: Vega would measure text with the fonts of the machine.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

import altair
import vl_convert

from cardroom.analysis.documents import WagerOdds

FONT: Final = "Libertinus Serif"
INK, QUIET, FELT = "#1c1c1a", "#66645e", "#14513c"
WIDTH, HEIGHT = 460, 150
PADDING: Final = {"left": 52, "right": 6, "top": 16, "bottom": 44}
TITLE: Final = 26
"""The height of a title, for a picture that stands alone."""
CROWDED: Final = 12


def drawing(wager: WagerOdds, font: str = FONT, title: str = "") -> str:
    """The results of a wager as bars, SVG; rounds in which a hand was split are one bar."""
    bars = [
        {"result": signed(each.net), "share": each.chance}
        for each in sorted(wager.payments, key=lambda each: each.net)
    ]
    if wager.split_frequency:
        bars.append({"result": "split", "share": wager.split_frequency})
    results = (
        altair.X("result:N", sort=None, title="Net result, in initial wagers")
        .axis(labelAngle=0, labelOverlap=False, titleY=30)
        .scale(paddingInner=0.5, paddingOuter=0.4)
    )
    shares = altair.Y("share:Q", title="Share of rounds").axis(
        format=".0%", tickCount=4, labelOverlap=False, titleX=-38
    )
    base = altair.Chart({"values": bars}).encode(x=results, y=shares)
    marks = base.mark_bar(color=FELT)
    figures = base.mark_text(dy=-6, color=INK, fontSize=9 if len(bars) < CROWDED else 7).encode(
        text=altair.Text("share:Q", format=".2%")
    )
    top = PADDING["top"] + (TITLE if title else 0)
    chart = (marks + figures).properties(
        width=WIDTH,
        height=HEIGHT,
        autosize="none",
        padding={**PADDING, "top": top},
    )
    if title:
        chart = chart.properties(title=title)
    chart = chart.configure(font=font, background="#ffffff").configure_title(
        fontSize=14, anchor="start", offset=16, color=INK
    )
    chart = chart.configure_view(stroke=None).configure_axis(
        labelColor=QUIET, titleColor=QUIET, titleFontWeight="normal", grid=False,
        domainColor=QUIET, tickColor=QUIET, labelFontSize=10, titleFontSize=10,
    )  # fmt: skip
    return str(vl_convert.vegalite_to_svg(chart.to_dict()))


def signed(net: Fraction) -> str:
    return f"+{net}" if net > 0 else str(net).replace("-", "−")
