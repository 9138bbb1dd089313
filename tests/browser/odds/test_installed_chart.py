"""The chart of an installed family: printed with its own blocks, and lit by its own rule."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.card_room import CardRoom
from tests.browser.conftest import Visit
from tests.browser.odds.test_coach import SLOW
from tests.browser.test_axe import faults
from tests.examples.installed import provide_lanes


@pytest.fixture
def room(tmp_path: Path) -> Iterator[CardRoom]:
    room = CardRoom(tmp_path, solver="solver", packages=provide_lanes(tmp_path / "site"))
    room.start()
    yield room
    room.kill()


def test_the_cell_that_an_installed_family_names_is_lit(visit: Visit) -> None:
    player = visit()
    player.sit(game="lanes", bots=0, help="charts", shoe="Ks 4s")
    page = player.page
    page.get_by_role("button", name="Chart").click()
    about = "By the color and height of the bank's first card."
    expect(page.get_by_text(about, exact=True)).to_be_visible(timeout=SLOW)
    page.get_by_role("button", name="Keep it next to the table").click()
    expect(page.get_by_role("heading", name="By the bank's card")).to_be_visible(timeout=SLOW)
    expect(page.locator("[data-lit]")).to_have_count(0)
    player.bet()
    player.deal()
    player.asked("Which lane?")
    lit = page.locator('[data-block="color"] [data-row="black"] [data-up="high"][data-lit]')
    expect(lit).to_have_text("4")
    expect(page.locator("[data-lit]")).to_have_count(1)
    assert faults(player) == ""
    page.get_by_role("button", name="Lane 4").click()
    expect(page.locator("[data-lit]")).to_have_count(0)
