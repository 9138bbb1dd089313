"""A round on the page: money and cards as the table has them, every bar with its clause."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Request, Route, expect

from tests.browser.conftest import Visit

# Burn, then to box 4 and the dealer in turn: eights against an ace, an eight for the split hand
# and a three for it, a two and a ten for the other; the dealer has a nine beneath the ace.
SPLIT = "2c 8s Ah 8d 9c 3h Kc 2d Td"


def test_a_full_round_with_insurance_split_and_double(visit: Visit) -> None:
    player = visit()
    player.sit(shoe=SPLIT)
    player.bet(presses=4)
    expect(player.page.locator(".stack-sum")).to_have_text("$480")
    player.deal()
    player.asked("Insurance")
    expect(player.page.locator('[data-verb="insure"] .act-sum')).to_have_text("$10")
    player.act("insure")
    player.asked("16")
    expect(player.page.locator(".slip")).to_contain_text("Insurance loses")
    player.act("split")
    player.asked("11")
    player.act("double")
    player.asked("hand 2 · 10")
    player.act("double")
    expect(player.page.locator(".slip-title")).to_have_text("Last round")
    # 21 and 20 against the dealer's soft 20: two doubled wagers of $20, one won, one pushed.
    expect(player.page.locator(".slip-total")).to_have_text("+$30")
    expect(player.page.locator(".stack-sum")).to_have_text("$530")
    lines = " ".join(player.slip())
    assert "won $40" in lines
    assert "push" in lines
    assert "lost $10" in lines
    assert "Blackjack / Settlement" in lines


def test_a_barred_action_says_its_clause_and_does_nothing(visit: Visit) -> None:
    player = visit()
    player.sit(shoe="2c Ts 9h 7d 9c")
    player.bet()
    player.deal()
    player.asked("17")
    split = player.page.locator('[data-verb="split"]')
    expect(split).to_have_attribute("aria-disabled", "true")
    expect(split).to_have_accessible_name("Split")
    expect(split).to_have_accessible_description(
        "The first two cards may be split if they have the same value (Blackjack / Splitting 1)."
    )
    split.click(force=True)
    expect(player.page.locator("#why")).to_contain_text("Blackjack / Splitting 1")
    player.asked("17")


def test_chips_below_the_minimum_are_shown_as_not_placed(visit: Visit) -> None:
    player = visit()
    player.sit()
    player.page.get_by_role("radio", name="$1 chip").click()
    spot = player.page.locator('[data-box="4"] [data-spot="main"]')
    spot.click()
    expect(spot).to_have_attribute("data-state", "short")
    expect(player.page.locator(".tray .hint")).to_contain_text("the minimum is $5")
    expect(player.page.get_by_role("button", name="Deal")).to_have_attribute(
        "aria-disabled", "true"
    )
    for _ in range(4):
        spot.click()
    expect(spot).to_have_attribute("data-state", "placed")


def test_a_chip_laid_while_the_buy_in_is_on_its_way_is_not_lost(visit: Visit) -> None:
    player = visit()
    id = player.open()
    bought: list[Route] = []

    def slow(route: Route) -> None:
        if "buy-in" in (route.request.post_data or ""):
            bought.append(route)
        else:
            route.continue_()

    player.page.route("**/commands", slow)
    with player.page.expect_request(lambda it: "buy-in" in (it.post_data or "")):
        player.go(f"table/{id}/sit")
    expect(player.page.locator(".tray")).to_be_visible()
    spot = player.page.locator('[data-box="4"] [data-spot="main"]')
    spot.click()
    spot.click()
    expect(player.page.get_by_role("alert")).to_be_hidden()
    for route in bought:
        route.continue_()
    expect(spot).to_have_attribute("data-state", "placed")
    expect(spot.locator(".amount")).to_have_text("$10")
    expect(player.page.locator(".stack-sum")).to_have_text("$490")


def test_undo_clear_double_and_rebet(visit: Visit) -> None:
    player = visit()
    player.sit(shoe="2c Ts 9h 9d 8c")
    amount = player.page.locator('[data-box="4"] .amount')
    tool = player.page.get_by_role("group", name="Bets")
    player.bet(presses=3)
    expect(amount).to_have_text("$15")
    tool.get_by_role("button", name="Undo").click()
    expect(amount).to_have_text("$10")
    tool.get_by_role("button", name="Double").click()
    expect(amount).to_have_text("$20")
    tool.get_by_role("button", name="Clear").click()
    expect(amount).to_have_count(0)
    expect(player.page.locator(".stack-sum")).to_have_text("$500")
    player.bet(presses=2)
    player.deal()
    player.asked("19")
    player.act("stand")
    expect(player.page.locator(".slip-total")).to_have_text("+$10")
    tool.get_by_role("button", name="Rebet", exact=True).click()
    expect(amount).to_have_text("$10")
    expect(player.page.locator(".stack-sum")).to_have_text("$500")


def test_a_player_with_every_chip_on_the_felt_takes_one_back(visit: Visit) -> None:
    player = visit()
    id = player.open()
    player.join(id, 4, 1500)
    player.go(f"table/{id}")
    player.bet(presses=3)
    stack = player.page.locator(".stack-sum")
    expect(stack).to_have_text("$0")
    player.page.get_by_role("button", name="Undo").click()
    expect(stack).to_have_text("$5")  # and no chips were bought for it


def test_side_bets_are_cleared_before_the_wager_they_need(visit: Visit) -> None:
    player = visit()
    id = player.sit(game="dealer-bust-21")
    sent: list[str] = []

    def note(request: Request) -> None:
        sent.append(request.post_data or "")

    player.page.on("request", note)
    player.bet()
    bust = player.page.locator('[data-box="4"] [data-spot="dealer-bust"]')
    bust.click()
    expect(bust).to_have_attribute("data-state", "placed")
    player.page.get_by_role("button", name="Clear").click()
    player.waits_for(id, lambda view: not view["bets"])
    player.page.remove_listener("request", note)
    withdrawn = [
        it["command"]["spot"]
        for it in map(json.loads, filter(None, sent))
        if it["command"]["command"] == "withdraw-bet"
    ]
    assert withdrawn == ["dealer-bust", "main"]


def test_a_round_by_keyboard_alone(visit: Visit) -> None:
    player = visit()
    id = player.open(shoe="2c Ts 9h 9d 8c Tc 9s 9c 8d")
    player.go(f"table/{id}/sit")
    keys = player.page.keyboard
    expect(player.page.locator(".tray")).to_be_visible()

    def tab_to(selector: str) -> None:
        for _ in range(40):
            keys.press("Tab")
            if player.page.locator(":focus").evaluate("(it, s) => it.matches(s)", selector):
                return
        pytest.fail(f"Tab does not reach {selector}")

    tab_to('[data-box="4"] .spot')
    keys.press("Enter")
    expect(player.page.locator('[data-box="4"] .amount')).to_have_text("$5")
    tab_to(".pick")
    keys.press("ArrowRight")
    expect(player.page.get_by_role("radio", name="$25 chip")).to_be_checked()
    tab_to(".tray .lead")
    keys.press("Enter")
    player.asked("19")
    # The button that was pressed is gone; the keyboard is at the first decision, not lost.
    expect(player.page.locator(":focus")).to_have_attribute("data-verb", "hit")
    keys.press("s")
    expect(player.page.locator(".slip-total")).to_have_text("+$5")
    # One key lays the same bet and deals; doubling says what it costs.
    expect(player.page.get_by_role("button", name="Rebet and deal")).to_be_visible()
    keys.press("g")
    player.asked("19")
    expect(player.page.locator('[data-verb="double"] .act-sum')).to_have_text("$5")


def test_what_happens_is_said_to_those_who_do_not_see_it(visit: Visit) -> None:
    player = visit()
    player.sit(shoe="2c Ts 9h 9d 8c")
    player.bet()
    player.deal()
    player.asked("19")
    log = player.page.get_by_role("log")
    expect(log).to_contain_text("Box 4: Ten of spades.")
    expect(log).to_contain_text("Dealer: a card face down.")
    expect(log).to_contain_text("Dealer shows Nine of hearts. You may: Hit, Stand, Double.")
    player.act("stand")
    expect(log).to_contain_text("Dealer shows Eight of clubs.")
    expect(log).to_contain_text("The round is over: you won $5.")


LISTEN = """() => { window.heard = 0; const Real = AudioContext;
  window.AudioContext = class extends Real {
    createOscillator() { heard += 1; return super.createOscillator(); }
    createBufferSource() { heard += 1; return super.createBufferSource(); }
  }; }"""


def test_sounds_are_off_until_they_are_turned_on(visit: Visit) -> None:
    player = visit()
    player.sit(shoe="2c Ts 9h 9d 8c")
    player.page.evaluate(LISTEN)
    player.bet()
    assert player.page.evaluate("() => heard") == 0
    player.page.get_by_role("button", name="Settings").click()
    dialog = player.page.get_by_role("dialog", name="Settings")
    dialog.get_by_role("group", name="Sound").get_by_label("On").check()
    player.page.keyboard.press("Escape")
    player.deal()
    player.asked("19")
    player.page.wait_for_function("() => heard > 0")


def test_r_is_surrender_and_nothing_else(visit: Visit) -> None:
    player = visit()
    options = {"wager_min": "5", "wager_max": "500", "surrender": "late"}
    id = player.sit(shoe="2c Ts 9h 6d 8c 2d", options=options)
    player.bet(presses=2)
    player.page.keyboard.press("r")
    player.deal()
    player.asked("16")
    assert [bet["stake"] for bet in player.view(id)["bets"]] == [1_000]
    player.page.keyboard.press("r")
    expect(player.page.locator(".slip-total")).to_have_text("−$5")


def test_the_deal_moves_by_transform_and_opacity_only(visit: Visit) -> None:
    player = visit(motion="full")
    player.sit(shoe="2c Ts 9h 9d 8c")
    # Every animation is noted as it begins: a busy machine would miss some by looking now and then.
    player.page.evaluate(
        """() => {
          window.moved = [];
          const note = it => moved.push(...it.effect.getKeyframes().flatMap(it => Object.keys(it)));
          const animate = Element.prototype.animate;
          Element.prototype.animate = function (...given) {
            const begun = animate.apply(this, given);
            note(begun);
            return begun;
          };
          const started = it => it.target.getAnimations().filter(it => it instanceof CSSAnimation);
          document.addEventListener("animationstart", it => started(it).forEach(note), true);
        }"""
    )
    player.bet()
    player.deal()
    player.asked("19")
    moved: set[str] = set(player.page.evaluate("moved"))
    assert "transform" in moved
    assert moved <= {"transform", "opacity", "offset", "computedOffset", "easing", "composite"}
