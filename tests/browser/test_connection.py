"""What is lost on the way is asked for again, and a stream comes back to where it was."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Route, WebSocketRoute, expect

from tests.browser.card_room import Visitor
from tests.browser.conftest import Visit


def test_a_round_goes_on_after_the_service_was_killed_in_its_middle(visit: Visit) -> None:
    player = visit()
    player.sit(shoe="2c Ts 9h 5d 8c 4h")
    player.bet()
    player.deal()
    player.asked("15")
    player.room.kill()
    expect(player.page.locator(".bar-link")).to_contain_text("onnecti")
    player.act("hit")
    expect(player.page.get_by_role("alert")).to_contain_text("not responding")
    player.room.start()
    expect(player.page.locator(".bar-link")).to_be_empty()
    player.act("hit")
    player.asked("19")
    player.act("stand")
    expect(player.page.locator(".slip-total")).to_have_text("+$5")
    expect(player.page.locator(".stack-sum")).to_have_text("$505")


def test_steps_that_happened_meanwhile_are_caught_up(visit: Visit) -> None:
    player = visit()
    sockets: list[WebSocketRoute] = []

    def pass_on(socket: WebSocketRoute) -> None:
        socket.connect_to_server()
        sockets.append(socket)

    player.page.route_web_socket(re.compile("/stream"), pass_on)
    id = player.sit(shoe="2c Ts 9h 5d 8c 4h")
    player.bet()
    player.deal()
    player.asked("15")
    sockets[-1].close(code=3001)
    answer = player.context.request.post(
        f"{player.room.url}/api/tables/{id}/commands",
        data={
            "key": "elsewhere",
            "command": {"command": "play", "input": {"input": "answer", "box": 4, "verb": "hit"}},
        },
    )
    assert answer.status == 200
    player.asked("19")
    assert "from=" in sockets[-1].url
    expect(player.page.get_by_role("log")).to_contain_text("Box 4: Four of hearts.")


def lose_acknowledgments(player: Visitor, command: str) -> None:
    """Of the first press that sends this command, and of its retry; both are carried out."""
    lost: list[Route] = []

    def lose(route: Route) -> None:
        if command in (route.request.post_data or "") and len(lost) < 2:
            lost.append(route)
            route.fetch()
            route.abort()
        else:
            route.continue_()

    player.page.route("**/commands", lose)


def saved_hit_without_an_acknowledgment(player: Visitor) -> Callable[[], None]:
    """The page shows 15, and the result of the hit only after what this returns is called."""
    sockets: list[WebSocketRoute] = []
    cut = False

    def pass_on(socket: WebSocketRoute) -> None:
        if not cut:
            socket.connect_to_server()
        sockets.append(socket)

    def mend() -> None:
        nonlocal cut
        cut = False
        sockets[-1].close(code=3001)

    player.page.route_web_socket(re.compile("/stream"), pass_on)
    lose_acknowledgments(player, '"hit"')
    player.sit(shoe="2c Ts 9h 5d 8c 4h 2d")
    player.bet()
    player.deal()
    player.asked("15")
    cut = True
    sockets[-1].close(code=3001)
    player.act("hit")
    expect(player.page.get_by_role("alert")).to_contain_text("not responding")
    player.asked("15")
    return mend


def test_a_hit_that_is_pressed_again_before_its_card_is_seen_draws_one_card(visit: Visit) -> None:
    player = visit()
    mend = saved_hit_without_an_acknowledgment(player)
    with player.page.expect_response("**/commands") as again:
        player.act("hit")
    assert again.value.status == 200
    mend()
    player.asked("19")
    player.act("stand")
    expect(player.page.locator(".stack-sum")).to_have_text("$505")


def test_no_other_decision_counts_before_the_card_of_a_hit_is_seen(visit: Visit) -> None:
    player = visit()
    mend = saved_hit_without_an_acknowledgment(player)
    player.act("stand")
    expect(player.page.get_by_role("alert")).to_contain_text("Your earlier decision was saved")
    mend()
    player.asked("19")
    player.act("stand")
    expect(player.page.locator(".stack-sum")).to_have_text("$505")


def test_after_a_break_the_page_does_not_wait_for_players_that_the_service_forgot(
    visit: Visit,
) -> None:
    player, other = visit(), visit()
    player.sit_and_wait_for(other)
    hint = player.page.locator(".tray .hint")
    player.room.kill()
    expect(player.page.locator(".bar-link")).to_contain_text("onnecti")
    player.room.start()
    expect(player.page.locator(".bar-link")).to_be_empty()
    expect(hint).to_have_text("Your bets are placed.")
    player.deal()
    expect(hint).to_contain_text("Waiting for Guest")


def test_a_bet_that_got_no_answer_is_taken_back_and_the_page_says_so(visit: Visit) -> None:
    player = visit()
    player.sit()
    player.page.route("**/commands", lambda route: route.abort())
    player.page.locator('[data-box="4"] [data-spot="main"]').click()
    expect(player.page.get_by_role("alert")).to_contain_text("Your chips are back")
    # An alert is read out already.
    expect(player.page.get_by_role("log")).not_to_contain_text("Your chips are back")
    expect(player.page.locator(".stack-sum")).to_have_text("$500")
    player.page.unroute("**/commands")
    player.bet()
    expect(player.page.get_by_role("alert")).to_be_hidden()


def test_a_page_that_loses_a_file_or_an_answer_asks_again_and_says_so(visit: Visit) -> None:
    guest = visit()
    lost: dict[str, int] = {}

    def lose(route: Route) -> None:
        """Each the first three times."""
        name = route.request.url.rpartition("/")[2]
        lost[name] = lost.get(name, 0) + 1
        if lost[name] <= 3:
            route.abort()
        else:
            route.continue_()

    guest.page.route(
        re.compile("/js/shared/dom.js|/js/lab/lab.js|/api/me|/api/guest|/api/games"), lose
    )
    guest.go()
    expect(guest.page.locator(".lobby-waits")).to_contain_text("not responding")
    expect(guest.page.locator(".game-card").first).to_be_visible()
    expect(guest.page.locator(".account")).to_contain_text("You are a guest")
    expect(guest.page.locator(".lobby-waits")).to_be_empty()
    guest.go("lab")
    expect(guest.page.get_by_role("main")).to_contain_text("Change a rule")
    guest.go("rules/blackjack")
    expect(guest.page.get_by_role("main")).to_contain_text("Trying again…")
    expect(guest.page.get_by_role("link", name="Lobby")).to_be_visible()
    expect(guest.page.get_by_role("heading", name="Blackjack")).to_be_visible()
    assert min(lost.values()) >= 4


def test_a_buy_in_counts_once_however_often_it_is_pressed(visit: Visit) -> None:
    player = visit()
    id = player.sit()
    lose_acknowledgments(player, "buy-in")
    player.page.get_by_role("button", name="Chips").click()
    dialog = player.page.get_by_role("dialog", name="Chips")
    dialog.get_by_label("Amount in dollars").fill("100")
    buy = dialog.get_by_role("button", name="Buy in")
    buy.dblclick()
    expect(dialog.get_by_role("alert")).to_contain_text("not responding")
    buy.click()
    expect(dialog).to_be_hidden()
    assert player.view(id)["me"]["stack"] == 60_000


def test_when_a_session_ends_nothing_of_its_player_stays_on_the_page(visit: Visit) -> None:
    host, player = visit(), visit()
    id = host.open(shoe="2c Ts 9h 5d 8c 4h")
    player.go(f"table/{id}/sit")
    expect(player.page.locator(".stack-sum")).to_have_text("$500")
    player.bet()
    player.deal()
    player.asked("15")
    # As from another window.
    answer = player.context.request.post(f"{player.room.url}/api/logout")
    assert answer.status == 200
    expect(player.page.get_by_role("alert")).to_contain_text("Your session has ended.")
    expect(player.page.get_by_role("button", name="Take a seat")).to_be_visible()
    for own in (".controls:visible", ".purse-panel:visible", "[data-mine]"):
        expect(player.page.locator(own)).to_have_count(0)


def test_a_page_says_why_its_stream_was_refused(visit: Visit) -> None:
    guest = visit()
    id = guest.open()
    refusals = [(4503, "the Rail has 300 viewers"), (4403, "Ada must set up an authenticator")]

    def refuse(stream: WebSocketRoute) -> None:
        if not refusals:
            # The page is another test's now.
            stream.connect_to_server()
            return
        code, why = refusals[0]
        stream.send(f'{{"type": "bye", "why": "{why}"}}')
        stream.close(code=code, reason=why)

    guest.page.route_web_socket(re.compile("/stream"), refuse)
    guest.go(f"table/{id}")
    said = guest.page.locator(".bar-link")
    expect(said).to_have_text("The Rail has 300 viewers. Trying again…")
    refusals.pop(0)
    expect(said).to_have_text("Ada must set up an authenticator.")
    refusals.clear()
