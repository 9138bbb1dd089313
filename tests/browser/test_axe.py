"""axe finds nothing on any page, in any state."""

from __future__ import annotations

import pytest
from axe_playwright_python.base import AxeResults
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser.card_room import Visitor
from tests.browser.conftest import Visit

AXE = Axe()
RUN = """async where => {
  const painted = yes => document.adoptedStyleSheets.forEach(sheet => { sheet.disabled = yes; });
  painted(true);
  try {
    return await axe.run(where, { resultTypes: ["violations"] });
  } finally {
    painted(false);
  }
}"""
"""On the page as people see it (`UNPAINTED` in `card_room.py`)."""


def faults(visitor: Visitor, part: str | None = None) -> str:
    """On the whole page or a part of it. The drawing inside a card is one image to every reader."""
    drawn = {"exclude": [["play-card .leaf"]]}
    # A page that has been looked at has axe already.
    if not visitor.page.evaluate("'axe' in window"):
        visitor.page.evaluate(AXE.axe_script)
    results = AxeResults(visitor.page.evaluate(RUN, part or drawn))
    return str(results.generate_report()) if results.violations_count else ""


def test_lobby_rules_and_dialogs(visit: Visit) -> None:
    guest = visit()
    guest.go()
    expect(guest.page.locator(".game-card").first).to_be_visible()
    assert faults(guest) == ""
    guest.page.get_by_role("button", name="Settings").click()
    assert faults(guest, "dialog") == ""
    guest.page.keyboard.press("Escape")
    guest.page.get_by_role("button", name="Open a table of your own").click()
    guest.page.get_by_text("House options").click()
    assert faults(guest, "dialog") == ""
    guest.page.keyboard.press("Escape")
    guest.go("rules/blackjack")
    expect(guest.page.locator("table").first).to_be_visible()
    assert faults(guest) == ""
    # The colors are looked at, though the page is not painted for anybody else.
    guest.page.get_by_role("heading", level=1).evaluate(
        "it => { it.textContent = 'Faint'; it.style.color = '#777'; it.style.background = '#888'; }"
    )
    assert "color-contrast" in faults(guest, "h1")


def test_the_table_in_every_phase_and_the_recall(visit: Visit) -> None:
    player = visit()
    id = player.sit(shoe="2c 8s Ah 8d 9c 3h Kc 2d Td", bots=0)
    assert faults(player) == ""
    player.bet(presses=2)
    assert faults(player) == ""
    player.deal()
    player.asked("Insurance")
    assert faults(player) == ""
    player.act("decline")
    player.asked("16")
    assert faults(player) == ""
    player.act("stand")
    expect(player.page.locator(".slip-total")).to_have_text("−$10")
    assert faults(player) == ""
    player.page.get_by_role("button", name="Keys").click()
    assert faults(player, "dialog") == ""
    player.go(f"table/{id}/rounds")
    expect(player.page.locator(".replay-count")).to_be_visible()
    assert faults(player) == ""


def test_the_phone_and_the_dealer(visit: Visit) -> None:
    player = visit("phone")
    player.sit(bots=2)
    player.bet()
    assert faults(player) == ""
    dealer = visit()
    dealer.sit(dealing="physical")
    assert faults(dealer) == ""


@pytest.mark.parametrize("page", ["school", "statement", "lab/three-card-poker", "play"])
def test_other_pages_in_full_and_at_400_percent(visit: Visit, page: str) -> None:
    guest = visit()
    guest.go(page)
    expect(guest.page.get_by_role("heading", level=1)).to_be_visible()
    assert faults(guest) == ""
    for width, height in ((320, 256), (390, 844)):
        guest.page.set_viewport_size({"width": width, "height": height})
        wide = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert guest.page.evaluate(wide) <= 0, (width, height)
