"""The lobby, the tables, their commands and their past rounds."""

from __future__ import annotations

import asyncio

import msgspec
from starlette.responses import Response

from cardroom import games
from cardroom.rules.options import OptionFaults
from cardroom.service import errors
from cardroom.service.accounts.lockout import network_of
from cardroom.service.errors import refuse
from cardroom.service.http.guard import client_of
from cardroom.service.http.replies import reply
from cardroom.service.http.routes import Call, Route
from cardroom.service.lab.states import declarations
from cardroom.service.live.closing import Closing
from cardroom.service.live.command_auth import CommandRequest, DocumentedRequest
from cardroom.service.live.live_table import LiveTable
from cardroom.service.live.messages import Ack, Hello
from cardroom.service.live.new_table import NewTable
from cardroom.service.live.room import Room
from cardroom.service.logs import note_command
from cardroom.service.view.view_types import LimitsView, MeterView
from cardroom.service.view.views import BOT, meters, phase


class Opened(msgspec.Struct, frozen=True):
    id: str


class LobbyRow(msgspec.Struct, frozen=True):
    id: str
    title: str
    game: str
    game_title: str
    dealing: str
    limits: LimitsView
    stakes: str
    """What is played for, if the limits of a wager do not say it."""
    seats: int
    taken: int
    bots: int
    phase: str
    round: int
    help: str
    meters: tuple[MeterView, ...] = ()
    chips: str = "house"
    """house, or practice: chips good at this table only."""
    set_aside: str = ""
    """Why play there has ended; players cash out."""
    pots: bool = False
    """Players play for pots, and no one banks."""


def find(room: Room, id: str) -> LiveTable:
    live = room.lobby.get(id)
    if live is None:
        raise refuse(404, errors.NOT_FOUND, f"there is no table {id[:40]!r}")
    return live


async def list_tables(call: Call) -> Response:
    return reply([_row(live) for live in call.room.lobby.all()])


def _row(live: LiveTable) -> LobbyRow:
    table = live.table
    limits = table.limits or table.rules.limits
    return LobbyRow(
        table.id,
        live.listing.title,
        table.rules.game,
        table.rules.title,
        table.dealing,
        LimitsView(limits.least, limits.most, limits.chip),
        games.felt_of(table.rules).stakes(table.rules),
        table.rules.boxes,
        len(table.seats),
        sum(name.startswith(BOT) for name in table.seats.values()),
        phase(table, live.view_context.stopped),
        table.number,
        live.coach.permitted(table),
        meters(table, live.view_context),
        table.chips,
        table.set_aside,
        games.seated(table.rules) is not None,
    )


async def open_table(call: Call) -> Response:
    given: NewTable = call.body
    if given.side_bets:
        try:
            options = {**given.options, "side_bets": declarations(given.side_bets)}
        except OptionFaults as wrong:
            raise refuse(422, errors.OPTIONS, str(wrong)) from None
        given = msgspec.structs.replace(given, options=options)
    address = network_of(client_of(call.request))
    live = await call.room.lobby.open(call.who, given, address)
    return reply(Opened(live.listing.id), 201)


async def show_table(call: Call) -> Response:
    live = find(call.room, call.path("table"))
    return reply(live.hello(live.standing(call.who)))


async def close_table(call: Call) -> Response:
    """For the person who opened it, floor staff, and administrators."""
    live = find(call.room, call.path("table"))
    person = call.who
    if not (live.listing.opener == person.name or person.has("mend") or person.has("manage")):
        raise refuse(403, errors.ROLE, f"you may not close {live.listing.title}")
    given = Closing("This table closes after the round in play.", frozenset({person.name}))
    closed = await call.room.lobby.close_table(live, given)
    address, answer = client_of(call.request), "done" if closed else "after the round"
    note_command(person.name, address, "", {"command": "close-table"}, answer)
    return reply(Opened(live.id), 200 if closed else 202)


async def command_table(call: Call) -> Response:
    live = find(call.room, call.path("table"))
    with call.room.measures.command():
        done = call.room.command(live, call.who, call.body, call.request)
        return reply(await asyncio.shield(done))


ROUTES: tuple[Route, ...] = (
    Route("GET", "/api/tables", list_tables, "The lobby", gives={200: list[LobbyRow]}),
    Route(
        "POST",
        "/api/tables",
        open_table,
        "Open a table",
        duty="play",
        takes=NewTable,
        gives={201: Opened},
        kind="openings",
    ),
    Route(
        "GET",
        "/api/tables/{table}",
        show_table,
        "The layout and what you may see",
        duty="watch",
        gives={200: Hello},
    ),
    Route(
        "DELETE",
        "/api/tables/{table}",
        close_table,
        "Close a table; 202 if it closes after the round in play",
        by="owner",
        duty="watch",
        gives={200: Opened, 202: Opened},
        kind="commands",
    ),
    Route(
        "POST",
        "/api/tables/{table}/commands",
        command_table,
        "Send a command; each key is carried out once",
        duty="watch",
        takes=CommandRequest,
        documented=DocumentedRequest,
        gives={200: Ack},
        kind="commands",
    ),
)
