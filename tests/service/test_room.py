"""The room itself over HTTP: administrators see its journal, sign checkpoints, and make backups."""

from __future__ import annotations

from pathlib import Path

from cardroom.service.backup import verified
from tests.service.running_service import House, refusal, running, with_settings


def test_a_room_in_memory_has_no_backup_and_only_administrators_ask(house: House) -> None:
    admin = house.cast("admin")
    facts = admin.http.get("/api/room").json()
    assert facts["journal"]["kept"] == "memory"
    assert facts["journal"]["entries"] > 0
    assert facts["house"]["title"] == ""
    for what in ("checkpoint", "backup"):
        assert refusal(admin.http.post(f"/api/room/{what}")) == "service.backup"
        assert house.cast("floor").http.post(f"/api/room/{what}").status_code == 403
    assert house.guest().http.get("/api/room").status_code == 403


def test_a_backup_is_made_of_a_running_room_and_verified(tmp_path: Path) -> None:
    with running(with_settings(data=tmp_path)) as house:
        admin = house.cast("admin")
        signed = admin.http.post("/api/room/checkpoint").json()["journal"]
        assert signed["checkpoints"] >= 1
        facts = admin.http.post("/api/room/backup").json()
        (made,) = facts["backups"]
        folder = Path(made["folder"])
        assert folder.parent == tmp_path / "backups"
        assert not verified(folder).faults
