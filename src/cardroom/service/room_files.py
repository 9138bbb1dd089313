"""Where a room keeps what it must not lose: in files of its folder, or in a PostgreSQL database.

The folder always has the house's key; a database has only the public part of it.
"""

from __future__ import annotations

import os
import platform
import secrets
from contextlib import ExitStack, closing
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final, NamedTuple

from cardroom.service.accounts import secrets_file
from cardroom.service.live import table_registry
from cardroom.service.live.machine import Machine
from cardroom.service.settings import Settings
from cardroom.store import LockedError, Store, StoreError
from cardroom.store.checkpoint import STREAM
from cardroom.store.journal import fresh_blind
from cardroom.store.keys import HOUSE_KEY, HOUSE_KEYS, SigningKey, house_key, load_key
from cardroom.store.opening import ADDRESSES, need_driver
from cardroom.store.rows import Rows
from cardroom.table import snapshots
from cardroom.table.snapshots import Snapshots

if TYPE_CHECKING:
    from cardroom.store.ownership import Ownership

JOURNAL: Final = "journal.sqlite"
ACCOUNTS: Final = "people.sqlite"
TABLES: Final = "tables.sqlite"
HOUSES: Final = "houses"
MOVED: Final = "moved.txt"
"""In a folder whose room was moved to a database: where it is now."""
HELD: Final = {ACCOUNTS: ("people", "sessions", "links", "nicknames"), TABLES: ("tables",)}
COLUMNS: Final = {
    "people": "name, role, hash, otp, otp_step",
    "sessions": "token, name, role, expires, opened, address",
    "links": "digest, name, expires",
    "nicknames": "name, nickname, at",
    "tables": "id, title, opener, guest, bots, opened_at, closed_at",
}


class RoomFiles(NamedTuple):
    """An open room's journal and tables; without a key they end with the service."""

    store: Store
    tables: Rows
    accounts: Rows
    key: SigningKey | None
    snapshots: Snapshots | None = None
    ownership: Ownership | None = None


def open_room(settings: Settings, machine: Machine, opened: ExitStack) -> RoomFiles:
    """Open what the settings name; `opened` closes it, also if something later fails."""
    data = settings.data
    if data is None:
        store = machine.open_journal(":memory:", fresh_blind)
        opened.callback(store.close)
        return RoomFiles(store, *_open_files(None, opened), None)
    bar_address(data)
    if data.exists() and not data.is_dir():
        raise StoreError(f"{data}: this is a file; the card room needs a folder")
    data.mkdir(parents=True, exist_ok=True)
    if settings.database:
        return _open_database(settings, data, machine, opened)
    claimed = claim(data)
    if claimed is not None:
        opened.enter_context(claimed)
    bar_moved(data)
    key = house_key(data)
    store = machine.open_journal(str(data / JOURNAL), key.blind)
    opened.callback(store.close)
    kept = snapshots.open_file(data)
    opened.callback(kept.close)
    return RoomFiles(store, *_open_files(data, opened), key, _snapshots(kept, key, opened))


def _open_files(data: Path | None, opened: ExitStack) -> tuple[Rows, Rows]:
    tables = table_registry.open_file(None if data is None else data / TABLES)
    opened.callback(tables.close)
    accounts = secrets_file.open_file(None if data is None else data / ACCOUNTS)
    opened.callback(accounts.close)
    return tables, accounts


