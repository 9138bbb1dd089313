"""Every scenario file plays as it says, cites what it proves, and can be written down again."""

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
    """It cites what it proves; and the round, written down, plays the same again."""
    worked_out = scenario.read(file)
    assert worked_out.cites
    outcome = scenario.run(worked_out)
    assert [f"{problem.line}: {problem.text}" for problem in outcome.problems] == []
    if outcome.round is None or not outcome.round.over or outcome.round.origin is None:
        return  # a round that was refused as a whole leaves nothing to write down
    again = scenario.run(scenario.parse(scenario.write(outcome.round), "written"))
    assert again.problems == ()
    assert again.events == outcome.events
