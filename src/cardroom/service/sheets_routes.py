"""What is posted at a table, on paper: rules, sign and layout as PDF.

The strategy card and the mathematical report need the solver and are printed by `cardroom post`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final

import msgspec
from starlette.responses import Response

from cardroom import houses
from cardroom.rules.limits import Limits
from cardroom.rules.ruleset import Ruleset
from cardroom.service import trouble
from cardroom.service.games_routes import usual_rules
from cardroom.service.routes import Call, Route, aside
from cardroom.service.tables_routes import find
from cardroom.service.trouble import refuse
from cardroom.signage import layout, press, rules, sign
from cardroom.signage.sheet import Posting, Sheet

SHEETS: Final[Mapping[str, Callable[[Posting], Sheet]]] = {
    "rules": rules.sheet,
    "sign": sign.sheet,
    "layout": layout.sheet,
}
KEPT: Final = 64
"""Printed sheets that are not printed again."""


async def table_sheet(call: Call) -> Response:
    """With the limits that are in force at the table."""
    table = find(call.room, call.path("table")).table
    return await _answer(call, table.rules, table.limits or table.rules.limits)


async def game_sheet(call: Call) -> Response:
    posted = usual_rules(call.path("game"))
    return await _answer(call, posted, posted.limits)


async def _answer(call: Call, posted: Ruleset, limits: Limits) -> Response:
    kind, paper = call.path("sheet"), call.request.query_params.get("paper", "letter")
    if kind not in SHEETS:
        known = ", ".join(SHEETS)
        raise refuse(404, trouble.NOT_FOUND, f"there is no sheet {kind[:40]!r}; sheets are {known}")
    if paper not in press.PAPERS:
        known = ", ".join(press.PAPERS)
        raise refuse(422, trouble.FORM, f"there is no paper {paper[:40]!r}; papers are {known}")
    printed = await aside(lambda: _printed(posted, limits, kind, paper))
    headers = {"content-disposition": f'inline; filename="{posted.game}-{kind}.pdf"'}
    return Response(printed, media_type="application/pdf", headers=headers)


@lru_cache(maxsize=KEPT)
def _printed(posted: Ruleset, limits: Limits, kind: str, paper: press.Paper) -> bytes:
    """Rulesets are the same if their digests are; the limits of a table may have been changed."""
    posted = msgspec.structs.replace(posted, limits=limits)
    if posted.house in houses.names():
        house = houses.house(posted.house)
        cites = next((each.cites for each in house.game if each.game == posted.game), {})
        return press.pdf(SHEETS[kind](Posting(posted, house.title, cites)), paper)
    return press.pdf(SHEETS[kind](Posting(posted, posted.house)), paper)


ROUTES: Final[tuple[Route, ...]] = (
    Route(
        "GET",
        "/api/tables/{table}/sheets/{sheet}",
        table_sheet,
        "What is posted at the table, as a PDF: rules, sign or layout",
        duty="watch",
        gives={200: str},
        media="application/pdf",
    ),
    Route(
        "GET",
        "/api/games/{game}/sheets/{sheet}",
        game_sheet,
        "A game on paper, as a PDF: rules, sign or layout",
        gives={200: str},
        media="application/pdf",
    ),
)
