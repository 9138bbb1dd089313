"""The stream of a table: one WebSocket per viewer, from any entry of the journal on.

A viewer may also send commands through it (`{"type": "command", "key", "command"}`). They are the
same as over REST, with the same acknowledgments and refusals.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

import msgspec
from fastapi import FastAPI
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from cardroom import events
from cardroom.play.round import Refusal
from cardroom.service import errors
from cardroom.service.accounts.lockout import network_of
from cardroom.service.accounts.roles import STAFF, Person
from cardroom.service.accounts.sessions import digest_of
from cardroom.service.errors import ServiceError, refuse
from cardroom.service.http.guard import client_of
from cardroom.service.http.routes import decode
from cardroom.service.http.tables_routes import find
from cardroom.service.live.command_auth import CommandRequest
from cardroom.service.live.live_table import STOPPED, LiveTable
from cardroom.service.live.messages import Ack
from cardroom.service.live.open_streams import SESSION_OVER, StreamClient
from cardroom.service.live.room import COOKIE, Room
from cardroom.service.live.shuffling import Contributes, SendModulus, SendPrime
from cardroom.service.live.viewer import Viewer
from cardroom.service.logs import new_request
from cardroom.store import KeyTakenError, StoreError

MALFORMED_MAX: Final = 16
"""After this many frames that are not messages the stream is closed."""
CLOSE_SECONDS: Final = 2.0
COMMANDS_MAX: Final = 32
"""Commands of one stream that wait their turn; after these, its frames wait too."""


class Bye(msgspec.Struct, frozen=True, tag_field="type", tag="bye"):
    why: str
    refusal: Refusal | None = None


class Pong(msgspec.Struct, frozen=True, tag_field="type", tag="pong"):
    pass


class RefusedCommand(msgspec.Struct, frozen=True, tag_field="type", tag="refused"):
    refusal: Refusal
    key: str = ""


class Ping(msgspec.Struct, frozen=True, tag_field="type", tag="ping", forbid_unknown_fields=True):
    pass


Given = asyncio.Queue[CommandRequest | None]
"""Commands that a stream has sent, in order; None is the end."""
Frame = Ping | Contributes | SendModulus | SendPrime | CommandRequest


def mount_stream(app: FastAPI, room: Room) -> None:
    @app.websocket("/api/tables/{table}/stream")
    async def stream(socket: WebSocket) -> None:
        await serve(room, socket)


async def serve(room: Room, socket: WebSocket) -> None:
    """One stream, from the first frame to the last."""
    await socket.accept()
    await room.freshen(socket.path_params["table"])
    try:
        client, live, after = _admit(room, socket)
    except ServiceError as no:
        await _bye(socket, 4000 + no.status, Bye(no.refusal.why or str(no), no.refusal))
        return
    person = client.person
    viewer = Viewer(person, room.settings.streams, client.address)
    room.streams.add(client, viewer)

    async def send(message: bytes) -> None:
        await socket.send_text(message.decode())

    try:
        await live.join(viewer, after, send)
        await _converse(socket, room, live, person, viewer)
    except (WebSocketDisconnect, RuntimeError, OSError):
        # It left while it was being sent what it had missed.
        return
    finally:
        live.leave(viewer)
        room.streams.remove(client, viewer)
    if socket.client_state is WebSocketState.CONNECTED:
        code = 4008 if viewer.slow else 4401 if viewer.dismissed else 1001
        await _bye(socket, code, Bye(viewer.why or "good bye"))


def _admit(room: Room, socket: WebSocket) -> tuple[StreamClient, LiveTable, int | None]:
    token = socket.cookies.get(COOKIE)
    person = room.people.who(token)
    wait = room.buckets("streams").take(person.name if person else client_of(socket))
    if wait:
        raise refuse(429, errors.RATE, f"try again in {wait:.1f} seconds", wait)
    if person is None or token is None:
        raise refuse(401, errors.WHO)
    if not person.has("watch"):
        raise refuse(403, errors.ROLE, f"{person.name} must set up an authenticator first")
    client = StreamClient(person, network_of(client_of(socket)), digest_of(token))
    room.streams.bar(client)
    live = find(room, socket.path_params["table"])
    _bar_watcher(live, person, room.settings.streams.table_max)
    text = socket.query_params.get("from")
    if text is None or text == "":
        return client, live, None
    if not text.isascii() or not text.isdecimal() or len(text) > 12:
        raise refuse(422, errors.FORM, "`from` must be the number of the last step you have seen")
    return client, live, int(text)


def _bar_watcher(live: LiveTable, person: Person, most: int) -> None:
    """A refusal if the table has enough watchers; those who play or work here always get in."""
    if len(live.viewers) < most or person.name in live.humans() or person.role in STAFF:
        return
    if person.name != live.listing.opener:
        raise refuse(503, errors.STREAMS, f"{live.listing.title} has {most} viewers", 30.0)


async def _converse(
    socket: WebSocket, room: Room, live: LiveTable, person: Person, viewer: Viewer
) -> None:
    """Send and listen until one of the two ends, and every command that was heard is done."""
    given: Given = asyncio.Queue(COMMANDS_MAX)
    sending = asyncio.create_task(_send(socket, room, live, viewer))
    hearing = asyncio.create_task(_hear(socket, room, live, person, viewer, given))
    doing = asyncio.create_task(_do(socket, room, live, person, viewer, given))
    await asyncio.wait({sending, doing}, return_when=asyncio.FIRST_COMPLETED)
    # A command that has begun may already be stored: it is carried out to its end, and no other.
    while not given.empty():
        given.get_nowait()
    given.put_nowait(None)
    ended = [sending, hearing, *([doing] if doing.done() else ())]
    for task in ended:
        task.cancel()
    for task in ended:
        with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError, OSError):
            await task


async def _send(socket: WebSocket, room: Room, live: LiveTable, viewer: Viewer) -> None:
    while (message := await viewer.next()) is not None:
        if not live.only_watches(viewer):
            await socket.send_text(message.decode())
            continue
        # A few at a time: the players' commands are carried out in between.
        async with room.streams.watchers:
            await socket.send_text(message.decode())
            await asyncio.sleep(0)


async def _hear(
    socket: WebSocket,
    room: Room,
    live: LiveTable,
    person: Person,
    viewer: Viewer,
    given: Given,
) -> None:
    try:
        await _listen(socket, room, live, person, viewer, given)
    finally:
        await given.put(None)


async def _do(
    socket: WebSocket, room: Room, live: LiveTable, person: Person, viewer: Viewer, given: Given
) -> None:
    """One command after the other. A command may wait for a shuffle, and the shuffle for what the
    same stream contributes, so meanwhile the stream is listened to."""
    while (request := await given.get()) is not None:
        viewer.offer(events.encode(await _command(room, live, person, request, socket)))


async def _listen(
    socket: WebSocket,
    room: Room,
    live: LiveTable,
    person: Person,
    viewer: Viewer,
    given: Given,
) -> None:
    malformed = 0
    while True:
        frame = await socket.receive()
        if frame["type"] == "websocket.disconnect":
            return
        try:
            data = frame.get("text")
            if data is None:
                raise refuse(422, errors.FORM, "a frame must be text")
            if len(data) > room.settings.streams.frame_max:
                raise refuse(413, errors.FORM, "this frame is too long")
            message: Frame = decode(data.encode("utf-8", "surrogatepass"), Frame)
        except ServiceError as no:
            viewer.offer(events.encode(RefusedCommand(no.refusal)))
            malformed += 1
            if malformed >= MALFORMED_MAX:
                viewer.send_off("too many frames that are not messages")
                return
            continue
        match message:
            case Ping():
                viewer.offer(events.encode(Pong()))
            case Contributes():
                live.presence.contribute(viewer)
            case SendModulus() | SendPrime():
                room.contribute(live, person.name, message)
            case CommandRequest() if viewer.dismissed:
                refused = Refusal(errors.WHO, SESSION_OVER)
                viewer.offer(events.encode(RefusedCommand(refused, message.key)))
            case CommandRequest():
                await given.put(message)


async def _command(
    room: Room, live: LiveTable, person: Person, request: CommandRequest, socket: WebSocket
) -> Ack | RefusedCommand:
    new_request(live.id)
    wait = room.buckets("commands").take(person.name)
    try:
        if wait:
            raise refuse(429, errors.RATE, f"try again in {wait:.1f} seconds", wait)
        with room.measures.command():
            return await room.command(live, person, request, socket)
    except ServiceError as no:
        return RefusedCommand(no.refusal, request.key)
    except KeyTakenError as taken:
        return RefusedCommand(Refusal(errors.KEY, str(taken)), request.key)
    except StoreError:
        return RefusedCommand(Refusal(errors.JOURNAL, STOPPED), request.key)


async def _bye(socket: WebSocket, code: int, bye: Bye) -> None:
    """Send it if the other side still listens; a viewer that is too slow may not."""
    with suppress(asyncio.TimeoutError, WebSocketDisconnect, RuntimeError, OSError):
        async with asyncio.timeout(CLOSE_SECONDS):
            await socket.send_text(events.encode(bye).decode())
            await socket.close(code, bye.why[:100])
