"""Moving a room between the files of a folder and a PostgreSQL database, while nobody plays.

Entries keep their hashes, so checkpoints signed before stay valid. The place that the room leaves
keeps what it had, and says where the room is now; it can no longer be opened by mistake.
"""

from __future__ import annotations

from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from cardroom.progress import Tell, Watch, silent
from cardroom.service.accounts import secrets_file
from cardroom.service.backup import verified, write_files
from cardroom.service.live import table_registry
from cardroom.service.room_files import (
    ACCOUNTS,
    COLUMNS,
    HELD,
    JOURNAL,
    MOVED,
    TABLES,
    claim,
    open_rows,
)
from cardroom.store import StoreError, open_reader
from cardroom.store.archive import COPYING
from cardroom.store.audit import AuditReport
from cardroom.store.keys import HOUSE_KEY, HOUSE_KEYS, load_key
from cardroom.store.opening import is_address, need_driver
from cardroom.store.protocol import Reader
from cardroom.store.reading import FileReader
from cardroom.table import snapshots

if TYPE_CHECKING:
    from cardroom.store.transfer import Execute

KEPT: Final = "before-move"
_LIVE: Final = "SELECT id FROM workers WHERE until > now()"


def move(source: str, target: str, tell: Tell = silent) -> AuditReport:
    """Move a room; one of the two is a folder, the other a `postgresql://` address."""
    from_database, to_database = is_address(source), is_address(target)
    if from_database == to_database:
        raise StoreError(
            "a room moves between a folder and a postgresql:// address: give one of each"
        )
    need_driver()
    if to_database:
        return into_database(Path(source), target, tell)
    return into_folder(source, Path(target), tell)


def shown(address: str) -> str:
    """An address without its password."""
    parts = urlsplit(address)
    host = (parts.netloc.rpartition("@")[2] or "localhost") + parts.path
    return f"{parts.scheme}://{host}"


def into_database(folder: Path, address: str, tell: Tell = silent) -> AuditReport:
    # Imported here, because the driver is an extra that most houses do not install.
    from cardroom.store.transfer import copy_into  # noqa: PLC0415 - needs an extra

    journal = folder / JOURNAL
    if not journal.exists():
        raise StoreError(f"{folder}: there is no {JOURNAL} here to move")
    with ExitStack() as opened:
        claimed = claim(folder)
        if claimed is not None:
            opened.enter_context(claimed)
        report = verified(folder, tell=tell)
        reader = opened.enter_context(closing(FileReader(journal)))
        accounts = opened.enter_context(closing(secrets_file.open_file(folder / ACCOUNTS)))
        tables = opened.enter_context(closing(table_registry.open_file(folder / TABLES)))
        publics = [load_key(file).public for file in sorted(folder.glob(HOUSE_KEYS))]

        def also(execute: Execute) -> None:
            for rows, held in ((accounts, ACCOUNTS), (tables, TABLES)):
                for name in HELD[held]:
                    _refill(execute, name, rows.find(f"SELECT {COLUMNS[name]} FROM {name}"))
            for public in publics:
                execute(
                    "INSERT INTO cardroom_keys VALUES (%s, 0) ON CONFLICT DO NOTHING", (public,)
                )
            execute("DELETE FROM cardroom_room WHERE name = 'moved'", ())

        count = report.entries
        copy_into(reader, Watch(COPYING, count, tell).over(reader.entries(), count), address, also)
        _require_same(reader, address)
    _put_away(folder)
    (folder / MOVED).write_text(shown(address) + "\n", encoding="utf-8")
    return report


def _refill(execute: Execute, name: str, rows: list[tuple[object, ...]]) -> None:
    execute(f"DELETE FROM cardroom_{name}", ())
    marks = ", ".join(["%s"] * (COLUMNS[name].count(",") + 1))
    for row in rows:
        execute(f"INSERT INTO cardroom_{name} ({COLUMNS[name]}) VALUES ({marks})", row)


def into_folder(address: str, folder: Path, tell: Tell = silent) -> AuditReport:
    """Move a room out of its database; its keys must be in the folder."""
    if (folder / JOURNAL).exists():
        raise StoreError(f"{folder}: already has a {JOURNAL}; it was not changed")
    rows = open_rows(address)
    with closing(rows), ExitStack() as failed:
        known = {bytes(public) for (public,) in rows.find("SELECT public FROM keys")}
        own = {load_key(file).public for file in folder.glob(HOUSE_KEYS)}
        if known and not known <= own:
            raise StoreError(f"{folder}: copy the room's {HOUSE_KEY} into this folder first")
        # First the mark, then the question: a service registers first and then looks for the mark.
        rows.do(
            "INSERT INTO room VALUES ('moved', ?) ON CONFLICT (name) DO UPDATE SET value ="
            " EXCLUDED.value",
            str(folder.absolute()),
        )
        failed.callback(rows.do, "DELETE FROM room WHERE name = 'moved'")
        if live := rows.find(_LIVE):
            raise StoreError(f"{len(live)} services use this database; stop them first")
        report = write_files(rows, address, folder, tell)
        with closing(open_reader(str(folder / JOURNAL))) as reader:
            _require_same(reader, address)
        failed.pop_all()
    (folder / MOVED).unlink(missing_ok=True)
    return report


def _require_same(reader: Reader, address: str) -> None:
    with closing(open_reader(address)) as there:
        if reader.heads() != there.heads():
            raise StoreError("the copy does not end as the original does; nothing was moved")


def _put_away(folder: Path) -> None:
    """Keep the files that the room no longer uses, in a folder of their own."""
    number = sum(1 for _ in folder.glob(f"{KEPT}*"))
    kept = folder / (f"{KEPT}-{number + 1}" if number else KEPT)
    kept.mkdir(mode=0o700)
    for name in (JOURNAL, ACCOUNTS, TABLES, snapshots.FILE):
        for file in folder.glob(f"{name}*"):
            file.rename(kept / file.name)
