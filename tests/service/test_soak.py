"""An hour of play does not make the service grow: past rounds are in the journal, not in memory."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tests.ports import free_port
from tests.service.running_service import Guest

ROOT = Path(__file__).resolve().parents[2]
MINUTES = float(os.environ.get("CARDROOM_SOAK_MINUTES", "60"))
"""Less for a quick look."""
PLAYERS = 8
PAUSE_SECONDS = 0.5
"""Between a player's rounds: tens of thousands of rounds in an hour, and processors to spare for
the proofs that run next to this one."""
GROWTH_KILOBYTES = 12 * 1024
"""Caches with a limit fill up during the first third; after that there is little to add."""


@contextmanager
def service(data: Path) -> Iterator[tuple[str, int]]:
    port = free_port()
    paths = os.pathsep.join((str(ROOT / "src"), str(ROOT)))
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.browser.serve", str(data), str(port)],
        env={**os.environ, "PYTHONPATH": paths},
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    with process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("http"), "the service did not start"
        try:
            yield f"http://127.0.0.1:{port}", process.pid
        finally:
            process.terminate()


def kilobytes(pid: int) -> int:
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))


class Regular(threading.Thread):
    """Somebody who plays all evening, and looks at earlier rounds now and then."""

    def __init__(self, base: str, over: threading.Event) -> None:
        super().__init__(daemon=True)
        self._guest, self._over = Guest(base), over
        # On a busy machine a pause may be as long as the service keeps a connection.
        self._guest.http.close()
        unused = httpx.Limits(keepalive_expiry=1.0)
        self._guest.http = httpx.Client(base_url=base, timeout=60, limits=unused, trust_env=False)
        self._guest.enter()
        self.rounds = 0
        self.failed: BaseException | None = None

    def run(self) -> None:
        try:
            table = self._guest.open()
            table.sit()
            while not self._over.wait(PAUSE_SECONDS):
                table.round(stake=500)
                self.rounds += 1
                if self.rounds % 20 == 0:
                    self._guest.http.get(f"{table.url}/rounds/{self.rounds // 2}")
                me = table.view["me"]
                if me["stack"] < 2_000:
                    if me["wallet"] < 8_000:
                        assert self._guest.http.post("/api/refill").status_code == 200
                    table.do("buy-in", amount=8_000)
        except BaseException as wrong:
            self.failed = wrong
        finally:
            self._guest.http.close()


@pytest.mark.prove
@pytest.mark.skipif(not Path("/proc").exists(), reason="memory is read from /proc")
def test_memory_does_not_grow_in_an_hour_of_play(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    over = threading.Event()
    seen: list[int] = []
    with service(tmp_path) as (base, pid):
        players = [Regular(base, over) for _ in range(PLAYERS)]
        for player in players:
            player.start()
        until = time.monotonic() + MINUTES * 60
        while time.monotonic() < until:
            time.sleep(MINUTES / 3)
            seen.append(kilobytes(pid))
        playing = sum(player.is_alive() for player in players)
        over.set()
        for player in players:
            player.join(60)
            assert player.failed is None, player.failed
    rounds = sum(player.rounds for player in players)
    third = len(seen) // 3
    early, late = max(seen[third : 2 * third]), max(seen[2 * third :])
    record_property("rounds", rounds)
    record_property("kilobytes", f"{seen[0]}, {early}, {late}")
    assert playing == PLAYERS, "they play until the end"
    assert rounds > 100
    assert late < early + GROWTH_KILOBYTES
