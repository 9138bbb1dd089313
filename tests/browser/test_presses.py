"""No press is lost: before the table is known, with chips on their way, or while the page moves."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Route, WebSocketRoute, expect

from tests.browser.card_room import Visitor
from tests.browser.conftest import Visit

NO_BUST = {"wager_min": "5", "wager_max": "100"}


def hold_down(player: Visitor, name: str) -> None:
    """The mouse button goes down on a button of the page, and stays down."""
    place = player.page.get_by_role("button", name=name, exact=True).bounding_box()
    assert place is not None
    player.page.mouse.move(place["x"] + place["width"] / 2, place["y"] + 4)
    player.page.mouse.down()


def test_nothing_can_be_pressed_before_the_table_is_known(visit: Visit) -> None:
    player = visit()
    held: list[WebSocketRoute] = []

    def hold_the_first(stream: WebSocketRoute) -> None:
        if held:
            stream.connect_to_server()
        held.append(stream)

    player.page.route_web_socket(re.compile("/stream"), hold_the_first)
    id = player.open(shoe="2c Ts 9h 9d 8c", bots=0)
    player.join(id, 4, 50_000)
    player.command(id, "place-bet", box=4, spot="main", stake=1_000)
    player.go(f"table/{id}")
    expect(player.page.locator(".bar-link")).to_have_text("Connecting…")
    expect(player.page.locator(".dock button:visible")).to_have_count(0)
    held[0].close(code=3001)
    player.deal()
    player.asked("19")


def test_a_press_on_deal_waits_for_the_chips_on_their_way(visit: Visit) -> None:
    player = visit()
    player.sit(shoe="2c Ts 9h 9d 8c")
    held: list[Route] = []

    def hold(route: Route) -> None:
        if "place-bet" in (route.request.post_data or "") and not held:
            held.append(route)
        else:
            route.continue_()

    player.page.route("**/commands", hold)
    player.page.locator('[data-box="4"] [data-spot="main"]').click()
    expect(player.page.locator(".tray .hint")).to_have_text("Placing your bets…")
    player.deal()
    held[0].continue_()
    player.asked("19")


def test_a_player_who_adds_chips_may_call_for_the_deal_again(visit: Visit) -> None:
    player, other = visit(), visit()
    id = player.sit_and_wait_for(other, shoe="2c Ts 9h 9d 8c")
    player.bet()
    expect(player.page.locator(".tray .hint")).to_have_text("Your bets are placed.")
    player.deal()
    expect(player.page.locator(".tray .hint")).to_contain_text("Waiting for Guest")
    # The other player takes the chips back and is away: nobody is left to wait for.
    other.command(id, "withdraw-bet", box=2, spot="main")
    player.deal()
    player.asked("19")


def test_a_press_counts_when_a_view_arrives_while_the_button_is_down(visit: Visit) -> None:
    banker, player = visit(), visit()
    id = banker.open(game="no-bust-joker", options=NO_BUST, shoe="Ts 9s 9h 8s 7s Kd")
    banker.join(id, 1, 50_000)
    player.join(id, 2, 50_000)
    banker.command(id, "post-bank", amount=1_500)
    player.command(id, "place-bet", box=2, spot="main", stake=1_000)
    banker.command(id, "close-bets")
    player.go(f"table/{id}")
    expect(player.page.locator(".tray .hint")).to_have_text("Your bets are placed.")
    hold_down(player, "Deal")
    # A bet comes from the player's other window, and the button is elsewhere now.
    player.command(id, "place-bet", box=3, spot="main", stake=500)
    expect(player.page.locator('[data-box="3"] .amount')).to_have_text("$5")
    player.page.locator(".tools").evaluate("it => { it.style.translate = '0 5rem'; }")
    player.page.mouse.up()
    banker.waits_for(id, lambda view: view["table"]["round"] == 1)


def test_a_pointer_that_moves_away_takes_its_press_back(visit: Visit) -> None:
    player = visit()
    id = player.sit(bots=0)
    player.bet()
    hold_down(player, "Clear")
    player.page.mouse.move(4, 400)
    player.page.mouse.up()
    player.page.get_by_role("button", name="Undo").hover()
    expect(player.page.locator(".tray .hint")).to_have_text("Your bets are placed.")
    assert [bet["stake"] for bet in player.view(id)["bets"]] == [500]


LISTS: list[list[list[str]]] = [
    [["a", "b", "c"], ["b", "c"]],
    [["a", "b", "c"], ["x", "b"]],
    [["a", "b", "c"], ["c", "b", "a"]],
    [["a", "b"], ["c", "d", "b", "a"]],
]


def test_a_button_that_stays_keeps_the_press_and_the_keyboard(visit: Visit) -> None:
    """Whatever comes, goes or moves around it in the list that it is in."""
    player = visit()
    player.go()
    script = """async ([before, after]) => {
      const { h, keyed } = await import("/js/shared/dom.js");
      const list = h("div");
      list.style.cssText = "position: fixed; inset: 0; z-index: 99";
      document.body.append(list);
      window.pressed = [];
      window.show = (names) => keyed(list, names, (it) => it,
        (it) => h("button", { text: it, onclick: () => pressed.push(it) }));
      show(before);
      list.children[1].focus();
    }"""
    for before, after in LISTS:
        player.page.evaluate(script, [before, after])
        hold_down(player, "b")
        player.page.evaluate("names => show(names)", after)
        found: list[Any] = player.page.evaluate(
            "() => [document.activeElement.textContent, [...document.activeElement.parentNode.children].map(it => it.textContent)]"  # noqa: E501 - a script
        )
        assert found == ["b", after]
        player.page.mouse.up()
        player.page.wait_for_function("() => pressed.length > 0")
        assert player.page.evaluate("() => pressed") == ["b"], (before, after)
        player.page.evaluate("() => document.activeElement.parentNode.remove()")
