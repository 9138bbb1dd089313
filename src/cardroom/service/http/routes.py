"""One row per route: method, path, duty, request and response.

The application, its OpenAPI document and the test of every role against every route read these
rows.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, Literal, TypeVar

import msgspec
from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response

from cardroom.events import dec_hook
from cardroom.service import errors
from cardroom.service.accounts.lockout import network_of
from cardroom.service.accounts.roles import CALLED, Duty, Person
from cardroom.service.errors import RefusalReply, ServiceError, refuse
from cardroom.service.http.guard import client_of
from cardroom.service.http.rates import RateLimit
from cardroom.service.http.replies import JSON
from cardroom.service.live.room import COOKIE, Room
from cardroom.service.logs import new_request

RequestKind = Literal["doors", "commands", "reads", "recalls", "openings"]
"""The rate limit of a route."""
BY_ADDRESS: Final[Mapping[RequestKind, RateLimit]] = {
    "recalls": "address-recalls",
    "openings": "address-openings",
}
"""A second limit for all the people of one address: one person can be many guests."""


class Call(msgspec.Struct, frozen=True):
    """A request that has passed the checks: the person and the message."""

    room: Room
    request: Request
    person: Person | None
    body: Any = None

    @property
    def who(self) -> Person:
        assert self.person is not None, "a route without a duty must check for itself"
        return self.person

    @property
    def owner(self) -> str:
        """Whose place in a queue it takes. One person can be many guests, so all guests of an
        address have one."""
        known = self.person is not None and self.person.role != "guest"
        return self.who.name if known else network_of(client_of(self.request))

    def path(self, name: str) -> str:
        text: str = self.request.path_params[name]
        return text

    def number(self, name: str) -> int:
        """A whole number in the path; any other text is not found."""
        text = self.path(name)
        if not text.isascii() or not text.isdecimal() or len(text) > 12:
            raise refuse(404, errors.NOT_FOUND, f"{text[:40]!r} is not a number")
        return int(text)


T = TypeVar("T")
Handler = Callable[[Call], Awaitable[Response]]


class Route(msgspec.Struct, frozen=True):
    method: Literal["GET", "POST", "DELETE"]
    path: str
    handler: Handler
    summary: str
    duty: Duty | None = None
    """The duty a person needs; None is open to everyone."""
    own: bool = False
    """About the caller's own account: for everybody who has one and is logged in."""
    takes: Any = None
    documented: Any = None
    """The type shown in the documentation, if more detailed than the one that is read."""
    gives: Mapping[int, Any] = {}
    """Message by status; every refusal is a `RefusalReply`."""
    refuses: tuple[int, ...] = ()
    """Statuses of refusals beyond those that any route may give."""
    kind: RequestKind = "reads"
    by: Literal["any", "owner", "itself"] = "any"
    """Which worker answers: any, the one that owns the table, or each about itself, even if it
    cannot read the journal."""
    media: str = JSON
    """The media type of a successful answer; all others are JSON."""

    def refusals(self) -> tuple[int, ...]:
        codes = (401, 403, 409, 413, 422, 429, 503, *self.refuses)
        return (*codes, 404) if "{" in self.path else codes


_decoders: Final[dict[Any, msgspec.json.Decoder[Any]]] = {}


def decode(data: bytes, form: Any) -> Any:
    """The message as this type, or a refusal that says what is wrong with it."""
    decoder = _decoders.get(form)
    if decoder is None:
        decoder = _decoders[form] = msgspec.json.Decoder(form, dec_hook=dec_hook)
    try:
        return decoder.decode(data)
    except msgspec.DecodeError as wrong:
        raise refuse(422, errors.FORM, str(wrong)) from None
    except (ValueError, UnicodeDecodeError, RecursionError) as wrong:
        raise refuse(422, errors.FORM, f"the message cannot be read: {wrong}"[:200]) from None


def admit(room: Room, token: str | None, client: str, route: Route) -> Person | None:
    """The person, if the rate limit and the duty allow the request."""
    person = room.people.who(token)
    name = client if person is None or route.kind == "doors" else person.name
    wait = room.buckets(route.kind).take(name)
    if not wait and (shared := BY_ADDRESS.get(route.kind)) is not None:
        wait = room.buckets(shared).take(client)
    if wait:
        raise refuse(429, errors.RATE, f"try again in {wait:.1f} seconds", wait)
    if route.duty is not None:
        if person is None:
            raise refuse(401, errors.WHO)
        if not person.has(route.duty):
            raise refuse(403, errors.ROLE, _not_allowed(person, route.duty))
    if route.own:
        if person is None:
            raise refuse(401, errors.WHO)
        if person.role == "guest":
            raise refuse(403, errors.ROLE, "a guest has no account; open one first")
    return person


