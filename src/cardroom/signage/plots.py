"""Figures as pictures, drawn from the typed results: SVG, or PNG for programs that need pixels.

Every size is explicit, so that the same result gives the same picture.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import altair
import vl_convert
from msgspec import UnsetType

from cardroom.analysis.bank.documents import BankReport
from cardroom.analysis.documents import GameDocument, ProgressiveOdds
from cardroom.analysis.session_documents import Session
from cardroom.analysis.variation_documents import Variations, WagerEdge
from cardroom.errors import CardroomError
from cardroom.money import exact

FONT: Final = "sans-serif"
INK, QUIET, FELT, RED = "#1c1c1a", "#66645e", "#14513c", "#a13328"
WIDTH, HEIGHT, BAR = 520, 240, 24
LEFT, WIDE, RIGHT = 72, 84, 64
SIZE: Final = re.compile(r'(?:width|height)="(\d+)"')
FULL: Final = 100
ROWS_MAX: Final = 60
WON: Final = {0.5: "half are won by here", 0.9: "nine of ten"}
"""Shares of all jackpots, where a picture of a meter's growth marks them."""


class PlotError(CardroomError):
    """A picture that cannot be drawn or written."""


class OptionChange(NamedTuple):
    """A game with one change, and what that changes about the edge of its main wager."""

    name: str
    change: float


def tornado(
    about: GameDocument, wager: str, changes: Sequence[OptionChange], most: int = ROWS_MAX
) -> str:
    """What each change of an option does to the edge, the largest on top."""
    if not changes:
        raise PlotError("there is nothing to compare: no option was changed")
    ranked = sorted(changes, key=lambda each: -abs(each.change))[:most]
    rows = [
        {"name": each.name, "change": each.change, "who": "more" if each.change > 0 else "less"}
        for each in ranked
    ]
    base = altair.Chart({"values": rows}).encode(
        y=altair.Y("name:N", sort=None, title=None).axis(labelLimit=240)
    )
    bars = base.mark_bar().encode(
        x=altair.X("change:Q", title=f"Change in the {about.edge_name}")
        .axis(format="+.2%", tickCount=5, titleY=34)
        .scale(domain=_around([each.change for each in ranked])),
        color=altair.Color("who:N", legend=None).scale(domain=["more", "less"], range=[FELT, RED]),
    )
    words = {"text": altair.Text("change:Q", format="+.3%"), "x": altair.X("change:Q")}
    more = base.transform_filter("datum.change >= 0").mark_text(align="left", dx=4, fontSize=12)
    less = base.transform_filter("datum.change < 0").mark_text(align="right", dx=-4, fontSize=12)
    texts = [each.encode(**words) for each in (more, less)]
    title = f"{about.title}: {wager}"
    return _drawn(altair.layer(bars, *texts), title, BAR * len(rows), left=260)


def variations(found: Variations, spot: str = "", most: int = ROWS_MAX) -> str:
    """A bar for each change of an option that changes this wager, by default the first."""
    wager = next(each for each in found.wagers if spot in ("", each.spot))
    if found.by:
        return _by_value(found, wager, most)
    ranked = found.ranked_by(wager.spot)
    changes = [OptionChange(each.name, each.changes[wager.spot]) for each in ranked]
    return tornado(found, f"{wager.title}, {wager.edge:.3%} as posted", changes, most)


def _by_value(found: Variations, wager: WagerEdge, most: int) -> str:
    """A row for each change, a column for each value of the other option."""
    rows = {name: row for name, row in found.rows().items() if name}
    cells: list[dict[str, Any]] = [
        {"name": name, "value": value, "change": each.changes[wager.spot]}
        for name, row in list(rows.items())[:most]
        if any(each.changes.get(wager.spot) for each in row.values())
        for value, each in row.items()
        if wager.spot in each.changes
    ]
    if not cells:
        raise PlotError(f"there is nothing to draw: no option changes {wager.title}")
    widest: float = max(abs(cell["change"]) for cell in cells)
    base = altair.Chart({"values": cells}).encode(
        x=altair.X("value:N", sort=list(found.values), title=found.by).axis(
            labelAngle=0, titleY=34
        ),
        y=altair.Y("name:N", sort=None, title=None).axis(labelLimit=240),
    )
    # By the root: the largest change would leave all others white.
    shade = "sqrt(abs(datum.change)) * (datum.change < 0 ? -1 : 1)"
    areas = base.mark_rect().transform_calculate(shade=shade)
    areas = areas.encode(
        color=altair.Color("shade:Q", legend=None).scale(
            domain=[-math.sqrt(widest), 0, math.sqrt(widest)], range=[RED, "white", FELT]
        )
    )
    words = base.mark_text(fontSize=12).encode(
        text=altair.Text("change:Q", format="+.3%"),
        color=altair.condition(
            f"abs(datum.change) > {widest / 4}", altair.value("white"), altair.value(INK)
        ),
    )
    title = f"{found.title}: {wager.title}, change in the {found.edge_name}"
    height = BAR * len({cell["name"] for cell in cells})
    return _drawn(altair.layer(areas, words), title, height, left=260)


