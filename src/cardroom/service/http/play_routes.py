"""A person's own play."""

from __future__ import annotations

from starlette.responses import Response

from cardroom.service.http.replies import reply
from cardroom.service.http.routes import Call, Route
from cardroom.service.own_play.messages import OwnPlay


async def show_own_play(call: Call) -> Response:
    return reply(await call.room.own_play.show(call.who.name, call.room.lobby.all()))


ROUTES: tuple[Route, ...] = (
    Route(
        "GET",
        "/api/me/play",
        show_own_play,
        "Your rounds, what they should have cost, and your costliest decisions",
        duty="play",
        gives={200: OwnPlay},
        kind="recalls",
    ),
)
