"""What `deploy/` names is there: files, commands, options; as far as no engine is needed."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.main import get_command

from cardroom.cli.app import build

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
COMPOSE = sorted(DEPLOY.glob("compose*.yaml"))


def known(*words: str) -> None:
    """These are a command of cardroom and options that it has."""
    command, *given = words
    group: Any = get_command(build([command]))
    options = {name for param in group.commands[command].params for name in param.opts}
    assert {word for word in given if word.startswith("-")} <= options


def instructions(name: str) -> list[tuple[str, str]]:
    """The lines of a container file, with their continuations."""
    text = (DEPLOY / name).read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(line.partition(" ")[0], line.partition(" ")[2]) for line in lines]


def test_the_container_file_copies_what_is_there() -> None:
    copied = [rest.split() for word, rest in instructions("Containerfile") if word == "COPY"]
    sources = [path for paths in copied for path in paths[:-1] if "--from=build" not in paths]
    assert sources
    assert [path for path in sources if not (ROOT / path).exists()] == []
    needed = {f"requirements/{part}.txt" for part in ("run", "postgres", "build")}
    assert needed <= set(sources)


def test_its_user_may_not_be_root_and_its_command_is_known() -> None:
    found = dict(instructions("Containerfile"))
    # A number: an orchestrator that forbids root cannot look up a name.
    assert int(found["USER"]) > 0
    assert "/health/ready" in found["HEALTHCHECK"]
    known(*yaml.safe_load(found["CMD"]))


@pytest.mark.parametrize("path", COMPOSE, ids=lambda path: path.name)
def test_a_compose_file_names_what_is_there(path: Path) -> None:
    composed = yaml.safe_load(path.read_text(encoding="utf-8"))
    room = composed["services"]["cardroom"]
    context = (DEPLOY / room["build"]["context"]).resolve()
    assert (context / room["build"]["dockerfile"]).is_file()
    if "command" in room:
        known(*room["command"])
    assert set(room.get("depends_on", ())) <= set(composed["services"])
    mounted = [volume for each in composed["services"].values() for volume in each["volumes"]]
    assert {volume.partition(":")[0] for volume in mounted} == set(composed["volumes"])
    # Nobody reaches it from another machine before the operator decides how.
    assert all(port.startswith("127.0.0.1:") for port in room["ports"])


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_the_unit_is_one_that_systemd_accepts(tmp_path: Path) -> None:
    text = (DEPLOY / "cardroom.service").read_text(encoding="utf-8")
    for words in re.findall(r"^ExecStart\w*=/opt/cardroom/bin/cardroom (.+)$", text, re.MULTILINE):
        known(*words.split())
    unit = tmp_path / "cardroom.service"
    unit.write_text(text.replace("/opt/cardroom/bin/cardroom", sys.executable), encoding="utf-8")
    checked = subprocess.run(
        ["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, check=False
    )
    assert (checked.returncode, checked.stderr) == (0, "")
