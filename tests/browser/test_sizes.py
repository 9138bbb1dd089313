"""From a phone to a projector, and at 400% zoom."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.house import SIZES, Visitor


def overflow(visitor: Visitor) -> int:
    pixels: int = visitor.page.evaluate(
        "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    return pixels


@pytest.mark.parametrize("size", list(SIZES))
def test_a_round_fits_every_window(visit: Visit, size: str) -> None:
    player = visit(size)
    player.go()
    expect(player.page.locator(".game-card").first).to_be_visible()
    assert overflow(player) <= 0
    player.sit(shoe="2c 8s 9h 8d 9c 3h", bots=2)
    assert overflow(player) <= 0
    player.bet()
    player.deal()
    over = player.page.locator(".slip-total[data-result]")
    expect(player.page.locator(".acts:visible").or_(over).first).to_be_visible()
    assert overflow(player) <= 0


def test_on_a_phone_stack_and_decisions_are_in_sight_without_scrolling(visit: Visit) -> None:
    player = visit("phone")
    player.sit(shoe="2c Ts 9h 9d 8c")
    expect(player.page.locator(".bar-stack")).to_be_in_viewport()
    expect(player.page.get_by_role("button", name="Deal")).to_be_in_viewport()
    player.bet()
    player.deal()
    player.asked("19")
    for verb in ("hit", "stand", "double"):
        expect(player.page.locator(f'[data-verb="{verb}"]')).to_be_in_viewport(ratio=1)
    expect(player.page.locator(".bank play-card").first).to_be_in_viewport()


def test_what_can_be_tapped_on_a_phone_is_large_enough(visit: Visit) -> None:
    player = visit("phone")
    player.sit()
    small = player.page.locator("button:visible, a.plainbutton:visible").evaluate_all(
        """all => all.filter(it => { const r = it.getBoundingClientRect();
        return r.width < 24 || r.height < 24; }).map(it => it.outerHTML)"""
    )
    assert small == []
    spots = player.page.locator(".spot").evaluate_all(
        "all => all.map(it => Math.min(it.offsetWidth, it.offsetHeight))"
    )
    assert min(spots) >= 44
