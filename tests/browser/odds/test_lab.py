"""The laboratory in a browser: from a change to an open table."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.card_room import CardRoom
from tests.browser.conftest import Visit
from tests.browser.test_axe import faults
from tests.browser.test_sizes import overflow

SLOW = 300_000
"""The solver starts with the first question, and may have to be compiled."""


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CardRoom]:
    room = CardRoom(tmp_path_factory.mktemp("lab"), solver="solver")
    room.start()
    yield room
    room.kill()


def test_a_change_its_cost_the_link_and_the_open_table(visit: Visit) -> None:
    designer = visit()
    designer.go("lab/maxtime-21")
    page = designer.page
    summary = page.locator(".lab-sum")
    expect(summary).to_contain_text("house edge 0.937%", timeout=SLOW)
    page.get_by_label("Law", exact=True).select_option("washington/commercial")
    page.get_by_label("Decks", exact=True).fill("4")
    page.get_by_label("Decks", exact=True).press("Enter")
    expect(summary).to_contain_text("more than at the start", timeout=SLOW)
    costs = page.locator(".lab-part:has(#lab-what-each-change-costs)")
    expect(costs).to_contain_text("Decks: 4", timeout=SLOW)
    expect(page.locator(".lab-findings [data-level=fault]").first).to_be_visible(timeout=SLOW)
    expect(page.locator(".chart-code").first).to_be_visible(timeout=SLOW)
    expect(page.locator(".heat").first).to_be_visible(timeout=SLOW)
    expect(page.get_by_role("button", name="Simulate the cut card")).to_be_visible()
    bar = page.locator(".tornado-bar").first
    expect(bar).to_be_visible(timeout=SLOW)
    assert faults(designer) == ""
    assert "decks%3D4" in page.url
    page.reload()
    expect(page.get_by_label("Decks", exact=True)).to_have_value("4")
    expect(costs).to_contain_text("Decks: 4", timeout=SLOW)
    page.get_by_role("button", name="Compare with this").click()
    page.get_by_role("button", name="Undo Decks").click()
    expect(page.get_by_role("columnheader", name="Second game").first).to_be_visible(timeout=SLOW)
    # Everything is side by side: costs, findings, single changes, best play, and values.
    for part in ("what-each-change-costs", "law-and-warnings", "best-play", "all-single-changes"):
        panes = page.locator(f".lab-part:has(#lab-{part}) .lab-pane")
        for pane in (panes.nth(0), panes.nth(1)):
            expect(pane.locator("p, li, td").first).to_be_visible(timeout=SLOW)
    expect(page.locator("[data-stale]")).to_have_count(0, timeout=SLOW)
    assert faults(designer) == ""
    assert page.url.count("law%3Dwashington") == 2
    page.get_by_role("button", name="Swap the two").click()
    expect(page.get_by_label("Decks", exact=True)).to_have_value("4")
    page.get_by_role("button", name="Open this table").click()
    form = page.get_by_role("dialog", name="Open a table")
    expect(form.locator("[data-option=decks] input")).to_have_value("4")
    form.get_by_label("Bots").fill("0")
    form.get_by_role("button", name="Open the table").click()
    expect(page.locator(".tray")).to_be_visible()
    table = re.search(r"table/(\w+)", page.url)
    assert table is not None
    rules = designer.context.request.get(f"{designer.room.url}/api/tables/{table[1]}").json()
    assert rules["layout"]["game"] == "maxtime-21"
    posted = designer.context.request.get(f"{designer.room.url}/api/lab/tables/{table[1]}").json()
    assert posted["options"] == {"decks": "4"}


def test_a_session_is_drawn_when_somebody_asks(visit: Visit) -> None:
    # Every payment of Three Card Poker has a known chance, so nothing is simulated.
    designer = visit("phone")
    designer.go("lab/three-card-poker")
    page = designer.page
    page.get_by_role("button", name="Compute a session").click(timeout=SLOW)
    ends = page.get_by_role("img", name="Results of a session")
    expect(ends).to_be_visible(timeout=SLOW)
    expect(page.get_by_role("img", name="Risk of ruin by bankroll.")).to_be_visible()
    expect(page.get_by_role("img", name="Edge against each seat")).to_be_visible(timeout=SLOW)
    assert faults(designer, ".lab-part:has(.lab-picture)") == ""
    assert overflow(designer) <= 0


def test_faults_and_a_side_bet_written_in_the_page(visit: Visit) -> None:
    designer = visit("phone")
    designer.go("lab/blackjack/decks%3D99")
    page = designer.page
    expect(page.locator("[data-option=decks] .form-wrong")).to_contain_text("from 1 to 8")
    expect(page.get_by_label("Decks", exact=True)).to_be_visible()
    page.get_by_role("button", name="Undo Decks").click()
    page.get_by_text("Side bets", exact=True).click()
    page.get_by_role("button", name="Write a side bet").click()
    expect(page.locator(".lab-part:has(#lab-wagers)")).to_contain_text("Lucky Pair", timeout=SLOW)
    expect(page.locator(".lab-part:has(#lab-wagers)")).to_contain_text("new")
    # The second game is named with its bets; after a mistake nothing is computed, and it is said.
    page.get_by_role("button", name="Compare with this").click()
    expect(page.locator(".lab-second")).to_contain_text("Lucky Pair")
    page.locator("textarea").fill("name = 1")
    expect(page.locator(".lab-faults")).to_contain_text("Side bet 1:1")
    expect(page.locator(".lab-sum")).to_contain_text("Side bet 1:1")
    expect(page.locator(".lab-wait progress")).to_have_count(0)
    for width, height in ((320, 640), (640, 320), (320, 256)):
        page.set_viewport_size({"width": width, "height": height})
        assert overflow(designer) <= 0


def test_a_pay_table_of_the_house_own(visit: Visit) -> None:
    designer = visit()
    designer.go("lab/maxtime-21")
    page = designer.page
    page.get_by_text("Side bets", exact=True).click()
    page.get_by_label("Maxtyme", exact=True).select_option("A table of your own")
    odds = page.locator("[data-option=maxtyme] [data-part=pays]").first
    expect(odds).to_be_visible()
    odds.fill("999 to 1")
    odds.press("Enter")
    costs = page.locator(".lab-part:has(#lab-what-each-change-costs)")
    expect(costs).to_contain_text("Maxtyme: own table", timeout=SLOW)
    expect(costs).to_contain_text("MaxTyme −", timeout=SLOW)


def test_the_sheets_are_printed_under_their_titles(visit: Visit) -> None:
    designer = visit()
    designer.go("lab/blackjack")
    page = designer.page
    expect(page.locator(".lab-sum")).to_contain_text("house edge", timeout=SLOW)
    page.get_by_role("button", name="Print the sheets").click()
    dialog = page.get_by_role("dialog", name="Print the sheets")
    for title in ("Sign", "Rules", "Layout", "Strategy card"):
        dialog.get_by_role("button", name=title, exact=True).click()
        link = dialog.get_by_role("link", name=f"Open the {title.lower()}")
        expect(link).to_be_visible(timeout=SLOW)


def test_a_change_that_is_left_behind_does_not_change_the_next_address(visit: Visit) -> None:
    designer = visit()
    designer.go("lab/blackjack")
    page = designer.page
    page.get_by_label("Decks", exact=True).fill("4")
    page.get_by_role("link", name="Lobby").click()
    expect(page.locator(".game-card").first).to_be_visible()
    page.wait_for_timeout(400)
    assert page.url.endswith("/#/")
