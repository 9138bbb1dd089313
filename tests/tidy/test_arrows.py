"""The contracts in pyproject.toml draw the arrows of the design; a wrong import breaks them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

ALLOWED = [
    "hands -> cards",
    "hands -> money",
    "rules -> hands",
    "play -> rules",
    "play -> events",
    "games -> play",
    "model -> games",
    "analysis -> model",
    "signage -> rules",
    "signage -> analysis",
    "ledger -> events",
    "ledger -> money",
    "table -> ledger",
    "table -> games",
    "table -> store",
    "table -> fairness",
    "service -> store",
    "service -> analysis",
    "service -> signage",
    "scenario -> games",
    "web -> service",
    "cli -> web",
    "cli -> signage",
    "events -> cards",
]
BROKEN = [
    "cards -> hands",
    "hands -> rules",
    "rules -> play",
    "play -> games",
    "play -> analysis",
    "games -> model",
    "model -> analysis",
    "analysis -> signage",
    "analysis -> table",
    "analysis -> ledger",
    "signage -> table",
    "store -> table",
    "store -> analysis",
    "fairness -> analysis",
    "scenario -> analysis",
    "table -> model",
    "store -> service",
    "ledger -> rules",
    "games -> ledger",
    "events -> ledger",
    "events -> rules",
    "rules -> events",
    "service -> cli",
]


def orders() -> list[dict[str, int]]:
    """For each contract, the height of each package, from the top."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    contracts = tomllib.loads(text)["tool"]["importlinter"]["contracts"]
    return [
        {
            name.strip(" ()"): height
            for height, layer in enumerate(contract["layers"])
            for name in layer.split(":")
        }
        for contract in contracts
    ]


def may_import(arrow: str) -> bool:
    importer, imported = arrow.split(" -> ")
    return all(order[importer] <= order[imported] for order in orders())


@pytest.mark.parametrize("arrow", ALLOWED)
def test_the_contracts_allow(arrow: str) -> None:
    assert may_import(arrow)


@pytest.mark.parametrize("arrow", BROKEN)
def test_the_contracts_forbid(arrow: str) -> None:
    assert not may_import(arrow)


def lint(root: Path) -> subprocess.CompletedProcess[str]:
    program = "from importlinter.cli import lint_imports_command as run; run()"
    environment = {**os.environ, "PYTHONPATH": str(root / "src")}
    return subprocess.run(
        [sys.executable, "-c", program, "--no-cache"],
        cwd=root,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_wrong_import_breaks_the_build_and_a_missing_package_does_not(tmp_path: Path) -> None:
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    package = tmp_path / "src" / "cardroom"
    for part in ("table", "analysis"):
        (package / part).mkdir(parents=True)
        (package / part / "__init__.py").touch()
    (package / "__init__.py").touch()
    assert lint(tmp_path).returncode == 0
    (package / "analysis" / "exact.py").write_text("import cardroom.table\n", encoding="utf-8")
    broken = lint(tmp_path)
    assert broken.returncode == 1
    assert "cardroom.analysis is not allowed to import cardroom.table" in broken.stdout
