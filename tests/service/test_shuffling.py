"""Shuffles that seated players contribute to, through the stream of a table."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from cardroom.fairness import contribution, document
from cardroom.service.settings import Pace
from tests.primes import PRIMES
from tests.service.running_service import (
    PATIENCE_SECONDS,
    House,
    Table,
    refusal,
    running,
    with_settings,
)

SQUARINGS = 20_000
POSTED = {"shoe": "each-round", "decks": 1}


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    pace = Pace(contribution_seconds=3.0, squarings=SQUARINGS)
    with running(with_settings(pace=pace)) as house:
        yield house


class Contributor(threading.Thread):
    """A client that contributes, and opens its contribution or not."""

    def __init__(self, socket: ClientConnection, opens: bool, first: int, second: int) -> None:
        super().__init__(daemon=True)
        self.socket, self.opens = socket, opens
        self.prime, self.modulus = first, first * second
        self.events: list[Any] = []
        self.known = threading.Event()
        """The service has heard that it contributes."""

    def run(self) -> None:
        self.send({"type": "contributes"})
        self.send({"type": "ping"})
        while True:
            try:
                message = json.loads(self.socket.recv())
            except ConnectionClosed:
                return
            if message["type"] == "pong":
                self.known.set()
            for event in message.get("events", ()):
                self.events.append(event)
                if event["event"] == "shoe-committed":
                    self.send(
                        {"type": "modulus", "shoe": event["shoe"], "modulus": f"{self.modulus:x}"}
                    )
                elif event["event"] == "contributions-closed" and self.opens:
                    self.send({"type": "prime", "shoe": event["shoe"], "prime": f"{self.prime:x}"})

    def send(self, message: Any) -> None:
        self.socket.send(json.dumps(message))

    def told(self, kind: str) -> list[Any]:
        return [event for event in self.events if event["event"] == kind]

    def waits_for(self, kind: str, times: int = 1) -> Any:
        deadline = time.monotonic() + PATIENCE_SECONDS
        while len(self.told(kind)) < times:
            assert time.monotonic() < deadline, f"no {kind} in {self.events}"
            time.sleep(0.02)
        return self.told(kind)[-1]


@contextmanager
def contributing(table: Table, opens: bool, first: int = 0) -> Iterator[Contributor]:
    with table.stream() as socket:
        client = Contributor(socket, opens, PRIMES[first], PRIMES[first + 1])
        client.start()
        assert client.known.wait(PATIENCE_SECONDS)
        yield client


def seated(house: House) -> Table:
    table = house.guest().open(options=POSTED)
    table.sit()
    table.round()
    return table


def bet(table: Table) -> None:
    table.do("place-bet", box=4, spot="main", stake=1000)


def test_the_cards_are_fixed_before_the_first_bet_on_them(house: House) -> None:
    table = seated(house)
    with contributing(table, opens=True) as client:
        bet(table)
        client.waits_for("wager-laid")
        order = [event["event"] for event in client.events]
        known = ["shoe-committed", "contributions-closed", "shoe-loaded", "wager-laid"]
        assert [name for name in order if name in known] == known
        (opened,) = client.told("shoe-loaded")[0]["opened"]
        assert opened["player"] == table.guest.name
        value = contribution.opened(client.modulus, client.prime, SQUARINGS)
        assert value is not None
        assert opened["value"] == value.hex()


def test_a_player_contributes_to_a_shuffle_that_a_command_in_the_same_stream_waits_for(
    house: House,
) -> None:
    table = seated(house)
    bet = {"command": "place-bet", "box": 4, "spot": "main", "stake": 1000}
    with contributing(table, opens=True) as client:
        client.send({"type": "command", "key": "bet", "command": bet})
        client.waits_for("wager-laid")
        (opened,) = client.told("shoe-loaded")[0]["opened"]
        assert opened["player"] == table.guest.name
        assert opened["prime"] == f"{client.prime:x}"


def test_a_player_is_given_the_proof_of_what_the_player_saw(house: House) -> None:
    table = seated(house)
    with contributing(table, opens=True):
        table.round()
    answer = table.guest.http.get(f"{table.url}/rounds/2/proof")
    (proof,) = (document.parse(json.dumps(each).encode()) for each in answer.json())
    (few,) = document.faults(proof)
    assert few.startswith(f"{SQUARINGS} squarings are few"), "as this test sets them"
    assert proof.mix is not None
    assert [each.player for each in proof.mix.contributions] == [table.guest.name]
    view = table.view
    shown = {card for place in view["places"].values() for card in place["cards"]}
    assert shown - {"??"} <= {each.card for each in proof.openings}


def test_a_contribution_that_is_not_opened_is_found_by_squaring(house: House) -> None:
    """A player acting for the house gains nothing by it: the cards are the same."""
    table = seated(house)
    with contributing(table, opens=False) as client:
        answer = table.send("place-bet", box=4, spot="main", stake=1000)
        assert refusal(answer) == "shoe.contributions"
        (opened,) = client.waits_for("shoe-loaded")["opened"]
        found = contribution.opened(client.modulus, client.prime, SQUARINGS)
        assert found is not None
        assert opened == {"player": table.guest.name, "value": found.hex(), "prime": ""}
    bet(table)
    table.do("close-bets")
    table.finish()


def test_a_player_who_opened_nothing_does_not_keep_the_table_waiting_again(house: House) -> None:
    table = seated(house)
    with contributing(table, opens=False) as client:
        assert refusal(table.send("place-bet", box=4, spot="main", stake=1000)) == (
            "shoe.contributions"
        )
        client.waits_for("shoe-loaded")
        bet(table)
        table.do("close-bets")
        table.finish()
        bet(table)
        client.waits_for("contributions-closed", times=2)
        first, second = client.told("contributions-closed")
    assert [each["player"] for each in first["contributors"]] == [table.guest.name]
    assert "contributors" not in second


def test_only_seated_players_contribute(house: House) -> None:
    table = seated(house)
    stranger = house.guest().at(table)
    with contributing(stranger, opens=True) as watching:
        bet(table)
        closed = watching.waits_for("contributions-closed")
    assert "contributors" not in closed


def test_nobody_but_the_house_shuffles(house: House) -> None:
    table = seated(house)
    closing = table.send("close-contributions")
    assert refusal(closing) == "service.command"
    committing = table.send("commit-shoe", order=[], root="", salts="", dice="")
    assert refusal(committing) == "service.command"


def test_nonsense_contributions_are_dropped(house: House) -> None:
    table = seated(house)
    with contributing(table, opens=True) as client:
        client.modulus = 15
        bet(table)
        assert "contributors" not in client.waits_for("contributions-closed")
