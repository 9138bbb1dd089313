"""Streams: nothing is lost, nothing comes twice, and nothing that is sent breaks one."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from socket import SO_RCVBUF, SOL_SOCKET
from socket import socket as Socket  # noqa: N812
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from cardroom.service.accounts.roles import Person
from cardroom.service.live import update_log
from cardroom.service.live.command_auth import CommandRequest
from cardroom.service.live.new_table import NewTable
from cardroom.service.live.room import Room
from cardroom.service.live.viewer import Viewer
from cardroom.service.settings import Streams
from cardroom.store import Entry, PausedError
from tests.service.running_service import (
    PATIENCE_SECONDS,
    House,
    Table,
    heard,
    running,
    told_until,
    with_settings,
)


def play_some(house: House, rounds: int = 3) -> Table:
    table = house.guest().open(bots=2)
    table.sit()
    for _ in range(rounds):
        table.round()
    return table


def comparable(message: Any) -> Any:
    """Without what is true of now and not of the step: wallets, and who is away."""
    view = json.loads(json.dumps(message["view"]))
    view["me"]["wallet"] = None
    for box in view["boxes"]:
        box["away"] = None
    return message["type"], message["seq"], message.get("events"), view


def answered(socket: ClientConnection) -> Any:
    """The next message that is no step: the house may shuffle a new table meanwhile."""
    while True:
        message = heard(socket)
        if message["type"] != "step":
            return message


def until_closed(socket: ClientConnection) -> tuple[list[Any], ConnectionClosed]:
    seen = []
    while True:
        try:
            seen.append(heard(socket))
        except ConnectionClosed as closed:
            return seen, closed


def told_while_open(socket: ClientConnection, seq: int) -> list[Any]:
    """Everything up to the step of this number, or until the service closes."""
    seen: list[Any] = []
    with suppress(ConnectionClosed):
        while not seen or seen[-1].get("seq", 0) < seq:
            seen.append(heard(socket))
    return seen


def narrow(house: House) -> Socket:
    """A connection that takes little at a time, as over a bad line."""
    taker = Socket()
    taker.setsockopt(SOL_SOCKET, SO_RCVBUF, 4096)
    taker.connect(house.listener.getsockname())
    return taker


def test_a_stream_says_hello_and_then_every_step(house: House) -> None:
    table = house.guest().open(bots=1)
    with table.stream() as socket:
        hello = heard(socket)
        assert hello["type"] == "hello"
        assert hello["layout"]["game"] == "blackjack"
        table.sit()
        table.round()
        steps = told_until(socket, table.view["table"]["seq"])
    seqs = [step["seq"] for step in steps]
    assert seqs == list(range(hello["seq"] + 1, hello["seq"] + 1 + len(seqs)))
    assert steps[-1]["view"] == {**table.view, "boxes": steps[-1]["view"]["boxes"]}
    names = [event["event"] for step in steps for event in step["events"]]
    for name in ("player-sat", "wager-laid", "bets-closed", "card-dealt", "round-ended"):
        assert name in names


def test_a_viewer_resumes_from_any_step_and_misses_nothing(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From memory, from a remembered beginning of a round, and from the journal alone."""
    monkeypatch.setattr(update_log, "KEPT", 8)
    monkeypatch.setattr(update_log, "MARKS", 3)
    monkeypatch.setattr(update_log, "CHUNK", 5)
    table = house.guest().open(bots=2)
    with table.stream() as socket:
        table.sit()
        for _ in range(8):
            table.round()
        last = table.view["table"]["seq"]
        live = told_until(socket, last)
    assert len(live) > 30
    for at in range(0, len(live) - 1, 5):
        with table.stream(after=live[at]["seq"]) as socket:
            again = told_until(socket, last)
        assert again[0]["type"] == "hello"
        assert again[0]["seq"] == live[at]["seq"]
        assert comparable(again[0])[3] == comparable(live[at])[3]
        assert [comparable(m) for m in again[1:]] == [comparable(m) for m in live[at + 1 :]]


@pytest.mark.parametrize("after", [0, 1, 10**9])
def test_any_number_can_be_asked_for(house: House, after: int) -> None:
    table = play_some(house, 1)
    with table.stream(after=after) as socket:
        messages = told_until(socket, table.view["table"]["seq"])
    assert messages[0]["type"] == "hello"
    assert messages[-1]["view"]["table"]["seq"] == table.view["table"]["seq"]


