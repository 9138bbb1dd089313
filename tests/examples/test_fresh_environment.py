"""Cardroom and the example, built and installed into an environment that has neither."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import distribution, requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.examples.installed import BACCARAT, LOCAL, ROOT

PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check")


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Cardroom's wheel, and the example's."""
    place = tmp_path_factory.mktemp("wheels")
    build = (*PIP, "wheel", "--quiet", "--no-index", "--no-deps", "--no-build-isolation")
    for package in (ROOT, BACCARAT):
        subprocess.run([*build, "--wheel-dir", str(place), str(package)], check=True)
    return sorted(str(wheel) for wheel in place.glob("*.whl"))


def environment(place: Path, wheels: list[str]) -> Path:
    """A new environment with these wheels and nothing else: its folder of packages."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(place)], check=True)
    install = (*PIP, "--python", str(place / "bin" / "python"), "install", "--quiet", *LOCAL)
    subprocess.run([*install, *wheels], check=True)
    return next(place.glob("lib/python3*/site-packages"))


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory, wheels: list[str]) -> Path:
    """The bin folder of a new environment. What others publish is taken from this one."""
    place = tmp_path_factory.mktemp("fresh")
    others = [path for path in sys.path if path.endswith("site-packages")]
    text = "\n".join(others) + "\n"
    (environment(place, wheels) / "others.pth").write_text(text, encoding="utf-8")
    return place / "bin"


def needed(package: str) -> Iterator[str]:
    """What a package requires without extras, and what that requires."""
    for line in requires(package) or ():
        wanted = Requirement(line)
        if wanted.marker is None or wanted.marker.evaluate({"extra": ""}):
            yield wanted.name
            yield from needed(wanted.name)


@pytest.fixture(scope="module")
def core(tmp_path_factory: pytest.TempPathFactory, wheels: list[str]) -> Path:
    """The bin folder of an environment with the core and what it requires, and no extra."""
    place = tmp_path_factory.mktemp("core")
    site = environment(place, [wheel for wheel in wheels if "baccarat" not in wheel])
    for name in set(needed("cardroom")):
        found = distribution(name)
        for top in {Path(file).parts[0] for file in found.files or ()} - {".."}:
            if not (site / top).exists():
                (site / top).symlink_to(Path(str(found.locate_file(top))))
    return place / "bin"


@pytest.mark.prove
def test_the_core_alone_plays_and_settles_from_its_wheel(core: Path, tmp_path: Path) -> None:
    cardroom = core / "cardroom"
    assert "Safari 21" in asked(cardroom, tmp_path, "games").stdout
    rounds = (
        "import cardroom.school as s, pathlib; print(pathlib.Path(s.__file__).parent / 'rounds')"
    )
    shipped = Path(asked(core / "python", tmp_path, "-c", rounds).stdout.strip())
    assert shipped.is_relative_to(core.parent)
    settled = asked(cardroom, tmp_path, "settle", str(shipped / "safari-21")).stdout
    assert "as expected" in settled
    command = [str(cardroom), "odds", "blackjack"]
    environment = {"PATH": "", "CARDROOM_CACHE": str(tmp_path)}
    refused = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert refused.returncode == 2
    assert "pip install 'cardroom[odds]'" in refused.stderr


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
