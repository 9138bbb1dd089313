"""A person's own play in a browser: bankroll, wagers, every round, and its replay."""

from __future__ import annotations

import csv
import io
from typing import Any

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


# Three rounds of Three Card Poker: the ante's odds are those of ante and play together.
ANTE = {"spot": "ante", "first": 1000, "squares": 1_000_000, "action": 1000}
PLAY = {"spot": "play", "first": 1000, "squares": 1_000_000, "action": 1000}
ROUND: dict[str, Any] = {
    "at": 1,
    "table": "t",
    "title": "",
    "game": "three-card-poker",
    "rules": "digest",
}
ROUND |= {"session": 1, "fees": 50, "void": False}
ROUNDS: list[dict[str, Any]] = [
    {
        "round": 1,
        "result": 1950,
        "banked": False,
        "wagers": [ANTE | {"net": 1000}, PLAY | {"net": 1000}],
    },
    {"round": 2, "result": -1050, "banked": False, "wagers": [ANTE | {"net": -1000}]},
    {"round": 3, "result": 700, "banked": True, "wagers": []},
]
PLAYED: dict[str, Any] = {
    "theory": {
        "digest": {
            "title": "Three Card Poker",
            "ready": True,
            "spots": {"ante": {"title": "Ante and play", "edge": 0.02, "deviation": 1.5}},
            "part_of": {"play": "ante"},
        }
    },
    "costly": [],
    "reviewed": 0,
    "to_review": 0,
    "open": [],
    "more": False,
}


def test_the_bankroll_lies_over_its_band(visit: Visit) -> None:
    player = visit()
    given = {**PLAYED, "rounds": [ROUND | each for each in ROUNDS]}
    player.page.route("**/api/me/play", lambda route: route.fulfill(json=given))
    player.go("play")
    # Two antes of $10 cost 20 cents each and 50 cents of collection, and deviate by
    # 1.5 x $10 x the root of 2; the bank's $7 is certain.
    band = player.page.get_by_role("region", name="Bankroll").locator("p").last
    expect(band).to_contain_text("after collections: −$35.98 to +$47.18 at the end.")
    assert player.page.locator(".play-line .play-95").count() == 1
    wagers = player.page.get_by_role("region", name="Wagers, table").locator("tbody tr")
    expect(wagers).to_have_text(["Three Card Poker: Ante and play2$30+$1033.3%−$0.40"])
    expect(player.page.get_by_text("Your wagers netted +$10;")).to_be_visible()
    assert faults(player) == ""


def test_a_wager_has_its_posted_name_before_its_odds_are_known(visit: Visit) -> None:
    player = visit()
    unready = {"title": "Three Card Poker", "ready": False, "spots": {}, "part_of": {}}
    posted = {"digest": unready | {"titles": {"ante": "The ante"}}}
    given = {**PLAYED, "theory": posted, "rounds": [ROUND | ROUNDS[0]]}
    player.page.route("**/api/me/play", lambda route: route.fulfill(json=given))
    player.go("play")
    wagers = player.page.get_by_role("region", name="Wagers, table").locator("tbody th")
    expect(wagers).to_have_text(["Three Card Poker: The ante", "Three Card Poker: Play"])
    rounds = player.page.get_by_role("region", name="Rounds, table")
    expect(rounds).to_contain_text("The ante $10, Play $10")


def test_a_nickname_is_shown_at_the_tables(visit: Visit) -> None:
    player, other = visit(), visit("phone")
    player.go()
    player.page.get_by_role("button", name="Nickname").click()
    dialog = player.page.get_by_role("dialog", name="Nickname")
    dialog.get_by_label("Name shown at the tables").fill("floor manager")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog.get_by_role("alert")).to_contain_text("could be mistaken for")
    dialog.get_by_label("Name shown at the tables").fill("Lady Luck")
    assert faults(player, "dialog") == ""
    dialog.get_by_role("button", name="Save").click()
    expect(player.page.locator(".account")).to_contain_text("called Lady Luck")
    id = player.sit(bots=0)
    other.go(f"table/{id}")
    expect(other.page.locator("card-table")).to_contain_text("Lady Luck")