async def answer(room: Room, route: Route, request: Request) -> Response:
    """What a request for an address is answered with; a refusal is raised."""
    new_request(request.path_params.get("table", ""))
    try:
        client = network_of(client_of(request))
        person = admit(room, request.cookies.get(COOKIE), client, route)
    except ServiceError as no:
        if no.wait_seconds:
            await asyncio.sleep(min(no.wait_seconds, room.settings.rates.held_seconds))
        raise
    table = request.path_params.get("table")
    if route.by != "itself":
        await room.freshen(table)
    if table is not None and route.by == "owner":
        forwarded = await room.forward(table, request, route.method)
        if forwarded is not None:
            return forwarded
    body = None if route.takes is None else decode(await request.body(), route.takes)
    return await route.handler(Call(room, request, person, body))


def _not_allowed(person: Person, duty: Duty) -> str:
    if not person.confirmed:
        return f"{person.name} must set up an authenticator first"
    return f"{CALLED[person.role]} may not {duty}"


def mount(app: FastAPI, room: Room, route: Route) -> None:
    async def endpoint(request: Request) -> Response:
        return await answer(room, route, request)

    endpoint.__name__ = route.handler.__name__
    app.add_api_route(
        route.path, endpoint, methods=[route.method], include_in_schema=False, response_model=None
    )


async def aside(work: Callable[[], T]) -> T:
    """Blocking work goes to a thread, so that the event loop can serve others."""
    return await asyncio.to_thread(work)


async def in_turn(room: Room, work: Callable[[], T]) -> T:
    """One at a time: each computes in a thread, and several would slow down everybody's table."""
    async with room.recalling:
        return await aside(work)


def openapi(app: FastAPI, routes: tuple[Route, ...]) -> dict[str, Any]:
    """The OpenAPI document, from the same rows."""
    forms = [RefusalReply]
    for route in routes:
        forms += [form for form in (_taken(route), *route.gives.values()) if form is not None]
    schemas, components = msgspec.json.schema_components(
        forms, schema_hook=_schema_hook, ref_template="#/components/schemas/{name}"
    )
    known = dict(zip(map(_form_name, forms), schemas, strict=True))
    paths: dict[str, Any] = {}
    for route in routes:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, known)
    return {
        "openapi": "3.1.0",
        "info": {"title": app.title, "version": app.version, "description": app.description},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"session": {"type": "apiKey", "in": "cookie", "name": COOKIE}},
        },
    }


def _operation(route: Route, known: Mapping[str, Any]) -> dict[str, Any]:
    def content(form: Any, media: str = JSON) -> dict[str, Any]:
        schema = {"type": "string"} if form is str else known[_form_name(form)]
        return {media: {"schema": schema}}

    answers: dict[str, Any] = {
        str(code): {"description": "refused, with the clause", "content": content(RefusalReply)}
        for code in route.refusals()
    }
    for code, form in route.gives.items():
        answers[str(code)] = {"description": route.summary}
        if form is not None:
            answers[str(code)]["content"] = content(form, route.media if code == 200 else JSON)
    operation: dict[str, Any] = {
        "operationId": route.handler.__name__,
        "summary": route.summary,
        "parameters": [
            {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
            for name in _names(route.path)
        ],
        "responses": answers,
    }
    if route.own:
        operation["security"] = [{"session": []}]
        operation["description"] = "For everybody with an account."
    if route.duty:
        operation["security"] = [{"session": []}]
        operation["description"] = f"Duty: {route.duty}."
    if route.takes is not None:
        operation["requestBody"] = {"required": True, "content": content(_taken(route))}
    return operation


def _taken(route: Route) -> Any:
    return route.documented or route.takes


def _names(path: str) -> list[str]:
    return [part[1:-1] for part in path.split("/") if part.startswith("{")]


def _form_name(form: Any) -> str:
    return str(form)


def _schema_hook(kind: type) -> dict[str, Any]:
    """Cards are text."""
    if kind.__name__ == "Card":
        return {"type": "string", "examples": ["As", "Td", "Jk", "??"]}
    raise NotImplementedError(kind)
