"""The laboratory: what may be chosen, what it changes, and what is made of it."""

from __future__ import annotations

import base64
from datetime import datetime
from typing import Any

import msgspec
from starlette.responses import Response

from cardroom.rules.options import OptionFaults
from cardroom.rules.ruleset import Ruleset
from cardroom.service import errors
from cardroom.service.errors import refuse
from cardroom.service.http.games_routes import Computing
from cardroom.service.http.replies import reply
from cardroom.service.http.routes import Call, Route, aside
from cardroom.service.http.sheets_routes import printed_sheet
from cardroom.service.http.tables_routes import find
from cardroom.service.lab.form import differing, form
from cardroom.service.lab.messages import (
    GameEdge,
    HouseAsk,
    LabAnswer,
    LabAsk,
    LabGame,
    LabState,
    LabTable,
    PartAnswer,
    SavedHouse,
)
from cardroom.service.lab.states import rules_of, saved
from cardroom.service.live.posted_games import bar_unknown


async def lab_game(call: Call) -> Response:
    id = call.path("game")
    bar_unknown(id)
    if call.person is not None:
        call.room.lab.warm()
    house = call.room.settings.house
    return reply(await aside(lambda: form(id, house)))


async def lab_results(call: Call) -> Response:
    asked: LabAsk = call.body
    return reply(await call.room.lab.answer(call.owner, asked))


async def game_edges(call: Call) -> Response:
    """One row for each game of the lobby; those that are not ready are computed now."""
    found = []
    for id in call.room.lobby.posted.offered():
        answer = call.room.lab.edge_of(call.room.lobby.posted.rules(id))
        edge, whose = None, ""
        if answer.status == "ready":
            odds: dict[str, Any] = msgspec.json.decode(answer.result)
            edge, whose = odds["wagers"][0]["edge"], odds["edge_of"]
        found.append(GameEdge(id, answer.status != "computing", edge, whose))
    return reply(found)


async def lab_table(call: Call) -> Response:
    rules = find(call.room, call.path("table")).table.rules
    return reply(LabTable(rules.game, await aside(lambda: differing(rules))))


async def lab_house(call: Call) -> Response:
    asked: HouseAsk = call.body
    await _posted(call, asked)
    today = datetime.now().astimezone().date()
    text = await aside(lambda: saved(asked, today))
    return reply(SavedHouse(f"{asked.name}.toml", text))


async def lab_sheet(call: Call) -> Response:
    rules = await _posted(call, call.body)
    return await printed_sheet(call, rules, rules.limits)


async def lab_pack(call: Call) -> Response:
    asked: HouseAsk = call.body
    await _posted(call, asked)
    answer = await call.room.lab.pack(call.owner, asked)
    if answer.status == "none":
        raise refuse(409, errors.SUBMISSION, answer.why)
    if answer.status == "computing":
        return reply(answer, 202)
    headers = {"content-disposition": f'attachment; filename="{asked.name}.zip"'}
    packed = base64.b64decode(msgspec.json.decode(answer.result, type=str))
    return Response(packed, media_type="application/zip", headers=headers)


async def _posted(call: Call, state: LabState) -> Ruleset:
    try:
        return await call.room.lab.built(call.owner, rules_of, state)
    except OptionFaults as wrong:
        raise refuse(422, errors.OPTIONS, str(wrong)) from None


ROUTES: tuple[Route, ...] = (
    Route(
        "GET",
        "/api/lab/games/{game}",
        lab_game,
        "The options of a game in groups, and houses to start from",
        gives={200: LabGame},
    ),
    Route(
        "POST",
        "/api/lab/results",
        lab_results,
        "What a game costs with these options: what is known by now; ask again for the rest",
        duty="watch",
        takes=LabAsk,
        gives={200: LabAnswer},
        refuses=(404,),
    ),
    Route(
        "GET",
        "/api/lab/edges",
        game_edges,
        "The edge of each game's main wager, as this room posts it",
        duty="watch",
        gives={200: list[GameEdge]},
    ),
    Route(
        "GET",
        "/api/lab/tables/{table}",
        lab_table,
        "The options posted at a table that differ from this room's defaults",
        duty="watch",
        gives={200: LabTable},
    ),
    Route(
        "POST",
        "/api/lab/house",
        lab_house,
        "The game with these options as the file of a house",
        duty="watch",
        takes=HouseAsk,
        gives={200: SavedHouse},
        refuses=(404,),
        kind="recalls",
    ),
    Route(
        "POST",
        "/api/lab/submission",
        lab_pack,
        "What a house with this game submits for approval, as a zip file; 202 while it is made",
        duty="watch",
        takes=HouseAsk,
        gives={200: str, 202: PartAnswer},
        refuses=(404,),
        kind="recalls",
        media="application/zip",
    ),
    Route(
        "POST",
        "/api/lab/sheets/{sheet}",
        lab_sheet,
        "A sheet of the game with these options as a PDF; 202 while it is computed",
        duty="watch",
        takes=LabState,
        gives={200: str, 202: Computing},
        kind="recalls",
        media="application/pdf",
    ),
)
