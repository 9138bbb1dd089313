"""Whatever is sent to any address, the answer is a documented one, and never our own fault."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
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
from tests.service.running_service import FAST, House, Table, running

schema = schemathesis.openapi.from_dict(create_app(FAST).openapi())
ROLES: tuple[Role, ...] = ("guest", "floor")


@pytest.fixture(scope="module")
def target() -> Iterator[tuple[House, Table]]:
    with running() as house:
        table = house.guest().open(bots=1)
        table.sit()
        table.round()
        yield house, table


EXAMPLES = settings(deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
FEW = settings(EXAMPLES, max_examples=4)
MANY = settings(EXAMPLES, max_examples=40)


@schema.parametrize()
@FEW
def test_no_message_breaks_the_service(case: Case[Any], target: tuple[House, Table]) -> None:
    """Every message is sent by people of all roles: to make it up takes longer than to send it."""
    for role in ROLES:
        answered(case, role, *target)


@pytest.mark.prove
@schema.parametrize()
@MANY
def test_none_of_many_messages_breaks_the_service(
    case: Case[Any], target: tuple[House, Table]
) -> None:
    for role in ROLES:
        answered(case, role, *target)


def answered(case: Case[Any], role: Role, house: House, table: Table) -> None:
    person = house.cast(role)
    if case.path.endswith("/logout"):
        return
    # Half of the addresses are those of a table that exists.
    if case.path_parameters and "table" in case.path_parameters and len(case.path) % 2:
        case.path_parameters["table"] = table.id
    case.call_and_validate(
        base_url=house.base,
        cookies={COOKIE: person.http.cookies[COOKIE]},
        checks=[
            not_a_server_error,
            status_code_conformance,
            content_type_conformance,
            response_schema_conformance,
        ],
    )
