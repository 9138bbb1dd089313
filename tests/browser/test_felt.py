"""What lies on the felt, and what a press on it does: nothing is offered that would be refused."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from cardroom.analysis.chart_picture import COLORS
from cardroom.service.settings import PAGE
from tests.browser.conftest import Visit


def test_circles_take_only_bets_that_the_table_takes(visit: Visit) -> None:
    player = visit()
    options = {"wager_min": "5", "wager_max": "10", "boxes_per_player": "1"}
    id = player.open(options=options)
    player.go(f"table/{id}")
    page = player.page
    # Nobody without a seat is invited to bet: a press takes the seat at that box.
    spot = page.locator('[data-box="2"] [data-spot="main"]')
    expect(spot).to_have_accessible_name("Box 2, Wager; no bet; press to take this seat")
    spot.click()
    expect(page.locator('[data-box="2"] .who')).to_have_text("You")
    player.bet(box=2)
    # The house permits one box, and ten dollars.
    expect(page.locator('[data-box="3"] [data-spot="main"]')).to_have_attribute(
        "aria-disabled", "true"
    )
    spot.click()
    expect(spot).to_have_attribute("aria-disabled", "true")
    # The marks on the edge of a chip are on the chip.
    off = spot.locator("svg.stack").evaluate(
        """it => { const [mark, chip] = [".edge-marks", ".body:not(.side)"].map(
             (name) => [...it.querySelectorAll(name)].at(-1).getBoundingClientRect());
           return Math.max(chip.left - mark.left, mark.right - chip.right, chip.top - mark.top,
             mark.bottom - chip.bottom); }"""
    )
    assert off < 1
    # One key has one meaning: R surrenders where that is offered, and bets nothing.
    page.keyboard.press("c")
    expect(spot).to_have_attribute("data-state", "empty")
    page.keyboard.press("r")
    expect(spot).to_have_attribute("data-state", "empty")


def test_a_message_covers_neither_chips_nor_buttons(visit: Visit) -> None:
    player = visit()
    player.sit()
    player.page.get_by_role("radio", name="$500 chip").click()
    player.bet()
    player.page.locator('[data-box="5"] [data-spot="main"]').click()
    said = player.page.locator(".notice")
    expect(said).to_contain_text("You don't have enough chips")
    for part in (".dock", ".bar"):
        boxes = [player.page.locator(it).bounding_box() for it in (".notice", part)]
        assert boxes[0] is not None
        assert boxes[1] is not None
        over = min(it["y"] + it["height"] for it in boxes if it) - max(
            it["y"] for it in boxes if it
        )
        assert over <= 0, part


def test_the_chart_has_the_colors_of_the_printed_one() -> None:
    style = (PAGE / "css" / "coach.css").read_text(encoding="utf-8")
    shown = dict(re.findall(r'\[data-kind="([\w-]+)"\] \{ background: (#\w+)', style))
    printed = {kind: color for kind, color in COLORS.items() if kind != "other"}
    assert printed.items() <= shown.items()
