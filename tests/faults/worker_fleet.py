"""Workers as processes that can be stopped, killed and cut off, and people who play through any."""

from __future__ import annotations

import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import psycopg

from cardroom import __version__
from tests.faults.hosts import Host
from tests.ports import free_port
from tests.service.running_service import Guest, Table

ROOT = Path(__file__).parents[2]
OLDER = "0.1.9"
PAUSE_SECONDS = 0.1
"""Between a player's rounds, which take about as long: of four players, some are always in the
middle of one, and the workers have the time to start and to take over."""
PATIENCE = 90.0
"""A machine that is busy with other tests starts a process in half a minute."""


class Gate:
    """A way to the database that can be closed: nothing passes, and no connection ends."""

    def __init__(self, target: str, host: str = "127.0.0.1") -> None:
        self._target, self._open = target, threading.Event()
        self._open.set()
        self._listener = socket.create_server((host, 0))
        self.host, self.port = self._listener.getsockname()
        threading.Thread(target=self._accept, daemon=True).start()

    def shut(self) -> None:
        self._open.clear()

    def reopen(self) -> None:
        self._open.set()

    def close(self) -> None:
        self.reopen()
        self._listener.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                here, _ = self._listener.accept()
                there = socket.socket(socket.AF_UNIX)
                try:
                    there.connect(self._target)
                except OSError:
                    here.close()
                    there.close()
                    continue
                for pair in ((here, there), (there, here)):
                    threading.Thread(target=self._carry, args=pair, daemon=True).start()

    def _carry(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                self._open.wait()
                target.sendall(data)
        for each in (source, target):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()


def older_version(folder: Path) -> Path:
    """This program as an earlier version might be: of another number, and with the tables of the
    database before their last change."""
    shutil.copytree(ROOT / "src", folder, ignore=shutil.ignore_patterns("__pycache__"))
    _edit(folder / "cardroom/__init__.py", f'"{__version__}"', f'"{OLDER}"')
    _edit(folder / "cardroom/store/postgres_schema.py", ", _NICKNAMES)", ")")
    nicknames = folder / "cardroom/service/live/nicknames.py"
    _edit(nicknames, "SELECT name, nickname FROM nicknames", "SELECT name, name FROM links")
    return folder


def _edit(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), encoding="utf-8")


class WorkerProcess:
    source = ROOT / "src"
    """The version that is started next."""

    def __init__(
        self, data: Path, gate: Gate, host: Host | None = None, source: Path = source
    ) -> None:
        """On a host of its own, or on this one."""
        self.source = source
        self.gate, self._before = gate, () if host is None else host.command
        database = f"postgresql://postgres@{gate.host}:{gate.port}/postgres"
        at, port = "127.0.0.1" if host is None else host.address, free_port()
        self._given = (str(data), database, at, str(port))
        self.base = f"http://{at}:{port}"
        self.log = data / f"worker-{port}.log"
        self.process: subprocess.Popen[bytes]
        self.start()

    def start(self) -> None:
        paths = os.pathsep.join((str(self.source), str(ROOT)))
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*self._before, sys.executable, "-m", "tests.faults.worker_process", *self._given],
                env={**os.environ, "PYTHONPATH": paths},
                cwd=ROOT,
                stderr=log,
                # When a shell ends that started the tests in the background, the kernel continues
                # what is stopped in its group.
                process_group=0,
            )

    def ready(self) -> None:
        until = time.monotonic() + PATIENCE
        while True:
            with suppress(httpx.HTTPError):
                if httpx.get(f"{self.base}/health/ready", timeout=2).status_code == 200:
                    return
            assert self.process.poll() is None, f"the worker ended: {self._last_words()}"
            assert time.monotonic() < until, "the worker is not ready"
            time.sleep(0.05)

    def _last_words(self) -> str:
        return self.log.read_text(errors="replace")[-3000:]

    def signal(self, number: int) -> None:
        self.process.send_signal(number)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        self.gate.reopen()
        self.signal(signal.SIGCONT)
        self.process.terminate()
        self.process.wait(20)


