"""One service for the tests that need nothing special of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.service.running_service import FAST, House, running


@pytest.fixture(scope="session")
def house() -> Iterator[House]:
    with running(FAST) as started:
        yield started
