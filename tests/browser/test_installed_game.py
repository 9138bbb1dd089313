"""An installed game in a real browser: the page knows it by its felt and its views only."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.card_room import CardRoom
from tests.browser.conftest import Visit
from tests.browser.test_axe import faults
from tests.examples.installed import BACCARAT, install, provide_lanes

# Player 4 and 3 make 7, Banker 10 and 2 make 2 and draw a 3: Player wins with 7 to 5.
SHOE = "4s Th 3c 2d 3h"
COLORS = ["#4a3768", "#2f2147", "#140c22", "#d9b36c"]
"""Of the felt that the example prints: in the light, between, in the shade, and the ink."""
FELT = """node => ["near", "mid", "far", "ink"].map(
  (name) => getComputedStyle(node).getPropertyValue(`--felt-${name}`))"""


@pytest.fixture
def room(tmp_path: Path) -> Iterator[CardRoom]:
    """With the example installed in it, and a game that asks for a number."""
    packages = provide_lanes(install(BACCARAT, tmp_path / "site"))
    room = CardRoom(tmp_path, packages=packages)
    room.hire("floor")
    room.start()
    yield room
    room.kill()


def test_a_round_of_an_installed_game_is_dealt_in_the_browser(visit: Visit) -> None:
    banker, player = visit(), visit()
    id = banker.open(game="baccarat", options={"wager_min": "5", "wager_max": "500"}, shoe=SHOE)
    for visitor, seat in ((banker, 1), (player, 2)):
        visitor.join(id, seat, 50_000)
    banker.order(id, "post-bank", amount=10_000)
    player.go()
    expect(player.page.locator('[data-game="baccarat"]')).to_be_visible()
    assert player.page.locator('[data-game="baccarat"]').evaluate(FELT) == COLORS
    player.go(f"table/{id}")
    for spot in ("player", "tie"):
        player.page.locator(f'[data-box="2"] [data-spot="{spot}"]').click()
    assert player.page.locator("card-table").evaluate(FELT) == COLORS
    contrast = "theme => { document.documentElement.dataset.theme = theme; }"
    player.page.evaluate(contrast, "contrast")
    assert player.page.locator("card-table").evaluate(FELT)[0] == "#0b3d33"
    player.page.evaluate(contrast, "")
    for spot in ("player", "tie"):
        expect(player.page.locator(f'[data-box="2"] [data-spot="{spot}"]')).to_have_attribute(
            "data-state", "placed"
        )
    banker.go(f"table/{id}")
    banker.deal()
    player.deal()
    expect(player.page.locator('[data-box="2"] [data-spot="player"] .outcome')).to_have_text("+$5")
    expect(player.page.locator('[data-box="2"] [data-spot="tie"] .outcome')).to_have_text("−$5")


def test_the_floor_remedies_an_irregularity_of_an_installed_game(visit: Visit) -> None:
    banker, player, floor = visit(), visit(), visit()
    options = {"wager_min": "5", "wager_max": "500"}
    id = banker.open(game="baccarat", options=options, shoe=SHOE, dealing="by-hand")
    for visitor, seat in ((banker, 1), (player, 2)):
        visitor.join(id, seat, 50_000)
    banker.order(id, "post-bank", amount=10_000)
    player.order(id, "place-bet", box=2, spot="player", stake=500)
    floor.log_in("floor", f"table/{id}")
    page = floor.page
    page.get_by_role("button", name="No more bets").click()
    for cards in range(1, 5):
        page.get_by_role("button", name="Deal the card").click()
        expect(page.locator("card-table play-card")).to_have_count(cards)
    page.get_by_role("button", name="Floor…").click()
    page.get_by_label("What happened").select_option(label="Third card in error")
    page.get_by_label("Card", exact=True).fill("3h")
    page.get_by_role("button", name="Record and apply").click()
    line = page.locator(".slip-line", has_text="The floor · Third card in error")
    expect(line).to_contain_text("Rule 12")
    page.get_by_role("button", name="Deal the card").click()
    expect(page.locator("card-table play-card")).to_have_count(5)
    assert floor.view(id)["places"]["bank"]["cards"] == ["Th", "2d", "3h"]


def test_a_number_is_chosen_with_the_mouse_in_the_words_and_the_range_of_its_option(
    visit: Visit,
) -> None:
    player = visit()
    player.sit(game="lanes", bots=0, shoe="5h 4s")
    player.bet()
    player.deal()
    player.asked("Which lane?")
    page = player.page
    numbers = page.get_by_role("group", name="Name a lane")
    titles = numbers.locator(".act-title")
    assert titles.all_inner_texts() == ["Lane 2", "Lane 3", "Lane 4"]
    expect(page.locator(".amounts")).to_be_hidden()
    expect(page.locator('.act[data-verb="walk"]')).to_be_visible()
    expect(page.locator('.act[data-verb="lane"]')).to_have_count(0)
    assert faults(player) == ""
    numbers.get_by_text("Lane 3").click()
    # The bank's second card is a 4, so lane 3 wins.
    expect(page.locator('[data-box="4"] .outcome').first).to_have_text("+$5")
