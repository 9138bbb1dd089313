"""The lines with which a stranger verifies a journal, run on exports of a played evening."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cardroom.cli import main
from tests.unit.cli.test_audit import played

SCRIPT = Path(__file__).resolve().parents[2] / "examples" / "verify_journal.py"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal with a checkpoint in the middle, exported with and without its secrets."""
    folder = tmp_path_factory.mktemp("exports")
    played(folder / "journal.db", 60)
    key = str(folder / "key.pem")
    assert main(["audit", "checkpoint", str(folder / "journal.db"), "--key-file", key]) == 0
    for name, *options in (("all", "--orders"), ("some",)):
        out = str(folder / f"{name}.jsonl")
        assert main(["audit", "export", str(folder / "journal.db"), "--out", out, *options]) == 0
    return folder


def run(export: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, SCRIPT, export], capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("name", ["all", "some"])
def test_a_stranger_verifies_an_export(
    folder: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    done = run(folder / f"{name}.jsonl")
    assert done.stdout == "nothing is wrong; 1 checkpoints\n", done.stderr
    assert main(["audit", "verify", str(folder / f"{name}.jsonl")]) == 0
    assert "nothing is wrong" in capsys.readouterr().out
    assert (folder / f"{name}.jsonl").stat().st_mode & 0o777 == 0o600


def poorer(entry: dict[str, Any]) -> None:
    entry["body"] = entry["body"].replace('"amount":', '"amount":1', 1)


def later(entry: dict[str, Any]) -> None:
    entry["at"] += 1


def unlinked(entry: dict[str, Any]) -> None:
    entry["prev"] = "ff" + entry["prev"][2:]


@pytest.mark.parametrize("change", [poorer, later, unlinked])
def test_a_stranger_and_the_audit_find_what_was_changed(
    folder: Path, tmp_path: Path, change: Any
) -> None:
    entries = [json.loads(line) for line in (folder / "all.jsonl").read_text().splitlines()]
    change(next(entry for entry in entries if '"amount":' in entry["body"]))
    export = tmp_path / "changed.jsonl"
    lines = (json.dumps(entry, separators=(",", ":")) for entry in entries)
    export.write_text("\n".join(lines) + "\n")
    assert run(export).returncode != 0
    assert main(["audit", "verify", str(export)]) == 1
