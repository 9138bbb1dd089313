"""Erasing a person's name from a room that is stopped, when their records need not be kept longer.

In every entry another name takes its place, so all figures stay, and the journal still replays. The
chain stays whole (`store.erasure`). What else the room's folder knows about the person is deleted.
"""

from __future__ import annotations

import json
import re
import secrets
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import quote

from cardroom.houses.clock import HouseClock
from cardroom.progress import Tell, Watch, silent
from cardroom.service.accounts import secrets_file
from cardroom.service.accounts.account_book import audit
from cardroom.service.accounts.roles import CALLED, STAFF
from cardroom.service.room_files import ACCOUNTS as PEOPLE
from cardroom.service.room_files import HELD, JOURNAL, TABLES, claim, open_rows
from cardroom.store import Entry, Fault, Reader, StoreError, erasure, open_reader, open_store
from cardroom.store.audit import verify, verify_file
from cardroom.store.erasure import Erasable, Erasure, Rename
from cardroom.store.keys import house_key
from cardroom.store.watched import WatchedReader
from cardroom.table import snapshots
from cardroom.table.cashier import Cashier
from cardroom.table.journal import ACCOUNTS, CASHIER, SCHOOL, fold_cashier, money_streams
from cardroom.table.replay import Comparison, replay_journal

PREFIXES: Final = ("", "0-", "z-")
"""Some events list players by name: where the new name would change their order, another is
tried."""


class ErasedRoom(NamedTuple):
    """A room that is stopped: its folder, and its database if it has one."""

    data: Path
    database: str = ""
    tell: Tell = silent

    @property
    def journal(self) -> str:
        return self.database or str(self.data / JOURNAL)

    @contextmanager
    def erasing(self) -> Iterator[Erasable]:
        if self.database:
            # Imported here, because the driver is an extra that most houses do not install.
            from cardroom.store.postgres_erasure import erasing  # noqa: PLC0415 - needs an extra

            with erasing(self.database) as journal:
                yield journal
        else:
            with erasure.erasing(self.data / JOURNAL) as journal:
                yield journal

    def faults(self) -> tuple[Fault, ...]:
        if not self.database:
            return verify_file(self.data / JOURNAL, tell=self.tell).faults
        with closing(open_reader(self.database)) as reader:
            return verify(reader, tell=self.tell).faults

    def forget(self, name: str) -> None:
        """Everything outside of the journal; snapshots are made again."""
        if self.database:
            _forget_rows(self.database, self.data, name)
        else:
            # Opened and closed: the seal is that of the new file.
            open_store(self.journal, house_key(self.data).blind).close()
            # An earlier version may have left nicknames in a file of their own.
            secrets_file.open_file(self.data / PEOPLE).close()
            _forget_files(self.data, name)


def erase_person(
    room: ErasedRoom,
    name: str,
    by: tuple[str, str],
    why: str,
    years: int,
    clock: HouseClock,
    now: int,
) -> Erasure:
    """Erase a name from a room; `StoreError` says why it cannot be, and changes nothing."""
    _bar_words(name, by, why)
    claimed = claim(room.data)
    try:
        if room.faults():
            raise StoreError("something is wrong with the journal; see: cardroom audit verify")
        with closing(open_reader(room.journal)) as reader:
            _bar_person(reader, name, years, clock, now)
            heads = reader.heads()
            names = money_streams(heads)
            lengths = {name: heads[name].seq for name in names}
            watched = WatchedReader(reader, "replaying", room.tell, names)
            before = replay_journal(names, watched.read)
        _bar_chips(before, name)
        record = _erase(room, name, by, why, now, before, lengths)
        room.forget(name)
    finally:
        if claimed is not None:
            claimed.close()
    return record


def _bar_words(name: str, by: tuple[str, str], why: str) -> None:
    if not re.fullmatch(r"[A-Za-z0-9._-]{2,40}", name):
        raise StoreError(f"{name!r} is not the name of an account")
    one, two = (each.strip().lower() for each in by)
    if not one or not two or one == two or name.lower() in (one, two):
        raise StoreError("two people decide it, and neither may be the person named")
    if not why.strip() or renamer(name, "")(f"{why} {by}") != f"{why} {by}":
        raise StoreError("give a reason that does not contain the name")


def _bar_person(reader: Reader, name: str, years: int, clock: HouseClock, now: int) -> None:
    """Why the records of this person are still needed."""
    account = audit(reader.read(ACCOUNTS))[0].account(name)
    if account is not None and account.role in STAFF:
        raise StoreError(f"{name} is {CALLED[account.role]}; the names of those who sign are kept")
    cashier = fold_cashier(reader.read(CASHIER), Cashier())
    if name.lower() in cashier.excluded:
        raise StoreError(f"{name} is excluded, and the list needs the name; readmit them first")
    if any(cashier.wallets.get(each) for each in cashier.wallets if each.lower() == name.lower()):
        raise StoreError(f"{name} has money in a wallet; pay it out first")
    for stream in reader.heads():
        if stream.lower() == SCHOOL + quote(name.lower(), safe=""):
            kept = "are stored under that name, and checkpoints have signed it"
            raise StoreError(f"{name} has training records, which {kept}")
    last = max(_times(reader, name), default=None)
    if last is None:
        raise StoreError(f"nobody called {name} is in this journal")
    until = _years_later(clock.local(last), years)
    if until > clock.local(now):
        day = until.date().isoformat()
        raise StoreError(f"the records of {name} are kept for {years} years, until {day}")


