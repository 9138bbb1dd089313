"""The checks before every route: host, origin, size, identity, and rate.

An ASGI middleware and not a dependency, so that static files, the documentation and the streams
pass the same checks.
"""

from __future__ import annotations

import asyncio
import ipaddress
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cardroom.service import errors
from cardroom.service.errors import ServiceError, refuse
from cardroom.service.http.replies import reply_to
from cardroom.service.settings import Settings

BODY_MAX: Final = 64 * 1024
SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
LOOPBACK: Final = ("localhost", "127.0.0.1", "[::1]")
HEADERS: Final = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-frame-options", b"DENY"),
    (
        b"content-security-policy",
        (
            b"default-src 'self'; img-src 'self' data:; style-src 'self'; "
            b"frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
        ),
    ),
)
# Swagger's page starts itself with an inline script and fetches its own worker.
DOCS_POLICY: Final = (
    b"default-src 'self' 'unsafe-inline' blob: data:; frame-ancestors 'none'; base-uri 'none'"
)
DOCS: Final = ("/docs", "/redoc", "/static-offline-docs")


class Guard:
    """Refuses other hosts, other origins and oversized bodies, and adds our headers."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app, self._settings = app, settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        try:
            check_origin(scope, self._settings)
        except ServiceError as no:
            if scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": 4403, "reason": no.refusal.why})
            else:
                await reply_to(no)(scope, receive, send)
            return
        if scope["type"] == "websocket":
            await self._app(scope, receive, send)
            return
        try:
            seconds = self._settings.connections.body_seconds
            await self._app(scope, _limited(receive, seconds), _headed(scope, send))
        except TooSlow:
            slow = refuse(408, errors.FORM, f"a message must arrive within {seconds:.0f} seconds")
            await reply_to(slow)(scope, receive, send)
        except TooLarge:
            large = refuse(413, errors.FORM, f"a message may have at most {BODY_MAX} bytes")
            await reply_to(large)(scope, receive, send)


class TooLarge(Exception):
    """The request body is too large."""


class TooSlow(Exception):
    """A body that does not come to its end."""


def _limited(receive: Receive, seconds: float) -> Receive:
    taken, whole = 0, False

    async def limited() -> Message:
        nonlocal taken, whole
        if whole:
            # What comes now is the end of the connection, which may be long from now.
            return await receive()
        try:
            async with asyncio.timeout(seconds):
                message = await receive()
        except TimeoutError:
            raise TooSlow from None
        whole = not message.get("more_body", False)
        taken += len(message.get("body", b""))
        if taken > BODY_MAX:
            raise TooLarge
        return message

    return limited


def _headed(scope: Scope, send: Send) -> Send:
    docs = scope["path"].startswith(DOCS)

    async def headed(message: Message) -> None:
        if message["type"] == "http.response.start":
            extra = [
                (name, DOCS_POLICY if docs and name == b"content-security-policy" else value)
                for name, value in HEADERS
            ]
            message["headers"] = [*message.get("headers", ()), *extra]
        await send(message)

    return headed


def check_origin(scope: Scope, settings: Settings) -> None:
    """Requests must come from our own pages: another site's script has another origin.

    The host is checked too, or another name that resolves to this machine would pass as ours (DNS
    rebinding). Programs other than browsers send no origin and no cookies of other people.
    """
    headers = Headers(scope=scope)
    host = headers.get("host", "").lower()
    if not known_host(host, settings):
        raise refuse(403, errors.ORIGIN, f"this service is not called {host!r}")
    origin = headers.get("origin")
    if origin is None:
        if headers.get("sec-fetch-site", "none") in ("none", "same-origin"):
            return
        if scope["type"] == "http" and scope["method"] in SAFE:
            return
        raise refuse(403, errors.ORIGIN, "this request comes from another site")
    if scope["type"] == "http" and scope["method"] in SAFE:
        # Another site's page cannot read our answers: we send no CORS headers.
        return
    if _origin_host(origin, scope["scheme"]) != host:
        raise refuse(403, errors.ORIGIN, f"this request comes from {origin[:80]!r}")


def _origin_host(origin: str, scheme: str) -> str | None:
    """The host of a page that may be ours.

    Anybody on the way could put a page of http in the place of ours. If we speak http, a proxy may
    speak https for us.
    """
    try:
        parts = urlsplit(origin.lower())
    except ValueError:
        return None
    ours = ("https",) if scheme in ("https", "wss") else ("http", "https")
    return parts.netloc if parts.scheme in ours else None


def known_host(host: str, settings: Settings) -> bool:
    if host in settings.hosts:
        return True
    name = _without_port(host)
    if name in LOOPBACK:
        return _is_local(settings.host)
    return name == settings.host.lower() or name in settings.hosts


def _without_port(host: str) -> str:
    if host.startswith("["):
        return host[: host.find("]") + 1]
    return host.partition(":")[0]


def _is_local(host: str) -> bool:
    """Loopback names are ours if the service listens on loopback or on all addresses."""
    if host == "localhost":
        return True
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    return address.is_loopback or address.is_unspecified


def client_of(connection: HTTPConnection) -> str:
    """The client address used for rate limits."""
    return connection.client.host if connection.client else "unknown"
