"""What stored rules mean by leaving an option out never changes.

`base_values.json` was written by the version that wrote the first journals. A value in it is never
edited. An option that is new since then is added with its base value: what games did before it.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.journals.opened import GAMES

BASE_VALUES: dict[str, dict[str, object]] = json.loads(
    (Path(__file__).parent / "base_values.json").read_text(encoding="utf-8")
)


@pytest.mark.parametrize("game", GAMES)
def test_what_stored_rules_leave_out_keeps_its_meaning(game: str) -> None:
    now = {spec.name: spec.absent for spec in GAMES[game].catalogue}
    assert now == BASE_VALUES[game], (
        "give a changed option its old value as `base`; add a new option to base_values.json"
    )
