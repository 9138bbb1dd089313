"""A collection schedule: at most three rates, brackets that ascend."""

from __future__ import annotations

import pytest

from cardroom.rules.fees import Bracket, Schedule

GOOD = (Bracket(5000, 50), Bracket(10000, 100, 5100), Bracket(None, 200, 10100))


@pytest.mark.parametrize("who", ["player", "bank"])
@pytest.mark.parametrize(
    ("rows", "says"),
    [
        (GOOD, ""),
        ((Bracket(1000, 25), *GOOD), "4 {} collection rates; a table has at most 3"),
        # Four rows of three rates are no fourth rate.
        ((Bracket(1000, 50), *GOOD), ""),
        ((GOOD[1], GOOD[0]), "the {} brackets are not in ascending order"),
        ((GOOD[0], GOOD[0]), "the {} brackets are not in ascending order"),
        ((GOOD[2], GOOD[0]), "the {} brackets are not in ascending order"),
    ],
)
def test_a_schedule_says_what_is_wrong_with_it(
    who: str, rows: tuple[Bracket, ...], says: str
) -> None:
    schedule = Schedule(player=rows) if who == "player" else Schedule(bank=rows)
    assert schedule.faults() == ((says.format(who),) if says else ())
