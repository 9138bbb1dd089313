"""What an installed family gives the service, and what happens if it cannot be loaded."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import EntryPoint

import pytest

from cardroom.service import families
from cardroom.service.families import ServedFamily

OWN = ServedFamily()


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[None]:
    """As if a package had been installed that has this entry point."""

    def found(group: str, name: str) -> list[EntryPoint]:
        return [EntryPoint(name, request.param, group)]

    families.named.cache_clear()
    monkeypatch.setattr(families, "entry_points", found)
    yield
    families.named.cache_clear()


@pytest.mark.parametrize("installed", [f"{__name__}:OWN"], indirect=True)
@pytest.mark.usefixtures("installed")
def test_a_family_of_a_plug_in_is_found_by_its_entry_point() -> None:
    assert families.named("faro") is OWN


@pytest.mark.parametrize(
    ("installed", "why"),
    [
        ("no_such_package.service:OWN", "ModuleNotFoundError: No module named"),
        (f"{__name__}:installed", "TypeError: it is not a ServedFamily"),
    ],
    indirect=["installed"],
)
@pytest.mark.usefixtures("installed")
def test_a_plug_in_that_fails_is_logged_and_its_game_is_played_without_advice(
    why: str, caplog: pytest.LogCaptureFixture
) -> None:
    found = families.named("faro")
    assert found.coach is None
    assert found.bot == ServedFamily().bot
    (record,) = caplog.records
    assert record.getMessage().startswith("no coach or bots of the installed family faro (")
    assert why in record.getMessage()
