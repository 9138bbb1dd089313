"""An example package, installed as a user would install it, and programs that run with it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
BACCARAT = ROOT / "examples" / "baccarat"
LOCAL = ("--no-index", "--no-deps", "--no-build-isolation", "--disable-pip-version-check")
"""Only what is on this machine is installed, and no index is asked."""


class Done(NamedTuple):
    code: int
    out: str
    err: str


def install(package: Path, target: Path) -> Path:
    command = (sys.executable, "-m", "pip", "install", "--quiet", *LOCAL)
    subprocess.run([*command, "--target", str(target), str(package)], check=True)
    return target


def environment(target: Path) -> dict[str, str]:
    path = os.pathsep.join((str(ROOT / "src"), str(ROOT), str(target)))
    return {**os.environ, "PYTHONPATH": path, "COLUMNS": "120"}


def run(target: Path, *commands: Sequence[str]) -> list[Done]:
    """Commands of cardroom, one after the other, with the packages in `target` installed."""
    answered = subprocess.run(
        [sys.executable, "-m", "tests.examples.commands"],
        env=environment(target),
        cwd=ROOT,
        input=json.dumps([list(words) for words in commands]),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return [Done(*each) for each in json.loads(answered.stdout)]
