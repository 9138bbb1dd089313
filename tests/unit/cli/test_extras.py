"""The core plays and settles; what needs more packages says which ones."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cardroom.cli.extras import EXTRA_OF

ROOT = Path(__file__).parents[3]
WITHOUT = """
import sys
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {missing!r}:
            raise ModuleNotFoundError(name, name=name)
sys.meta_path.insert(0, Missing())
from cardroom.cli import main
sys.exit(main(sys.argv[1:]))
"""
SCENARIO = "scenarios/blackjack/a-21-may-not-be-hit-doubled-or-split.toml"


Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def core_only(tmp_path: Path) -> Run:
    """The command, in a Python that has no package of an extra."""
    return _without(set(EXTRA_OF), tmp_path)


def _without(missing: set[str], cache: Path) -> Run:
    """An empty cache: the core may print an answer that an earlier run with all extras kept."""

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-c", WITHOUT.format(missing=missing), *arguments],
            cwd=ROOT,
            env={"PYTHONPATH": str(ROOT / "src"), "PATH": "", "CARDROOM_CACHE": str(cache)},
            capture_output=True,
            text=True,
            check=False,
        )

    return run


def test_the_core_settles_a_scenario(core_only: Run) -> None:
    done = core_only("settle", SCENARIO)
    assert (done.returncode, done.stderr) == (0, "")
    assert "as expected" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "extra"), [(("odds", "blackjack"), "odds"), (("run", "--no-browser"), "web")]
)
def test_a_command_of_an_extra_names_it(
    core_only: Run, arguments: tuple[str, ...], extra: str
) -> None:
    done = core_only(*arguments)
    assert done.returncode == 2
    assert f"pip install 'cardroom[{extra}]'" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("sheet", ["rules", "sign", "layout"])
def test_a_sheet_without_figures_is_printed_without_the_odds(tmp_path: Path, sheet: str) -> None:
    missing = {package for package, extra in EXTRA_OF.items() if extra == "odds"}
    file = tmp_path / "sheet.pdf"
    options = ("--sheet", sheet, "--out", str(file))
    done = _without(missing, tmp_path)("post", "three-card-poker", *options)
    assert (done.returncode, done.stderr) == (0, "")
    assert file.exists()