def _open_database(
    settings: Settings, data: Path, machine: Machine, opened: ExitStack
) -> RoomFiles:
    """Several services share a database, so nobody claims the folder."""
    if (data / JOURNAL).exists():
        raise StoreError(
            f"{data} has a journal of its own; move it with: cardroom move {data} ADDRESS"
        )
    address = settings.database
    key = house_key(data)
    store = machine.open_journal(address, key.blind)
    opened.callback(store.close)
    rows = open_rows(address)
    opened.callback(rows.close)
    if moved := rows.find("SELECT value FROM room WHERE name = 'moved'"):
        raise StoreError(f"the room in this database was moved to {moved[0][0]}; open it there")
    register_key(rows, data, key, machine.date())
    _adopt(data, rows)
    # Imported here, because the driver is an extra that most houses do not install.
    from cardroom.store.ownership import Ownership  # noqa: PLC0415 - needs an extra
    from cardroom.store.postgres import PostgresStore  # noqa: PLC0415 - needs an extra

    worker = f"{platform.node() or 'host'}-{os.getpid()}-{secrets.token_hex(3)}"
    ownership = Ownership(address, worker, settings.worker_address, STREAM)
    assert isinstance(store, PostgresStore), "a room's database is PostgreSQL"
    store.token = ownership.token
    return RoomFiles(store, rows, rows, key, _snapshots(rows, key, opened), ownership)


def _snapshots(rows: Rows, key: SigningKey, opened: ExitStack) -> Snapshots:
    made = Snapshots(rows, key.author)
    opened.callback(made.close)
    return made


def _adopt(data: Path, rows: Rows) -> None:
    """Earlier versions kept accounts and nicknames in the folder, even with a journal in
    PostgreSQL."""
    for name, opening in ((ACCOUNTS, secrets_file.open_file), (TABLES, table_registry.open_file)):
        if not (data / name).exists():
            continue
        with closing(opening(data / name)) as file:
            for table in HELD[name]:
                columns = COLUMNS[table]
                marks = ", ".join("?" * (columns.count(",") + 1))
                for row in file.find(f"SELECT {columns} FROM {table}"):
                    rows.do(
                        f"INSERT INTO {table} ({columns}) VALUES ({marks}) ON CONFLICT DO NOTHING",
                        *row,
                    )
        (data / name).rename(data / f"{name}.before-move")
    secrets_file.adopt_nicknames(data / secrets_file.NICKNAMES, rows)


def open_rows(address: str) -> Rows:
    """The tables of a room in its database."""
    need_driver()
    # Imported here, because the driver is an extra that most houses do not install.
    from cardroom.store.postgres_rows import PostgresRows  # noqa: PLC0415 - needs an extra

    return PostgresRows(address)


def register_key(rows: Rows, data: Path, key: SigningKey, at: int) -> None:
    """Note the public part of the key; a room's key is replaced only by a holder of an old one."""
    known = {bytes(public) for (public,) in rows.find("SELECT public FROM keys")}
    if key.public in known:
        return
    own = {load_key(file).public for file in data.glob(HOUSE_KEYS)}
    if known and not known & own:
        raise StoreError(
            f"{data / HOUSE_KEY}: the room in this database was opened with another key; copy the"
            f" file {HOUSE_KEY} from the machine that opened it"
        )
    rows.do("INSERT INTO keys VALUES (?, ?) ON CONFLICT DO NOTHING", key.public, at)


def bar_address(data: Path) -> None:
    """Refuse a folder that is meant to be a database."""
    # A path has lost one of the slashes.
    if any(str(data).startswith(scheme[:-1]) for scheme in ADDRESSES):
        raise StoreError(
            "--data names a folder; give the address of a database with --database postgresql://..."
        )


def bar_moved(data: Path) -> None:
    """Refuse a folder whose room is in a database now."""
    if (data / MOVED).exists():
        where = (data / MOVED).read_text(encoding="utf-8").strip()
        raise StoreError(f"{data}: the room was moved to {where}; open it with --database")


def claim(data: Path) -> IO[bytes] | None:
    """One service per folder: viewers of one would miss the steps of another.

    The lock ends with the process, however it ends. On systems without such locks, the journal's
    own fence still keeps two writers from doing harm.
    """
    try:
        import fcntl  # noqa: PLC0415 - not on every system
    except ImportError:
        return None
    file = (data / "lock").open("wb")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise LockedError(f"{data}: another service is using this folder; stop it first") from None
    return file
