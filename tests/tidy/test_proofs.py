"""The proof by mistakes names modules, tests and mistakes that exist.

The proof itself runs in `make prove`. A rule that is renamed or rewritten is noticed here at once.
"""

from __future__ import annotations

import tomllib

import pytest

from tests.prove.mistakes import names
from tests.prove.rule_modules import GROUPS, ROOT, SCENARIOS, source
from tests.prove.worker import EQUIVALENT, OPTION


@pytest.mark.parametrize("name", GROUPS)
def test_a_group_names_modules_tests_and_scenarios_that_exist(name: str) -> None:
    group = GROUPS[name]
    files = [source(module) for module in group.modules]
    files += [ROOT / "tests" / f"{test}.py" for test in group.tests]
    files += [SCENARIOS / game for game in (*group.games, *group.options)]
    assert [str(file) for file in files if not file.exists()] == []


def test_every_mistake_on_the_list_can_be_made() -> None:
    """The values of options are listed by loading the product: `make prove` looks at those."""
    listed = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8"))
    proved = {module.removeprefix("cardroom."): module for g in GROUPS.values() for module in g[0]}
    stale = [
        f"{module}: {mistake}"
        for module, reasons in listed.items()
        if module != OPTION
        for mistake in sorted(reasons.keys() - _possible(proved.get(module)))
    ]
    assert stale == [], "take these off tests/prove/equivalent.toml, or name them as they are now"


def _possible(module: str | None) -> set[str]:
    return set() if module is None else set(names(source(module).read_text(encoding="utf-8")))
