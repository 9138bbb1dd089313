"""A player banks: the offer, what the bank can lose, what it reaches, and who is next."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.card_room import Visitor
from tests.browser.conftest import Visit
from tests.browser.test_axe import faults

# To boxes 2 and 3 and the bank, then to the boxes again; the king is the bank's second card: it
# counts ten, so box 3 is reached first. 19 beats 18 and 16.
SHOE = "Ts 9s 9h 8s 7s Kd"
NO_BUST = {"wager_min": "5", "wager_max": "100", "backline": "true"}


def table(first: Visitor, second: Visitor) -> str:
    """The first sits at 1 and is offered the bank, the second at 2."""
    id = first.open(game="no-bust-joker", options=NO_BUST, shoe=SHOE)
    for visitor, seat in ((first, 1), (second, 2)):
        visitor.context.request.post(f"{visitor.room.url}/api/guest")
        visitor.command(id, "sit-down", seat=seat)
        visitor.command(id, "buy-in", amount=50_000)
        visitor.go(f"table/{id}")
    return id


def test_the_bank_is_taken_by_key_and_runs_out_in_sight_of_everybody(visit: Visit) -> None:
    banker, player = visit(), visit()
    table(banker, player)
    offer = banker.page.get_by_role("group", name="The bank")
    expect(offer).to_contain_text("Take the bank?")
    expect(player.page.locator(".bank-strip")).to_contain_text("offered the bank · then you")
    assert faults(banker) == ""
    banker.page.get_by_label("Bank amount").fill("1500")
    expect(offer.locator(".act-sum")).to_have_text("$15")
    banker.page.keyboard.press("b")
    strip = player.page.locator(".bank-strip")
    expect(strip).to_contain_text("has the bank: $15 · first of two rounds")
    expect(strip).to_contain_text("$15 left to pay or win")
    for box in (2, 3):
        for _ in range(2):
            player.page.locator(f'[data-box="{box}"] [data-spot="main"]').click()
    expect(player.page.locator('[data-box="2"] .fee')).to_have_text("fee $0.50")
    expect(banker.page.locator(".status")).to_contain_text("Wagers against you: $20")
    expect(banker.page.locator(".status")).to_contain_text(
        "You can lose up to $15 and win up to $15"
    )
    banker.page.keyboard.press("g")
    player.deal()
    for box in (2, 3):
        player.asked(f"box {box}")
        player.act("stand")
    expect(strip).to_contain_text("$0 left to pay or win")
    expect(player.page.locator('[data-box="3"] .lammer')).to_have_text("Action")
    expect(player.page.locator('[data-box="3"] .reach')).to_have_text("1")
    expect(player.page.locator('[data-box="2"] .spot .outcome')).to_have_text("−$5 · part")
    lines = " ".join(player.slip())
    assert "lost $5 · $5 had action" in lines
    assert "may not exceed the amount it posted" in lines
    # The bank won $15 and paid its collection of $0.50.
    expect(banker.page.locator(".slip-total")).to_have_text("+$14.50")
    expect(player.page.get_by_role("log")).to_contain_text("$5 of it had action")
    assert faults(player) == ""
    # The same bank is asked first for its second round.
    banker.page.get_by_role("button", name="Next round").click()
    expect(offer).to_contain_text("Take the bank?")
    banker.page.keyboard.press("n")
    expect(player.page.get_by_role("group", name="The bank")).to_contain_text("Take the bank?")
    player.page.keyboard.press("n")
    expect(player.page.locator(".asked:visible")).to_contain_text("No one has taken the bank")


def test_the_banker_changes_the_amount_and_withdraws_it(visit: Visit) -> None:
    banker, player = visit(), visit()
    table(banker, player)
    offer = banker.page.get_by_role("group", name="The bank")
    banker.page.get_by_label("Bank amount").fill("1500")
    banker.page.keyboard.press("b")
    strip = player.page.locator(".bank-strip")
    expect(strip).to_contain_text("has the bank: $15")
    banker.page.get_by_role("button", name="Change the bank").click()
    expect(offer).to_contain_text("Change your bank?")
    expect(offer.locator(".act-sum")).to_have_text("$15")
    banker.page.get_by_label("Bank amount").fill("4000")
    assert faults(banker) == ""
    banker.page.keyboard.press("b")
    expect(strip).to_contain_text("has the bank: $40")
    expect(offer).to_be_hidden()
    banker.page.get_by_role("button", name="Change the bank").click()
    banker.page.get_by_role("button", name="Withdraw it").click()
    expect(player.page.get_by_role("group", name="The bank")).to_contain_text("Take the bank?")


def test_a_bet_behind_another_players_wager_has_its_owners_name(visit: Visit) -> None:
    banker, player, behind = visit(), visit(), visit()
    id = table(banker, player)
    expect(banker.page.get_by_role("group", name="The bank")).to_be_visible()
    banker.page.keyboard.press("b")
    behind.context.request.post(f"{behind.room.url}/api/guest")
    behind.command(id, "sit-down", seat=4)
    behind.command(id, "buy-in", amount=50_000)
    behind.go(f"table/{id}")
    expect(player.page.locator(".tray")).to_be_visible()
    player.bet(box=2, presses=2)
    behind.page.get_by_label("follow doubles and splits").check()
    behind.page.locator('[data-box="2"] [data-spot="main"]').click()
    expect(behind.page.locator('[data-box="2"] .by').first).to_have_text("behind: you")
    expect(player.page.locator('[data-box="2"] .by').last).to_contain_text("behind: Guest")
    bets = behind.view(id)["bets"]
    assert [bet["follows"] for bet in bets if bet["backline"]] == [["double", "split"]]
    # Each owner's collection is shown separately; no player bets behind their own wager.
    expect(behind.page.locator('[data-box="2"] .fee')).to_have_text("fee $0.50 · behind $0.50")
    expect(player.page.locator('[data-box="2"] .by').first).to_have_text("")


# To box 2 and the bank, and again: 18 against the bank's 19.
ONE_BOX = "Ts 9h 8s Kd"


def test_action_is_shown_apart_for_a_box_and_the_bets_behind_it(visit: Visit) -> None:
    banker, player, behind = visit(), visit(), visit()
    id = banker.open(game="no-bust-joker", options=NO_BUST, shoe=ONE_BOX)
    for visitor, seat in ((banker, 1), (player, 2), (behind, 4)):
        visitor.join(id, seat, 50_000)
    # $12 take the $10 of the box, and $2 of the $5 behind it.
    banker.command(id, "post-bank", amount=1_200)
    player.command(id, "place-bet", box=2, spot="main", stake=1_000)
    behind.command(id, "back-bet", box=2, stake=500)
    for visitor in (banker, behind):
        visitor.command(id, "close-bets")
    player.go(f"table/{id}")
    player.deal()
    player.asked("Your hand")
    player.act("stand")
    expect(player.page.locator('[data-box="2"] .spot .outcome')).to_have_text("−$10")
    expect(player.page.locator('[data-box="2"] .outcome-behind')).to_have_text("behind −$2 · part")
    assert faults(player) == ""
    # Who comes when all is over sees the same.
    late = visit("phone")
    late.context.request.post(f"{late.room.url}/api/guest")
    late.go(f"table/{id}")
    expect(late.page.locator('[data-box="2"] .outcome-behind')).to_have_text("behind −$2 · part")


def test_buttons_that_say_the_same_lie_on_each_other(visit: Visit) -> None:
    banker, player, behind = visit(), visit(), visit()
    id = banker.open(game="no-bust-joker", options=NO_BUST, shoe=SHOE)
    for visitor, seat in ((banker, 1), (player, 2), (behind, 4)):
        visitor.join(id, seat, 50_000)
    player.go(f"table/{id}")
    # Box 3 takes all of the bank; box 2 and the bet behind it have no action.
    banker.command(id, "post-bank", amount=1_000)
    for box in (2, 3):
        player.command(id, "place-bet", box=box, spot="main", stake=1_000)
    behind.command(id, "back-bet", box=2, stake=500)
    for visitor in (banker, behind, player):
        visitor.command(id, "close-bets")
    for _ in range(2):
        player.answer(id, "stand")
    given = player.page.locator('[data-box="2"] .lammer[data-button="free-collection"]')
    expect(given).to_contain_text(["Free collection ×2"])
    expect(given).to_have_count(1)
    banker.command(id, "end-round")
    expect(given).to_have_count(1)
    expect(given).not_to_contain_text("×2")
    expect(player.page.locator('[data-box="4"] .lammer')).to_contain_text(["Free collection"])


def test_what_is_posted_can_be_read_at_the_table(visit: Visit) -> None:
    player = visit("phone")
    id = player.open(game="no-bust-joker")
    player.go(f"table/{id}")
    expect(player.page.locator(".bank-strip")).to_be_visible()
    player.page.get_by_role("button", name="Posted").click()
    chart = player.page.get_by_role("table", name="Must draw, must stand")
    expect(chart.get_by_role("row", name="Hard 4 to 11 must draw must draw")).to_be_visible()
    expect(chart.get_by_role("row", name="Soft 20 to 21 must stand must stand")).to_be_visible()
    expect(player.page.get_by_role("table", name="Collection from the bank")).to_be_visible()
    assert faults(player, "dialog") == ""
    for sheet in ("the sign", "the rules", "the layout"):
        href = player.page.get_by_role("link", name=sheet).get_attribute("href")
        answer = player.context.request.get(f"{player.room.url}{href}")
        assert answer.body().startswith(b"%PDF")


def test_other_cards_are_asked_for_by_key_and_a_bar_says_its_clause(visit: Visit) -> None:
    banker, player = visit(), visit("phone")
    id = banker.open(game="double-hand-poker")
    for visitor, seat in ((banker, 1), (player, 3)):
        visitor.join(id, seat, 50_000)
    banker.command(id, "post-bank", amount=10_000)
    player.go(f"table/{id}")
    ask = player.page.get_by_role("button", name="New set-up")
    expect(ask).to_be_visible()
    assert faults(player) == ""
    number = player.view(id)["shoe"]["number"]
    player.page.keyboard.press("u")
    lies = player.page.get_by_role("button", name="New set-up is ready")
    expect(lies).to_be_visible()
    player.waits_for(id, lambda view: view["shoe"]["number"] == number + 1)
    expect(player.page.get_by_role("log")).to_contain_text("A new set-up of cards was requested.")
    player.command(id, "place-bet", box=3, spot="main", stake=1000)
    banker.command(id, "close-bets")
    player.command(id, "close-bets")
    expect(lies).to_be_hidden()
    for visitor, verb, amount in ((banker, "choose", 1), (player, "house-way", None)):
        visitor.answer(id, verb, amount)
    banker.answer(id, "house-way")
    expect(player.page.get_by_role("button", name="Next round")).to_be_visible()
    banker.command(id, "end-round")
    # The bank is between its two rounds: only it may ask.
    expect(ask).to_have_attribute("aria-disabled", "true")
    player.page.keyboard.press("u")
    expect(player.page.get_by_role("alert").filter(visible=True)).to_contain_text(
        "only the bank before its second"
    )
    assert faults(player) == ""


# To boxes 2 and 3, then to the bank at 1: ten high and eight high against queen high.
THREE_CARD = "Ts 9d 4c 8s 7c 4d Qh 8c 2d"


def test_three_card_poker_from_the_action_button_shows_the_order_of_action(visit: Visit) -> None:
    banker, player = visit(), visit()
    options = {"wager_min": "5", "wager_max": "100", "order": "from-action-seat"}
    id = banker.open(game="three-card-poker", options=options, shoe=THREE_CARD)
    banker.join(id, 1, 50_000)
    player.join(id, 3, 50_000)
    banker.command(id, "post-bank", amount=1_500)
    for box in (2, 3):
        player.command(id, "place-bet", box=box, spot="ante", stake=1_000)
    player.command(id, "place-bet", box=3, spot="bonus", stake=500)
    player.go(f"table/{id}")
    # 200 to 1 on $5 is more than the bank has.
    expect(player.page.locator(".slip-line").nth(2)).to_contain_text("can win $15")
    player.deal()
    expect(player.page.locator(".tray")).to_contain_text("Waiting for Guest")
    banker.command(id, "close-bets")
    player.asked("box 2")
    for box, place in ((2, "1"), (3, "2")):
        expect(player.page.locator(f'[data-box="{box}"] .reach')).to_have_text(place)
    expect(player.page.locator('[data-box="2"] .lammer')).to_have_text("Action")
    for box in (2, 3):
        player.asked(f"box {box}")
        player.act("play")
    # The bank's $15 takes box 2's ante and half of its play wager; box 3 has no action.
    expect(player.page.locator('[data-box="3"] .spot .outcome')).to_have_text(["No action"] * 3)
    assert "lost $5 · $5 had action" in " ".join(player.slip())


def test_notice_of_other_rules_is_read_until_they_lie_on_the_felt(visit: Visit) -> None:
    player, floor = visit("phone"), visit()
    id = player.open(game="three-card-poker")
    player.join(id, 3, 50_000)
    player.go(f"table/{id}")
    floor.log_in("floor")
    other = {"game": "three-card-poker", "options": {"boxes": 10, "fee_on_bonus": False}}
    floor.command(id, "change-rules", **other, rounds=2)
    coming = player.page.locator(".coming")
    expect(coming).to_contain_text("After 2 more rounds, the rules at this table change")
    expect(coming).to_contain_text("the bonus bet pays a collection: no instead of yes")
    assert faults(player) == ""
    floor.command(id, "change-rules", **other, rounds=0)
    expect(coming).to_be_hidden()
    expect(player.page.locator('[data-box="10"]')).to_be_visible()
