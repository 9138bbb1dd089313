"""The application: routes, stream, page and documentation around one room."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import cache

from fastapi import FastAPI
from fastapi_offline import FastAPIOffline
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

import cardroom
from cardroom.service import errors
from cardroom.service.errors import ServiceError, refuse
from cardroom.service.http import (
    account_routes,
    admin_routes,
    coach_routes,
    games_routes,
    health_routes,
    lab_routes,
    meter_routes,
    notice_routes,
    office_routes,
    own_routes,
    people_routes,
    play_routes,
    recall_routes,
    room_routes,
    school_routes,
    sheets_routes,
    tables_routes,
)
from cardroom.service.http.guard import Guard
from cardroom.service.http.page import Page
from cardroom.service.http.replies import reply_to
from cardroom.service.http.routes import Route, mount, openapi
from cardroom.service.http.stream import mount_stream
from cardroom.service.live.live_table import STOPPED
from cardroom.service.live.machine import Machine
from cardroom.service.live.room import Room
from cardroom.service.settings import Settings
from cardroom.store import KeyTakenError, StoreError

ROUTES: tuple[Route, ...] = (
    *people_routes.ROUTES,
    *account_routes.ROUTES,
    *admin_routes.ROUTES,
    *games_routes.ROUTES,
    *tables_routes.ROUTES,
    *recall_routes.ROUTES,
    *coach_routes.ROUTES,
    *sheets_routes.ROUTES,
    *health_routes.ROUTES,
    *school_routes.ROUTES,
    *office_routes.ROUTES,
    *own_routes.ROUTES,
    *lab_routes.ROUTES,
    *play_routes.ROUTES,
    *notice_routes.ROUTES,
    *meter_routes.ROUTES,
    *room_routes.ROUTES,
)
EXPECTED = (ServiceError, KeyTakenError, StoreError, sqlite3.OperationalError)
"""What a request may end with besides an answer."""
_log = logging.getLogger(__name__)


def create_app(
    settings: Settings,
    started: Callable[[Room], None] | None = None,
    machine: Machine | None = None,
) -> FastAPI:
    """One room in one process. `started` is called when the tables are open."""
    room = Room(settings, machine)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await room.start()
        if started is not None:
            started(room)
        try:
            yield
        finally:
            await room.stop()

    app: FastAPI = FastAPIOffline(
        title="cardroom",
        version=cardroom.__version__,
        description="Card games played by the book. Play money only.",
        lifespan=lifespan,
        openapi_url="/openapi.json",
    )
    app.state.room = room
    for route in ROUTES:
        mount(app, room, route)
    mount_stream(app, room)
    # Made when somebody asks for it: few do.
    app.openapi = cache(lambda: openapi(app, ROUTES))  # type: ignore[method-assign]
    _answer_errors(app)
    if settings.page.is_dir():
        app.mount("/", Page(settings.page), name="page")
    app.add_middleware(Guard, settings=settings)
    return app


def refusal_for(wrong: Exception) -> ServiceError:
    """The refusal for an expected error."""
    match wrong:
        case ServiceError():
            return wrong
        case KeyTakenError():
            return refuse(409, errors.KEY, str(wrong))
        case _:
            # The message may contain file names, which only the operator should see.
            _log.warning("nothing can be saved: %s", wrong)
            return refuse(503, errors.JOURNAL, STOPPED, 5.0)


def _answer_errors(app: FastAPI) -> None:
    """No traceback reaches a user: every failure has a clause, our own included."""

    for known in EXPECTED:

        @app.exception_handler(known)
        async def refused(_: Request, wrong: Exception) -> Response:
            return reply_to(refusal_for(wrong))

    @app.exception_handler(HTTPException)
    async def framework(request: Request, no: HTTPException) -> Response:
        clause = errors.METHOD if no.status_code == 405 else errors.NOT_FOUND
        what = f"{request.method} {request.url.path}"[:200]
        return reply_to(refuse(no.status_code, clause, what))

    @app.exception_handler(ClientDisconnect)
    async def gone(_request: Request, _wrong: Exception) -> Response:
        # Nobody reads this. It is no fault of ours, and must not fill the log.
        return reply_to(refuse(408, errors.FORM, "the message did not arrive"))

    @app.exception_handler(Exception)
    async def fault(request: Request, wrong: Exception) -> Response:
        _log.error("%s %s failed", request.method, request.url.path, exc_info=wrong)
        return reply_to(refuse(500, errors.FAULT))
