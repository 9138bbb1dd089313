"""A collection schedule: its brackets ascend, and its rates are counted."""

from __future__ import annotations

import pytest

from cardroom.rules.fees import Bracket, PotFee, Schedule
from cardroom.rules.limits import Limits

GOOD = (Bracket(5000, 50), Bracket(10000, 100, 5100), Bracket(None, 200, 10100))


@pytest.mark.parametrize("who", ["player", "bank"])
@pytest.mark.parametrize(
    ("rows", "says"),
    [
        (GOOD, ""),
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


def test_rows_with_the_same_fee_are_one_rate() -> None:
    assert Schedule(player=(Bracket(1000, 25), *GOOD)).rates() == {"player": 4}
    assert Schedule(bank=(Bracket(1000, 50), *GOOD)).rates() == {"bank": 3}
    assert Schedule(pot=(PotFee(7, 400), PotFee(0, 200))).rates() == {"pot": 2}


def test_what_a_wager_within_the_limits_may_cost() -> None:
    schedule = Schedule(player=GOOD, bank=GOOD)
    assert schedule.player_span(Limits(500, 10000, 50)) == (50, 100)
    assert schedule.player_span(Limits(500, None, 50)) == (50, 200)
    # The bank pays by all wagers together, whatever one of them may be.
    assert schedule.bank_span(Limits(500, 10000, 50)) == (50, 200)
    falls = Schedule(player=(Bracket(5000, 100), Bracket(7500, 300), Bracket(10000, 200)))
    assert falls.player_span(Limits(500, 10000, 50)) == (100, 300)
    assert falls.player_span(Limits(8000, None, 50)) == (200, 200)
    by_limit = Schedule(player=GOOD, bank=GOOD, basis="table-limit")
    assert by_limit.player_span(Limits(500, 10000, 50)) == (100, 100)
    assert by_limit.bank_span(Limits(500, 10000, 50)) == (100, 100)


def test_nothing_is_collected_where_nothing_is_posted() -> None:
    limits = Limits(500, 10000, 50)
    assert Schedule().fee((), 500, limits) == 0
    assert Schedule().player_span(limits) == (0, 0)
    assert Schedule().bank_span(limits) == (0, 0)
    assert Schedule(player=GOOD, bank=GOOD).half_hour == 0


def test_players_pay_for_each_wager_on_a_spot_of_the_schedule() -> None:
    limits = Limits(500, 20000, 50)
    schedule = Schedule(player=GOOD, bank=GOOD, spots=("ante", "bonus"), bank_spots=("ante",))
    wagers = [("ante", 5000), ("bonus", 10100), ("play", 5000)]
    assert schedule.players_pay(wagers, limits) == 50 + 200
    assert not schedule.charges("play")
    assert not Schedule(bank=GOOD).charges("main")
    assert Schedule(bank=GOOD).players_pay([("main", 5000)], limits) == 0


def test_the_bank_pays_by_the_wagers_on_its_spots_together() -> None:
    limits = Limits(500, 20000, 50)
    schedule = Schedule(player=GOOD, bank=GOOD, bank_spots=("ante",))
    wagers = [("ante", 5000), ("ante", 5000), ("bonus", 10000)]
    assert schedule.bank_row(wagers, limits) == GOOD[1]
    assert schedule.bank_pays(wagers, limits) == 100
    assert Schedule(player=GOOD).bank_row(wagers, limits) is None
    assert Schedule(player=GOOD).bank_pays(wagers, limits) == 0


def test_a_wager_between_two_rows_is_refused_only_where_it_would_pay() -> None:
    schedule = Schedule(player=GOOD, between="refused")
    assert schedule.refuses("main", 5050) == "a wager of $50.50 fits no collection row"
    assert schedule.refuses("main", 5000) is None
    assert schedule.refuses("bonus", 5050) is None
    assert Schedule(player=GOOD).refuses("main", 5050) is None
