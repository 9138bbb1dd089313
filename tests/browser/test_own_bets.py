"""What a house invents, in a real browser: its side bets, one of them on a meter, and its words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from shutil import copy

import pytest
from playwright.sync_api import expect

from tests.browser.card_room import ROOT, CardRoom
from tests.browser.conftest import Visit

ACES_UP = """
name = "aces-up"
title = "Aces Up"
cards = ["first", "second"]
stake = "1"

[meter]
contribution = 20
seed = 500

[[row]]
name = "suited-aces"
when = "pair and is ace and same suit"
words = "two aces of one suit"
pays = "100%"

[[row]]
name = "ace"
when = "has ace"
pays = "3 for 1"
"""
HOUSE = """
title = "A room of its own"
notices = ["No phones at the table."]
disputes = "The floor decides."

[[game]]
game = "blackjack"
limits = ["5", "100"]
side_bets = ["perfect-pairs.toml", "aces-up.toml"]
meter = "aces"
options = { spot_limits = { perfect-pairs = ["1", "10"] } }
"""
SHOE = "2c As 9s As 8h"
"""Two aces of spades at the only box, after the burn card; the dealer has 17."""


@pytest.fixture
def room(tmp_path: Path) -> Iterator[CardRoom]:
    copy(ROOT / "examples" / "side_bets" / "perfect-pairs.toml", tmp_path)
    (tmp_path / "aces-up.toml").write_text(ACES_UP)
    (tmp_path / "house.toml").write_text(HOUSE)
    room = CardRoom(tmp_path, tmp_path / "house.toml")
    room.start()
    yield room
    room.kill()


def test_a_house_deals_its_own_side_bets(visit: Visit) -> None:
    player = visit("desk")
    id = player.open(house="house", options={}, shoe=SHOE, bots=0)
    player.go(f"table/{id}/sit")
    page = player.page
    expect(page.locator(".tray")).to_be_visible()
    expect(page.locator(".slip-sign")).to_contain_text("No phones at the table.")
    box = page.locator(".box[data-mine]").first
    for spot in ("main", "perfect-pairs", "aces-up"):
        box.locator(f'[data-spot="{spot}"]').click()
        expect(box.locator(f'[data-spot="{spot}"]')).to_have_attribute("data-state", "placed")
    page.get_by_role("button", name="Posted").first.click()
    posted = page.get_by_role("dialog", name="Posted at this table")
    for text in (
        "Perfect Pairs: $1 to $10.",
        "Aces Up: exactly $1.",
        "Two aces of one suit",
        "100% of the meter",
        "The floor decides.",
    ):
        expect(posted).to_contain_text(text)
    page.keyboard.press("Escape")
    player.deal()
    player.asked("12")
    expect(box.locator('[data-spot="perfect-pairs"] .outcome')).to_have_text("+$125")
    expect(box.locator('[data-spot="aces-up"] .outcome')).to_have_text("+$499.20")
    expect(page.locator(".meter-amount")).to_have_text("$500")
    said = " ".join(player.slip())
    assert "Perfect Pairs" in said
    assert "Aces Up" in said
