"""Workers of one machine: started again when one ends, and restarted one after the other."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

SUPERVISOR = """
import socket, sys
from cardroom.service.http import worker_processes
worker_processes.AGAIN_SECONDS = 0.05
command = [sys.executable, sys.argv[1], sys.argv[2]]
listener = socket.create_server(("127.0.0.1", 0))
sys.exit(worker_processes.WorkerProcesses(listener, command, [], 2).run())
"""
WORKER = """
import os, pathlib, signal, sys
folder, number = pathlib.Path(sys.argv[1]), os.environ["CARDROOM_WORKER"]
def note(what):
    with (folder / "log").open("a") as log:
        log.write(f"{what} {number}\\n")
def end(*_):
    note("end")
    os._exit(0)
signal.signal(signal.SIGTERM, end)
if (folder / "broken").exists():
    note("broken")
    sys.exit(3)
(folder / f"pid{number}").write_text(str(os.getpid()))
note("start")
os.write(int(os.environ["CARDROOM_READY"]), b"1")
while True:
    signal.pause()
"""


class Workers:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        script = folder / "worker.py"
        script.write_text(WORKER, encoding="utf-8")
        self.process = subprocess.Popen(
            [sys.executable, "-c", SUPERVISOR, str(script), str(folder)], stderr=subprocess.PIPE
        )

    def lines(self) -> list[str]:
        log = self.folder / "log"
        return log.read_text(encoding="utf-8").splitlines() if log.exists() else []

    def until(self, done: Callable[[], bool]) -> None:
        deadline = time.monotonic() + 60
        while not done():
            assert time.monotonic() < deadline, self.lines()
            time.sleep(0.02)

    def end(self) -> int:
        self.process.terminate()
        return self.process.wait(60)


@pytest.fixture
def workers(tmp_path: Path) -> Iterator[Workers]:
    made = Workers(tmp_path)
    yield made
    if made.process.poll() is None:
        made.end()
    assert made.process.stderr is not None
    made.process.stderr.close()


def test_they_are_restarted_one_after_the_other(workers: Workers) -> None:
    workers.until(lambda: len(workers.lines()) == 2)
    workers.process.send_signal(signal.SIGHUP)
    workers.until(lambda: len(workers.lines()) == 6)
    assert workers.lines() == ["start 1", "start 2", "end 1", "start 1", "end 2", "start 2"]
    assert workers.end() == 0
    assert sorted(workers.lines()[6:]) == ["end 1", "end 2"]


def test_a_version_that_does_not_start_leaves_the_others_alone(workers: Workers) -> None:
    workers.until(lambda: len(workers.lines()) == 2)
    broken = workers.folder / "broken"
    broken.touch()
    workers.process.send_signal(signal.SIGHUP)
    # Tried again all the time, until there is a version that starts.
    workers.until(lambda: workers.lines().count("broken 1") > 1)
    broken.unlink()
    workers.until(lambda: workers.lines()[-1] == "start 1")
    lines = [line for line in workers.lines() if line != "broken 1"]
    assert lines == ["start 1", "start 2", "end 1", "start 1"]
    assert workers.end() == 0


def test_a_worker_that_dies_is_started_again(workers: Workers) -> None:
    workers.until(lambda: len(workers.lines()) == 2)
    pid = int((workers.folder / "pid2").read_text(encoding="utf-8"))
    subprocess.run(["kill", "-KILL", str(pid)], check=True)
    workers.until(lambda: len(workers.lines()) == 3)
    assert workers.lines()[2] == "start 2"
    assert workers.end() == 0


def test_one_that_cannot_start_ends_with_its_exit_code(tmp_path: Path) -> None:
    (tmp_path / "broken").touch()
    workers = Workers(tmp_path)
    assert workers.process.wait(60) == 3
    assert workers.process.stderr is not None
    workers.process.stderr.close()
