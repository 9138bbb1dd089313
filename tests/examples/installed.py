"""An example package, installed as a user would install it, and programs that run beside it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BACCARAT = ROOT / "examples" / "baccarat"


def install(package: Path, target: Path) -> Path:
    """Build and install a package, without an index: only what is there is used."""
    options = ("--no-deps", "--no-index", "--no-build-isolation", "--disable-pip-version-check")
    command = (sys.executable, "-m", "pip", "install", "--quiet", *options)
    subprocess.run([*command, "--target", str(target), str(package)], check=True)
    return target


def environment(target: Path) -> dict[str, str]:
    path = os.pathsep.join((str(ROOT / "src"), str(ROOT), str(target)))
    return {**os.environ, "PYTHONPATH": path, "COLUMNS": "120"}


def run(target: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "cardroom", *words],
        env=environment(target),
        cwd=target,
        capture_output=True,
        text=True,
        check=False,
    )
