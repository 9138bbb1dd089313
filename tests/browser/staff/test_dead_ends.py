"""Where a dealer's round once could not go on: each is played to its end in the page."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.card_room import Visitor
from tests.browser.conftest import Visit
from tests.proofs import later

BOX = 4
LAST = ("2c", "6c", "3c", "Tc")
"""The last four cards of the deck: 5 for the player, and a 6 and a ten for the dealer."""


def of(ranks: str) -> list[str]:
    """All cards of these ranks but the last four."""
    cards = [rank + suit for rank in ranks for suit in "cdhs"]
    return [card for card in cards if card not in LAST]


def whole_deck() -> list[str]:
    """Twelve rounds of four cards, as the dealer always has 17 or more; then the last four."""
    tens = of("TJQK")
    mine, up, hole = [*of("23456A"), *tens[12:]], of("789"), tens[:12]
    rounds = zip(mine[:12], up, mine[12:], hole, strict=True)
    return [*(card for dealt in rounds for card in dealt), *LAST]


def step(dealer: Visitor, id: str, cards: list[str]) -> None:
    """What the dealer does next, without the page."""
    can = dealer.view(id)["dealer"]["can"]
    entry: dict[str, Any] = {"input": "proceed"}
    if "lapse" in can:
        entry = {"input": "lapse", "box": BOX}
    elif "enter-card" in can:
        entry = {"input": "draw", "card": cards.pop(0)}
    if "deal-card" in can or "end-round" in can:
        dealer.command(id, "deal-card" if "deal-card" in can else "end-round")
    else:
        dealer.command(id, "play", input=entry)


def click_on(dealer: Visitor, until: Locator) -> None:
    """The step that is offered, until something is there."""
    lead, waits = dealer.page.locator(".dealer-desk .act.lead"), dealer.page.locator(".waits")
    for _ in range(12):
        expect(lead.or_(until).first).to_be_visible()
        if until.is_visible():
            return
        before = waits.inner_text()
        lead.first.click()
        expect(waits).not_to_have_text(before)


def type_card(dealer: Visitor, card: str) -> None:
    typed = dealer.page.get_by_label("Card, rank and suit")
    typed.fill(card)
    typed.press("Enter")
    expect(typed).to_have_value("")


@pytest.mark.parametrize("dealing", [later("by-hand"), "physical"])
def test_a_shoe_that_runs_out_in_a_round_is_filled_with_the_discards(
    visit: Visit, dealing: str
) -> None:
    dealer, cards = visit(), whole_deck()
    options = {"decks": 1, "cut": 95, "burn": 0, "wager_min": "5", "wager_max": "500"}
    given = {"shoe": " ".join(cards)} if dealing == "by-hand" else {}
    id = dealer.open(dealing=dealing, options=options, **given)
    dealer.join(id, BOX, 50_000)
    if dealing == "physical":
        dealer.command(id, "load-shoe")
    for _ in range(12):
        dealer.command(id, "place-bet", box=BOX, spot="main", stake=500)
        dealer.command(id, "close-bets")
        while dealer.view(id)["phase"] != "betting":
            step(dealer, id, cards)
    assert dealer.view(id)["shoe"]["dealt"] == 48
    page = dealer.page
    dealer.go(f"table/{id}")
    dealer.bet()
    page.get_by_role("button", name="No more bets").click()
    asked = page.locator(".middle .acts:visible")
    for card in LAST if dealing == "physical" else ():
        type_card(dealer, card)
    click_on(dealer, asked)
    dealer.asked("5")
    dealer.act("hit")
    if dealing == "physical":
        expect(page.locator(".waits")).to_have_text("The shoe is empty: shuffle the discards")
        page.get_by_role("button", name="Cards shuffled").click()
        type_card(dealer, "Ts")
    else:
        expect(page.get_by_role("log")).to_contain_text("The cards are shuffled.")
        page.get_by_role("button", name="Deal the card").click()
    expect(page.locator(f'[data-box="{BOX}"] play-card')).to_have_count(3)


def test_a_player_refuses_a_card_that_was_exposed_and_surrenders(visit: Visit) -> None:
    dealer = visit()
    options = {"surrender": "late", "wager_min": "5", "wager_max": "500"}
    dealer.sit(dealing="by-hand", shoe="2c Ts 6h 4d Tc 9h 8s 7d", options=options)
    dealer.bet(presses=2)
    page = dealer.page
    page.get_by_role("button", name="No more bets").click()
    click_on(dealer, page.locator(".middle .acts:visible"))
    dealer.asked("14")
    page.get_by_role("button", name="Floor…").click()
    page.get_by_label("What happened").select_option("exposed-card")
    page.get_by_label("Boxes that refuse the card").fill(str(BOX))
    page.get_by_role("button", name="Record and apply").click()
    expect(page.get_by_role("log")).to_contain_text("The floor: Exposed card.")
    expect(page.locator('.act[data-verb="hit"]')).to_be_disabled()
    dealer.act("surrender")
    expect(page.locator(".stack-sum")).to_have_text("$495")


def test_a_rewind_asks_where_to_and_undoes_a_whole_round_only_when_confirmed(visit: Visit) -> None:
    dealer = visit()
    dealer.sit(dealing="by-hand", shoe="2c Ts 6h 2d 8c 5h 4d")
    dealer.bet()
    page = dealer.page
    page.get_by_role("button", name="No more bets").click()
    asked = page.locator(".middle .acts:visible")
    click_on(dealer, asked)
    dealer.act("hit")
    expect(page.locator(".waits")).to_contain_text("card")
    click_on(dealer, asked)
    dealer.asked("17")
    page.get_by_role("button", name="Floor…").click()
    page.get_by_label("What happened").select_option("rewind")
    moments = page.get_by_label("Go back to")
    expect(moments.locator("option")).to_have_text(
        [
            "Before: Box 4: Five of hearts.",
            "Before: Box 4: Hit.",
            "Before: Dealer: a card face down.",
            "Before: Box 4: Two of diamonds.",
            "Before: Dealer: Six of hearts.",
            "Before: Box 4: Ten of spades.",
            "Before the first card: the whole round",
        ]
    )
    moments.select_option("0")
    page.get_by_role("button", name="Record and apply").click()
    sure = page.get_by_label("Yes, undo the whole round")
    expect(sure).to_be_focused()
    moments.select_option("Before: Box 4: Hit.")
    expect(sure).to_be_hidden()
    page.get_by_role("button", name="Record and apply").click()
    dealer.asked("12")
    page.get_by_role("button", name="Floor…").click()
    page.get_by_label("What happened").select_option("rewind")
    moments.select_option("0")
    sure.check()
    page.get_by_role("button", name="Record and apply").click()
    expect(page.locator(".waits")).to_contain_text("burn")


def test_bots_bet_at_the_table_of_a_dealer_who_does_not(visit: Visit) -> None:
    dealer = visit()
    id = dealer.open(dealing="by-hand", bots=2)
    dealer.go(f"table/{id}")
    for number in (1, 2):
        dealer.page.get_by_role("button", name="No more bets").click()
        dealer.waits_for(id, lambda view: view["phase"] == "round")
        while dealer.view(id)["phase"] != "betting":
            dealer.waits_for(id, lambda view: "lapse" not in view["dealer"]["can"])
            step(dealer, id, [])
        expect(dealer.page.locator(".bar-round")).to_contain_text(f"Round {number}")
    expect(dealer.page.get_by_role("button", name="No more bets")).to_be_visible()
