"""Whatever is sent to any address, the answer is a documented one, and never our own fault."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import Case
from schemathesis.checks import not_a_server_error
from schemathesis.generation.meta import TestPhase
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
OPERATIONS = [
    f"{path} {method}" for path, item in schema.raw_schema["paths"].items() for method in item
]
ROLES: tuple[Role, ...] = ("guest", "floor")
TURNS = cycle(ROLES)


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


@pytest.fixture(scope="module")
def target() -> Iterator[Target]:
    with running() as house:
        found = Target(house)
        yield found
        for connection in found.connections.values():
            connection.close()


EXAMPLES = settings(deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
FEW = settings(EXAMPLES, max_examples=4)
MANY = settings(EXAMPLES, max_examples=40)


@schema.parametrize()  # type: ignore[untyped-decorator]
@FEW
def test_no_message_breaks_the_service(case: Case[Any], target: Target) -> None:
    """Random messages are sent by people of all roles. Those from the edges of the schema are
    thousands; each is sent by one of them, in turn."""
    for role in (next(TURNS),) if from_the_edges(case) else ROLES:
        target.answers(case, role)


def from_the_edges(case: Case[Any]) -> bool:
    return case.meta is not None and case.meta.phase.name is TestPhase.COVERAGE


@pytest.mark.prove
@pytest.mark.parametrize("operation", OPERATIONS)
def test_none_of_many_messages_breaks_the_service(operation: str, target: Target) -> None:
    """Only random ones: to find the edges once more would take time before any test begins."""
    path, method = operation.split()

    @MANY
    @given(case=schema[path][method].as_strategy())
    def sent(case: Case[Any]) -> None:
        for role in ROLES:
            target.answers(case, role)

    sent()
