"""Whatever is sent to any address, the answer is a documented one, and never our own fault."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from schemathesis import Case, GenerationMode

from tests.service.schema_target import ROLES, Target, addressed, schema

OPERATIONS = [
    f"{path} {method}" for path, item in schema.raw_schema["paths"].items() for method in item
]


@pytest.fixture(scope="module")
def target() -> Iterator[Target]:
    with addressed() as found:
        yield found


EXAMPLES = settings(deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
FEW = settings(EXAMPLES, max_examples=3)
MANY = settings(EXAMPLES, max_examples=40)


@pytest.mark.parametrize("operation", OPERATIONS)
def test_no_message_breaks_the_service(operation: str, target: Target) -> None:
    sent_to(operation, target, FEW)


@pytest.mark.prove
@pytest.mark.parametrize("operation", OPERATIONS)
def test_none_of_many_messages_breaks_the_service(operation: str, target: Target) -> None:
    sent_to(operation, target, MANY)


@pytest.mark.prove
def test_no_message_from_the_edges_breaks_the_service() -> None:
    edges = Path(__file__).with_name("schema_edges.py")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(edges)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def sent_to(operation: str, target: Target, examples: settings) -> None:
    """Messages that the schema allows and, where one has a body, messages that it does not."""
    path, method = operation.split()
    takes_body = "requestBody" in schema.raw_schema["paths"][path][method]
    for mode in GenerationMode if takes_body else (GenerationMode.POSITIVE,):

        @examples
        @given(case=schema[path][method].as_strategy(generation_mode=mode))
        def sent(case: Case[Any]) -> None:
            for role in ROLES:
                target.answers(case, role)

        sent()
