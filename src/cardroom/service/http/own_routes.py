"""The routes of a player's own account: statement, limits, and exclusion."""

from __future__ import annotations

import secrets
from typing import Annotated, Final

import msgspec
from starlette.responses import Response

from cardroom.office.report import Report
from cardroom.play.round import Refusal
from cardroom.service.errors import ServiceError
from cardroom.service.http.games_routes import Computing
from cardroom.service.http.office_routes import (
    Exclusion,
    Reason,
    list_change,
    report_file,
    shown_report,
)
from cardroom.service.http.replies import reply
from cardroom.service.http.routes import Call, Route, aside
from cardroom.service.live.own_limits import OwnLimitsView
from cardroom.service.office.report_desk import ReportQuestion
from cardroom.table import Actor
from cardroom.table.cashier import Exclude, SetOwnLimits


class OwnExclusion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A person who does not want to be seated here any longer."""

    why: Reason


async def own_statement(call: Call) -> Response:
    return await shown_report(call, ReportQuestion("statement", player=call.who.name))


async def own_statement_file(call: Call) -> Response:
    return await report_file(call, ReportQuestion("statement", player=call.who.name))


async def exclude_me(call: Call) -> Response:
    given: OwnExclusion = call.body
    return await list_change(call, Exclude(call.who.name, given.why), "player")


class NewLimits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Null is no limit. A wider limit takes effect after a day."""

    loss: Annotated[int, msgspec.Meta(ge=0, le=10**12)] | None
    """In cents, of a gaming day."""
    minutes: Annotated[int, msgspec.Meta(ge=0, le=1500)] | None


async def own_limits(call: Call) -> Response:
    limits, name = call.room.own_limits, call.who.name
    return reply(await aside(lambda: limits.view(name)))


async def set_own_limits(call: Call) -> Response:
    given: NewLimits = call.body
    name, desk = call.who.name, call.room.own_limits
    for limits in desk.dated(name, given.loss, given.minutes):
        command = SetOwnLimits(name, limits.loss, limits.minutes, limits.since)
        key = f"limits/{name}/{secrets.token_hex(8)}"
        answer = await call.room.floor.ask_cashier(key, Actor(name), command)
        if isinstance(answer, Refusal):
            raise ServiceError(409, answer)
    return await own_limits(call)


ROUTES: Final[tuple[Route, ...]] = (
    Route(
        "GET",
        "/api/me/statement",
        own_statement,
        "Your own statement: by gaming day, session, and game, and every round",
        duty="play",
        gives={200: Report, 202: Computing},
        kind="recalls",
    ),
    Route(
        "GET",
        "/api/me/statement/{form}",
        own_statement_file,
        "Your own statement as a file: json, csv, or pdf",
        duty="play",
        gives={200: str},
        media="application/octet-stream",
        kind="recalls",
    ),
    Route(
        "POST",
        "/api/me/exclusion",
        exclude_me,
        "Exclude yourself: you are not seated until the house readmits you",
        duty="play",
        takes=OwnExclusion,
        gives={200: Exclusion},
        kind="commands",
    ),
    Route(
        "GET",
        "/api/me/limits",
        own_limits,
        "Your own limits of a gaming day, and what you have done today",
        duty="play",
        gives={200: OwnLimitsView},
        kind="recalls",
    ),
    Route(
        "POST",
        "/api/me/limits",
        set_own_limits,
        "Set your own limits; lower ones take effect at once, higher ones after a day",
        duty="play",
        takes=NewLimits,
        gives={200: OwnLimitsView},
        kind="commands",
    ),
)
