"""From a phone to a projector, and at 400% zoom."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.card_room import SIZES, Visitor
from tests.browser.conftest import Visit
from tests.proofs import later, some_now


def overflow(visitor: Visitor) -> int:
    pixels: int = visitor.page.evaluate(
        "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    return pixels


@pytest.mark.parametrize("size", some_now(list(SIZES), {1, 3}))
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


LOW = ((844, 390), (667, 375), (720, 450), (320, 256))
"""Two phones on their sides, and a window at 200% and at 400% zoom."""


@pytest.mark.parametrize(
    "table",
    [
        later({"shoe": "2c 8s 9h 8d 9c"}),
        {"game": "double-hand-poker", "options": {}, "bots": 2},
    ],
    ids=["21", "a hand to set"],
)
def test_no_decision_is_cut_off_in_a_low_window(visit: Visit, table: dict[str, Any]) -> None:
    player = visit()
    player.sit(**table)
    player.page.locator('.box[data-mine] [data-spot="main"]').click()
    for width, height in LOW:
        player.page.set_viewport_size({"width": width, "height": height})
        expect(player.page.get_by_role("button", name="Deal")).to_be_in_viewport(ratio=1)
    player.deal()
    expect(player.page.locator(".controls:visible .act").first).to_be_visible()
    for width, height in reversed(LOW):
        player.page.set_viewport_size({"width": width, "height": height})
        pressed = ".controls:visible .acts button, .choose-card:visible"
        for button in player.page.locator(pressed).all():
            expect(button).to_be_in_viewport(ratio=1)
        cut = player.page.locator(".dock").evaluate("it => it.scrollWidth - it.clientWidth")
        assert (cut, overflow(player)) == (0, 0), (width, height)


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


def test_on_a_phone_the_keyboard_goes_the_way_the_eye_does(visit: Visit) -> None:
    player = visit("phone")
    player.sit(shoe="2c Ts 9h 9d 8c")
    main = '[data-spot="main"]'

    def ways() -> tuple[list[str], list[str]]:
        """The boxes in the order of the keyboard, and as they stand, row by row."""
        found: list[tuple[str, int, int]] = player.page.locator(f".box {main}").evaluate_all(
            """all => all.map(it => { const r = it.getBoundingClientRect();
            return [it.closest(".box").dataset.box, Math.round(r.bottom), Math.round(r.left)]; })"""
        )
        seen = sorted(found, key=lambda it: it[1:])
        return [box for box, *_ in found], [box for box, *_ in seen]

    assert ways() == (["4", "1", "2", "3", "5", "6", "7"],) * 2
    # The spot keeps the keyboard when its box moves up, because a chip is on it.
    player.page.locator(f'[data-box="6"] {main}').focus()
    player.page.keyboard.press("Enter")
    expect(player.page.locator(f'[data-box="6"] {main}')).to_have_attribute("data-state", "placed")
    expect(player.page.locator(f'[data-box="6"] {main}')).to_be_focused()
    assert ways()[0] == ways()[1]
    assert ways()[0][:2] == ["4", "6"]
    # On an arc the boxes are numbered as they lie.
    player.page.set_viewport_size({"width": 1280, "height": 800})
    expect(player.page.locator('card-table[data-shape="arc"]')).to_be_visible()
    assert ways()[0] == list("1234567")


@pytest.mark.parametrize("seats", [later(8), later(10), 14])
def test_circles_of_many_seats_do_not_lie_over_each_other(visit: Visit, seats: int) -> None:
    player = visit()
    options = {"wager_min": "5", "wager_max": "100", "boxes": str(seats)}
    id = player.open(game="three-card-poker", options=options)
    player.go(f"table/{id}")
    expect(player.page.locator(".box")).to_have_count(seats)
    over = player.page.locator(".box").evaluate_all(
        """all => all.flatMap((box, at) => all.slice(at + 1).filter(other =>
        [...box.querySelectorAll(".spot")].some(one => [...other.querySelectorAll(".spot")].some(two => {
          const [a, b] = [one.getBoundingClientRect(), two.getBoundingClientRect()];
          return a.width && b.width && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
        }))).map(other => `${box.dataset.box} and ${other.dataset.box}`))"""  # noqa: E501 - a script
    )
    assert over == []
    assert overflow(player) <= 0
