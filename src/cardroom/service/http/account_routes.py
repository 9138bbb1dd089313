"""The caller's own account: password, sessions, authenticator."""

from __future__ import annotations

from typing import Annotated

import msgspec
from starlette.responses import Response

from cardroom.service.accounts.people import Enrollment
from cardroom.service.accounts.sessions import id_of
from cardroom.service.http.guard import client_of
from cardroom.service.http.people_routes import Code, Me, Password, me_of
from cardroom.service.http.replies import reply
from cardroom.service.http.routes import Call, Route, aside
from cardroom.service.live.room import COOKIE


class NewPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    old: Password
    new: Password


class LinkPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    link: Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
    password: Password


class LinkUsed(msgspec.Struct, frozen=True):
    name: str


class Prove(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`code`: of the present authenticator, if there is one."""

    password: Password
    code: Code = ""


class FirstCode(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    code: Code


class SessionFacts(msgspec.Struct, frozen=True):
    """Times are Unix time in seconds; `current` is the session that asks."""

    id: str
    opened: float
    expires: float
    address: str
    current: bool


class Ended(msgspec.Struct, frozen=True):
    ended: int


def _token(call: Call) -> str:
    return call.request.cookies[COOKIE]


async def change_password(call: Call) -> Response:
    token, given, address = _token(call), call.body, client_of(call.request)
    call.room.require_saving()
    await call.room.at_the_doors(
        lambda: call.room.people.change_password(token, given.old, given.new, address)
    )
    return reply(me_of(call, call.person))


async def use_link(call: Call) -> Response:
    given: LinkPassword = call.body
    call.room.require_saving()
    name = await call.room.at_the_doors(
        lambda: call.room.people.use_link(given.link, given.password)
    )
    return reply(LinkUsed(name))


async def list_sessions(call: Call) -> Response:
    token = _token(call)
    current = call.room.people.sessions.find(token)
    return reply(
        [
            SessionFacts(
                id_of(each.token),
                each.opened,
                each.expires,
                each.address,
                current is not None and each.token == current.token,
            )
            for each in call.room.people.sessions.of(call.who.name)
        ]
    )


async def end_session(call: Call) -> Response:
    name, id = call.who.name, call.path("session")
    await aside(lambda: call.room.people.end_session(name, id))
    return reply(Ended(1))


async def end_other_sessions(call: Call) -> Response:
    """All but the one that asks."""
    current = call.room.people.sessions.find(_token(call))
    name, people = call.who.name, call.room.people
    others = [each for each in people.sessions.of(name) if each != current]
    return reply(Ended(await aside(lambda: people.end_sessions(name, name, others))))


async def begin_enrollment(call: Call) -> Response:
    token, given, address = _token(call), call.body, client_of(call.request)
    call.room.require_saving()
    people = call.room.people
    return reply(
        await call.room.at_the_doors(
            lambda: people.begin_enrollment(token, given.password, given.code, address)
        )
    )


async def finish_enrollment(call: Call) -> Response:
    token, given, people = _token(call), call.body, call.room.people
    address = client_of(call.request)
    call.room.require_saving()
    await aside(lambda: people.finish_enrollment(token, given.code, address))
    return reply(me_of(call, people.who(token)))


async def remove_authenticator(call: Call) -> Response:
    token, given, address = _token(call), call.body, client_of(call.request)
    call.room.require_saving()
    people = call.room.people
    await call.room.at_the_doors(
        lambda: people.remove_authenticator(token, given.password, given.code, address)
    )
    return reply(me_of(call, people.who(token)))


ROUTES = (
    Route(
        "POST",
        "/api/password",
        change_password,
        "Change your password; all other sessions of the account end",
        own=True,
        takes=NewPassword,
        gives={200: Me},
        kind="doors",
    ),
    Route(
        "POST",
        "/api/password/link",
        use_link,
        "Set a password with a link that an administrator or the operator has made",
        takes=LinkPassword,
        gives={200: LinkUsed},
        refuses=(404,),
        kind="doors",
    ),
    Route(
        "GET",
        "/api/sessions",
        list_sessions,
        "Your sessions, newest first",
        own=True,
        gives={200: list[SessionFacts]},
    ),
    Route(
        "DELETE",
        "/api/sessions",
        end_other_sessions,
        "End all of your other sessions, and their streams",
        own=True,
        gives={200: Ended},
        kind="commands",
    ),
    Route(
        "DELETE",
        "/api/sessions/{session}",
        end_session,
        "End one of your sessions, and its streams",
        own=True,
        gives={200: Ended},
        kind="commands",
    ),
    Route(
        "POST",
        "/api/authenticator",
        begin_enrollment,
        "The key for a new authenticator; it counts once a code of it was entered",
        own=True,
        takes=Prove,
        gives={200: Enrollment},
        kind="doors",
    ),
    Route(
        "POST",
        "/api/authenticator/confirm",
        finish_enrollment,
        "Enter the first code of the new authenticator",
        own=True,
        takes=FirstCode,
        gives={200: Me},
        kind="doors",
    ),
    Route(
        "POST",
        "/api/authenticator/remove",
        remove_authenticator,
        "Log in with the password alone from now on; staff may not",
        own=True,
        takes=Prove,
        gives={200: Me},
        kind="doors",
    ),
)
