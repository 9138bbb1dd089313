"""A cluster gives the same bits as one machine, also while its workers are killed."""

from __future__ import annotations

import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from cardroom import __version__, games
from cardroom.analysis.cluster import Cluster, ClusterError, _done
from cardroom.analysis.executor import Executor, Threads
from cardroom.analysis.simulation import SimulationRequest
from cardroom.analysis.stopping import Goal
from cardroom.analysis.variations import Point, VariationPrices
from cardroom.cli import main
from cardroom.replay.families import simulation_of
from tests.ports import free_port

ROOT = Path(__file__).resolve().parents[3]
ROUNDS = 100_000


class Machines:
    """A scheduler and its workers, as `docs/cluster.md` starts them."""

    def __init__(self) -> None:
        self.port = free_port()
        self.address = f"tcp://127.0.0.1:{self.port}"
        plain = ("--no-dashboard", "--host", "127.0.0.1")
        self.scheduler = self._start("scheduler", "--port", str(self.port), *plain)
        self.workers: list[subprocess.Popen[bytes]] = []
        for _ in range(600):
            with socket.socket() as asking:
                if not asking.connect_ex(("127.0.0.1", self.port)):
                    return
            time.sleep(0.1)

    def add(self) -> None:
        plain = ("--nthreads", "1", "--no-nanny", "--no-dashboard")
        self.workers.append(self._start("worker", self.address, *plain))

    def kill(self, rng: random.Random) -> None:
        """One worker dies at once, and another one comes."""
        dead = self.workers.pop(rng.randrange(len(self.workers)))
        dead.send_signal(signal.SIGKILL)
        dead.wait()
        self.add()

    def stop(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()

    def _start(self, what: str, *options: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.dask_{what}", *options]
        return subprocess.Popen(
            command,
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )


@pytest.fixture(scope="module")
def machines() -> Iterator[Machines]:
    found = Machines()
    for _ in range(2):
        found.add()
    yield found
    found.stop()


@pytest.fixture(scope="module")
def cluster(machines: Machines) -> Iterator[Cluster]:
    with Cluster(machines.address) as found:
        yield found


def dealt(executor: Executor, game: str = "three-card-poker", rounds: int = ROUNDS) -> Any:
    rules = games.ruleset(game)
    table = simulation_of(rules, SimulationRequest(seed=7))
    return table.run(Goal(rounds=rounds), executor, table.empty(), lambda _: None)


def test_a_cluster_gives_the_same_counts_as_threads(cluster: Cluster) -> None:
    assert dealt(cluster) == dealt(Threads(2))


def test_a_sweep_gives_the_same_prices(cluster: Cluster) -> None:
    prices = VariationPrices(games.ruleset("three-card-poker"))
    points = [Point({"tie": each}, shown=True) for each in ("push", "bank-wins")]
    assert prices.document(points, cluster) == prices.document(points, Threads(1))


def slow(piece: int) -> int:
    time.sleep(0.05)
    return piece * piece


def killed(
    machines: Machines, cluster: Cluster, kills: int, work: Callable[[], Any], pause: float = 0.6
) -> list[Any]:
    """The results of this work, again and again, until that many workers died at random moments,
    with a pause of some seconds at most."""
    rng, over = random.Random(kills), threading.Event()

    def strike() -> None:
        for _ in range(kills):
            while not over.wait(rng.uniform(0.1, pause)) and not cluster.workers:
                pass  # somebody must be at work to be killed
            if over.is_set():
                return
            machines.kill(rng)

    killer = threading.Thread(target=strike)
    killer.start()
    try:
        found = [work()]
        while killer.is_alive():
            found.append(work())
        return found
    finally:
        over.set()
        killer.join()


def test_a_killed_worker_changes_nothing(machines: Machines, cluster: Cluster) -> None:
    found = killed(machines, cluster, 1, lambda: list(cluster.map(slow, range(60))))
    assert all(each == [piece * piece for piece in range(60)] for each in found)
    assert dealt(cluster) == dealt(Threads(1))


@pytest.mark.prove
def test_a_hundred_killed_workers_change_nothing(machines: Machines, cluster: Cluster) -> None:
    expected = dealt(Threads(2), "blackjack", 5_000_000)
    # A new worker needs seconds to begin: some must live long enough to finish something.
    machines.add()
    found = killed(machines, cluster, 100, lambda: dealt(cluster, "blackjack", 5_000_000), pause=5)
    assert all(each == expected for each in found)


def test_a_cluster_that_is_not_there_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{nobody.getsockname()[1]}"
        code = main(["simulate", "blackjack", "--rounds", "10", "--cluster", address])
    assert code == 2
    assert "no scheduler answers" in capsys.readouterr().err


def test_a_worker_that_joins_with_another_version_does_no_work() -> None:
    with pytest.raises(ClusterError, match=f"a worker has cardroom {__version__}; this is 0.1.0"):
        _done(b"", [1], "0.1.0")


def test_work_that_fails_fails_here(cluster: Cluster) -> None:
    with pytest.raises(ZeroDivisionError):
        list(cluster.map(lambda piece: 1 // piece, [1, 0]))
