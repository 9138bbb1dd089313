"""The routes of past rounds: the list, each round step by step, and as a scenario file."""

from __future__ import annotations

from starlette.responses import Response

from cardroom import scenario
from cardroom.fairness import document
from cardroom.service import errors
from cardroom.service.errors import refuse
from cardroom.service.http.replies import reply
from cardroom.service.http.routes import Call, Route, in_turn
from cardroom.service.http.tables_routes import find
from cardroom.service.live.live_table import LiveTable
from cardroom.service.view import past_rounds
from cardroom.service.view.past_rounds import RecalledRound, RoundRow
from cardroom.service.view.views import audiences
from cardroom.table import openings
from cardroom.table.journal import TableStep

ROUNDS_SHOWN = 200


async def list_rounds(call: Call) -> Response:
    """Newest first."""
    live = find(call.room, call.path("table"))
    floor = call.room.floor
    past = reversed(floor.rounds(live.id)[-ROUNDS_SHOWN:])
    return reply(
        [past_rounds.row(live.id, one, floor.rulings(live.id, one.number)) for one in past]
    )


async def show_round(call: Call) -> Response:
    live = find(call.room, call.path("table"))
    number = _round_number(call, live)
    standing, floor = live.standing(call.who), call.room.floor
    rulings = floor.rulings(live.id, number)
    found = await in_turn(
        call.room,
        lambda: past_rounds.recalled(live, number, floor.steps(live.id, number), standing, rulings),
    )
    if found is None:
        raise refuse(404, errors.NOT_FOUND, f"{live.listing.title} has no round {number}")
    return reply(found)


async def _steps(call: Call, live: LiveTable, number: int) -> list[TableStep]:
    return await in_turn(call.room, lambda: list(call.room.floor.steps(live.id, number)))


def _round_number(call: Call, live: LiveTable) -> int:
    """Refused before anything is read: looking for a round that does not exist costs the most."""
    number = call.number("number")
    if not number:
        raise refuse(404, errors.NOT_FOUND, "rounds are counted from 1")
    if number > live.table.number:
        raise refuse(404, errors.NOT_FOUND, f"{live.listing.title} has played no round {number}")
    return number


async def round_scenario(call: Call) -> Response:
    live = find(call.room, call.path("table"))
    number = _round_number(call, live)
    steps = await _steps(call, live, number)
    round = past_rounds.played(steps)
    if round is None:
        raise refuse(404, errors.NOT_FOUND, f"round {number} is not finished, or does not exist")
    table = next(step.after for step in steps if step.after.round is not None)
    shown = past_rounds.opened(round, audiences(table, live.standing(call.who)))
    if shown is None:
        raise refuse(409, errors.HIDDEN, f"round {number} has cards that you have not seen")
    name = past_rounds.round_id(live.id, number)
    text = await in_turn(
        call.room, lambda: scenario.write(shown, title=f"{live.listing.title}, {name}")
    )
    headers = {"content-disposition": f'attachment; filename="{name}.toml"'}
    return Response(text, media_type="application/toml", headers=headers)


async def round_proof(call: Call) -> Response:
    """Proofs of the cards the person saw, one document per shoe of the round."""
    live = find(call.room, call.path("table"))
    number = _round_number(call, live)
    steps = await _steps(call, live, number)
    if past_rounds.played(steps) is None:
        raise refuse(404, errors.NOT_FOUND, f"round {number} is not finished, or does not exist")
    table = next(step.after for step in steps if step.after.round is not None)
    eyes = audiences(table, live.standing(call.who))

    def proofs() -> list[document.OpeningsFile]:
        deck = table.rules.deck
        seen = openings.shown(steps, eyes)
        return [openings.proof(each, deck) for each in seen if each.shoe.root]

    return reply(await in_turn(call.room, proofs))


ROUTES: tuple[Route, ...] = (
    Route(
        "GET",
        "/api/tables/{table}/rounds",
        list_rounds,
        "Past rounds, newest first",
        duty="watch",
        gives={200: list[RoundRow]},
    ),
    Route(
        "GET",
        "/api/tables/{table}/rounds/{number}",
        show_round,
        "A round step by step, as you may see it",
        duty="watch",
        gives={200: RecalledRound},
        kind="recalls",
    ),
    Route(
        "GET",
        "/api/tables/{table}/rounds/{number}/scenario",
        round_scenario,
        "The round as a scenario file",
        duty="watch",
        gives={200: str},
        media="application/toml",
        kind="recalls",
    ),
    Route(
        "GET",
        "/api/tables/{table}/rounds/{number}/proof",
        round_proof,
        "Proof that the cards you saw were committed before the bets",
        duty="watch",
        gives={200: list[document.OpeningsFile]},
        kind="recalls",
    ),
)