def session_distribution(found: Session) -> str:
    """How a session may end: the chance to end with no more than an amount."""
    if not found.curve:
        raise PlotError("this session was computed without its distribution")
    rows = [{"result": each.result / FULL, "share": each.share} for each in found.curve]
    base = altair.Chart({"values": rows}).encode(
        x=altair.X("result:Q", title="Result in dollars").axis(format="$,.0f", titleY=34),
        y=altair.Y("share:Q", title="Share of sessions that end with no more").axis(
            format=".0%", titleX=-48
        ),
    )
    line = base.mark_line(color=FELT, strokeWidth=2)
    marks = [
        {"x": found.mean / FULL, "y": 8, "what": f"mean {_money(found.mean)}"},
        {"x": 0, "y": HEIGHT - 10, "what": f"ahead {found.ahead:.1%}"},
    ]
    shown = altair.Chart({"values": marks}).encode(x="x:Q")
    rules = shown.mark_rule(color=QUIET, strokeDash=[4, 3])
    high = altair.Y("y:Q", scale=None, axis=None)
    # A loss is written to the left of its line: on the right, the line at 0 may cross the words.
    lost, kept = (shown.transform_filter(f"datum.x {side} 0") for side in ("<", ">="))
    texts = [
        words.encode(text="what:N", y=high)
        for words in (
            lost.mark_text(align="right", dx=-4, color=QUIET, fontSize=12),
            kept.mark_text(align="left", dx=4, color=QUIET, fontSize=12),
        )
    ]
    title = f"{found.title}: {found.rounds:,} rounds at {exact(found.bet)}"
    return _drawn(altair.layer(line, rules, *texts).resolve_scale(y="independent"), title, HEIGHT)


def session_ruin(found: Session) -> str:
    """The risk to lose a bankroll before a session ends, by the bankroll."""
    if found.ruin is None or not found.ruin.curve:
        raise PlotError("no bankroll was computed, so there is no curve of ruin")
    rows = [{"bankroll": each.bankroll / FULL, "risk": each.within} for each in found.ruin.curve]
    chart = (
        altair.Chart({"values": rows})
        .mark_line(color=FELT, strokeWidth=2)
        .encode(
            x=altair.X("bankroll:Q", title="Bankroll in dollars").axis(format="$,.0f", titleY=34),
            y=altair.Y("risk:Q", title="Risk of ruin in the session")
            .axis(format=".0%", titleX=-48)
            .scale(domain=[0, 1]),
        )
    )
    title = f"{found.title}: risk of ruin in {found.rounds:,} rounds at {exact(found.bet)}"
    return _drawn(chart, title, HEIGHT)


def meter(title: str, found: ProgressiveOdds) -> str:
    """The edge of a progressive bet by its meter, and below it how the meter grows."""
    held = _drawn(
        _meter_hold(found), f"{title}: {found.hold:.2%} held in the long run", HEIGHT, WIDE
    )
    if not found.grows:
        return held
    return _below(
        held, _drawn(_meter_growth(found), "Growth of the meter, on average", HEIGHT, WIDE)
    )


def _meter_hold(found: ProgressiveOdds) -> Any:
    rows = [{"meter": each.meter, "edge": each.edge} for each in found.edges]
    base = altair.Chart({"values": rows}).encode(
        x=altair.X("meter:Q", title="Meter in dollars").axis(format="$,.0f", titleY=34),
        y=altair.Y("edge:Q", title="House edge").axis(format=".0%", titleX=-48),
    )
    layers: list[Any] = [base.mark_line(color=FELT, strokeWidth=2), base.mark_point(color=FELT)]
    marks = [{"x": found.seed, "what": "seed"}]
    if found.break_even is not None:
        marks.append({"x": found.break_even, "what": f"fair at ${found.break_even:,.0f}"})
    return altair.layer(*layers, *_uprights(marks))


def _meter_growth(found: ProgressiveOdds) -> Any:
    rows = [{"bets": each.bets, "meter": each.meter} for each in found.grows]
    line = (
        altair.Chart({"values": rows})
        .mark_line(color=FELT, strokeWidth=2)
        .encode(
            x=altair.X("bets:Q", title="Bets since the last jackpot").axis(
                format=",.0f", titleY=34, tickCount=6
            ),
            y=altair.Y("meter:Q", title="Meter in dollars").axis(format="$,.0f", titleX=-58),
        )
    )
    missed = math.log1p(-float(found.jackpot))
    marks = [{"x": math.log1p(-share) / missed, "what": what} for share, what in WON.items()]
    return altair.layer(line, *_uprights(marks))


