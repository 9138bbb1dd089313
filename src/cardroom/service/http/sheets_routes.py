"""The printed sheets of a table: rules, sign, layout and strategy card as PDF.

The mathematical report takes minutes for some games and is printed by `cardroom post`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec
from starlette.responses import Response

from cardroom.rules.limits import Limits
from cardroom.rules.ruleset import Ruleset
from cardroom.service import errors
from cardroom.service.coach import help as helping
from cardroom.service.errors import refuse
from cardroom.service.http.games_routes import Computing, posted_rules
from cardroom.service.http.replies import computing
from cardroom.service.http.routes import Call, Route, in_turn
from cardroom.service.http.tables_routes import find
from cardroom.service.view.sheets import CARD, StrategyCard, sheets
from cardroom.signage import press
from cardroom.signage.sheet import posting_of
from cardroom.signage.sheets import SHEETS

KEPT: Final = 64
"""The number of rendered sheets to cache."""


async def table_sheet(call: Call) -> Response:
    """With the table's current limits; the strategy card where charts are permitted."""
    live = find(call.room, call.path("table"))
    table = live.table
    sheet = SHEETS.get(call.path("sheet"))
    if sheet is not None and sheet.shown == "charts":
        no = helping.bars(live.coach.permitted(table), "charts")
        if no is not None:
            raise no
    return await printed_sheet(call, table.rules, table.limits or table.rules.limits)


async def game_sheet(call: Call) -> Response:
    posted = posted_rules(call, call.path("game"))
    return await printed_sheet(call, posted, posted.limits)


async def printed_sheet(call: Call, posted: Ruleset, limits: Limits) -> Response:
    kind, paper = call.path("sheet"), call.request.query_params.get("paper", "letter")
    if kind not in sheets(posted):
        known = f"sheets of {posted.title} are {', '.join(sheets(posted))}"
        raise refuse(404, errors.NOT_FOUND, f"there is no sheet {kind[:40]!r}; {known}")
    if paper not in press.PAPERS:
        known = ", ".join(press.PAPERS)
        raise refuse(422, errors.FORM, f"there is no paper size {paper[:40]!r}; sizes are {known}")
    if kind == CARD:
        return _card(call.room.card(posted), posted)
    printed = await in_turn(call.room, lambda: _printed(posted, limits, kind, paper))
    return _pdf(printed, posted, kind)


def _card(card: StrategyCard | None, posted: Ruleset) -> Response:
    """Always A6, whatever the paper of the other sheets."""
    if card is None:
        return computing(Computing())
    if card.status != "ready":
        raise refuse(404, errors.NOT_FOUND, card.why)
    return _pdf(card.pdf, posted, CARD)


def _pdf(printed: bytes, posted: Ruleset, kind: str) -> Response:
    headers = {"content-disposition": f'inline; filename="{posted.game}-{kind}.pdf"'}
    return Response(printed, media_type="application/pdf", headers=headers)


@lru_cache(maxsize=KEPT)
def _printed(posted: Ruleset, limits: Limits, kind: str, paper: press.Paper) -> bytes:
    """By digest; the limits of a table may have been changed."""
    posted = msgspec.structs.replace(posted, limits=limits)
    return press.pdf(SHEETS[kind].sheet(posting_of(posted), None), paper)


ROUTES: Final[tuple[Route, ...]] = (
    Route(
        "GET",
        "/api/tables/{table}/sheets/{sheet}",
        table_sheet,
        "A sheet of the table as a PDF: rules, sign, layout; strategy, where charts are permitted,"
        " with 202 while it is computed",
        duty="watch",
        gives={200: str, 202: Computing},
        media="application/pdf",
        kind="recalls",
    ),
    Route(
        "GET",
        "/api/games/{game}/sheets/{sheet}",
        game_sheet,
        "A sheet of a game as a PDF: rules, sign, layout or strategy; 202 while it is computed",
        gives={200: str, 202: Computing},
        media="application/pdf",
        kind="recalls",
    ),
)
