"""What is shipped is what is in the tree, and what is declared is what is locked."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from cardroom.cli.extras import EXTRA_OF
from tests.tidy import style

ROOT = Path(__file__).resolve().parents[2]
REQUIREMENTS = ROOT / "requirements"


def names(lines: list[str]) -> set[str]:
    """The distributions that requirement lines name, in their normal form."""
    found = (re.match(r"[A-Za-z0-9][A-Za-z0-9._-]*", line) for line in lines)
    return {re.sub(r"[-_.]+", "-", match[0]).lower() for match in found if match}


def test_the_wheel_holds_every_file_of_the_package(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        shipped = {name for name in archive.namelist() if ".dist-info/" not in name}
    source = ROOT / "src"
    tree = {
        path.relative_to(source).as_posix()
        for path in style.files(ROOT)
        if path.is_relative_to(source)
    }
    # The school asks about the worked rounds, which are the scenarios of the repository.
    rounds = ROOT / "scenarios"
    tree |= {
        f"cardroom/school/rounds/{path.relative_to(rounds).as_posix()}"
        for path in style.files(ROOT)
        if path.is_relative_to(rounds)
    }
    assert "cardroom/py.typed" in shipped
    assert shipped == tree


def test_the_declared_dependencies_are_the_locked_ones() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = (REQUIREMENTS / "run.in").read_text(encoding="utf-8").splitlines()
    parts = project["optional-dependencies"]
    shipped = [*project["dependencies"], *parts["odds"], *parts["paper"], *parts["web"]]
    assert names(shipped) - {"cardroom"} == names(asked)


def test_a_release_names_where_it_is_hosted() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    home = project["urls"]["Homepage"]
    release = (ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8")
    assert f"s#{home}#$HOME_PAGE#" in release
    assert all(address.startswith(home) for address in project["urls"].values())


def test_every_package_of_an_extra_has_its_advice() -> None:
    """A command that lacks a package says which extra has it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    imported = {"argon2": "argon2-cffi", "vl_convert": "vl-convert-python"}
    known = {imported.get(name, name.replace("_", "-")) for name in EXTRA_OF}
    for extra in ("odds", "paper", "web", "postgres"):
        asked = names(project["optional-dependencies"][extra]) - {"cardroom"}
        assert asked <= known, extra


@pytest.mark.parametrize("lock", sorted(REQUIREMENTS.glob("*.txt")), ids=lambda path: path.name)
def test_a_lock_pins_everything_with_hashes(lock: Path) -> None:
    entries = re.split(r"\n(?=\S)", lock.read_text(encoding="utf-8").strip())
    assert names(style.lines(lock.with_suffix(".in"))) <= names(entries)
    loose = [e.splitlines()[0] for e in entries if "==" not in e or "--hash=sha256:" not in e]
    assert not loose


@pytest.mark.parametrize("part", ["run", "postgres", "cluster"])
def test_the_tests_run_on_the_versions_that_are_shipped(part: str) -> None:
    def pins(name: str) -> set[str]:
        text = (REQUIREMENTS / f"{name}.txt").read_text(encoding="utf-8")
        return {line.split()[0] for line in text.splitlines() if "==" in line.split(" ;")[0]}

    assert pins(part) <= pins("test")
