"""Rounds of the games that count to 21 and are not plain blackjack, each to its last payment."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.card_room import Visitor
from tests.browser.conftest import Visit
from tests.browser.test_axe import faults
from tests.browser.test_sizes import overflow
from tests.proofs import later

LIMITS = {"wager_min": "5", "wager_max": "300"}


def slip(player: Visitor, spot: str, words: str) -> None:
    """What the slip says of a wager."""
    line = player.page.locator(".slip-line", has_text=spot)
    expect(line.locator(".slip-end")).to_have_text(words)


@pytest.mark.parametrize("size", ["phone", later("desk")])
def test_a_blackjack_in_diamonds_is_paid_before_insurance(visit: Visit, size: str) -> None:
    player = visit(size)
    player.sit(game="maxtime-21", options=LIMITS, shoe="2c Ad Ah Kd 9c", bots=0)
    player.bet(presses=2)
    player.page.locator('[data-box="4"] [data-spot="maxtyme"]').click()
    player.deal()
    player.asked("Stand and be paid now, or double down as 11?")
    slip(player, "MaxTyme", "won $1,500")
    player.act("stand")
    player.asked("Insurance?")
    slip(player, "Wager", "won $20")
    assert overflow(player) <= 0
    assert faults(player) == ""
    player.act("insure")
    expect(player.page.locator(".slip-total")).to_have_text("+$1,515")
    # MaxTyme takes no bet in the second round: the others are laid again without it.
    player.page.get_by_role("button", name="Rebet", exact=True).click()
    expect(player.page.locator(".tray .hint")).to_have_text("Your bets are placed.")
    expect(player.page.locator(".felt-sum")).to_have_text("On the felt $10")
    expect(player.page.locator(".notice")).not_to_be_visible()


def test_six_cards_keep_to_their_box_and_win_at_once(visit: Visit) -> None:
    player = visit()
    player.sit(game="maxtime-21", options=LIMITS, shoe="2c 2s 9h 3d 8c 2h 3c 2d 4h", bots=0)
    player.bet(presses=2)
    player.deal()
    for total in ("5", "7", "10", "12"):
        player.asked(f"Your hand · {total}")
        player.act("hit")
    slip(player, "Wager", "won $10")
    seen = player.page.locator('[data-box="4"] .hand').bounding_box()
    first = player.page.locator('[data-box="4"] play-card').first.bounding_box()
    assert seen is not None
    assert first is not None
    # Two cards side by side take one and a half widths; six in one row would take two and a half.
    assert seen["width"] < 2.1 * first["width"]
    # A circle without a result keeps its name, so that it can be bet on next.
    side = player.page.locator('[data-box="4"] [data-spot="maxtyme"]')
    expect(side.locator(".spot-title")).to_be_visible()
    # In the second round after the shuffle it invites no bet, and says why.
    player.bet()
    expect(side).to_have_attribute("aria-disabled", "true")
    expect(side).to_have_attribute("title", re.compile("only in the first round of a newly"))


def test_a_doubled_hand_can_win_only_its_stake_and_gives_up_half(visit: Visit) -> None:
    player = visit()
    player.sit(game="maxtime-21", options=LIMITS, shoe="2c 5s 9h 6d 8c 2h", bots=0)
    player.bet(presses=2)
    player.deal()
    player.asked("11")
    slip(player, "Wager", "can win $20")
    player.act("double")
    player.asked("13")
    slip(player, "Wager", "can win $20")
    expect(player.page.locator('[data-verb="hit"]')).to_have_attribute("aria-disabled", "true")
    player.act("surrender")
    slip(player, "Wager", "lost $10")


@pytest.mark.parametrize("size", ["phone", later("desk")])
def test_a_dealer_bust_bet_shows_the_row_of_the_up_card_and_outlives_the_hand(
    visit: Visit, size: str
) -> None:
    player = visit(size)
    # 16 and a king are 26; the dealer plays 16 out for that bet alone and busts.
    shoe = "2c Ts 7h 6d 9c Kh 8s"
    player.sit(game="dealer-bust-21", options=LIMITS, shoe=shoe, bots=0)
    player.bet(presses=2)
    player.page.locator('[data-box="4"] [data-spot="dealer-bust"]').click()
    slip(player, "Dealer Bust", "can win $50")
    player.page.locator(".tray .lead").click()
    player.asked("16")
    slip(player, "Dealer Bust", "can win $10")
    player.act("hit")
    slip(player, "Dealer Bust", "won $10")
    slip(player, "Wager", "lost $10")
    expect(player.page.locator(".slip-total")).to_have_text("$0")
    assert overflow(player) <= 0
    assert faults(player) == ""


def test_cards_of_a_busted_hand_lie_under_its_dealer_bust_bet(visit: Visit) -> None:
    player = visit()
    # Box 3 busts with 25 while box 5 has yet to decide; the dealer stands on 17.
    player.sit(game="dealer-bust-21", options=LIMITS, shoe="2c Ts Th 9d 9c 8h 8s 6d", bots=0)
    for box in (3, 5):
        player.bet(presses=2, box=box)
    spot = player.page.locator('[data-box="3"] [data-spot="dealer-bust"]')
    spot.click()
    expect(spot).to_have_attribute("data-state", "placed")
    player.page.locator(".tray .lead").click()
    player.asked("19")
    player.act("hit")
    player.asked("18")
    expect(spot.locator(".tuck play-card")).to_have_count(3)
    expect(spot).to_have_attribute("aria-label", re.compile("tucked under it: 25, over"))
    expect(player.page.locator('[data-box="3"] .hand')).to_have_count(0)
    player.act("stand")
    # The bet is lost: what lay under it goes to the rack.
    expect(spot.locator(".tuck play-card")).to_have_count(0)
    expect(player.page.locator('[data-box="3"] .hand[data-status="racked"]')).to_have_count(1)


def test_a_fifth_card_face_down_is_seen_when_the_dealer_is_done(visit: Visit) -> None:
    player, other = visit(), visit()
    # A king makes 24 of four small cards: it lies face down while box 5 and the dealer play.
    shoe = "2c 2s 9s Th 3d 9d 4c 5s Kh 7d"
    options = {**LIMITS, "fifth_card": "face-down", "monte_carlo": None}
    id = player.sit(game="safari-21", options=options, shoe=shoe, bots=0)
    other.join(id, 5, 50_000)
    other.order(id, "place-bet", box=5, spot="main", stake=1_000)
    other.go(f"table/{id}")
    player.bet(presses=2)
    expect(other.page.get_by_role("button", name="Deal")).to_be_enabled()
    other.page.keyboard.press("g")
    player.deal()
    for total in ("5", "14"):
        player.asked(f"Your hand · {total}")
        player.act("hit")
    hand = player.page.locator('[data-box="4"] .hand')
    expect(hand.locator("play-card")).to_have_count(5)
    expect(hand.locator("play-card[down]")).to_have_count(1)
    expect(hand.locator(".label")).not_to_contain_text("24")
    other.answer(id, "stand")
    expect(hand.locator("play-card[down]")).to_have_count(0)
    expect(hand.locator(".label")).to_have_text("24, over")
    slip(player, "You", "lost $10")


WINDOWS = ((1440, 900), (390, 844), (844, 390), (720, 450))
"""A desk, a phone upright and on its side, and a window at 200% zoom."""
COVERED = """() => {
  const seen = (what) => [...document.querySelectorAll(what)].filter(it => it.getBoundingClientRect().width);
  const results = seen(".outcome");
  return results.flatMap((one, at) => [...results.slice(at + 1), ...seen("play-card")].filter(other => {
    const [a, b] = [one, other].map(it => it.getBoundingClientRect());
    return a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  }).map(other => `${one.innerText} of box ${one.closest(".box").dataset.box} on ${other.outerHTML}`));
}"""  # noqa: E501 - a script


def test_results_of_splits_and_of_side_bets_cover_no_card_and_no_result(visit: Visit) -> None:
    player = visit()
    # Box 1 splits three times, box 2 once; 18 and 17 lose to 21.
    shoe = "2c 8s 8d 6h 8h 8c Tc 8s 8d Ts 9s Th 9h Td 9d 5c"
    id = player.sit(game="dealer-bust-21", options=LIMITS, shoe=shoe, bots=0)
    for box in (1, 2):
        player.bet(box=box)
        spot = player.page.locator(f'[data-box="{box}"] [data-spot="dealer-bust"]')
        spot.click()
        expect(spot).to_have_attribute("data-state", "placed")
    player.page.locator(".tray .lead").click()
    for verb in ("split", "split", "split", *("stand",) * 4, "split", "stand", "stand"):
        player.answer(id, verb)
    expect(player.page.locator('[data-box="1"] .outcome:visible')).to_have_count(5)
    expect(player.page.locator('[data-box="2"] .outcome:visible')).to_have_count(3)
    for width, height in WINDOWS:
        player.page.set_viewport_size({"width": width, "height": height})
        shape = "arc" if height > 640 < width else "rows"
        expect(player.page.locator("card-table")).to_have_attribute("data-shape", shape)
        assert player.page.evaluate(COVERED) == [], (width, height)
