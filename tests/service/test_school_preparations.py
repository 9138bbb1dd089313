"""The worked rounds are looked through in a process of its own, which ends when it is done."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from cardroom.scenario import Scenario
from cardroom.school import index as school_index
from cardroom.school import library
from cardroom.school.index import index, kept
from cardroom.school.library import PostedAt
from cardroom.service.school.preparations import Preparations

GAME, POSTED = "maxtime-21", PostedAt("washington")
NAME = "worked rounds"


@pytest.fixture
def nothing_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDROOM_CACHE", str(tmp_path))
    school_index._index.cache_clear()


def children() -> list[str]:
    return [each.name for each in multiprocessing.active_children()]


def until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.mark.usefixtures("nothing_kept")
def test_the_service_itself_plays_no_round(monkeypatch: pytest.MonkeyPatch) -> None:
    def play(round: Scenario) -> None:
        raise AssertionError(round.file)

    monkeypatch.setattr(library, "play", play)
    preparations = Preparations("process")
    assert not kept(GAME, POSTED)
    until(lambda: preparations.first(GAME, POSTED))
    assert len(index(GAME, POSTED)) > 100
    until(lambda: NAME not in children())
    preparations.close()


@pytest.mark.usefixtures("nothing_kept")
def test_a_service_that_stops_leaves_no_process() -> None:
    preparations = Preparations("process")
    preparations.all()
    until(lambda: NAME in children())
    preparations.close()
    assert NAME not in children()
    assert not preparations.first(GAME, POSTED)


@pytest.mark.usefixtures("nothing_kept")
def test_what_goes_wrong_is_met_by_the_next_request(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits forever for a computation that has failed."""

    def broken(*_: object) -> None:
        raise OSError("the disk is gone")

    monkeypatch.setattr("cardroom.service.school.preparations.index", broken)
    preparations = Preparations("thread")
    until(lambda: preparations.first(GAME, POSTED))
    preparations.close()


def test_an_editors_lock_is_no_worked_round(tmp_path: Path) -> None:
    (tmp_path / ".#a.toml").symlink_to(tmp_path / "nobody@nowhere")
    assert index(GAME, POSTED, str(tmp_path)) == {}
