"""No rule can be wrong unnoticed: with a mistake in any one place of it a scenario or a test fails.

`make prove` makes every mistake of the groups in `rule_modules`; here is a look at a few of them.
`python -m tests.prove.worker safari-21` makes one group's. `test_mutation` has blackjack's rows.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Callable
from typing import Final

import pytest

from tests.prove.rule_modules import GROUPS, ROOT
from tests.prove.worker import EQUIVALENT, Tried

SAMPLE: Final = {"dealer-bust-21": 12, "maxtime-21": 40, "no-bust": 90, "three-card-poker": 60}
"""Every run of the tests makes one in this number of the mistakes: a few seconds in all."""


def worker(group: str, *arguments: str) -> list[list[str]]:
    """What it prints; in a process of its own, which must not have loaded the product yet."""
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
    done = subprocess.run(
        [sys.executable, "-m", "tests.prove.worker", group, *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def tried(group: str, *arguments: str) -> list[Tried]:
    return [Tried(*one) for one in worker(group, "--json", *arguments)]


def problems(found: list[Tried]) -> list[str]:
    unnoticed = [
        f"{one.module} {one.mistake}: no scenario fails"
        for one in found
        if not one.noticed_by and not one.reason
    ]
    listed = [
        f"{one.module} {one.mistake}: noticed by {one.noticed_by}; take it off the list"
        for one in found
        if one.noticed_by and one.reason
    ]
    return unnoticed + listed


@pytest.mark.parametrize("group", SAMPLE)
def test_some_scenario_notices_a_mistake(group: str) -> None:
    found = tried(group, "--every", str(SAMPLE[group]))
    # Not all because nothing can be loaded.
    assert any(not one.noticed_by.startswith("loading") for one in found)
    assert problems(found) == []


@pytest.mark.prove
@pytest.mark.parametrize("group", GROUPS)
def test_some_scenario_notices_every_mistake(
    group: str, record_property: Callable[[str, object], None]
) -> None:
    found = tried(group)
    noticed = sum(bool(one.noticed_by) for one in found)
    alike = sum(bool(one.reason) for one in found)
    record_property("mistakes", len(found))
    record_property("noticed", f"{noticed} ({100 * noticed / len(found):.1f}%)")
    record_property("without effect, with a reason each", alike)
    assert problems(found) == []


@pytest.mark.prove
def test_every_mistake_on_the_list_can_be_made() -> None:
    listed = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8"))
    every = {tuple(name) for group in GROUPS for name in worker(group, "--list")}
    named = {(module, mistake) for module, reasons in listed.items() for mistake in reasons}
    assert named - every == set()
