"""The doors: who one is, guests, new accounts, logging in and out."""

from __future__ import annotations

from typing import Annotated

import msgspec
from starlette.responses import Response

from cardroom.service import errors
from cardroom.service.accounts.roles import DUTIES, Person, Role
from cardroom.service.errors import refuse
from cardroom.service.http.guard import client_of
from cardroom.service.http.replies import reply
from cardroom.service.http.routes import Call, Route, aside
from cardroom.service.live import titles
from cardroom.service.live.room import COOKIE

Name = Annotated[str, msgspec.Meta(min_length=2, max_length=24)]
Password = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Code = Annotated[str, msgspec.Meta(max_length=12)]


class Credentials(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    password: Password


class Login(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`code`: six digits, for accounts that have an authenticator."""

    name: Name
    password: Password
    code: Code = ""


class NewNickname(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What others read at the tables; empty goes back to the own name."""

    nickname: Annotated[str, msgspec.Meta(max_length=60)]


class Me(msgspec.Struct, frozen=True):
    """`name` null is nobody: become a guest, or log in."""

    name: str | None = None
    role: Role | None = None
    duties: tuple[str, ...] = ()
    wallet: int = 0
    enroll: bool = False
    """Staff without an authenticator: no duties until one is set up."""
    authenticator: bool = False
    """Whether a login needs a code of an authenticator."""
    nickname: str = ""


async def me(call: Call) -> Response:
    return reply(me_of(call, call.person))


async def set_nickname(call: Call) -> Response:
    given: NewNickname = call.body
    room, who = call.room, call.who
    names = [account.name for account in room.people.book.accounts.values()]
    await room.nicknames.choose(who.name, given.nickname, names)
    return reply(me_of(call, who))


async def guest(call: Call) -> Response:
    """A guest who comes again stays the same guest."""
    if call.person is not None:
        return reply(me_of(call, call.person))
    call.room.require_saving()
    address = client_of(call.request)
    person, token = await aside(lambda: call.room.people.guest(address))
    await call.room.welcome(person)
    return _with_session(call, reply(me_of(call, person), 201), token)


async def register(call: Call) -> Response:
    given: Credentials = call.body
    people, address = call.room.people, client_of(call.request)
    call.room.require_saving()
    call.room.bar_known_name(given.name)
    if titles.official(given.name) or titles.house_named(given.name):
        raise refuse(422, errors.NAME, f"{given.name!r} could be mistaken for the house's staff")

    def enter() -> tuple[Person, str]:
        people.register(given.name, given.password, address)
        return people.login(given.name, given.password, address=address)

    person, token = await call.room.at_the_doors(enter)
    await call.room.nicknames.give_way(person.name)
    await call.room.welcome(person)
    return _with_session(call, reply(me_of(call, person), 201), token)


async def login(call: Call) -> Response:
    given: Login = call.body
    people, address = call.room.people, client_of(call.request)
    call.room.require_saving()
    person, token = await call.room.at_the_doors(
        lambda: people.login(given.name, given.password, given.code, address)
    )
    await call.room.welcome(person)
    return _with_session(call, reply(me_of(call, person)), token)


async def refill(call: Call) -> Response:
    call.room.require_saving()
    await call.room.refill(call.who)
    return reply(me_of(call, call.who))


async def logout(call: Call) -> Response:
    token = call.request.cookies.get(COOKIE)
    if token:
        await aside(lambda: call.room.people.logout(token))
    answer = reply(Me())
    answer.delete_cookie(COOKIE, path="/", httponly=True, samesite="strict")
    return answer


def me_of(call: Call, person: Person | None) -> Me:
    if person is None:
        return Me()
    duties = tuple(sorted(duty for duty in DUTIES[person.role] if person.has(duty)))
    return Me(
        person.name,
        person.role,
        duties,
        call.room.wallet(person),
        enroll=not person.confirmed,
        authenticator=person.name in call.room.people.with_authenticator(),
        nickname=call.room.nicknames.own(person.name),
    )


def _with_session(call: Call, answer: Response, token: str) -> Response:
    answer.set_cookie(
        COOKIE,
        token,
        max_age=call.room.settings.sessions.seconds,
        path="/",
        httponly=True,
        samesite="strict",
        secure=call.request.url.scheme == "https",
    )
    return answer


ROUTES = (
    Route("GET", "/api/me", me, "Who one is", gives={200: Me}),
    Route("POST", "/api/guest", guest, "Become a guest", gives={200: Me, 201: Me}, kind="doors"),
    Route(
        "POST",
        "/api/register",
        register,
        "Open an account as a player",
        takes=Credentials,
        gives={201: Me},
        kind="doors",
    ),
    Route("POST", "/api/login", login, "Log in", takes=Login, gives={200: Me}, kind="doors"),
    Route(
        "POST",
        "/api/refill",
        refill,
        "Refill the wallet of a player who has almost nothing left",
        duty="play",
        gives={200: Me},
        kind="commands",
    ),
    Route(
        "POST",
        "/api/me/nickname",
        set_nickname,
        "Be called by another name at the tables, from the next step on",
        duty="play",
        takes=NewNickname,
        gives={200: Me},
        kind="commands",
    ),
    Route("POST", "/api/logout", logout, "End the session", gives={200: Me}),
)
