"""The school on the page: a drill by keyboard alone, on a phone both ways."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Visit


def test_a_drill_works_by_keyboard_alone(visit: Visit) -> None:
    trainee = visit()
    trainee.go("school")
    page = trainee.page
    expect(page.locator(".drill").first).to_be_visible()
    page.get_by_label("Game").select_option("maxtime-21")
    page.locator(".drill", has_text="Pay and take").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".answer input")).to_be_focused(timeout=30_000)
    page.keyboard.type("a lot")
    page.keyboard.press("Enter")
    expect(page.locator(".unreadable")).to_be_visible()
    expect(page.locator(".answer input")).to_be_focused()
    page.keyboard.press("Control+A")
    page.keyboard.type("pay 0.01")
    page.keyboard.press("Enter")
    expect(page.locator(".verdict")).to_contain_text("Wrong")
    expect(page.get_by_role("button", name="Next question")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".answer input")).to_be_focused()
    trainee.go("school/maxtime-21-may-they")
    expect(page.locator(".school-choice").first).to_be_focused()
    page.keyboard.press("1")
    expect(page.locator(".verdict")).to_be_visible()


def test_a_drill_fits_a_phone_both_ways(visit: Visit) -> None:
    trainee = visit("phone")
    trainee.go("school/fortune-pai-gow-house-way")
    page = trainee.page
    for width, height in ((320, 640), (640, 320)):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(".scene play-card").first).to_be_visible(timeout=30_000)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
