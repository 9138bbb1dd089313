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


def test_the_proxy_passes_streams_on_and_says_where_requests_come_from() -> None:
    text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    known("run", *re.findall(r"--[a-z]+", text))
    for header in ("Host", "X-Forwarded-For", "X-Forwarded-Proto", "Upgrade", "Connection"):
        assert f"proxy_set_header {header} " in text, header
    assert "$proxy_add_x_forwarded_for" not in text, "a browser would choose its own address"


@pytest.mark.skipif(shutil.which("nginx") is None, reason="nginx judges its own file")
def test_nginx_accepts_its_site(tmp_path: Path) -> None:
    site = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    lines = [line for line in site.splitlines() if "ssl_certificate" not in line]
    whole = "\n".join(lines).replace("listen 443 ssl", f"listen unix:{tmp_path}/socket")
    file = tmp_path / "nginx.conf"
    file.write_text(f"pid {tmp_path}/pid; events {{}} http {{ {whole} }}", encoding="utf-8")
    done = subprocess.run(
        ["nginx", "-t", "-e", str(tmp_path / "error"), "-c", str(file)],
        check=False, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


@pytest.mark.skipif(shutil.which("logrotate") is None, reason="logrotate judges its own file")
def test_logrotate_moves_the_audit_log_away(tmp_path: Path) -> None:
    written = (DEPLOY / "logrotate.conf").read_text(encoding="utf-8")
    lines = [line for line in written.splitlines() if "su cardroom" not in line]
    file, log = tmp_path / "logrotate.conf", tmp_path / "audit.log"
    file.write_text("\n".join(lines).replace("/var/lib/cardroom", str(tmp_path)) + "\n")
    file.chmod(0o600)
    log.write_text("a line\n")
    command = ["logrotate", "--force", "--state", str(tmp_path / "state"), str(file)]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert not log.exists(), "the service makes a new one"
    assert [each.read_text() for each in tmp_path.glob("audit.log-*")] == ["a line\n"]