@pytest.mark.parametrize("after", ["-1", "x", "1.5", "९", "9" * 40])
def test_a_number_that_is_none_is_refused(house: House, after: Any) -> None:
    table = house.guest().open()
    with table.stream(after=after) as socket:
        bye = heard(socket)
        assert bye["type"] == "bye"
        assert bye["refusal"]["clause"]["id"] == "service.form"
        _, closed = until_closed(socket)
    assert closed.rcvd
    assert closed.rcvd.code == 4422


def test_unknown_people_and_unknown_tables_get_bye(house: House) -> None:
    table = house.guest().open()
    stranger = house.guest().at(table)
    stranger.guest.http.cookies.clear()
    stranger.guest.http.cookies["cardroom"] = "made-up"
    with stranger.stream() as socket:
        assert heard(socket)["refusal"]["clause"]["id"] == "service.who"
    with Table(table.guest, "nowhere").stream() as socket:
        assert heard(socket)["refusal"]["clause"]["id"] == "service.not-found"


MALFORMED: tuple[str | bytes, ...] = (
    "",
    "{",
    "[]",
    "null",
    '{"type": "shout"}',
    '{"type": "command"}',
    '{"type": "command", "key": "k", "command": []}',
    '{"type": "command", "key": "", "command": {}}',
    '{"type": "ping", "more": 1}',
    "[" * 2000,
    '{"type": "ping"' + " " * 5000,
    b"\x00\xff\x00",
    b'{"type": "ping"}',
)


def test_a_malformed_frame_is_refused_and_the_stream_goes_on(house: House) -> None:
    table = house.guest().open()
    with table.stream() as socket:
        socket.recv(timeout=PATIENCE_SECONDS)
        for frame in MALFORMED:
            socket.send(frame)
            answer = answered(socket)
            assert answer["type"] == "refused", frame
            assert answer["refusal"]["clause"]["id"] == "service.form"
        socket.send('{"type": "ping"}')
        assert answered(socket) == {"type": "pong"}
        table.do("sit-down", seat=1)
        assert heard(socket)["events"][0]["event"] == "player-sat"


def test_too_many_malformed_frames_end_a_stream(house: House) -> None:
    table = house.guest().open()
    with table.stream() as socket:
        for _ in range(16):
            socket.send("nonsense")
        _, closed = until_closed(socket)
    assert closed.rcvd
    assert closed.rcvd.code == 1001
    assert table.view["phase"] == "betting"


@pytest.mark.parametrize("frame", [b"\x81\xff" + b"x" * 40, b"\xff" * 64, b"\x89\x80", b"\x83\x00"])
def test_bytes_that_are_no_frame_end_only_their_own_stream(house: House, frame: bytes) -> None:
    table = house.guest().open()
    with table.stream() as broken, table.stream() as other:
        other.recv(timeout=PATIENCE_SECONDS)
        broken.recv(timeout=PATIENCE_SECONDS)
        broken.socket.sendall(frame)
        broken.socket.close()
        table.do("sit-down", seat=1)
        assert heard(other)["events"][0]["event"] == "player-sat"


def test_a_frame_that_is_too_large_ends_the_stream(house: House) -> None:
    table = house.guest().open()
    with table.stream() as socket:
        socket.recv(timeout=PATIENCE_SECONDS)
        socket.send('{"type": "ping"}' + " " * 100_000)
        _, closed = until_closed(socket)
        assert closed.rcvd
        assert closed.rcvd.code == 1009


def test_commands_may_come_over_the_stream(house: House) -> None:
    table = house.guest().open()
    with table.stream() as socket:
        socket.recv(timeout=PATIENCE_SECONDS)
        order = {"type": "command", "key": "s1", "command": {"command": "sit-down", "seat": 2}}
        for _ in range(5):
            socket.send(json.dumps(order))
        socket.send(json.dumps({**order, "key": "s2"}))
        messages = [heard(socket)]
        while len([m for m in messages if m["type"] in ("ack", "refused")]) < 6:
            messages.append(heard(socket))
        messages += told_until(socket, table.do("leave-seat"))
    acks = [m for m in messages if m["type"] == "ack"]
    assert len(acks) == 5
    sat = [
        m["seq"]
        for m in messages
        if m["type"] == "step" and any(e["event"] == "player-sat" for e in m["events"])
    ]
    # One command, however often it is sent; the house may shuffle the new table meanwhile.
    assert sat == sorted({m["seq"] for m in acks})
    assert len(sat) == 1
    (refused,) = (m for m in messages if m["type"] == "refused")
    assert refused["key"] == "s2"
    assert refused["refusal"]["clause"]["id"] == "table.seat"


