"""The lobby: from the door to a wager without an account."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from tests.browser.card_room import CardRoom, Visitor, Windows
from tests.browser.conftest import Visit
from tests.browser.test_axe import faults


def test_one_click_seats_a_guest_with_chips_and_the_next_one_bets(
    visit: Visit, record_property: Callable[[str, object], None]
) -> None:
    """The goal is ten seconds; the time is recorded, and depends on the machine."""
    guest = visit(motion="full")
    started = time.monotonic()
    guest.go()
    guest.page.locator('[data-game="blackjack"] .game-card').click()
    expect(guest.page.locator(".stack-sum")).to_have_text("$500")
    guest.page.locator("[data-mine] [data-spot]").first.click()
    expect(guest.page.locator("[data-mine] [data-spot]").first).to_have_attribute(
        "data-state", "placed"
    )
    record_property("seconds to the first bet", round(time.monotonic() - started, 1))


def test_every_game_is_on_offer_and_has_a_rule_page(visit: Visit) -> None:
    guest = visit()
    guest.go()
    expect(guest.page.locator(".game-card").first).to_be_visible()
    games = guest.context.request.get(f"{guest.room.url}/api/games").json()
    shown = guest.page.locator(".game").evaluate_all("all => all.map(it => it.dataset.game)")
    assert shown == [game["id"] for game in games]
    guest.page.get_by_role("link", name="Rules of Blackjack", exact=True).click()
    expect(guest.page.get_by_role("heading", name="Blackjack")).to_be_visible()
    expect(guest.page.get_by_text("a hand of 21 takes no more cards")).to_be_visible()


def test_an_open_table_is_listed_and_others_can_sit_down(visit: Visit) -> None:
    host, second = visit(), visit()
    id = host.sit(title="The Long Room")
    second.go()
    link = second.page.get_by_role("link", name="Sit down: The Long Room")
    link.focus()
    # News of the table leaves the link as it is.
    row = second.page.locator(".table-row", has_text="The Long Room")
    before = row.inner_text()
    second.join(id, 2, 50_000)
    expect(row).not_to_have_text(before, use_inner_text=True)
    expect(link).to_be_focused()
    link.click()
    expect(second.page.locator(".tray")).to_be_visible()
    expect(host.page.locator("[data-box] .who", has_text=re.compile("guest", re.I))).to_be_visible()


def test_a_new_poker_player_comes_to_a_table_where_no_blinds_are_owed(visit: Visit) -> None:
    host, guest = visit(), visit()
    id = host.open(game="texas-holdem", options={}, bots=2)
    host.join(id, 5, 20_000)
    host.order(id, "close-bets")
    host.answer(id, "fold")
    host.waits_for(id, lambda view: view["phase"] == "betting" and view["table"]["round"] == 1)
    host.order(id, "leave-seat")
    guest.go()
    guest.page.locator('[data-game="texas-holdem"] .game-card').click()
    expect(guest.page.locator(".tray .lead")).to_be_enabled()
    assert id not in guest.page.url


def test_the_lobby_says_what_a_game_for_pots_is_played_for(visit: Visit) -> None:
    guest = visit()
    options = {"betting": "no-limit", "blinds": "1/2", "smallest_chip": "1"}
    guest.open(game="texas-holdem", options=options, title="The Blinds")
    guest.go()
    row = guest.page.locator(".table-row", has_text="The Blinds")
    expect(row).to_contain_text("Texas Hold'em · No limit, blinds $1/$2 · 0 of 10 seats")
    expect(row).to_contain_text("Between hands")


def test_the_form_shows_what_the_table_gets_and_keeps_what_was_typed(visit: Visit) -> None:
    guest = visit()
    guest.go()
    guest.page.get_by_role("button", name="Open a table of your own").click()
    form = guest.page.get_by_role("dialog", name="Open a table")
    form.get_by_label("Game", exact=True).select_option("blackjack")
    least = form.get_by_label("Wager min", exact=True)
    expect(least).to_have_value("5")  # the options of this game have come, and are still closed
    expect(form.get_by_label("Wager max", exact=True)).to_have_value("500")
    form.get_by_text("House options").click()
    form.get_by_text("Limits and seats").click()
    least.fill("600")
    form.get_by_role("button", name="Open the table").click()
    wrong = "wager_min = 600 is above wager_max = 500"
    expect(form.get_by_role("alert").filter(has_text=wrong)).to_have_count(2)
    assert faults(guest, "dialog") == ""
    least.fill("10")
    form.get_by_role("button", name="Open the table").click()
    expect(guest.page.locator(".stack-sum")).to_have_text("$500")
    id = guest.page.url.split("/")[-2 if guest.page.url.endswith("/sit") else -1]
    assert guest.view(id)["limits"] == {"least": 1000, "most": 50_000, "chip": 50}


def test_a_table_that_is_not_there_leads_back_to_the_lobby(visit: Visit) -> None:
    guest = visit()
    guest.go("table/nowhere")
    expect(guest.page.get_by_role("alert")).to_contain_text("closed")
    expect(guest.page.locator(".game-card").first).to_be_visible()


def test_somebody_opens_an_account_and_logs_out_again(visit: Visit) -> None:
    guest = visit()
    guest.go()
    account = guest.page.locator(".account")
    expect(account).to_contain_text("You are a guest · wallet $1,000")
    account.get_by_role("button", name="Log in").click()
    name = f"ada.{time.monotonic_ns() % 10**9}"
    guest.page.get_by_label("Name").fill(name)
    guest.page.get_by_label("Password").fill("short")
    guest.page.get_by_role("button", name="Open an account").click()
    expect(guest.page.get_by_role("alert").first).to_contain_text("10 to 200 are allowed")
    guest.page.get_by_label("Password").fill("correct horse battery")
    guest.page.get_by_role("button", name="Open an account").click()
    expect(account).to_contain_text(f"{name}, player")
    account.get_by_role("button", name="Log out").click()
    expect(account).to_contain_text("You are a guest")


def test_a_player_with_nothing_left_refills_at_the_table(visit: Visit) -> None:
    player = visit()
    options = {"wager_min": "5", "wager_max": "500"}
    id = player.sit(shoe="2c 5d Th 9h 9d 5c Tc 9c 9s", options=options)
    page = player.page
    name = player.view(id)["me"]["player"]
    # A part of the stack is cashed out and bought back, then all of it is lost.
    page.get_by_role("button", name="Chips").click()
    dialog = page.get_by_role("dialog", name="Chips")
    dialog.get_by_label("Amount in dollars").fill("120")
    dialog.get_by_role("button", name="Cash out").click()
    expect(page.locator(".stack-sum")).to_have_text("$380")
    page.get_by_role("button", name="Chips").click()
    dialog.get_by_label("Amount in dollars").fill("620.005")
    dialog.get_by_role("button", name="Buy in").click()
    expect(dialog.get_by_role("alert")).to_contain_text("smallest chip")
    dialog.get_by_role("button", name="Whole wallet").click()
    assert faults(player) == ""
    dialog.get_by_role("button", name="Buy in").click()
    expect(page.locator(".stack-sum")).to_have_text("$1,000")
    for left in ("$500", "$0"):
        player.command(id, "place-bet", box=4, spot="main", stake=50_000)
        player.command(id, "close-bets")
        player.asked("14")
        player.act("stand")
        expect(page.locator(".stack-sum")).to_have_text(left)
    # Where the next bet would be dealt, new chips are offered.
    expect(page.locator(".tray .lead")).to_have_text(re.compile("Refill"))
    page.locator(".tray .lead").click()
    dialog.get_by_role("button", name="Refill my wallet").click()
    expect(dialog.get_by_role("status")).to_contain_text("Wallet $1,000")
    dialog.get_by_role("button", name="Buy in").click()
    expect(page.locator(".stack-sum")).to_have_text("$500")
    expect(page.locator('[data-box="4"] .who')).to_have_text("You")
    assert player.view(id)["me"]["player"] == name


def test_the_next_visitor_finds_nothing_of_the_last_one(room: CardRoom, windows: Windows) -> None:
    """Otherwise the tests that share a window would not be tests of a new visitor."""
    first = Visitor(room, windows.take("desk"))
    first.sit()
    assert first.context.cookies()
    assert first.page.evaluate("localStorage.length")
    first.leave()
    windows.give_back(first)
    second = Visitor(room, windows.take("phone"))
    assert second.page is first.page
    assert second.context.cookies() == []
    second.go()
    expect(second.page.get_by_role("button", name="Log in")).to_be_visible()
    assert second.page.evaluate("localStorage.length") == 0
    second.leave()
    windows.give_back(second)


def test_the_lobby_says_what_each_game_is_and_sifts_them(visit: Visit) -> None:
    guest = visit()
    guest.go()
    cards = guest.page.locator(".game:visible")
    expect(guest.page.locator('[data-game="blackjack"] .game-about')).to_contain_text(
        "Wagers from $5 to $500. No collection."
    )
    expect(guest.page.locator('[data-game="three-card-poker"] .game-about')).to_contain_text(
        "Collection: $0.50 to $1 per wager; the bank pays $0.50 to $2 per round."
    )
    guest.page.get_by_label("Kind of game").select_option(label="Against each other")
    expect(cards).to_have_count(3)
    guest.page.get_by_label("Find a game").fill("hi-lo")
    expect(cards).to_have_count(1)
    assert faults(guest) == ""


def test_a_player_can_leave_without_chips_and_finds_chips_left_behind(visit: Visit) -> None:
    player = visit()
    id = player.sit(title="The Long Walk")
    page = player.page
    player.command(id, "cash-out")
    expect(page.locator(".stack-sum")).to_have_text("$0")
    page.get_by_role("button", name="Leave", exact=True).click()
    expect(page.get_by_role("button", name="Take a seat")).to_be_visible()
    for _ in range(50):
        if page.evaluate("() => localStorage['cardroom.seats']") == "[]":
            break
        page.wait_for_timeout(100)
    else:
        pytest.fail("the seat is not forgotten")
    expect(page.locator(".notice:visible")).to_have_count(0)
    page.get_by_role("button", name="Take a seat").click()
    expect(page.locator(".stack-sum")).to_have_text("$500")

    def lose(route: Route) -> None:
        """The chips are not cashed."""
        if "cash-out" in (route.request.post_data or ""):
            route.abort()
        else:
            route.continue_()

    page.route("**/commands", lose)
    page.get_by_role("button", name="Leave", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("not responding")
    purse = page.get_by_role("region", name="Your chips")
    expect(purse.get_by_role("button", name="Cash out")).to_be_visible()
    player.go()
    expect(page.locator(".account")).to_contain_text("wallet $500")
    page.unroute("**/commands")
    page.get_by_role("button", name="Cash out at The Long Walk").click()
    expect(page.locator(".account")).to_contain_text("wallet $1,000")
