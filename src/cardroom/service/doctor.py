"""Whether this machine and a room's folder are fit to open the room: one finding per question.

Nothing is changed: the journal is opened for reading only.
"""

from __future__ import annotations

import platform
import shutil
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, Literal

import msgspec

from cardroom.service.room_files import JOURNAL
from cardroom.store import StoreError
from cardroom.store.checkpoint import latest
from cardroom.store.journal import StreamHead
from cardroom.store.keys import HOUSE_KEY, load_key
from cardroom.store.opening import is_address
from cardroom.store.protocol import Reader
from cardroom.store.reading import open_reader
from cardroom.store.turns import check_version
from cardroom.table import snapshots

FREE_BYTES_MIN: Final = 1_000_000_000
FREE_BYTES_FAULT: Final = 50_000_000
CLOCK_SECONDS: Final = 60.0
PYTHONS: Final = ((3, 11), (3, 15))
SECRETS: Final = ("people.sqlite", JOURNAL, HOUSE_KEY, snapshots.FILE)
CheckResult = Literal["ok", "warning", "fault"]


class Diagnosis(msgspec.Struct, frozen=True):
    """One thing that was examined. With a fault, the room cannot open or is not safe."""

    subject: str
    level: CheckResult
    says: str


def examine(
    data: Path, database: str = "", now: Callable[[], float] = time.time
) -> Iterator[Diagnosis]:
    """Every finding about this machine, then about the folder, then about the journal."""
    yield _python()
    yield _sqlite()
    if not data.is_dir():
        if data.exists():
            yield Diagnosis("folder", "fault", f"{data} is a file; the card room needs a folder")
            return
        yield Diagnosis("folder", "ok", f"{data} does not exist yet; `cardroom run` creates it")
        yield _disk(_existing(data))
        return
    yield _folder(data)
    yield _disk(data)
    yield _key(data)
    name = database or str(data / JOURNAL)
    if not database and not (data / JOURNAL).exists():
        yield Diagnosis("journal", "ok", "there is none yet; `cardroom run` creates it")
        return
    yield from _journal(name, data, now)


def _python() -> Diagnosis:
    at_least, below = PYTHONS
    known = at_least <= sys.version_info[:2] < below
    says = f"{platform.python_version()}, {platform.system()} {platform.machine()}"
    wanted = f"; cardroom supports {at_least[0]}.{at_least[1]} to 3.{below[1] - 1}"
    return Diagnosis("Python", "ok" if known else "warning", says if known else says + wanted)


def _sqlite() -> Diagnosis:
    try:
        check_version()
    except StoreError as old:
        return Diagnosis("SQLite", "fault", str(old))
    return Diagnosis("SQLite", "ok", sqlite3.sqlite_version)


def _existing(path: Path) -> Path:
    return next(parent for parent in (path, *path.parents) if parent.exists())


def _disk(path: Path) -> Diagnosis:
    free = shutil.disk_usage(path).free
    says = f"{free / 1e9:,.1f} GB free"
    if free < FREE_BYTES_FAULT:
        return Diagnosis("disk", "fault", f"{says}: make room, or nothing can be saved")
    if free < FREE_BYTES_MIN:
        return Diagnosis("disk", "warning", f"{says}: less than {FREE_BYTES_MIN / 1e9:.0f} GB")
    return Diagnosis("disk", "ok", says)


def _folder(data: Path) -> Diagnosis:
    """Hashes of passwords, hidden cards, and the house's key are for their owner only."""
    exposed = [name for name in SECRETS if _is_open_to_others(data / name)]
    if exposed:
        names = " and ".join(exposed)
        them = "it" if len(exposed) == 1 else "them"
        says = f"{data}: other users can read {names}; run chmod 600 on {them}"
        return Diagnosis("permissions", "fault", says)
    return Diagnosis(
        "permissions", "ok", f"{data}: only its owner can read journal, accounts, and key"
    )


def _is_open_to_others(path: Path) -> bool:
    return path.exists() and bool(path.stat().st_mode & 0o077)


def _key(data: Path) -> Diagnosis:
    if not (data / HOUSE_KEY).exists():
        return Diagnosis("key", "ok", "there is none yet; `cardroom run` creates it")
    try:
        key = load_key(data / HOUSE_KEY)
    except StoreError as broken:
        return Diagnosis("key", "fault", str(broken))
    return Diagnosis("key", "ok", f"{data / HOUSE_KEY}, public part {key.public.hex()[:16]}...")


def _journal(name: str, data: Path, now: Callable[[], float]) -> Iterator[Diagnosis]:
    subject = "database" if is_address(name) else "journal"
    try:
        reader = open_reader(name)
    except StoreError as broken:
        yield Diagnosis(subject, "fault", str(broken))
        return
    try:
        heads = reader.heads()
        entries = sum(head.seq for head in heads.values())
        yield Diagnosis(subject, "ok", f"{entries:,} entries in {len(heads):,} streams")
        yield _clock(heads, now)
        yield _checkpoint(reader, heads, data)
    except StoreError as broken:
        yield Diagnosis(subject, "fault", str(broken))
    finally:
        reader.close()


def _clock(heads: dict[str, StreamHead], now: Callable[[], float]) -> Diagnosis:
    newest = max((head.at for head in heads.values()), default=0) / 1e9
    ahead = newest - now()
    if ahead > CLOCK_SECONDS:
        says = f"the last entry is {ahead:,.0f} seconds in the future; set the computer's clock"
        return Diagnosis("clock", "fault", says)
    shown = time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(now()))
    return Diagnosis("clock", "ok", shown)


def _checkpoint(reader: Reader, heads: dict[str, StreamHead], data: Path) -> Diagnosis:
    signed = latest(reader, heads)
    if signed is None:
        return Diagnosis(
            "checkpoint", "warning", "the journal has none; the service signs one at start"
        )
    try:
        own = load_key(data / HOUSE_KEY).public
    except StoreError:
        own = b""
    if signed.signature.public != own:
        says = "the last one was signed with another key than the one in the folder"
        return Diagnosis("checkpoint", "warning", says)
    return Diagnosis("checkpoint", "ok", "signed with the key in the folder")
