"""Workers that are stopped, killed, cut off, or restarted under load: nothing acknowledged is lost
or done twice, and no row of a worker that lost its table is stored."""

from __future__ import annotations

import random
import signal
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from cardroom import __version__
from cardroom.cli import main
from cardroom.store.ownership import LEASE_SECONDS
from tests.contract.test_store_postgres import Server, restartable
from tests.faults.hosts import DATABASE, Host, hosts, possible
from tests.faults.worker_fleet import (
    OLDER,
    Gate,
    Player,
    WorkerProcess,
    check_journal,
    engines_in,
    older_version,
    owner_of,
)

PARTS = range(8)
"""The long proofs in parts of some minutes, so that an interrupted run loses little."""
TAKEN_SECONDS = 3.0
"""Until a dead worker's tables go on elsewhere, on a machine that has time for it."""


class Evening:
    """Workers over one database, and people who play through all of them."""

    def __init__(self, database: Server, workers: list[WorkerProcess], players: int) -> None:
        self.database, self.workers = database, workers
        bases = [worker.base for worker in workers]
        self.players = [Player(bases, seed) for seed in range(players)]
        for player in self.players:
            player.start()

    def owner(self, besides: WorkerProcess | None = None) -> WorkerProcess:
        others = [worker for worker in self.workers if worker is not besides]
        return owner_of(self.database.address, self.players[0].table.id, others)

    def end(self) -> None:
        for player in self.players:
            player.finish()
        for worker in self.workers:
            if worker.process.poll() is None:
                worker.stop()
        check_journal(self.database.address, self.players)
        assert main(["audit", "verify", self.database.address]) == 0
        assert main(["audit", "replay", self.database.address]) == 0


@contextmanager
def evening(
    tmp_path: Path,
    players: int,
    count: int = 3,
    at: Sequence[Host] = (),
    source: Path = WorkerProcess.source,
) -> Iterator[Evening]:
    """Each worker reaches the database by a way of its own, which can be closed. Workers are on
    these hosts, or all on this one, and begin with this version of the program."""
    with restartable() as database, ExitStack() as opened:
        folder = database.address.partition("host=")[2]
        workers: list[WorkerProcess] = []
        for number, host in enumerate(at or (None,) * count):
            gate = Gate(f"{folder}/.s.PGSQL.5432", "127.0.0.1" if host is None else DATABASE)
            opened.callback(gate.close)
            workers.append(WorkerProcess(tmp_path, gate, host, source))
            opened.callback(workers[-1].kill)
            if not number:
                # The first one makes the house's key and the tables of the database.
                workers[0].ready()
        for worker in workers:
            worker.ready()
        yield Evening(database, workers, players)


def stop_and_continue(at: Evening) -> None:
    """Longer than the lease: meanwhile another worker takes the tables."""
    owner = at.owner()
    owner.signal(signal.SIGSTOP)
    time.sleep(LEASE_SECONDS + 1.0)
    at.owner(besides=owner)
    owner.signal(signal.SIGCONT)


def kill(at: Evening) -> tuple[WorkerProcess, float]:
    """The worker that was killed, and the seconds until another one has its tables."""
    owner = at.owner()
    begun = time.monotonic()
    owner.kill()
    at.owner(besides=owner)
    return owner, time.monotonic() - begun


def cut_off(at: Evening) -> None:
    """From the database alone: people still reach the worker."""
    owner = at.owner()
    owner.gate.shut()
    at.owner(besides=owner)
    time.sleep(0.5)
    owner.gate.reopen()


def restart_database(at: Evening) -> None:
    at.database.stop()
    time.sleep(0.3)
    at.database.start()


def test_workers_are_stopped_and_killed_under_load(tmp_path: Path) -> None:
    with evening(tmp_path, players=2, count=2) as at:
        time.sleep(0.5)
        stop_and_continue(at)
        time.sleep(0.5)
        kill(at)
        time.sleep(0.5)
        at.end()


@pytest.mark.prove
@pytest.mark.parametrize("part", PARTS)
def test_two_hundred_owners_are_stopped_longer_than_their_lease(tmp_path: Path, part: int) -> None:
    with evening(tmp_path, players=4) as at:
        for _ in range(200 // len(PARTS)):
            stop_and_continue(at)
            time.sleep(0.3)
        at.end()


@pytest.mark.prove
@pytest.mark.parametrize("part", PARTS)
def test_two_hundred_workers_and_databases_are_killed_under_load(tmp_path: Path, part: int) -> None:
    chance = random.Random(part)
    with evening(tmp_path, players=4) as at:
        for _ in range(200 // len(PARTS)):
            if chance.random() < 0.25:
                restart_database(at)
            else:
                killed, seconds = kill(at)
                assert seconds < TAKEN_SECONDS
                killed.start()
                killed.ready()
            time.sleep(chance.random())
        at.end()


@pytest.mark.prove
def test_workers_are_cut_off_from_the_database(tmp_path: Path) -> None:
    with evening(tmp_path, players=4) as at:
        for _ in range(20):
            cut_off(at)
            time.sleep(1.0)
        at.end()


@pytest.mark.prove
def test_a_rolling_restart_refuses_no_command(tmp_path: Path) -> None:
    with evening(tmp_path, players=4) as at:
        for worker in [*at.workers, *at.workers]:
            worker.stop()
            worker.start()
            worker.ready()
        at.end()
        check_nobody_was_refused(at)


@pytest.mark.prove
def test_a_rolling_upgrade_refuses_no_command(tmp_path: Path) -> None:
    """Workers of two versions side by side, over a database whose tables the newer one changes."""
    older = older_version(tmp_path / "older")
    (tmp_path / "room").mkdir()
    with evening(tmp_path / "room", players=4, source=older) as at:
        for worker in at.workers:
            time.sleep(1.0)
            worker.stop()
            worker.source = WorkerProcess.source
            worker.start()
            worker.ready()
        time.sleep(1.0)
        at.end()
        check_nobody_was_refused(at)
        assert engines_in(at.database.address) == {OLDER, __version__}


def check_nobody_was_refused(at: Evening) -> None:
    for player in at.players:
        assert player.client.refused == []
        # What takes longest is a request to a worker that has just ended.
        assert player.client.slowest < 6.0


@pytest.mark.prove
@pytest.mark.skipif(not possible(), reason="network namespaces need rights that this user lacks")
def test_hosts_lose_the_database_or_their_network(tmp_path: Path) -> None:
    """Each worker on a host of its own: cut off from the database alone, and from everybody."""
    with hosts(3) as machines, evening(tmp_path, players=4, at=machines) as at:
        of = dict(zip(at.workers, machines, strict=True))
        for number in range(12):
            owner = at.owner()
            host = of[owner]
            cut, mend = host.lose_database, host.find_database
            if number % 2:
                cut, mend = host.unplug, host.plug_in
            cut()
            begun = time.monotonic()
            at.owner(besides=owner)
            assert time.monotonic() - begun < TAKEN_SECONDS
            time.sleep(LEASE_SECONDS)
            mend()
            time.sleep(1.0)
        at.end()
