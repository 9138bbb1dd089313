"""What is lost on the way is asked for again, and a stream comes back to where it was."""

from __future__ import annotations

import re

from playwright.sync_api import Route, WebSocketRoute, expect

from tests.browser.conftest import Visit


def test_a_round_goes_on_after_the_service_was_killed_in_its_middle(visit: Visit) -> None:
    player = visit()
    player.sit(shoe="2c Ts 9h 5d 8c 4h")
    player.bet()
    player.deal()
    player.asked("15")
    player.room.kill()
    expect(player.page.locator(".bar-link")).to_contain_text("onnecti")
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
    assert min(lost.values()) >= 4