def _uprights(marks: Sequence[Mapping[str, object]]) -> list[Any]:
    """Dashed lines with a word at each."""
    shown = altair.Chart({"values": list(marks)}).encode(x="x:Q")
    return [
        shown.mark_rule(color=QUIET, strokeDash=[4, 3]),
        shown.mark_text(align="left", dx=4, y=8, color=QUIET, fontSize=12).encode(text="what:N"),
    ]


def short_bank(found: BankReport) -> str:
    """What a seat's wager costs by its place in the order of payment, for every bank."""
    rows = [
        {
            "seat": str(seat.seat),
            "cost": seat.edge,
            "bank": "covers all" if bank.posted is None else f"posts {exact(bank.posted)}",
        }
        for bank in found.banks
        for seat in bank.seats
        if not seat.behind
    ]
    chart = (
        altair.Chart({"values": rows})
        .mark_line(point=True)
        .encode(
            x=altair.X("seat:N", sort=None, title="Seat").axis(labelAngle=0, titleY=34),
            y=altair.Y("cost:Q", title="Edge against the seat").axis(format=".2%", titleX=-58),
            color=altair.Color("bank:N", sort=None, title="The bank"),
        )
    )
    return _drawn(chart, f"{found.title}: a short bank by seat", HEIGHT, right=130)


def ruin_curve(found: BankReport) -> str:
    """The risk of ruin of a bank, by its bankroll."""
    rows = [
        {
            "bankroll": each.bankroll / FULL,
            "risk": each.risk,
            "bank": "covers all" if bank.posted is None else f"posts {exact(bank.posted)}",
        }
        for bank in found.banks
        if not isinstance(bank.ruin, UnsetType)
        for each in bank.ruin.bankrolls
    ]
    if not rows:
        if any(not isinstance(bank.ruin, UnsetType) for bank in found.banks):
            raise PlotError("this bank loses in the long run, so there is no curve of ruin")
        raise PlotError("no bankroll was computed, so there is no curve of ruin")
    chart = (
        altair.Chart({"values": rows})
        .mark_line(point=True)
        .encode(
            x=altair.X("bankroll:Q", title="Bankroll in dollars").axis(format="$,.0f", titleY=34),
            y=altair.Y("risk:Q", title="Risk of ruin").axis(format=".0%", titleX=-48),
            color=altair.Color("bank:N", sort=None, title="The bank"),
        )
    )
    return _drawn(chart, f"{found.title}: risk of ruin of the bank", HEIGHT, right=130)


def _around(values: Sequence[float]) -> list[float]:
    """From the lowest to the highest, 0 included, with room for a figure at either end."""
    low, high = min(0.0, *values), max(0.0, *values)
    room = 0.2 * (high - low) or 0.001
    return [low - room * (low < 0), high + room]


def save(svg: str, file: Path) -> None:
    """Write a picture; the end of the name says in which form."""
    match file.suffix.lower():
        case ".svg":
            file.write_text(svg, encoding="utf-8")
        case ".png":
            file.write_bytes(vl_convert.svg_to_png(svg, scale=2))
        case _:
            raise PlotError(f"--plot {file}: a picture is an .svg or a .png file")


def _drawn(chart: Any, title: str, height: int, left: int = LEFT, right: int = RIGHT) -> str:
    around = {"left": left, "right": right, "top": 36, "bottom": 52}
    whole = (
        chart.properties(
            title=title, width=WIDTH, height=height, autosize="none", padding=around
        )
        .configure(font=FONT, background="#ffffff")
        .configure_view(stroke=None)
        .configure_title(fontSize=16, anchor="start", color=INK)
        .configure_axis(
            grid=False, labelColor=QUIET, titleColor=QUIET, titleFontWeight="normal",
            domainColor=QUIET, tickColor=QUIET, labelFontSize=12, titleFontSize=13,
        )
    )  # fmt: skip
    return str(vl_convert.vegalite_to_svg(whole.to_dict()))


def _below(upper: str, lower: str) -> str:
    """Two pictures of one size in one."""
    width, height = (int(size) for size in SIZE.findall(upper)[:2])
    whole = f'width="{width}" height="{2 * height}" viewBox="0 0 {width} {2 * height}"'
    moved = lower.replace("<svg", f'<svg y="{height}"', 1)
    return f'<svg xmlns="http://www.w3.org/2000/svg" {whole}>{upper}{moved}</svg>'


def _money(amount: float) -> str:
    return f"{'−' if amount < 0 else ''}${abs(amount) / FULL:,.2f}"
