"""A service to which anything may be sent: every answer must be a documented one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import requests
import schemathesis
from schemathesis import Case
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from cardroom.service.accounts.roles import Role
from cardroom.service.http.app import create_app
from cardroom.service.live.room import COOKIE
from tests.service.running_service import FAST, House, running

schema = schemathesis.openapi.from_dict(create_app(FAST).openapi())
ROLES: tuple[Role, ...] = ("guest", "floor")


class Target:
    """A service with a table, and a connection for a person of each role: to connect each time
    took longer than to answer."""

    def __init__(self, house: House) -> None:
        self.base = house.base
        self.table = house.guest().open(bots=1)
        self.table.sit()
        self.table.round()
        self.connections = {role: requests.Session() for role in ROLES}
        for role, connection in self.connections.items():
            connection.trust_env = False
            connection.cookies[COOKIE] = house.cast(role).http.cookies[COOKIE]

    def answers(self, case: Case[Any], role: Role) -> None:
        if case.path.endswith("/logout"):
            return
        # Half of the addresses are those of a table that exists.
        if case.path_parameters and "table" in case.path_parameters and len(case.path) % 2:
            case.path_parameters["table"] = self.table.id
        case.call_and_validate(
            base_url=self.base,
            session=self.connections[role],
            checks=[
                not_a_server_error,
                status_code_conformance,
                content_type_conformance,
                response_schema_conformance,
            ],
        )


@contextmanager
def addressed() -> Iterator[Target]:
    with running() as house:
        found = Target(house)
        yield found
        for connection in found.connections.values():
            connection.close()
