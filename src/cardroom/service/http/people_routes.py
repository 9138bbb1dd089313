"""Accounts: guests, players, and staff with a role from an administrator."""

from __future__ import annotations

from typing import Annotated

import msgspec
from starlette.responses import Response

from cardroom.service.accounts.roles import DUTIES, Person, Role
from cardroom.service.http.replies import reply
from cardroom.service.http.routes import Call, Route, aside
from cardroom.service.live.room import COOKIE

Name = Annotated[str, msgspec.Meta(min_length=2, max_length=24)]
Password = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class Credentials(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    password: Password


class NewPerson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    password: Password
    role: Role


class Me(msgspec.Struct, frozen=True):
    """`name` is null before the visitor becomes a guest or logs in."""

    name: str | None = None
    role: Role | None = None
    duties: tuple[str, ...] = ()
    wallet: int = 0


class Listed(msgspec.Struct, frozen=True):
    name: str
    role: Role
    locked: bool = False


async def me(call: Call) -> Response:
    return reply(_me(call, call.person))


async def guest(call: Call) -> Response:
    """A returning guest stays the same guest."""
    if call.person is not None:
        return reply(_me(call, call.person))
    call.room.require_saving()
    person, token = await aside(call.room.people.guest)
    await call.room.welcome(person)
    return _with_session(call, reply(_me(call, person), 201), token)


async def register(call: Call) -> Response:
    given: Credentials = call.body
    people = call.room.people
    call.room.require_saving()
    await aside(lambda: people.register(given.name, given.password, "player"))
    person, token = await aside(lambda: people.login(given.name, given.password))
    await call.room.welcome(person)
    return _with_session(call, reply(_me(call, person), 201), token)


async def login(call: Call) -> Response:
    given: Credentials = call.body
    call.room.require_saving()
    person, token = await aside(lambda: call.room.people.login(given.name, given.password))
    await call.room.welcome(person)
    return _with_session(call, reply(_me(call, person)), token)


async def logout(call: Call) -> Response:
    token = call.request.cookies.get(COOKIE)
    if token:
        await aside(lambda: call.room.people.logout(token))
    answer = reply(Me())
    answer.delete_cookie(COOKIE, path="/", httponly=True, samesite="strict")
    return answer


async def list_people(call: Call) -> Response:
    rows = await aside(call.room.people.all)
    return reply([Listed(*row) for row in rows])


async def add_person(call: Call) -> Response:
    given: NewPerson = call.body
    people = call.room.people
    person = await aside(lambda: people.register(given.name, given.password, given.role))
    return reply(Listed(person.name, person.role), 201)


async def unlock_person(call: Call) -> Response:
    name = call.path("name")
    await aside(lambda: call.room.people.unlock(name))
    return reply(Me())


def _me(call: Call, person: Person | None) -> Me:
    if person is None:
        return Me()
    duties = tuple(sorted(DUTIES[person.role]))
    return Me(person.name, person.role, duties, call.room.wallet(person))


def _with_session(call: Call, answer: Response, token: str) -> Response:
    answer.set_cookie(
        COOKIE,
        token,
        max_age=call.room.settings.session_seconds,
        path="/",
        httponly=True,
        samesite="strict",
        secure=call.request.url.scheme == "https",
    )
    return answer


ROUTES = (
    Route("GET", "/api/me", me, "Your account", gives={200: Me}),
    Route("POST", "/api/guest", guest, "Become a guest", gives={200: Me, 201: Me}, kind="doors"),
    Route(
        "POST",
        "/api/register",
        register,
        "Open a player account",
        takes=Credentials,
        gives={201: Me},
        kind="doors",
    ),
    Route("POST", "/api/login", login, "Log in", takes=Credentials, gives={200: Me}, kind="doors"),
    Route("POST", "/api/logout", logout, "End the session", gives={200: Me}),
    Route(
        "GET",
        "/api/people",
        list_people,
        "All accounts",
        duty="manage",
        gives={200: list[Listed]},
    ),
    Route(
        "POST",
        "/api/people",
        add_person,
        "Create an account with a role",
        duty="manage",
        takes=NewPerson,
        gives={201: Listed},
        kind="commands",
    ),
    Route(
        "POST",
        "/api/people/{name}/unlock",
        unlock_person,
        "Unlock an account locked by wrong passwords",
        duty="manage",
        gives={200: Me},
        kind="commands",
    ),
)
