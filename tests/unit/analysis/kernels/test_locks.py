"""One process at a time makes a thing, but a lock that cannot be had stops nobody."""

from __future__ import annotations

import errno
import fcntl
import shutil
from pathlib import Path

import pytest

from cardroom.analysis.kernels import locks
from cardroom.analysis.kernels.locks import alone


def held(place: Path) -> bool:
    """Whether anybody has the lock, as another process sees it."""
    with (place / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def test_a_place_is_locked_until_the_work_is_done_or_has_failed(tmp_path: Path) -> None:
    with alone(tmp_path), alone(tmp_path):
        assert held(tmp_path)
    assert not held(tmp_path)
    with pytest.raises(ValueError, match="the work"), alone(tmp_path):
        raise ValueError("the work failed")
    assert not held(tmp_path)


def test_a_folder_that_is_deleted_before_it_is_locked_stops_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def deleted(place: Path) -> bool:
        shutil.rmtree(place)
        return True

    monkeypatch.setattr(locks, "writable", deleted)
    place = tmp_path / "cache"
    place.mkdir()
    with alone(place):
        done = True
    assert done


def test_a_disk_that_locks_no_files_stops_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_lock(*_: object) -> None:
        raise OSError(errno.ENOLCK, "no locks available")

    monkeypatch.setattr(fcntl, "flock", no_lock)
    with alone(tmp_path):
        done = True
    assert done
