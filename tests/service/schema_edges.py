"""What lies at the edges of the schema is sent to every address: thousands of messages.

To find them takes longer than to send a few others, even if no test runs. So no run of the suite
collects this file; a proof in `test_schema.py` runs it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from schemathesis import Case
from schemathesis.generation.meta import TestPhase

from tests.service.schema_target import ROLES, Target, addressed, schema

TURNS = cycle(ROLES)


@pytest.fixture(scope="module")
def target() -> Iterator[Target]:
    with addressed() as found:
        yield found


@schema.parametrize()  # type: ignore[untyped-decorator]
@settings(deadline=None, suppress_health_check=list(HealthCheck), derandomize=True, max_examples=4)
def test_no_message_from_the_edges_breaks_the_service(case: Case[Any], target: Target) -> None:
    """Random messages are sent by people of all roles; those from the edges by one, in turn."""
    for role in (next(TURNS),) if from_the_edges(case) else ROLES:
        target.answers(case, role)


def from_the_edges(case: Case[Any]) -> bool:
    return case.meta is not None and case.meta.phase.name is TestPhase.COVERAGE
