"""The example is installed once for all tests of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.examples.installed import BACCARAT, install


@pytest.fixture(scope="session")
def baccarat(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install(BACCARAT, tmp_path_factory.mktemp("site"))
