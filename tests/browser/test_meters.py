"""A meter that two tables share: its sign moves at both."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.card_room import CardRoom
from tests.browser.conftest import Visit

POSTING = """
title = "Two tables on one meter"
[[game]]
game = "bet-the-set-21"
limits = ["5", "500"]
options = { blazing_7s = 1 }
tables = 2
meter = "blazing-1"
"""


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CardRoom]:
    folder = tmp_path_factory.mktemp("meters")
    (folder / "house.toml").write_text(POSTING)
    room = CardRoom(folder, folder / "house.toml")
    room.start()
    yield room
    room.kill()


def test_a_bet_at_one_table_moves_the_sign_at_the_other(room: CardRoom, visit: Visit) -> None:
    here, there = visit("desk"), visit("phone")
    here.context.request.post(f"{room.url}/api/guest")
    one, two = (row["id"] for row in here.context.request.get(f"{room.url}/api/tables").json())
    there.go(f"table/{two}")
    sign = there.page.locator(".meter-amount")
    expect(sign).to_be_visible()
    before = sign.inner_text()
    here.go(f"table/{one}/sit")
    expect(here.page.locator(".tray")).to_be_visible()
    expect(here.page.locator(".meter-amount")).to_have_text(before)
    box = here.page.locator(".box[data-mine]").first
    box.locator('[data-spot="main"]').click()
    box.locator('[data-spot="blazing-7s"]').click()
    expect(box.locator('[data-spot="blazing-7s"]')).to_have_attribute("data-state", "placed")
    here.deal()
    expect(sign).not_to_have_text(before)
    expect(sign).to_contain_text("$2,000.")
    there.go()
    shown = there.page.locator(".table-row", has_text="Blazing 7's $2,000.")
    expect(shown).to_have_count(2)
