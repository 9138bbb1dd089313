"""Whether the service is alive and ready, and what it measures, for the programs that watch it."""

from __future__ import annotations

import ipaddress
from typing import Literal

import msgspec
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.responses import Response

from cardroom.service import errors
from cardroom.service.errors import refuse
from cardroom.service.http.guard import client_of
from cardroom.service.http.replies import reply
from cardroom.service.http.routes import Call, Route


class Health(msgspec.Struct, frozen=True):
    """`why` says what is wrong; empty if nothing is."""

    status: Literal["live", "ready", "not ready"]
    why: str = ""


async def live(_: Call) -> Response:
    return reply(Health("live"))


async def ready(call: Call) -> Response:
    why = call.room.not_ready()
    return reply(Health("not ready", why), 503) if why else reply(Health("ready"))


async def metrics(call: Call) -> Response:
    """Only for this machine, and for the addresses that the operator names."""
    client = client_of(call.request)
    # A proxy on this machine asks for people elsewhere: it must not open this to them.
    proxied = "x-forwarded-for" in call.request.headers
    trusted = _is_loopback(client) or client in call.room.settings.metrics_from
    if proxied or not (trusted or call.room.relayed(call.request)):
        raise refuse(403, errors.ROLE, "metrics are read from this machine; see --metrics-from")
    return Response(await call.room.measured(call.request), media_type=CONTENT_TYPE_LATEST)


def _is_loopback(client: str) -> bool:
    try:
        return ipaddress.ip_address(client).is_loopback
    except ValueError:
        return False


ROUTES = (
    Route(
        "GET",
        "/health",
        ready,
        "Whether the service can be used now",
        gives={200: Health, 503: Health},
        by="itself",
    ),
    Route(
        "GET",
        "/health/live",
        live,
        "Whether the process answers",
        gives={200: Health},
        by="itself",
    ),
    Route(
        "GET",
        "/health/ready",
        ready,
        "Whether tables are open and can be saved",
        gives={200: Health, 503: Health},
        by="itself",
    ),
    Route(
        "GET",
        "/metrics",
        metrics,
        "Measurements for Prometheus; from this machine only",
        gives={200: str},
        media="text/plain",
        by="itself",
    ),
)
