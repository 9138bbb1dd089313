"""The routes of notices: give notice of other rules or limits at a table, and print it."""

from __future__ import annotations

import secrets
from typing import Annotated, Any, Final

import msgspec
from starlette.responses import Response

from cardroom.office.paper import POSTED, sheet
from cardroom.office.report import Column, Report, ReportTable
from cardroom.service import errors
from cardroom.service.errors import refuse
from cardroom.service.http.replies import reply
from cardroom.service.http.routes import Call, Route, aside
from cardroom.service.http.tables_routes import find
from cardroom.service.live.command_auth import CommandRequest
from cardroom.service.live.live_table import LiveTable
from cardroom.service.live.messages import Ack
from cardroom.service.view.views import notice_view
from cardroom.signage import press


class NewNotice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options that will be different; the others stay."""

    options: Annotated[dict[str, Any], msgspec.Meta(min_length=1, max_length=200)]
    rounds: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 1
    """Rounds that are still played by the current rules; the house may ask for more."""


async def give_notice(call: Call) -> Response:
    live, given = find(call.room, call.path("table")), call.body
    command = call.room.notices.change(live, given.options, given.rounds)
    request = CommandRequest(secrets.token_hex(8), msgspec.to_builtins(command))
    return reply(await live.command(call.who, request))


async def print_notice(call: Call) -> Response:
    """For the table, where it is read out before the next round."""
    live, room = find(call.room, call.path("table")), call.room
    house = room.settings.house
    report = printed_notice(live, room.reports.clock.local)
    title = "" if house is None else house.title
    content = await aside(
        lambda: press.pdf(sheet(report, title, live.listing.title, POSTED), "letter")
    )
    headers = {"content-disposition": 'inline; filename="notice.pdf"'}
    return Response(content, media_type="application/pdf", headers=headers)


def printed_notice(live: LiveTable, local: Any) -> Report:
    coming = notice_view(live.table)
    if coming is None:
        raise refuse(404, errors.NOT_FOUND, f"no change is announced at {live.listing.title}")
    rounds = f"after {max(1, coming.rounds)} more round{'s' * (coming.rounds > 1)}"
    when = local(coming.not_before * 10**9).strftime("%Y-%m-%d %H:%M") if coming.not_before else ""
    note = f"{coming.title}, {rounds}{f', not before {when}' if when else ''}; between rounds only"
    columns = (Column("about", "What"), Column("was", "Until then"), Column("will", "From then on"))
    rows = tuple((each.about, each.was, each.will) for each in coming.changes)
    table = ReportTable("changes", "What changes", columns, rows, "Another game is posted.")
    read = "Read out at the table before the next round, and posted until the change takes effect."
    return Report(f"Notice at {live.listing.title}", note, (table,), remarks=(read,))


ROUTES: Final[tuple[Route, ...]] = (
    Route(
        "POST",
        "/api/tables/{table}/notice",
        give_notice,
        "Give notice of other options, with the period of the house and the law",
        duty="mend",
        takes=NewNotice,
        gives={200: Ack},
        kind="commands",
    ),
    Route(
        "GET",
        "/api/tables/{table}/notice/pdf",
        print_notice,
        "The notice at a table, on paper",
        duty="watch",
        gives={200: str},
        media="application/pdf",
    ),
)
