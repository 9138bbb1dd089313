"""Help at a table: its chart, the coach, and the review of decisions."""

from __future__ import annotations

from starlette.responses import Response

from cardroom.service import errors
from cardroom.service.coach.advice import Advice, Progress
from cardroom.service.coach.charts import Chart, ChartCells
from cardroom.service.coach.coach_session import Review
from cardroom.service.errors import refuse
from cardroom.service.http.games_routes import Computing
from cardroom.service.http.replies import computing, reply
from cardroom.service.http.routes import Call, Route
from cardroom.service.http.tables_routes import find


async def show_table_chart(call: Call) -> Response:
    """The chart of the game as posted here."""
    live = find(call.room, call.path("table"))
    chart = live.coach.chart(live.table)
    return computing(Computing()) if chart is None else reply(chart)


async def show_cells(call: Call) -> Response:
    """`?box=3` if several boxes have a decision at once; the first by default."""
    live = find(call.room, call.path("table"))
    found = live.coach.cells(live.table, call.who.name, _box(call))
    return computing(Computing()) if found is None else reply(found)


async def show_advice(call: Call) -> Response:
    """`?box=3` if several boxes have a decision at once; the first by default."""
    live = find(call.room, call.path("table"))
    told = live.coach.advise(live.table, call.who.name, _box(call))
    return computing(told) if isinstance(told, Progress) else reply(told)


def _box(call: Call) -> int | None:
    text = call.request.query_params.get("box")
    if text is not None and (not text.isascii() or not text.isdecimal() or len(text) > 3):
        raise refuse(422, errors.FORM, f"`box` is the number of a box, not {text[:40]!r}")
    return None if text is None else int(text)


async def show_review(call: Call) -> Response:
    live = find(call.room, call.path("table"))
    told = live.coach.review(live.table, call.who.name)
    return computing(told) if isinstance(told, Progress) else reply(told)


ROUTES = (
    Route(
        "GET",
        "/api/tables/{table}/chart",
        show_table_chart,
        "The strategy chart of the posted game, where charts are permitted; 202 while computed",
        duty="watch",
        gives={200: Chart, 202: Computing},
    ),
    Route(
        "GET",
        "/api/tables/{table}/chart/cells",
        show_cells,
        "The cells of that chart that your decision is in; 202 while the chart is computed",
        duty="play",
        gives={200: ChartCells, 202: Computing},
    ),
    Route(
        "GET",
        "/api/tables/{table}/advice",
        show_advice,
        "The value of each of your options, where the coach is permitted; 202 while computed",
        duty="play",
        gives={200: Advice, 202: Progress},
    ),
    Route(
        "GET",
        "/api/tables/{table}/review",
        show_review,
        "A review of your decisions in the last round and the session; 202 while computed",
        duty="play",
        gives={200: Review, 202: Progress},
    ),
)
