"""The room itself, for administrators: its house, its journal, checkpoints, and backups."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Final, Literal

import msgspec
from starlette.responses import Response

from cardroom.service import errors
from cardroom.service.backup import backup
from cardroom.service.errors import refuse
from cardroom.service.http.replies import reply
from cardroom.service.http.routes import Call, Route, aside, in_turn
from cardroom.service.live.room import Room
from cardroom.store import checkpoint

BACKUPS: Final = "backups"
"""In the room's folder."""
SHOWN: Final = 10


class PostedHouse(msgspec.Struct, frozen=True):
    """The house that the room posts; without one, every game with its default options."""

    title: str = ""
    file: str = ""
    state: str = ""
    games: tuple[str, ...] = ()


class KeptJournal(msgspec.Struct, frozen=True):
    kept: Literal["file", "database", "memory"]
    entries: int
    streams: int
    signed_at: int | None
    """When the last checkpoint was signed, in milliseconds of Unix time."""
    checkpoints: int
    paused: str
    """Why nothing can be written; empty if it can."""


class BackupMade(msgspec.Struct, frozen=True):
    """A folder on the machine of the service."""

    folder: str
    at: int
    """Milliseconds of Unix time."""


class RoomFacts(msgspec.Struct, frozen=True):
    house: PostedHouse
    journal: KeptJournal
    backups: tuple[BackupMade, ...]
    """The newest first, as far as they were made here."""
    tables: int
    streams: int
    """People who watch or play."""


async def show_room(call: Call) -> Response:
    return reply(await aside(lambda: _facts(call.room)))


async def sign_checkpoint(call: Call) -> Response:
    if call.room.settings.data is None:
        raise refuse(409, errors.BACKUP, "this room keeps its journal in memory")
    await call.room.sign_checkpoint()
    return await show_room(call)


async def make_backup(call: Call) -> Response:
    """Everything that `cardroom backup` copies, verified."""
    settings, room = call.room.settings, call.room
    data = settings.data
    if data is None:
        raise refuse(409, errors.BACKUP, "this room keeps its journal in memory")
    target = data / BACKUPS / time.strftime("%Y-%m-%d-%H%M%S")
    await in_turn(room, lambda: _copy(data, target, settings.database))
    return await show_room(call)


def _copy(data: Path, target: Path, database: str) -> None:
    target.parent.mkdir(mode=0o700, exist_ok=True)
    if not target.exists():  # made within this second
        backup(data, target, database)


def _facts(room: Room) -> RoomFacts:
    settings, store = room.settings, room.floor.store
    heads = store.heads()
    last = checkpoint.latest(store, heads)
    house, data = settings.house, settings.data
    kept: Literal["file", "database", "memory"] = "file" if data is not None else "memory"
    return RoomFacts(
        PostedHouse()
        if house is None
        else PostedHouse(house.title, house.file, house.state, tuple(it.game for it in house.game)),
        KeptJournal(
            "database" if settings.database else kept,
            sum(head.seq for head in heads.values()),
            len(heads),
            None if last is None else last.at // 1_000_000,
            0 if last is None else last.number,
            store.paused,
        ),
        () if data is None else tuple(_made(data / BACKUPS)),
        len(tuple(room.lobby.all())),
        room.streams.count,
    )


def _made(folder: Path) -> list[BackupMade]:
    if not folder.is_dir():
        return []
    found = [
        BackupMade(str(copy), int(copy.stat().st_mtime * 1000))
        for copy in folder.iterdir()
        if copy.is_dir() and not copy.name.startswith(".")
    ]
    return sorted(found, key=lambda each: -each.at)[:SHOWN]


ROUTES: tuple[Route, ...] = (
    Route(
        "GET",
        "/api/room",
        show_room,
        "The room: its house, its journal, checkpoints, and backups",
        duty="manage",
        gives={200: RoomFacts},
        kind="recalls",
    ),
    Route(
        "POST",
        "/api/room/checkpoint",
        sign_checkpoint,
        "Sign a checkpoint of the journal now",
        duty="manage",
        gives={200: RoomFacts},
        kind="commands",
    ),
    Route(
        "POST",
        "/api/room/backup",
        make_backup,
        "Copy the room into a folder on the machine of the service, and verify the copy",
        duty="manage",
        gives={200: RoomFacts},
        kind="recalls",
    ),
)
