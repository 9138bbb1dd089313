"""The frames of one moment leave in one write, in order, and none is lost at the end."""

from __future__ import annotations

import asyncio

from cardroom.service.http.frames import JOINED_BYTES, JoinedWrites


class Wire:
    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.closed = False

    def write(self, data: bytes) -> None:
        self.written.append(data)

    def close(self) -> None:
        self.closed = True

    def is_closing(self) -> bool:
        return self.closed


def test_frames_of_one_moment_are_one_write() -> None:
    async def sent() -> Wire:
        wire = Wire()
        joined = JoinedWrites(wire, asyncio.get_running_loop())
        joined.write(b"step")
        joined.write(b"ack")
        assert wire.written == []
        await asyncio.sleep(0)
        joined.write(b"next")
        await asyncio.sleep(0)
        return wire

    assert asyncio.run(sent()).written == [b"stepack", b"next"]


def test_many_bytes_do_not_wait() -> None:
    async def sent() -> Wire:
        wire = Wire()
        joined = JoinedWrites(wire, asyncio.get_running_loop())
        joined.write(b"a" * JOINED_BYTES)
        return wire

    assert len(asyncio.run(sent()).written) == 1


def test_what_is_left_is_written_before_the_stream_closes() -> None:
    async def sent() -> Wire:
        wire = Wire()
        joined = JoinedWrites(wire, asyncio.get_running_loop())
        joined.write(b"bye")
        joined.close()
        assert joined.is_closing()
        await asyncio.sleep(0)
        return wire

    wire = asyncio.run(sent())
    assert wire.written == [b"bye"]
    assert wire.closed
