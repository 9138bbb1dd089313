"""What the game of lanes gives the service: a chart with a block of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cardroom.analysis.documents import BlockHeading
from cardroom.cards import Card
from cardroom.places import BANK
from cardroom.play.views import AskView, View
from cardroom.rules.ruleset import Ruleset
from cardroom.service.coach.charts import Chart, ChartCell
from cardroom.service.families import ServedFamily


def chart(_: Ruleset) -> Chart:
    return Chart(
        "ready",
        ups=("low", "high"),
        plays={"2": ("lane",), "4": ("lane",), "W": ("walk",)},
        legend={"2": "lane 2", "4": "lane 4", "W": "walk"},
        others={"color": {"red": ("2", "W"), "black": ("W", "4")}},
        headings={"color": BlockHeading("By the bank's card")},
        about="By the color and height of the bank's first card.",
    )


def cells(view: View, ask: AskView, chart: Chart) -> Sequence[ChartCell]:
    up = Card(view.cards_at(BANK)[0])
    return (ChartCell("color", "red" if up.red else "black", chart.ups[up.rank > 7]),)


SERVED: Final = ServedFamily(chart=chart, cells=cells)
