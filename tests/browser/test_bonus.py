"""Side bets: many outcomes in one circle, a fixed stake, a meter."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.test_axe import faults
from tests.browser.test_sizes import overflow
from tests.proofs import later

LIMITS = {"wager_min": "5", "wager_max": "300", "bonus_min": "1"}


@pytest.mark.parametrize("size", ["phone", later("desk")])
def test_monte_carlo_is_chosen_from_a_sheet_and_settled_at_once(visit: Visit, size: str) -> None:
    player = visit(size)
    # Burned: the shoe's and one before the box; the box's first card is the king of hearts.
    shoe = "2c 3c Kh 9s 6h 8d Th"
    player.sit(game="safari-21", options={**LIMITS, "monte_carlo": "table-a"}, shoe=shoe, bots=0)
    page = player.page
    player.bet()
    page.get_by_role("button", name="Box 4, Monte Carlo").click()
    page.get_by_role("radio", name="$1 chip").click()
    for outcome in ("king-hearts", "aq-red"):
        chosen = page.locator(f'[data-outcome="monte-carlo/{outcome}"]')
        chosen.click()
        expect(chosen).to_have_attribute("data-state", "placed")
    assert faults(player) == ""
    assert overflow(player) <= 0
    player.deal()
    player.asked("16")
    expect(page.locator(".spot-sheet")).to_be_hidden()
    # Forty to one and a dollar lost, before anybody has decided anything.
    expect(page.locator('[data-box="4"] [data-spot^="group"] .outcome')).to_have_text("+$39")
    lines = " ".join(player.slip())
    assert "won $40" in lines
    assert "lost $1" in lines
    assert "Monte Carlo" in lines
    expect(page.get_by_role("slider", name="Amount", exact=True)).to_be_visible()
    expect(page.locator('[data-verb="surrender"]')).to_have_accessible_description(
        "Surrender is offered when the dealer shows an ace, king, queen or jack (Surrender 2)."
    )
    player.act("max-bet")
    assert overflow(player) <= 0


def test_a_progressive_bet_has_one_size_and_its_meter_is_in_sight(visit: Visit) -> None:
    player = visit()
    player.sit(
        game="bet-the-set-21",
        options={**LIMITS, "blazing_7s": "1"},
        shoe="2c 7h 9s 7d 9h Ts",
        bots=0,
    )
    page = player.page
    player.bet()
    expect(page.locator(".meter-amount")).to_have_text("$2,000")
    seven = page.locator('[data-spot="blazing-7s"]').nth(3)
    seven.click()
    # It has one stake: the circle takes no second chip.
    expect(seven).to_have_attribute("aria-disabled", "true")
    seven.click(force=True)
    expect(seven.locator(".amount")).to_have_text("$1")
    page.locator('[data-spot="bet-the-set"]').nth(3).click()
    expect(page.locator(".slip")).to_contain_text("can win $2,000")
    player.deal()
    player.asked("14")
    expect(seven.locator(".outcome")).to_have_text("+$24")
    expect(page.locator(".meter-amount")).to_have_text("$2,000.24")
    lines = " ".join(player.slip())
    assert "won $50" in lines
    assert "Blazing 7's pay tables" in lines
    assert "“sevens as the first two cards”" in lines
    assert faults(player) == ""
    # A rebet lays the side bets again, which were settled before the first decision.
    player.act("stand")
    expect(page.get_by_role("button", name="Rebet and deal")).to_be_visible()
    page.keyboard.press("b")
    for spot in ("main", "bet-the-set", "blazing-7s"):
        laid = page.locator(f'[data-box="4"] [data-spot="{spot}"]')
        expect(laid).to_have_attribute("data-state", "placed")
