"""A plug-in that cannot be loaded is named when the service starts; the other games are open."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

from tests.examples.installed import ROOT, environment, provide


def test_the_service_says_which_plug_in_it_leaves_out(tmp_path: Path) -> None:
    site = provide("broken", tmp_path / "site", games="whist = no_such_module:PACKAGE")
    command = [sys.executable, "-m", "cardroom", "run", "--no-browser", "--port", "0"]
    with subprocess.Popen(
        [*command, "--data", str(tmp_path / "data")],
        env={**environment(site), "PYTHONUNBUFFERED": "1"},
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    ) as service:
        assert service.stdout is not None
        said = []
        for line in service.stdout:
            said.append(line)
            if "left out" in line:
                break
        service.send_signal(signal.SIGTERM)
        service.wait(timeout=60)
    assert said[0].startswith("cardroom is open: http")
    assert said[-1].strip() == (
        "the installed game whist (no_such_module:PACKAGE) is left out:"
        " ModuleNotFoundError: No module named 'no_such_module'"
    )
