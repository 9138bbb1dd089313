"""The win of a day as a chart: actual, expected, and the bands around it, as SVG."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from cardroom.money import exact
from cardroom.office.daily import ChartPoint
from cardroom.office.theory import WITHIN_95, WITHIN_99

WIDTH, HEIGHT, LEFT, BOTTOM, TOP = 640, 240, 70, 24, 12
WIN, EXPECTED, BAND_95, BAND_99 = "#14513c", "#66645e", "#cfd9d2", "#e6ece8"
MARKS: Final = 4
"""Amounts named on the left."""


def drawing(points: Sequence[ChartPoint]) -> str:
    """From the first hour with play to the end of the last."""
    first = points[0].hour - 1
    hours = [first, *(point.hour for point in points)]
    wins = [0.0, *(float(point.win) for point in points)]
    means = [0.0, *(point.theory.win for point in points)]
    spreads = [0.0, *(point.theory.deviation for point in points)]
    outer = [WITHIN_99 * spread for spread in spreads]
    low = min(0.0, *wins, *(mean - far for mean, far in zip(means, outer, strict=True)))
    high = max(0.0, *wins, *(mean + far for mean, far in zip(means, outer, strict=True)))
    height = (high - low) or 1.0

    def across(hour: int) -> float:
        return LEFT + (WIDTH - LEFT) * (hour - first) / (max(hours) - first)

    def up(value: float) -> float:
        return TOP + (HEIGHT - BOTTOM - TOP) * (high - value) / height

    def path(values: Iterable[float]) -> str:
        return " ".join(
            f"{across(hour):.1f},{up(value):.1f}" for hour, value in zip(hours, values, strict=True)
        )

    def band(width: float, color: str) -> str:
        above = [mean + width * spread for mean, spread in zip(means, spreads, strict=True)]
        below = [mean - width * spread for mean, spread in zip(means, spreads, strict=True)]
        back = " ".join(reversed(path(below).split()))
        return f'<polygon points="{path(above)} {back}" fill="{color}"/>'

    def line(values: Iterable[float], color: str, dashes: str) -> str:
        stroke = f'stroke="{color}" stroke-width="2" stroke-dasharray="{dashes}"'
        return f'<polyline points="{path(values)}" fill="none" {stroke}/>'

    marks = [low + height * step / MARKS for step in range(MARKS + 1)]
    texts = [
        f'<text x="{LEFT - 6}" y="{up(mark) + 4:.1f}" text-anchor="end">{_marked(mark)}</text>'
        for mark in marks
    ]
    texts += [
        f'<text x="{across(point.hour):.1f}" y="{HEIGHT - 6}" text-anchor="middle">{point.until}'
        "</text>"
        for point in points[:: max(1, len(points) // 12)]
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH + 20} {HEIGHT}"'
        ' font-family="Libertinus Serif" font-size="11" fill="#1c1c1a">'
        + band(WITHIN_99, BAND_99)
        + band(WITHIN_95, BAND_95)
        + f'<line x1="{LEFT}" x2="{WIDTH}" y1="{up(0):.1f}" y2="{up(0):.1f}" stroke="#cfcbc0"/>'
        + (line(means, EXPECTED, "6 4") if any(spreads) else "")
        + line(wins, WIN, "none")
        + "".join(texts)
        + "</svg>"
    )


def _marked(mark: float) -> str:
    """To the dollar, with a true minus sign."""
    return exact(round(mark / 100) * 100).replace("-", "−")
