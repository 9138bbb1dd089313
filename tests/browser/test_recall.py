"""Past rounds on the page: marked as a replay, with what proves them."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Visit


def test_a_past_round_is_shown_step_by_step_with_its_proof(visit: Visit) -> None:
    player = visit()
    id = player.sit(shoe="2c Ts 9h 9d 8c")
    player.bet()
    player.deal()
    player.asked("19")
    player.act("stand")
    expect(player.page.locator(".slip-total")).to_have_text("+$5")
    player.page.get_by_role("link", name="Rounds").click()
    expect(player.page.locator(".replay-ribbon")).to_have_text("Replay")
    record = player.context.request.get(f"{player.room.url}/api/tables/{id}/rounds/1").json()
    expect(player.page.locator(".replay-facts")).to_contain_text(record["round"])
    expect(player.page.locator(".replay-facts")).to_contain_text(record["steps"][0]["hash"])
    steps = len(record["steps"])
    expect(player.page.locator(".replay-count")).to_contain_text(f"Step 1 of {steps}")
    player.page.get_by_role("button", name="Next").click()
    expect(player.page.locator(".replay-count")).to_contain_text(f"Step 2 of {steps}")
    player.page.get_by_role("button", name="Last").click()
    expect(player.page.locator(".bank .label")).to_have_text("17")
    expect(player.page.locator(".slip")).to_contain_text("won $5")
    # The next wager clears the table, and the round has its own hash from then on.
    player.go(f"table/{id}")
    player.bet()
    record = player.context.request.get(f"{player.room.url}/api/tables/{id}/rounds/1").json()
    assert len(record["hash"]) == 64
    player.go(f"table/{id}/rounds/1")
    expect(player.page.locator(".replay-facts")).to_contain_text(record["hash"])
    expect(player.page.locator(".rounds a")).to_contain_text("+$5")


def test_a_past_round_is_downloaded_as_a_scenario(visit: Visit) -> None:
    player = visit()
    id = player.sit(shoe="2c Ts 9h 9d 8c")
    player.bet()
    player.deal()
    player.asked("19")
    player.act("stand")
    expect(player.page.locator(".slip-total")).to_have_text("+$5")
    player.go(f"table/{id}/rounds/1")
    with player.page.expect_download() as download:
        player.page.get_by_role("button", name="Download as scenario").click()
    text = download.value.path().read_text(encoding="utf-8")
    assert "blackjack" in text
    assert download.value.suggested_filename.endswith(".toml")
