"""The routes of meters: see their terms, change them, and retire a meter, with two signatures."""

from __future__ import annotations

import secrets
from typing import Annotated, Final

import msgspec
from starlette.responses import Response

from cardroom.games.side_bets.option import BYTES_MAX
from cardroom.play.round import Refusal
from cardroom.rules.options import Value
from cardroom.service import errors
from cardroom.service.errors import ServiceError, refuse
from cardroom.service.http.office_routes import Reason
from cardroom.service.http.replies import reply
from cardroom.service.http.routes import Call, Route
from cardroom.service.office.meters import MeterState
from cardroom.table import Actor
from cardroom.table.meter_commands import (
    ChangeMeter,
    MeterOrder,
    RetireMeter,
    SignMeter,
    VoidMeterChange,
)

MeterName = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Rounds = Annotated[int, msgspec.Meta(ge=0, le=1000)]


class NewTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options of the games on the meter that will be different; the others stay."""

    meter: MeterName
    why: Reason
    options: Annotated[dict[str, Value], msgspec.Meta(max_length=50)] = {}
    side_bet: Annotated[str, msgspec.Meta(max_length=BYTES_MAX)] = ""
    """In place of options: the new text of the side bet file that has the terms."""
    rounds: Rounds = 1
    """Rounds that are still played by the current terms; the house may ask for more."""


class Retirement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    meter: MeterName
    into: MeterName
    """The meter that gets the money."""
    why: Reason
    rounds: Rounds = 1


class NamedMeter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    meter: MeterName


class VoidedChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    meter: MeterName
    why: Reason


async def list_meters(call: Call) -> Response:
    return reply(call.room.meters.meters())


async def change_meter(call: Call) -> Response:
    given: NewTerms = call.body
    office = call.room.meters
    options: dict[str, Value] | Refusal = given.options
    if not given.options and not given.side_bet:
        raise refuse(422, errors.FORM, "give options, or the new text of a side bet file")
    if given.side_bet:
        options = office.with_file(given.meter, given.side_bet)
    if isinstance(options, Refusal):
        raise ServiceError(409, options)
    terms = office.new_terms(given.meter, options)
    if isinstance(terms, Refusal):
        raise ServiceError(409, terms)
    wish = ChangeMeter(call.who.name, given.why, terms, options, given.rounds)
    return await order(call, given.meter, wish)


async def retire_meter(call: Call) -> Response:
    given: Retirement = call.body
    options = call.room.meters.without(given.meter)
    if isinstance(options, Refusal):
        raise ServiceError(409, options)
    wish = RetireMeter(call.who.name, given.why, given.into, options, given.rounds)
    return await order(call, given.meter, wish)


async def sign_meter(call: Call) -> Response:
    given: NamedMeter = call.body
    return await order(call, given.meter, SignMeter(call.who.name))


async def void_change(call: Call) -> Response:
    given: VoidedChange = call.body
    return await order(call, given.meter, VoidMeterChange(call.who.name, given.why))


async def order(call: Call, meter: str, command: MeterOrder) -> Response:
    room, who = call.room, call.who
    actor = Actor(who.name, "cashier" if who.role == "office" else "floor")
    known = room.meters.find(meter)
    if isinstance(known, Refusal):
        raise ServiceError(409, known)
    key = f"meter/{meter}/{who.name}/{secrets.token_hex(8)}"
    answer = await room.floor.meters.ask(meter, key, actor, command)
    if isinstance(answer, Refusal):
        raise ServiceError(409, answer)
    await room.meters.follow_up()
    return reply(next(each for each in room.meters.meters() if each.id == meter))


ROUTES: Final[tuple[Route, ...]] = (
    Route(
        "GET",
        "/api/office/meters",
        list_meters,
        "Every meter: its terms, its tables, and changes that wait for a signature or a table",
        duty="meters",
        gives={200: list[MeterState]},
    ),
    Route(
        "POST",
        "/api/office/meters/change",
        change_meter,
        "Prepare other terms of a meter; a second person signs",
        duty="meters",
        takes=NewTerms,
        gives={200: MeterState},
        kind="commands",
    ),
    Route(
        "POST",
        "/api/office/meters/retire",
        retire_meter,
        "Prepare to retire a meter into another one; a second person signs",
        duty="meters",
        takes=Retirement,
        gives={200: MeterState},
        kind="commands",
    ),
    Route(
        "POST",
        "/api/office/meters/sign",
        sign_meter,
        "The second signature: the tables on the meter get notice of the change",
        duty="meters",
        takes=NamedMeter,
        gives={200: MeterState},
        kind="commands",
    ),
    Route(
        "POST",
        "/api/office/meters/void",
        void_change,
        "A change that was prepared is not made",
        duty="meters",
        takes=VoidedChange,
        gives={200: MeterState},
        kind="commands",
    ),
)
