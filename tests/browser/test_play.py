"""A person's own play in a browser: bankroll, wagers, every round, and its replay."""

from __future__ import annotations

import csv
import io

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.test_axe import faults
from tests.browser.test_sizes import overflow


def test_rounds_are_listed_filtered_exported_and_replayed(visit: Visit) -> None:
    player = visit()
    id = player.open(shoe="2c 8s 6d 8h Tc 3d", bots=0, title="Corner")
    player.join(id, 4, 50_000)
    player.order(id, "place-bet", box=4, spot="main", stake=1000)
    player.order(id, "close-bets")
    player.answer(id, "stand")
    player.go("play")
    page = player.page
    expect(page.locator(".lab-sum")).to_have_text("1 round, −$10.")
    expect(page.get_by_role("img", name="Bankroll.")).to_be_visible()
    expect(page.get_by_role("region", name="Wagers, table")).to_contain_text("−$10")
    assert faults(player) == ""
    with page.expect_download() as saved:
        page.get_by_role("button", name="Export as CSV").click()
    (row,) = csv.DictReader(io.StringIO(saved.value.path().read_text(encoding="utf-8")))
    assert (row["table"], row["wagers"], row["result"]) == (id, "main 10.00 -10.00", "-10.00")
    page.locator("#play-kind").select_option("won")
    expect(page.locator(".lab-sum")).to_have_text("0 rounds, $0.")
    page.locator("#play-kind").select_option("lost")
    for width, height in ((320, 640), (640, 320), (320, 256)):
        page.set_viewport_size({"width": width, "height": height})
        assert overflow(player) <= 0
    page.get_by_role("link", name="Corner, round 1").click()
    expect(page.locator(".replay-count")).to_be_visible()


def test_a_nickname_is_shown_at_the_tables(visit: Visit) -> None:
    player, other = visit(), visit("phone")
    player.go()
    player.page.get_by_role("button", name="Nickname").click()
    dialog = player.page.get_by_role("dialog", name="Nickname")
    dialog.get_by_label("What others read").fill("floor manager")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog.get_by_role("alert")).to_contain_text("would look like")
    dialog.get_by_label("What others read").fill("Lady Luck")
    assert faults(player, "dialog") == ""
    dialog.get_by_role("button", name="Save").click()
    expect(player.page.locator(".account")).to_contain_text("called Lady Luck")
    id = player.sit(bots=0)
    other.go(f"table/{id}")
    expect(other.page.locator("card-table")).to_contain_text("Lady Luck")
