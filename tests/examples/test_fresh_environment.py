"""Cardroom and the example, built and installed into an environment that has neither."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.examples.installed import BACCARAT, LOCAL, ROOT


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bin folder of a new environment. What others publish is taken from this one."""
    place = tmp_path_factory.mktemp("fresh")
    wheels, environment = place / "wheels", place / "environment"
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check")
    for package in (ROOT, BACCARAT):
        build = (*pip, "wheel", "--quiet", "--no-index", "--no-deps", "--no-build-isolation")
        subprocess.run([*build, "--wheel-dir", str(wheels), str(package)], check=True)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(environment)], check=True)
    python = environment / "bin" / "python"
    install = (*pip, "--python", str(python), "install", "--quiet", *LOCAL)
    subprocess.run([*install, *map(str, sorted(wheels.glob("*.whl")))], check=True)
    site = next(environment.glob("lib/python3*/site-packages"))
    others = [path for path in sys.path if path.endswith("site-packages")]
    (site / "others.pth").write_text("\n".join(others) + "\n", encoding="utf-8")
    return environment / "bin"


def asked(program: Path, where: Path, *words: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    command = [str(program), *words]
    return subprocess.run(command, env=kept, cwd=where, capture_output=True, text=True, check=True)


@pytest.mark.prove
def test_an_installed_cardroom_deals_prices_and_simulates_an_installed_game(
    fresh: Path, tmp_path: Path
) -> None:
    where = "import cardroom, cardroom_baccarat as b; print(cardroom.__file__, b.__file__)"
    found = asked(fresh / "python", tmp_path, "-c", where).stdout.split()
    assert all(Path(path).is_relative_to(fresh.parent) for path in found), found
    cardroom = fresh / "cardroom"
    assert "Baccarat" in asked(cardroom, tmp_path, "games").stdout
    odds = json.loads(asked(cardroom, tmp_path, "odds", "baccarat", "--json").stdout)
    assert round(100 * odds["wagers"][0]["edge"], 4) == 1.2351
    simulated = asked(
        cardroom, tmp_path, "simulate", "baccarat", "--rounds", "500", "--json"
    ).stdout
    assert json.loads(simulated)["rounds"] == 500
    for path in sorted((BACCARAT / "src" / "cardroom_baccarat" / "scenarios").glob("*.toml")):
        asked(cardroom, tmp_path, "settle", str(path))
    sheet = tmp_path / "rules.pdf"
    asked(cardroom, tmp_path, "post", "baccarat", "--sheet", "rules", "--out", str(sheet))
    assert sheet.read_bytes().startswith(b"%PDF")