class Roaming:
    """A client whose every request goes to any worker, and again to another if it has no answer."""

    def __init__(self, bases: list[str], chance: random.Random) -> None:
        self._bases, self._chance = bases, chance
        self._client = httpx.Client(timeout=4, trust_env=False)
        self.cookies = self._client.cookies
        self.acknowledged: dict[str, int] = {}
        self.refused: list[str] = []
        self.slowest = 0.0

    def get(self, path: str) -> httpx.Response:
        """While nothing can be saved, a table is paused: look again."""
        until = time.monotonic() + PATIENCE
        while True:
            answer = self._ask("GET", path)
            if '"phase":"paused"' not in answer.text:
                return answer
            assert time.monotonic() < until, "the table stays paused"
            time.sleep(0.05)

    def post(self, path: str, json: Any = None) -> httpx.Response:
        answer = self._ask("POST", path, json)
        if path.endswith("/commands"):
            if answer.status_code == 200:
                self.acknowledged[json["key"]] = answer.json()["seq"]
            else:
                self.refused.append(answer.text)
        return answer

    def close(self) -> None:
        self._client.close()

    def _ask(self, method: str, path: str, json: Any = None) -> httpx.Response:
        begun = time.monotonic()
        while True:
            base = self._chance.choice(self._bases)
            try:
                answer = self._client.request(method, base + path, json=json)
            except httpx.TransportError:
                answer = None
            if answer is not None and "set-cookie" in answer.headers:
                # As behind a proxy: one name for all workers.
                for name, value in dict(answer.cookies).items():
                    self.cookies.clear()
                    self.cookies.set(name, value)
            if answer is not None and answer.status_code not in (502, 503):
                self.slowest = max(self.slowest, time.monotonic() - begun)
                return answer
            assert time.monotonic() < begun + PATIENCE, f"{method} {path}: nobody answers"
            time.sleep(0.05)


class Player(threading.Thread):
    """A person who plays rounds through any worker until told to stop."""

    def __init__(self, bases: list[str], seed: int) -> None:
        super().__init__(daemon=True)
        self.client = Roaming(bases, random.Random(seed))
        self.over = threading.Event()
        self.failed: BaseException | None = None
        guest = Guest(bases[0])
        guest.http.close()
        guest.http = self.client  # type: ignore[assignment]
        guest.enter()
        self.table: Table = guest.open()
        self.name = guest.name

    def run(self) -> None:
        try:
            self.table.sit()
            while not self.over.wait(PAUSE_SECONDS):
                self.table.round(stake=500)
        except BaseException as wrong:
            self.failed = wrong
        finally:
            self.client.close()

    def finish(self) -> None:
        self.over.set()
        self.join(PATIENCE + 10)
        assert not self.is_alive(), "the player still waits"
        if self.failed is not None:
            raise self.failed


def check_journal(address: str, players: list[Player]) -> None:
    """Everything acknowledged is there once, at its number; no row has an older token than the one
    before it."""
    with psycopg.connect(address) as database:
        found: dict[str, int] = dict(
            database.execute(
                "SELECT key, seq FROM cardroom_entries WHERE part = 0 AND key IS NOT NULL"
            ).fetchall()
        )
        (twice,) = database.execute(
            "SELECT count(*) FROM (SELECT key FROM cardroom_entries WHERE part = 0 AND key IS NOT"
            " NULL GROUP BY key HAVING count(*) > 1) AS twice"
        ).fetchone() or (0,)
        (older,) = database.execute(
            "SELECT count(*) FROM (SELECT token, lag(token) OVER (PARTITION BY stream ORDER BY seq)"
            " AS before FROM cardroom_entries) AS rows WHERE token < before"
        ).fetchone() or (0,)
    assert (twice, older) == (0, 0)
    for player in players:
        assert player.client.acknowledged
        for key, seq in player.client.acknowledged.items():
            assert found[f"{player.table.id}/{player.name}/{key}"] == seq


def engines_in(address: str) -> set[str]:
    """The versions that have decided entries of the tables."""
    with psycopg.connect(address) as database:
        rows = database.execute(
            "SELECT DISTINCT convert_from(body, 'UTF8')::json ->> 'engine' FROM cardroom_entries"
            " WHERE stream LIKE 'table/%'"
        ).fetchall()
    return {str(engine) for (engine,) in rows}


def owner_of(address: str, table: str, workers: list[WorkerProcess]) -> WorkerProcess:
    """The process that owns a table now; its id has the process number."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with psycopg.connect(address) as database:
            row = database.execute(
                "SELECT worker FROM cardroom_owners WHERE stream = %s", (f"table/{table}",)
            ).fetchone()
        for worker in workers:
            if row and row[0] and f"-{worker.process.pid}-" in row[0]:
                return worker
        time.sleep(0.05)
    raise AssertionError("nobody owns the table")
