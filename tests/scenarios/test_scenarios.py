"""Every scenario file plays as it says, and can be written down again."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardroom import scenario

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted((ROOT / "scenarios").rglob("*.toml"))


def name(file: Path) -> str:
    return file.relative_to(ROOT / "scenarios").with_suffix("").as_posix()


@pytest.mark.parametrize("file", FILES, ids=name)
def test_the_round_comes_out_as_it_was_worked_out(file: Path) -> None:
    outcome = scenario.run(scenario.read(file))
    assert [f"{problem.line}: {problem.text}" for problem in outcome.problems] == []


@pytest.mark.parametrize("file", FILES, ids=name)
def test_a_round_that_was_written_down_plays_the_same_again(file: Path) -> None:
    first = scenario.run(scenario.read(file))
    if first.round is None or not first.round.over or first.round.origin is None:
        pytest.skip("a round that was refused as a whole leaves nothing to write down")
    again = scenario.run(scenario.parse(scenario.write(first.round), "written"))
    assert again.problems == ()
    assert again.events == first.events