def _times(reader: Reader, name: str) -> Iterator[int]:
    rename = renamer(name, "")
    for stream in reader.heads():
        for entry in reader.read(stream):
            text = entry.body.decode()
            if rename(text) != text:
                yield entry.at


def _years_later(moment: datetime, years: int) -> datetime:
    try:
        return moment.replace(year=moment.year + years)
    except ValueError:
        return moment.replace(year=moment.year + years, month=3, day=1)


def _bar_chips(before: Comparison, name: str) -> None:
    for account, amount in before.ledger.balances.items():
        if account.kind == "stack" and account.owner.lower() == name.lower() and amount:
            raise StoreError(f"{name} has chips at table {account.place}; cash them out first")


def renamer(name: str, other: str) -> Callable[[str], str]:
    """Replaces a name wherever it stands by itself, in upper or lower case."""
    end = r"(?![A-Za-z0-9_-]|\.[A-Za-z0-9])"
    found = re.compile(rf"(?<![A-Za-z0-9._-]){re.escape(name)}{end}", re.IGNORECASE)
    return lambda text: found.sub(other, text)


def _in_bodies(rename: Callable[[str], str]) -> Callable[[str], str]:
    def renamed(text: str) -> str:
        new = rename(text)
        if new == text:
            return text
        # Where a person has logged in from says who they are, too.
        new = re.sub(r'"address":"[^"]*"', '"address":""', new)
        return _with_seed(new) if '"command":"load-shoe"' in new else new

    return renamed


def _with_seed(text: str) -> str:
    """The seed of a shuffle was made of the contributors' names; without one it must be given."""
    record = json.loads(text)
    seeds = [event["seed"] for event in record["events"] if event.get("seed")]
    if not record["command"].get("opened") or not seeds:
        return text
    record["command"]["seed"] = seeds[0]
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"))


def _in_keys(name: str, other: str) -> Callable[[str], str]:
    found = re.compile(rf"(?<![A-Za-z0-9]){re.escape(name)}(?![A-Za-z0-9])", re.IGNORECASE)
    return lambda text: found.sub(other, text)


def _erase(
    room: ErasedRoom,
    name: str,
    by: tuple[str, str],
    why: str,
    now: int,
    before: Comparison,
    lengths: Mapping[str, int],
) -> Erasure:
    wrong = ""
    for prefix in PREFIXES:
        other = f"{prefix}erased-{secrets.token_hex(4)}"
        rename = renamer(name, other)

        def told(entries: int, erased: int, total: str, other: str = other) -> Erasure:
            return Erasure(other, by, why, entries, erased, total)

        def check(
            read: Callable[[str], Iterable[Entry]],
            names: list[str],
            rename: Callable[[str], str] = rename,
        ) -> str:
            watch = Watch("replaying without the name", sum(lengths.values()), room.tell)

            def watched(stream: str) -> Iterable[Entry]:
                return watch.over(read(stream), lengths.get(stream, 0))

            return _departs(before, replay_journal(names, watched), rename)

        try:
            both = Rename(_in_bodies(rename), _in_keys(name, other))
            with room.erasing() as journal:
                return erasure.erase(journal, both, told, now, house_key(room.data).blind, check)
        except StoreError as no:
            wrong = str(no)
    raise StoreError(f"{name} is also a word in the records: {wrong}")


def _departs(before: Comparison, after: Comparison, rename: Callable[[str], str]) -> str:
    """How the journal replays differently without the name; empty if it does not."""
    for old, new in zip(before.differences, after.differences, strict=False):
        if rename(str(old)) != str(new):
            return f"{new}, before: {old}"
    if len(before.differences) != len(after.differences):
        return str(after.differences[-1]) if after.differences else "a difference is gone"
    old_books, new_books = (
        sorted(map(str, each.ledger.balances.items())) for each in (before, after)
    )
    return "" if sorted(map(rename, old_books)) == new_books else "the accounts are not the same"


def _forget_rows(address: str, data: Path, name: str) -> None:
    from cardroom.store.postgres_erasure import sweep  # noqa: PLC0415 - as above

    with closing(open_rows(address)) as rows:
        secrets_file.adopt_nicknames(data / secrets_file.NICKNAMES, rows)
        rows.do("DELETE FROM snapshots")
        for table, column in NAMED:
            rows.do(_forgetting(table, column), name)
    sweep(address)


NAMED: Final = (
    *((table, "name") for table in ("people", "sessions", "links", "nicknames")),
    ("tables", "opener"),
)
"""Tables outside of the journal that have names."""


def _forgetting(table: str, column: str) -> str:
    if table == "tables":
        # The table itself stays in the lobby's record; the house has opened it.
        return f"UPDATE tables SET opener = 'house', title = '' WHERE lower({column}) = lower(?)"
    return f"DELETE FROM {table} WHERE lower({column}) = lower(?)"


def _forget_files(data: Path, name: str) -> None:
    for kept in data.glob(f"{snapshots.FILE}*"):
        kept.unlink()
    for table, column in NAMED:
        file = data / (TABLES if table in HELD[TABLES] else PEOPLE)
        if file.exists():
            _delete(file, _forgetting(table, column), name)


def _delete(path: Path, sql: str, name: str) -> None:
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA secure_delete = ON")
        database.execute(sql, (name,))
        database.commit()
        database.execute("VACUUM")
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
