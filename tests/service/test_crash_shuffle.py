"""kill -9 in the middle of a shuffle: the players still contribute to the order committed to."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from cardroom.service.live.room import COOKIE
from tests.primes import PRIMES
from tests.service.running_service import heard
from tests.service.test_crash import Player, Service

PRIME, MODULUS = PRIMES[0], PRIMES[0] * PRIMES[1]
POSTED = {"game": "blackjack", "options": {"shoe": "each-round", "decks": 1}}
TRIES = 5
"""The service waits half a second for contributions; a busy machine may need it all."""


@contextmanager
def stream(service: Service, player: Player, after: int) -> Iterator[ClientConnection]:
    url = f"{service.base.replace('http', 'ws', 1)}/api/tables/{player.table}/stream?from={after}"
    headers = {"Cookie": f"{COOKIE}={player.cookie}"}
    with connect(url.replace("//api", "/api"), additional_headers=headers) as socket:
        socket.send('{"type": "contributes"}')
        yield socket


def bet(player: Player) -> None:
    try:
        player.send(command="place-bet", box=4, spot="main", stake=500)
    except Exception:
        # The service is killed before it answers.
        return


def events(socket: ClientConnection) -> Iterator[dict[str, Any]]:
    while True:
        try:
            message = heard(socket)
        except ConnectionClosed:
            return
        if message["type"] == "hello":
            yield {"event": "hello", **message["view"]["shoe"], "seq": message["seq"]}
        yield from ({**event, "seq": message["seq"]} for event in message.get("events", ()))


def sends(socket: ClientConnection, kind: str, shoe: int, number: int) -> None:
    socket.send(json.dumps({"type": kind, "shoe": shoe, kind: f"{number:x}"}))


def killed_after(data: Path, moment: str) -> tuple[Player, dict[str, Any]]:
    """A service that is killed when the player hears of this moment of a shuffle."""
    service = Service(data)
    try:
        player = Player(service.base)
        player.table = player.http.post("/api/tables", json=POSTED).json()["id"]
        player.send(command="sit-down", seat=4)
        player.send(command="buy-in", amount=40_000)
        one_round(player)
        return player, _shuffling(service, player, moment)
    finally:
        service.kill()


def one_round(player: Player) -> None:
    """After it, the cards are shuffled before the next bet."""
    bet(player)
    player.send(command="close-bets")
    for verb in ("decline", "stand"):
        player.send(command="play", input={"input": "answer", "box": 4, "verb": verb})


def _shuffling(service: Service, player: Player, moment: str) -> dict[str, Any]:
    with stream(service, player, 0) as socket:
        threading.Thread(target=bet, args=(player,), daemon=True).start()
        for event in events(socket):
            if event["event"] == "shoe-committed" and moment != "shoe-committed":
                sends(socket, "modulus", event["shoe"], MODULUS)
            if event["event"] == moment:
                service.process.kill()
                return event
    raise AssertionError(f"the player heard of no {moment}")


def resumed(data: Path, player: Player, after: int) -> list[dict[str, Any]]:
    """What the player hears from the next service, until the cards are loaded."""
    service = Service(data)
    heard: list[dict[str, Any]] = []
    try:
        with stream(service, player, after) as socket:
            for event in events(socket):
                heard.append(event)
                if event["event"] == "hello" and event.get("next_root"):
                    sends(socket, "modulus", event["number"] + 1, MODULUS)
                if event["event"] == "hello":
                    sends(socket, "prime", event["number"] + 1, PRIME)
                if event["event"] == "contributions-closed":
                    sends(socket, "prime", event["shoe"], PRIME)
                if event["event"] == "shoe-loaded":
                    return heard
    finally:
        service.kill()
    return heard


@pytest.mark.parametrize(
    "moment",
    ["shoe-committed", pytest.param("contributions-closed", marks=pytest.mark.prove)],
)
def test_a_shuffle_that_was_interrupted_has_its_contributions(tmp_path: Path, moment: str) -> None:
    for number in range(TRIES):
        player, last = killed_after(tmp_path / str(number), moment)
        heard = resumed(tmp_path / str(number), player, last["seq"])
        if heard[0]["number"] == last["shoe"] - 1:
            break  # It had not been loaded when the service was killed.
    loaded = heard[-1]
    assert loaded["event"] == "shoe-loaded"
    (opened,) = loaded["opened"]
    assert opened["prime"] == f"{PRIME:x}", "opened by the player, not found by squaring"
    if moment == "shoe-committed":
        assert loaded["root"] == last["root"], "the order is the one committed to before"
        (closed,) = (each for each in heard if each["event"] == "contributions-closed")
        assert [each["modulus"] for each in closed["contributors"]] == [f"{MODULUS:x}"]
