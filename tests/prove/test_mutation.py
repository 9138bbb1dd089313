"""No rule can be wrong unnoticed: with a mistake in any one of them some scenario fails."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from cardroom import scenario
from tests.prove.mutants import Mutant, mutants

FOLDER = Path(__file__).resolve().parents[2] / "scenarios" / "blackjack"

NO_ADDED_MONEY = "such a hand is never doubled, so it has no added money"
THE_TABLE_SHUFFLES = "how cards get into the shoe is the table's business; a round sees them come"
SAME: dict[str, str] = {
    "final: pay.surrendered pays added money otherwise": NO_ADDED_MONEY,
    "final: pay.both-natural pays added money otherwise": NO_ADDED_MONEY,
    "final: pay.natural-wins pays added money otherwise": NO_ADDED_MONEY,
    "final: pay.natural-tie-loses pays added money otherwise": NO_ADDED_MONEY,
    "final: pay.natural pays added money otherwise": NO_ADDED_MONEY,
    "bars_bet: bet.beside-main dropped": "blackjack has no side bet",
    "bars_bet: bet.bank dropped": "the house banks blackjack, and bets nothing",
    "option shoe = each-round ignored": THE_TABLE_SHUFFLES,
    "option shoe = continuous ignored": THE_TABLE_SHUFFLES,
}
"""Mistakes that cannot show in a round of blackjack, and why. Unit tests have the table's bars."""


@cache
def scenarios() -> tuple[scenario.Scenario, ...]:
    return tuple(scenario.read(file) for file in sorted(FOLDER.glob("*.toml")))


def first_failure() -> str:
    """The first scenario that does not come out as it says; none is an empty text."""
    for each in scenarios():
        try:
            outcome = scenario.run(each)
        except Exception as broken:
            return f"{each.file}: {broken!r}"
        if outcome.problems:
            return f"{each.file}: {outcome.problems[0].text}"
    return ""


@pytest.mark.prove
def test_the_scenarios_pass_by_the_right_rules() -> None:
    assert first_failure() == ""


@pytest.mark.prove
@pytest.mark.parametrize("mutant", mutants(), ids=lambda mutant: mutant.name)
def test_some_scenario_notices(
    mutant: Mutant, record_property: Callable[[str, object], None]
) -> None:
    with mutant.apply():
        failure = first_failure()
    record_property("noticed by", Path(failure.split(":")[0]).stem if failure else "nobody")
    if mutant.name in SAME:
        assert not failure, f"{mutant.name} is noticed after all: take it off the list"
    else:
        assert failure, f"{mutant.name}: no scenario fails"
