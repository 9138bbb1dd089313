"""Hands of poker on the page: the raise, the pots, show and muck, blinds of those who come late."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.card_room import Visitor
from tests.browser.conftest import Visit
from tests.browser.test_axe import faults
from tests.browser.test_sizes import overflow
from tests.proofs import later

NO_LIMIT = {"betting": "no-limit", "blinds": "1/2", "smallest_chip": "1"}
# The bot has button and small blind at seat 1, the visitor the big blind at 5 and the first card:
# aces against kings, which call, and a board that changes nothing.
ACES = "Ad Kd Ac Ks 2c 7h 8d 2s 3c Jh 4c 3d"
# Cards to seats 3, 5, 1: aces, kings, queens.
SIDE = "As Ks Qs Ad Kd Qd 2c 3h 8d 9c 2d 4s 2h 6h"


def poker(player: Visitor, game: str = "texas-holdem", **table: object) -> str:
    """Seated with chips, and the cards asked for."""
    options = {**NO_LIMIT, **table.pop("options", {})}  # type: ignore[dict-item]
    id = player.open(game=game, options=options, **table)
    player.go(f"table/{id}/sit")
    expect(player.page.locator(".stack-sum")).to_have_text("$500")
    return id


def button(player: Visitor, verb: str) -> Locator:
    return player.page.locator(f'.act[data-verb="{verb}"]')


def pots(player: Visitor) -> list[str]:
    return player.page.locator(".pot").all_inner_texts()


def test_a_raise_by_figure_slider_picks_and_keys(visit: Visit) -> None:
    player = visit()
    poker(player, bots=1, shoe=ACES)
    player.deal()
    player.asked("pair of aces")
    page, keys = player.page, player.page.keyboard
    # Of check and call, and of bet and raise, one has the button.
    shown = page.locator(".controls:visible .act").evaluate_all(
        "all => all.map(it => it.dataset.verb)"
    )
    assert shown == ["fold", "check", "raise"]
    expect(page.locator('[data-box="1"] .purse')).to_contain_text("called")
    raise_ = button(player, "raise")
    expect(raise_).to_contain_text("to $4")
    slider = page.get_by_role("slider", name="Amount")
    slider.focus()
    keys.press("ArrowRight")
    expect(raise_).to_contain_text("to $5")
    keys.press("End")
    expect(raise_).to_contain_text("all in $500")
    typed = page.get_by_label("Amount in dollars")
    typed.fill("3")
    keys.press("Enter")
    expect(page.locator("#why")).to_contain_text("$4 to $500, in steps of $1")
    typed.fill("10")
    expect(raise_).to_contain_text("to $10")
    assert faults(player) == ""
    page.get_by_role("button", name="More").click()
    expect(raise_).to_contain_text("to $11")
    slider.focus()
    keys.press("-")
    expect(raise_).to_contain_text("to $10")
    keys.press("r")
    # Twenty dollars, less two for the house after the flop.
    expect(page.locator(".pot")).to_contain_text("Pot $18")
    expect(page.locator(".drop")).to_contain_text("Collection $2")
    player.asked("pair of aces")
    keys.press("3")
    expect(button(player, "bet")).to_contain_text("$18")
    keys.press("b")
    for cards in (4, 5):
        expect(page.locator(".board play-card")).to_have_count(cards)
        expect(button(player, "check")).to_be_visible()
        keys.press("k")
    expect(page.locator(".slip-total")).to_have_text("+$26")
    assert pots(player) == ["Pot $54\nYou $54: pair of aces"]
    log = page.get_by_role("log")
    expect(log).to_contain_text("You: $54 from the main pot, with pair of aces.")
    expect(log).to_contain_text("Collection: $2 from the pot.")
    assert "Collection\n$2\nfrom the pot" in player.slip()
    # The five cards that won are marked: both aces, and three of the board.
    expect(page.locator('[data-box="5"] play-card[data-made]')).to_have_count(2)
    expect(page.locator(".board play-card[data-made]")).to_have_count(3)
    # A result is not a place to bet: pressing it leaves the hand on the table.
    page.locator('[data-box="5"] [data-spot="pot"]').click(force=True)
    expect(page.locator(".board play-card")).to_have_count(5)
    expect(page.locator(".notice:visible")).to_have_count(0)
    assert faults(player) == ""


def test_a_raise_that_was_chosen_in_one_hand_is_not_offered_in_the_next(visit: Visit) -> None:
    player, small, big = visit(), visit(), visit()
    id = player.open(game="texas-holdem", options=NO_LIMIT, bots=0)
    everybody = {1: player, 3: small, 5: big}
    for seat, each in everybody.items():
        each.join(id, seat, 50_000)
    player.go(f"table/{id}")
    for each in (small, big, player):
        each.order(id, "close-bets")
    raise_ = button(player, "raise")
    expect(raise_).to_contain_text("to $4")
    player.page.get_by_role("button", name="More").click()
    expect(raise_).to_contain_text("to $5")
    player.act("fold")
    small.answer(id, "fold")
    player.waits_for(id, lambda view: view["phase"] == "betting" and view["table"]["round"] == 1)
    for each in (small, big, player):
        each.order(id, "close-bets")
    # The button has moved on, and the player has the big blind.
    for each in (small, big):
        each.answer(id, "call")
    expect(raise_).to_contain_text("to $4")


def test_fixed_limit_has_one_amount_and_no_slider(visit: Visit) -> None:
    player = visit()
    poker(player, bots=1, shoe=ACES, options={"betting": "limit", "bets": "2/4"})
    player.deal()
    player.asked("pair of aces")
    expect(button(player, "raise")).to_contain_text("to $4")
    expect(player.page.get_by_role("slider")).to_have_count(0)
    expect(player.page.locator(".bar-limits")).to_have_text("Limit $2/$4, blinds $1/$2")
    expect(player.page.locator(".slip-sign")).to_contain_text("$4 with 7 players or more")


@pytest.mark.parametrize("size", ["phone", later("desk")])
def test_side_pots_are_apart_with_their_winners(visit: Visit, size: str) -> None:
    player, company = visit(size), visit()
    id = poker(player, bots=1, shoe=SIDE)
    company.join(id, 3, 5_000)
    company.order(id, "close-bets")
    player.deal()
    company.answer(id, "call")
    player.asked("pair of kings")
    expect(player.page.locator('[data-box="5"] [data-spot="pot"]')).to_contain_text("$2")
    player.page.get_by_role("button", name="All in").click()
    assert overflow(player) <= 0
    assert faults(player) == ""
    player.act("raise")
    company.answer(id, "call")
    expect(player.page.locator(".pot")).to_have_count(2)
    name = company.view(id)["boxes"][2]["name"]
    assert pots(player) == [
        f"Main pot $148\n{name} $148: pair of aces",
        "Side pot 1 $900\nYou $900: pair of kings",
    ]
    expect(player.page.locator(".stack-sum")).to_have_text("$900")
    assert overflow(player) <= 0
    assert faults(player) == ""
    if size == "desk":
        board = player.page.locator(".board").bounding_box()
        letters = player.page.locator(".felt-words").bounding_box()
        assert board
        assert letters
        assert board["y"] + board["height"] <= letters["y"]


def test_a_place_at_a_poker_table_is_a_seat(visit: Visit) -> None:
    player = visit()
    poker(player, bots=1, shoe=ACES)
    expect(player.page.locator('[data-box="3"] .who')).to_have_text("Seat 3")
    player.deal()
    expect(player.page.get_by_role("group", name="Seat 5: pair of aces")).to_be_visible()
    expect(player.page.get_by_role("log")).to_contain_text("You: Ace of diamonds.")
    names = "all => all.map(it => it.getAttribute('aria-label') ?? '')"
    said = player.page.locator("[aria-label]").evaluate_all(names)
    assert not [it for it in (*said, player.page.locator("body").inner_text()) if "Box " in it]


def test_a_player_who_wins_unseen_may_show_or_muck(visit: Visit) -> None:
    # Seven and two of two suits: the bot folds, and the visitor has won.
    for key, words in (("m", "Mucked"), ("s", "Show")):
        player = visit()
        poker(player, bots=1, shoe="Ad 7d Ac 2s", options={"winner_shows": "may"})
        player.deal()
        player.asked("Show your hand?")
        assert faults(player) == ""
        player.page.keyboard.press(key)
        expect(player.page.locator(".slip-total")).to_have_text("+$1")
        shown = player.page.locator('[data-box="5"] .hand:visible')
        expect(shown).to_have_count(0 if key == "m" else 1)
        expect(player.page.get_by_role("log")).to_contain_text(
            words.lower() if key == "m" else words
        )


def test_high_and_low_halves_are_named(visit: Visit) -> None:
    player = visit()
    # The visitor has aces up and no low, the bot a wheel for low: four cards each, seat 2 first.
    shoe = "Kd Ah Kc 2d Qh 9s Jd 9c 2c 3h 4d Ks 3c 8s 4c Ts"
    id = player.open(game="omaha-hi-lo", options=NO_LIMIT, bots=1, shoe=shoe)
    player.join(id, 2, 50_000)
    player.go(f"table/{id}")
    player.deal()
    for _ in range(4):
        expect(button(player, "check")).to_be_visible()
        before = player.page.locator(".board play-card").count()
        player.act("check")
        cards = player.page.locator(".board play-card")
        over = player.page.locator(".slip-total[data-result]")
        expect(over.or_(cards.nth(max(2, before))).first).to_be_visible()
    (pot,) = pots(player)
    assert "You $1 for the high: three of a kind, kings" in pot
    assert "Ada $1 for the low: eight low, 8-4-3-2-A" in pot
    # The cards of one seat leave the result of the next in sight.
    for seat in (1, 2):
        result = player.page.locator(f'[data-box="{seat}"] .spot .outcome')
        assert result.evaluate(
            """it => { const r = it.getBoundingClientRect();
            return [.1, .5, .9].every(at => it.closest(".box").contains(
              document.elementFromPoint(r.left + r.width * at, (r.top + r.bottom) / 2))); }"""
        )


def test_a_player_who_comes_late_posts_or_waits_and_may_sit_out(visit: Visit) -> None:
    company, player = visit(), visit()
    id = company.open(game="texas-holdem", options=NO_LIMIT, bots=2)
    company.join(id, 3, 10_000)
    company.order(id, "close-bets")
    company.answer(id, "fold")
    player.context.request.post(f"{player.room.url}/api/guest")
    player.go(f"table/{id}/sit")
    player.asked("You owe the big blind of $2")
    expect(player.page.locator(".tray")).to_be_hidden()
    assert faults(player) == ""
    player.page.keyboard.press("w")
    player.asked("You are waiting for the big blind.")
    player.page.keyboard.press("p")
    player.asked("You will post the big blind of $2 on the next hand.")
    player.page.get_by_role("button", name="Sit out").click()
    expect(player.page.locator(".status")).to_have_text("You are sitting out.")
    player.page.get_by_role("button", name="Sit in").click()
    player.asked("You will post the big blind")
    # The time that is left to the two of them is seen.
    expect(player.page.get_by_role("timer")).to_contain_text(" s")
