"""People and roles, for administrators. What concerns staff waits for a second administrator."""

from __future__ import annotations

from typing import Annotated

import msgspec
from starlette.responses import Response

from cardroom.service.accounts.account_book import NO_ROLE, Grant
from cardroom.service.accounts.account_events import AccountChange
from cardroom.service.accounts.changes import ChangeResult
from cardroom.service.accounts.roles import Role
from cardroom.service.http.people_routes import Name
from cardroom.service.http.replies import reply
from cardroom.service.http.routes import Call, Handler, Route

Affiliated = Annotated[str, msgspec.Meta(max_length=60)]


class NewPerson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A role other than player is proposed, and waits for a second administrator."""

    name: Name
    role: Role = "player"
    company: Affiliated = ""
    """Of a proposition player, with the badge."""
    badge: Affiliated = ""


class NewRole(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    role: Role
    company: Affiliated = ""
    badge: Affiliated = ""


class Credit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Play money, in cents."""

    amount: Annotated[int, msgspec.Meta(ge=1, le=100_000_000)]


class Listed(msgspec.Struct, frozen=True):
    name: str
    role: Role
    locked: bool = False
    """Some address has to wait before it may try this name again."""
    disabled: bool = False
    authenticator: bool = False
    sessions: int = 0
    company: str = ""
    badge: str = ""


class ProposalFacts(msgspec.Struct, frozen=True):
    """`at` is Unix time in seconds."""

    id: str
    what: AccountChange
    name: str
    role: Role | None
    by: str
    at: int


async def list_people(call: Call) -> Response:
    people = call.room.people
    locked, coded = people.locked(), people.with_authenticator()
    return reply(
        [
            Listed(
                each.name,
                each.role,
                key in locked,
                each.disabled,
                each.name in coded,
                len(people.sessions.of(each.name)),
                each.company,
                each.badge,
            )
            for key, each in sorted(people.book.accounts.items())
        ]
    )


async def add_person(call: Call) -> Response:
    given: NewPerson = call.body
    room, by = call.room, call.who.name
    room.bar_known_name(given.name)

    def add() -> ChangeResult:
        link = room.people.add(given.name, by)
        if given.role == "player":
            return ChangeResult(done=True, link=link)
        proposed = room.changes.ask(
            "grant", given.name, by, Grant(given.role, given.company, given.badge)
        )
        return msgspec.structs.replace(proposed, link=link)

    return reply(await room.at_the_doors(add), 201)


async def set_role(call: Call) -> Response:
    given: NewRole = call.body
    return await _asked(call, "grant", Grant(given.role, given.company, given.badge))


def _asking(what: AccountChange) -> Handler:
    async def handler(call: Call) -> Response:
        return await _asked(call, what)

    handler.__name__ = what.replace("-", "_")
    return handler


async def _asked(call: Call, what: AccountChange, grant: Grant = NO_ROLE) -> Response:
    changes, name, by = call.room.changes, call.path("name"), call.who.name
    change = await call.room.at_the_doors(lambda: changes.ask(what, name, by, grant))
    return reply(change, 200 if change.done else 202)


async def disable(call: Call) -> Response:
    changes, name, by = call.room.changes, call.path("name"), call.who.name
    return reply(await call.room.at_the_doors(lambda: changes.disable(name, by)))


async def unlock_person(call: Call) -> Response:
    changes, name, by = call.room.changes, call.path("name"), call.who.name
    return reply(await call.room.at_the_doors(lambda: changes.unlock(name, by)))


async def end_sessions_of(call: Call) -> Response:
    changes, name, by = call.room.changes, call.path("name"), call.who.name
    return reply(await call.room.at_the_doors(lambda: changes.end_sessions(name, by)))


async def credit_person(call: Call) -> Response:
    given: Credit = call.body
    await call.room.credit(call.path("name"), given.amount, call.who.name)
    return reply(ChangeResult(done=True))


async def list_proposals(call: Call) -> Response:
    waiting = call.room.people.book.proposals.values()
    return reply(
        [
            ProposalFacts(each.id, each.what, each.name, each.role, each.by, each.at // 10**9)
            for each in waiting
        ]
    )


async def approve(call: Call) -> Response:
    changes, id, by = call.room.changes, call.path("proposal"), call.who.name
    return reply(await call.room.at_the_doors(lambda: changes.approve(id, by)))


async def reject(call: Call) -> Response:
    changes, id, by = call.room.changes, call.path("proposal"), call.who.name
    return reply(await call.room.at_the_doors(lambda: changes.reject(id, by)))


def _change(path: str, handler: Handler, summary: str, *, waits: int | None = None) -> Route:
    gives = {200: ChangeResult} if waits is None else {200: ChangeResult, waits: ChangeResult}
    takes = NewRole if handler is set_role else None
    return Route(
        "POST", path, handler, summary, duty="manage", takes=takes, gives=gives, kind="commands"
    )


_ONE = "/api/people/{name}"
ROUTES = (
    Route(
        "GET",
        "/api/people",
        list_people,
        "Everybody with an account",
        duty="manage",
        gives={200: list[Listed]},
    ),
    Route(
        "POST",
        "/api/people",
        add_person,
        "Open an account for somebody; the link sets its password",
        duty="manage",
        takes=NewPerson,
        gives={201: ChangeResult},
        kind="commands",
    ),
    Route(
        "POST",
        f"{_ONE}/credits",
        credit_person,
        "Give a player play money",
        duty="manage",
        takes=Credit,
        gives={200: ChangeResult},
        kind="commands",
    ),
    _change(
        f"{_ONE}/role", set_role, "Give a role; 202 if it waits for a second person", waits=202
    ),
    _change(
        f"{_ONE}/new-password",
        _asking("new-password"),
        "A link for a new password; 202 if it waits for a second person",
        waits=202,
    ),
    _change(
        f"{_ONE}/new-authenticator",
        _asking("new-authenticator"),
        "Forget an authenticator that was lost; 202 if it waits for a second person",
        waits=202,
    ),
    _change(
        f"{_ONE}/enable",
        _asking("enable"),
        "Enable a disabled account; 202 if it waits for a second person",
        waits=202,
    ),
    _change(f"{_ONE}/disable", disable, "Disable an account at once, and end its sessions"),
    _change(f"{_ONE}/unlock", unlock_person, "Forget the wrong passwords sent for a name"),
    _change(f"{_ONE}/end-sessions", end_sessions_of, "End all sessions of an account"),
    Route(
        "GET",
        "/api/proposals",
        list_proposals,
        "Changes that wait for a second administrator",
        duty="manage",
        gives={200: list[ProposalFacts]},
    ),
    _change("/api/proposals/{proposal}/approve", approve, "Approve a change that another proposed"),
    _change("/api/proposals/{proposal}/reject", reject, "Reject or withdraw a proposed change"),
)
