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


def provide(name: str, target: Path, **points: str) -> Path:
    """As an installed package of this name would be found: by its entry points, one per group."""
    info = target / f"{name}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    said = (f"[cardroom.{group}]\n{point}\n" for group, point in points.items())
    (info / "entry_points.txt").write_text("".join(said))
    return target


def provide_lanes(target: Path) -> Path:
    """The game of `lanes.py`, which no package has."""
    return provide(
        "lanes",
        target,
        games="lanes = tests.examples.lanes:PACKAGE",
        service="lanes = tests.examples.lanes_service:SERVED",
    )


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
