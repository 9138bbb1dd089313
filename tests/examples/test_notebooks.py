"""The notebooks in `examples/` run from top to bottom, and show what they promise."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts import notebooks

FOLDER = Path(__file__).resolve().parents[2] / "examples" / "notebooks"
FILES = sorted(FOLDER.glob("*.ipynb"))


def test_there_are_notebooks() -> None:
    names = {file.stem for file in FILES}
    assert names == {"a-bankers-evening", "price-a-side-bet", "protect-a-game"}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_notebook_runs_and_shows_tables_and_a_picture(file: Path) -> None:
    shown = [cell.shown for cell in notebooks.run(file)]
    assert any(each.startswith("<svg") for each in shown)
    assert any("<table>" in each for each in shown)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_notebook_is_stored_without_outputs(file: Path) -> None:
    assert notebooks.outputs(file) == []
