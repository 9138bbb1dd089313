"""The coach at a table, in a browser: asked by a key, never over cards or buttons, and after the
round what a decision has cost."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.card_room import CardRoom, Visitor
from tests.browser.conftest import Visit
from tests.browser.test_axe import faults
from tests.browser.test_sizes import overflow
from tests.proofs import later

SLOW = 300_000
"""The coach's process starts with its first question, and may have to be compiled."""


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CardRoom]:
    """A room whose tables have a coach."""
    room = CardRoom(tmp_path_factory.mktemp("school"), solver="solver")
    room.start()
    yield room
    room.kill()


def clear(player: Visitor, low: str, high: str) -> bool:
    """Whether the first element ends above the second one's beginning."""
    one = player.page.locator(low).first.bounding_box()
    other = player.page.locator(high).first.bounding_box()
    assert one is not None
    assert other is not None
    return one["y"] + one["height"] <= other["y"] + 1


@pytest.mark.parametrize("size", ["phone", later("desk")])
def test_a_player_asks_the_coach_and_learns_what_a_mistake_costs(visit: Visit, size: str) -> None:
    player = visit(size)
    player.sit(shoe="2c 8s 6d 8h Tc 3d", bots=0)
    player.bet(presses=2)
    player.deal()
    player.asked("16")
    expect(player.page.locator(".act[data-best]")).to_have_count(0)
    player.page.keyboard.press("a")
    best = player.page.locator(".act[data-best]")
    expect(best).to_have_attribute("data-verb", "split", timeout=SLOW)
    expect(best).to_contain_text("best")
    expect(best).to_contain_text("+$3.74")
    expect(best).to_contain_text(re.compile(r"\+0\.\d{3} wagers"))
    expect(player.page.locator(".coach-why")).to_contain_text("more than standing")
    expect(player.page.locator(".coach-assumes")).to_contain_text("a full shoe less your cards")
    assert clear(player, "card-table", ".controls:visible")
    assert clear(player, '.act[data-verb="surrender"]', ".coach")
    assert overflow(player) <= 0
    assert faults(player) == ""
    player.act("stand")
    line = player.page.locator(".decisions-line")
    expect(line).to_contain_text("16 against a 6: Stand")
    expect(line).to_contain_text("cost $4.99")
    if size == "desk":
        # The player's own result stays in sight, and the review begins below it.
        for part in (".slip-total", ".slip-line"):
            expect(player.page.locator(part).first).to_be_in_viewport(ratio=1)
        expect(line).to_be_in_viewport(ratio=0.3)
    # Compared with what was played, not with the second-best play.
    expect(line).to_contain_text("Best: Split, worth $4.99 more. With a 6 up, the dealer busts")
    expect(player.page.locator(".decisions-tally")).to_have_text(
        "0 of 1 correct · $4.99 lost to mistakes"
    )
    assert faults(player) == ""


def test_on_a_phone_the_page_goes_to_what_the_coach_says(visit: Visit) -> None:
    player = visit("phone")
    player.sit(shoe="2c Ts Ts 6d 8h 7c 9c", bots=0)
    for box in (4, 5):
        player.bet(box=box)
    with player.page.expect_response(
        lambda it: "/advice" in it.url and '"ready"' in it.text(), timeout=SLOW
    ):
        player.deal()
    player.asked("18")
    # A costly decision is carried out only after a warning.
    player.act("hit")
    expect(player.page.locator("#why")).to_contain_text("On average this costs $")
    player.asked("18")
    player.page.keyboard.press("a")
    expect(player.page.locator(".coach-assumes")).to_be_in_viewport(ratio=1, timeout=SLOW)
    expect(player.page.locator('.act[data-verb="stand"]')).to_be_in_viewport(ratio=1)


def test_the_chart_at_the_table_has_every_block_of_its_game(visit: Visit) -> None:
    player = visit("desk")
    player.sit(game="maxtime-21", bots=0, help="charts", shoe="2c 5s 9h 6d 8c 2h")
    expect(player.page.locator(".bar-help")).to_have_text("Charts permitted")
    player.page.get_by_role("button", name="Chart").click()
    expect(player.page.get_by_role("heading", name="After a double")).to_be_visible(timeout=SLOW)
    assert faults(player, "dialog") == ""
    # What is scrolled is what is read; title and way out stay where they are.
    sheet = "it => it.scrollHeight - it.clientHeight"
    assert player.page.locator("dialog").evaluate(sheet) <= 1
    pairs = player.page.get_by_role("region", name="Pairs").get_by_role("rowheader")
    assert pairs.all_inner_texts()[-2:] == ["10,10", "A,A"]
    player.page.keyboard.press("Escape")
    player.page.get_by_role("button", name="Posted").click()
    player.page.get_by_role("button", name="Make a strategy card").click()
    card = player.page.get_by_role("link", name="strategy card (PDF)")
    expect(card).to_be_focused(timeout=SLOW)
    printed = player.context.request.get(f"{player.room.url}{card.get_attribute('href')}")
    assert printed.body().startswith(b"%PDF")
    assert faults(player, "dialog") == ""
    player.page.keyboard.press("Escape")
    # Next to the table, the cell of the hand is lit: 11 against a 9, and 13 after the double.
    player.page.get_by_role("button", name="Chart").click()
    player.page.get_by_role("button", name="Keep it next to the table").click()
    player.bet(presses=2)
    player.deal()
    expect(player.page.locator(".coach-ask")).to_be_hidden()
    lit = '[data-block="{}"] [data-row="{}"] [data-up="9"][data-lit]'
    expect(player.page.locator(lit.format("hard", 11))).to_be_in_viewport()
    player.act("double")
    expect(player.page.locator(lit.format("doubled", 13))).to_be_in_viewport()
    expect(player.page.locator("[data-lit]")).to_have_count(1)


def test_a_player_practices_best_play_in_the_school(visit: Visit) -> None:
    """The next question is computed while the player thinks about this one."""
    player = visit()
    player.go("school/three-card-poker-best-play/player")
    page = player.page
    for _ in range(2):
        expect(page.locator(".school-choice").first).to_be_focused(timeout=SLOW)
        expect(page.locator(".school-choice")).to_have_text(["1fold", "2play"])
        page.keyboard.press("1")
        expect(page.locator(".grade")).to_contain_text("wagers, the best.")
        page.keyboard.press("Enter")
