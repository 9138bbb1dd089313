"""One service for the tests that need nothing special of it, and the same chance for all."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.same_chance import same_chance
from tests.service.running_service import FAST, House, running


@pytest.fixture(scope="session", autouse=True)
def _same_chance() -> Iterator[None]:
    with same_chance():
        yield


@pytest.fixture(scope="session")
def house() -> Iterator[House]:
    with running(FAST) as started:
        yield started
