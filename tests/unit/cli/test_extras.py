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
    """The command, in a Python that has no package of an extra.

    Its cache is empty: the core may print an answer that an earlier run with all extras kept.
    """

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-c", WITHOUT.format(missing=set(EXTRA_OF)), *arguments],
            cwd=ROOT,
            env={"PYTHONPATH": str(ROOT / "src"), "PATH": "", "CARDROOM_CACHE": str(tmp_path)},
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
