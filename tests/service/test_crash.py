"""kill -9 under load: what was acknowledged is there, once, and the books are balanced."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import httpx
import pytest

from cardroom.ledger import Ledger, post
from cardroom.service.live.room import COOKIE
from cardroom.store import open_store
from cardroom.table import journal
from tests.proofs import later
from tests.service.running_service import http_client

ROOT = Path(__file__).resolve().parents[2]
PLAYERS = 6
PATIENCE_SECONDS = 60


class Service:
    """`cardroom run` as a process of its own."""

    def __init__(self, data: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "cardroom", *f"run --port 0 --no-browser --data {data}".split()],
            env={**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONUNBUFFERED": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert "cardroom is open" in line, line
        self.base = line.split()[-1]

    def kill(self) -> None:
        self.process.kill()
        self._end()

    def stop(self, how: signal.Signals = signal.SIGTERM) -> str:
        """Told to stop, it does: quietly, and that is no failure. What it said since its start."""
        self.process.send_signal(how)
        self.process.wait(20)
        assert self.process.returncode == 0
        assert self.process.stdout is not None
        said = self.process.stdout.read()
        self.process.stdout.close()
        return said

    def _end(self) -> None:
        self.process.wait(20)
        assert self.process.stdout is not None
        self.process.stdout.close()


class Player:
    """Plays as fast as it can and remembers every acknowledgment."""

    def __init__(self, base: str) -> None:
        self.http = http_client(base)
        self.http.post("/api/guest").raise_for_status()
        self.cookie = self.http.cookies[COOKIE]
        opened = self.http.post("/api/tables", json={"game": "blackjack", "bots": 1})
        self.table: str = opened.json()["id"]
        self.acked: list[tuple[str, dict[str, object], int]] = []
        self._key = 0

    def follow(self, base: str) -> None:
        self.http.close()
        self.http = http_client(base, {COOKIE: self.cookie})

    def send(self, **command: object) -> bool:
        self._key += 1
        return self.send_again(f"k{self._key}", command) is not None

    def send_again(self, key: str, command: dict[str, object]) -> int | None:
        path = f"/api/tables/{self.table}/commands"
        answer = self.http.post(path, json={"key": key, "command": command})
        if answer.status_code == 429:
            time.sleep(0.2)
        if answer.status_code != 200:
            return None
        seq: int = answer.json()["seq"]
        self.acked.append((key, command, seq))
        return seq

    def play(self) -> None:
        """Until the service is gone."""
        try:
            self.send(command="sit-down", seat=4)
            self.send(command="buy-in", amount=40_000)
            while True:
                self.send(command="place-bet", box=4, spot="main", stake=500)
                self.send(command="close-bets")
                for verb in ("decline", "stand"):
                    entry = {"input": "answer", "box": 4, "verb": verb}
                    self.send(command="play", input=entry)
        except httpx.TransportError:
            return


def crash(data: Path, commands: int, players: list[Player] | None) -> list[Player]:
    """One life of the service: players play, and after this number of commands it is killed."""
    service = Service(data)
    try:
        if players is None:
            players = [Player(service.base) for _ in range(PLAYERS)]
        for player in players:
            player.follow(service.base)
        threads = [threading.Thread(target=player.play) for player in players]
        before = acknowledged(players)
        for thread in threads:
            thread.start()
        deadline = time.monotonic() + PATIENCE_SECONDS
        while acknowledged(players) < before + commands:
            assert time.monotonic() < deadline, "nobody can play"
            time.sleep(0.01)
    finally:
        service.kill()
    for thread in threads:
        thread.join(30)
    return players


def acknowledged(players: list[Player]) -> int:
    return sum(len(player.acked) for player in players)


def check(data: Path, players: list[Player]) -> None:
    """Every acknowledged command is stored under its number; repeating it changes nothing."""
    service = Service(data)
    try:
        for player in players:
            player.follow(service.base)
            some = random.Random(8).sample(player.acked, min(8, len(player.acked)))
            for key, command, seq in some:
                assert player.send_again(key, command) == seq, (key, command)
    finally:
        service.stop()
    for player in players:
        player.http.close()
    store = open_store(str(data / "journal.sqlite"))
    try:
        ledger = Ledger()
        stored: dict[tuple[str, str], list[int]] = {}
        for stream in sorted(store.heads()):
            table = stream.removeprefix("table/")
            for entry in store.read(stream):
                if stream.startswith("table/"):
                    ledger = post(ledger, table, journal.read_table(entry).events)
                    key = (entry.key or "").rsplit("/", 1)[-1]
                    stored.setdefault((table, key), []).append(entry.seq)
                elif stream == "cashier":
                    ledger = post(ledger, "", journal.read_cashier(entry).events)
        assert ledger.total == 0
        acked = 0
        for player in players:
            for key, _, seq in player.acked:
                assert stored[player.table, key] == [seq], "lost or doubled"
                acked += 1
        assert acked > 20
    finally:
        store.close()


def test_a_killed_service_has_lost_nothing_it_acknowledged(tmp_path: Path) -> None:
    players = crash(tmp_path, 120, None)
    players = crash(tmp_path, 60, players)
    check(tmp_path, players)


@pytest.mark.prove
def test_a_service_killed_at_many_moments_has_lost_nothing(tmp_path: Path) -> None:
    chance = random.Random(5)
    players = None
    for _ in range(40):
        players = crash(tmp_path, chance.randrange(1, 600), players)
    assert players is not None
    check(tmp_path, players)


@pytest.mark.parametrize("how", [signal.SIGTERM, later(signal.SIGINT)])
def test_a_service_that_is_told_to_stop_says_nothing_and_ends_well(
    tmp_path: Path, how: signal.Signals
) -> None:
    service = Service(tmp_path)
    with http_client(service.base) as http:
        # The solver's process is at work.
        assert http.get("/api/games/maxtime-21/chart").status_code == 202
        said = service.stop(how)
    assert "WARNING" not in said
    assert "Traceback" not in said
