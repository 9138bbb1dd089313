"""A dealer's desk: real cards entered by hand, steps clicked, the floor called."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.card_room import Visitor
from tests.browser.conftest import Visit


def start(dealer: Visitor) -> None:
    """A wager on a table with real cards, and no more bets; the first card is burned."""
    dealer.sit(dealing="physical")
    desk = dealer.page.get_by_role("region", name="Dealer controls")
    shuffled = desk.get_by_role("button", name="Cards shuffled")
    expect(shuffled.or_(desk.get_by_role("button", name="No more bets")).first).to_be_visible()
    if shuffled.is_visible():
        shuffled.click()
    dealer.bet(presses=2)
    desk.get_by_role("button", name="No more bets").click()


def test_cards_of_a_real_shoe_are_typed_and_tapped(visit: Visit) -> None:
    dealer = visit()
    start(dealer)
    page = dealer.page
    typed = page.get_by_label("Card, rank and suit")
    expect(page.locator(".waits")).to_contain_text("card")
    for card in ("2c", "10s", "9h"):
        typed.fill(card)
        typed.press("Enter")
        expect(typed).to_have_value("")
    expect(page.locator('[data-box="4"] play-card')).to_have_count(1)
    page.get_by_role("button", name="9", exact=True).click()
    page.get_by_role("button", name="diamonds").click()
    expect(page.locator('[data-box="4"] .label')).to_have_text("19")
    page.get_by_role("button", name="Face down, not seen").click()
    dealer.asked("19")
    dealer.act("stand")
    typed.fill("8c")
    typed.press("Enter")
    expect(page.locator(".bank .label")).to_have_text("17")


def test_text_that_is_not_a_card_is_refused(visit: Visit) -> None:
    dealer = visit()
    start(dealer)
    typed = dealer.page.get_by_label("Card, rank and suit")
    typed.fill("1x")
    typed.press("Enter")
    expect(dealer.page.locator(".card-words")).to_contain_text("is not a card")


def test_the_floor_voids_a_round_and_the_wagers_go_back(visit: Visit) -> None:
    dealer = visit()
    start(dealer)
    page = dealer.page
    expect(page.locator(".stack-sum")).to_have_text("$490")
    page.get_by_role("button", name="Floor…").click()
    page.get_by_label("What happened").select_option("void-round")
    page.get_by_label("Note").fill("the shoe fell off the table")
    page.get_by_role("button", name="Record and apply").click()
    expect(page.locator(".stack-sum")).to_have_text("$500")
    expect(page.get_by_role("log")).to_contain_text("The floor: Void round.")
    # Bets wait until the dealer has cleared the table.
    expect(page.locator(".bar-round")).to_have_text("Round 1 · Over")
    expect(page.locator(".tray")).to_be_hidden()
    page.get_by_role("button", name="Clear the table").click()
    expect(page.locator(".bar-round")).to_have_text("Round 1 · Place your bets")
    expect(page.locator(".tray")).to_be_visible()


def test_a_dealer_by_hand_clicks_each_step(visit: Visit) -> None:
    dealer = visit()
    dealer.sit(dealing="by-hand", shoe="2c Ts 9h 9d 8c")
    dealer.bet()
    page = dealer.page
    page.get_by_role("button", name="No more bets").click()
    for _ in range(12):
        step = page.locator(".dealer-desk .act.lead")
        question = page.locator(".middle .acts:visible")
        expect(step.or_(question).first).to_be_visible()
        if question.is_visible():
            break
        before = page.locator(".waits").inner_text()
        step.first.click()
        expect(page.locator(".waits")).not_to_have_text(before)
    dealer.asked("19")


def test_each_key_of_a_player_who_deals_has_one_meaning(visit: Visit) -> None:
    dealer = visit()
    dealer.sit(dealing="by-hand", bots=2)
    page = dealer.page
    expect(page.get_by_role("button", name="No more bets")).to_be_visible()
    # There is nothing to rebet yet, and bets stay open.
    page.keyboard.press("b")
    dealer.bet()
    page.keyboard.press("m")
    expect(page.locator(".waits")).to_contain_text("card")


def test_the_floor_is_shown_what_is_wrong_and_keeps_what_was_typed(visit: Visit) -> None:
    dealer = visit()
    start(dealer)
    dealer.page.get_by_role("button", name="Floor…").click()
    form = dealer.page.get_by_role("dialog", name="The floor")
    kind, wrong = form.get_by_label("What happened"), form.get_by_role("alert")
    ready = form.get_by_role("button", name="Record and apply")
    kind.select_option("exposed-card")
    form.get_by_label("Note", exact=True).fill("the shoe fell off the table")
    form.get_by_label("Card", exact=True).fill("1x")
    ready.click()
    expect(wrong).to_contain_text("“1x” is not a card.")
    kind.select_option("void-hand")
    form.get_by_label("Box", exact=True).fill("7")
    ready.click()
    expect(wrong).not_to_contain_text("is not a card")
    expect(wrong).not_to_be_empty()
    expect(form.get_by_label("Note", exact=True)).to_have_value("the shoe fell off the table")
    kind.select_option("void-round")
    ready.click()
    expect(form).to_be_hidden()
    expect(dealer.page.locator(".stack-sum")).to_have_text("$500")