def test_a_slow_viewer_gets_bye_and_resumes() -> None:
    """Its queue has a bound, so the table never waits for it."""
    settings = with_settings(streams=Streams(messages_max=8, bytes_max=60_000))
    with running(settings) as house:
        table = house.guest().open(bots=6)
        table.sit()
        with table.stream(max_queue=1, sock=narrow(house)) as socket:
            for _ in range(12):
                table.round()
            seen, closed = until_closed(socket)
        assert closed.rcvd
        assert closed.rcvd.code == 4008
        assert seen[-1]["type"] == "bye"
        last = seen[-2]["seq"]
        got = []
        while last < table.view["table"]["seq"]:
            with table.stream(after=last) as socket:
                told = told_while_open(socket, table.view["table"]["seq"])
            more = [message for message in told if message["type"] == "step"]
            assert [m["seq"] for m in more] == list(range(last + 1, last + 1 + len(more)))
            got += more
            last = more[-1]["seq"] if more else last
        assert got


def test_a_queue_drops_its_viewer_and_not_the_table() -> None:
    viewer = Viewer(Person("ann", "guest"), Streams(messages_max=3))
    for _ in range(3):
        viewer.offer(b"step")
    assert viewer.why == ""
    viewer.offer(b"step")
    assert viewer.slow
    assert "too slow" in viewer.why


class Evening:
    """A room with one table and one who watches, driven from within."""

    def __init__(self, data: Path) -> None:
        self.room = Room(with_settings(data=data))
        self.watcher = Viewer(Person("eve", "player"), Streams())

    async def __aenter__(self) -> Evening:
        await self.room.start()
        self.live = await self.room.lobby.open(Person("ann", "player"), NewTable("blackjack"))
        self.live.viewers.add(self.watcher)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.room.stop()

    async def sit(self, seat: int) -> None:
        request = CommandRequest(f"sit-{seat}", {"command": "sit-down", "seat": seat})
        await self.live.command(Person(f"p{seat}", "player"), request)

    async def seen(self) -> list[int]:
        self.watcher.send_off("done")
        seqs = []
        while (message := await self.watcher.next()) is not None:
            seqs.append(json.loads(message)["seq"])
        return seqs


def test_a_player_who_leaves_during_a_command_withholds_no_step_from_others(tmp_path: Path) -> None:
    """The command is stored, so every viewer who stays must receive it, in order."""

    async def evening() -> None:
        async with Evening(tmp_path) as one:
            for seat in range(1, 6):
                leaving = asyncio.create_task(one.sit(seat))
                for _ in range(3):
                    await asyncio.sleep(0)
                leaving.cancel()
                await asyncio.gather(leaving, return_exceptions=True)
                await one.sit(seat)
            assert sorted(one.live.table.seats) == [1, 2, 3, 4, 5]
            assert await one.seen() == list(range(2, one.live.seq + 1))

    asyncio.run(evening())


def test_a_command_stored_without_an_answer_gets_its_receipt_when_sent_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def evening() -> None:
        async with Evening(tmp_path) as one:
            store = one.room.floor.store
            append = store.append

            def unheard(batch: Sequence[Entry]) -> Future[tuple[Entry, ...]]:
                append(batch).result()
                lost: Future[tuple[Entry, ...]] = Future()
                lost.set_exception(PausedError("the line went dead"))
                return lost

            with monkeypatch.context() as patch:
                patch.setattr(store, "append", unheard)
                with pytest.raises(PausedError):
                    await one.sit(1)
            assert one.live.table.seats == {}
            await one.sit(1)
            assert one.live.table.seats == {1: "p1"}
            await one.sit(2)
            assert await one.seen() == list(range(2, one.live.seq + 1))

    asyncio.run(evening())
