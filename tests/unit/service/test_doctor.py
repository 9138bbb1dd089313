"""The doctor names each thing that would keep a room from opening, and changes nothing."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from cardroom.service.doctor import examine
from cardroom.service.room_files import JOURNAL
from cardroom.store import checkpoint
from cardroom.store.journal import chain
from cardroom.store.keys import HOUSE_KEY, create_key, house_key
from cardroom.store.opening import open_store


def found(data: Path, now: float = 0.0) -> dict[str, tuple[str, str]]:
    clock = (lambda: now) if now else time.time
    return {each.subject: (each.level, each.says) for each in examine(data, now=clock)}


@pytest.fixture
def room(tmp_path: Path) -> Path:
    key = house_key(tmp_path)
    store = open_store(str(tmp_path / JOURNAL), key.blind)
    at = time.time_ns()
    store.append(chain({}, [("table/t1", b"{}")], at, "k1", store.blind)).result()
    checkpoint.record(store, key, at)
    store.close()
    return tmp_path


def test_a_sound_room_has_no_finding_but_ok(room: Path) -> None:
    before = {path.name: path.read_bytes() for path in room.iterdir()}
    assert {level for level, _ in found(room).values()} == {"ok"}
    assert {path.name: path.read_bytes() for path in room.iterdir()} == before


def test_a_folder_that_does_not_exist_is_not_created(tmp_path: Path) -> None:
    level, says = found(tmp_path / "none")["folder"]
    assert level == "ok"
    assert "creates it" in says
    assert not (tmp_path / "none").exists()


def test_a_file_is_not_a_folder(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert found(tmp_path / "file")["folder"][0] == "fault"


def test_a_key_that_others_can_read_is_a_fault(room: Path) -> None:
    (room / HOUSE_KEY).chmod(0o644)
    level, says = found(room)["permissions"]
    assert level == "fault"
    assert says.endswith(f"other users can read {HOUSE_KEY}; run chmod 600 on it")


def test_a_clock_before_the_last_entry_is_a_fault(room: Path) -> None:
    level, says = found(room, time.time() - 86_400)["clock"]
    assert level == "fault"
    assert "in the future" in says


def test_a_checkpoint_of_another_key_is_a_warning(room: Path) -> None:
    (room / HOUSE_KEY).unlink()
    create_key(room / HOUSE_KEY)
    assert found(room)["checkpoint"][0] == "warning"


def test_a_damaged_journal_is_a_fault(room: Path) -> None:
    os.truncate(room / JOURNAL, 50)
    assert found(room)["journal"][0] == "fault"


def test_a_full_disk_is_a_fault(room: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Usage:
        free = 1_000_000

    monkeypatch.setattr("shutil.disk_usage", lambda path: Usage)
    assert found(room)["disk"][0] == "fault"
