"""What a round did to its meter, taken back: void, rewound, or one hand of it."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest

from cardroom import scenario
from cardroom.events import (
    BetSettled,
    FreeCollectionGiven,
    Intervened,
    ProgressiveBooked,
    ProgressiveReversed,
    ProgressiveWon,
    Rewound,
    enc_hook,
)
from cardroom.events.table import MeterReversed
from cardroom.ledger import Ledger
from cardroom.play.carryover import Carryover
from cardroom.play.inputs import Intervene, Proceed
from cardroom.play.round import Refusal
from cardroom.rules.meter import Terms
from cardroom.rules.options import Value
from cardroom.table import commands as c
from cardroom.table.journal import read_table, stream_of
from cardroom.table.meter import MeterBook
from cardroom.table.meter_changes import apply_meter
from cardroom.table.meter_commands import Agree, Follow
from cardroom.table.replay import replay_table
from tests.meter_tables import (
    JACKPOT,
    NOTHING,
    SEED,
    TENTH,
    VOID,
    MeterTables,
    check,
    meter_tables,
    told,
)


@pytest.mark.parametrize("cards", [NOTHING, TENTH, JACKPOT])
def test_a_void_round_takes_back_its_contribution_and_its_award(cards: str) -> None:
    floor = meter_tables("a", "b", blazing_reserve=10)
    floor.close("b")
    before = floor.meter().meter
    floor.won("a", cards)
    floor.do("a", VOID)
    assert floor.meter().meter == before
    assert floor.meter().wins == ()
    floor.do("a", c.EndRound())
    assert floor.table("a").stack("a-ann") == 1_000_000_00
    check(floor)


def test_a_void_jackpot_goes_back_though_another_table_has_won_since() -> None:
    floor = meter_tables("a", "b", blazing_reserve=10)
    floor.close("b", JACKPOT)
    floor.won("a", JACKPOT)
    floor.deal("b")
    assert [win.won.award for win in floor.meter().wins] == [SEED + 48, SEED + 20]
    assert floor.shows() == SEED
    floor.do("a", VOID)
    # b keeps what the meter showed: SEED + 20. The seed of a's restart goes back to the house, the
    # 20 of the reserve to the reserve, and of these the ten that came from a's own stake on, with
    # the 24 cents it fed.
    assert floor.shows() == SEED + (SEED + 48) - SEED - 20 - 24
    assert floor.meter().meter.reserve == 10
    assert [win.won.award for win in floor.meter().wins] == [SEED + 20]
    floor.finish("b")
    check(floor)


def test_a_contribution_that_another_table_has_won_is_taken_back_as_far_as_it_is_there() -> None:
    floor = meter_tables("a", "b", blazing_reserve=10, blazing_seed=0)
    floor.close("a")
    floor.won("b", JACKPOT)
    assert floor.shows() == 20
    floor.do("a", VOID)
    assert floor.meter().meter.amount == floor.meter().meter.reserve == 0, "20 of 34 cents"
    taken = [event for event in told(floor) if isinstance(event, MeterReversed)]
    assert [(event.what, event.amount, event.why) for event in taken] == [
        ("contribution", (-20, 1), "void-round")
    ]
    check(floor)


def test_a_rewind_gives_the_award_back_and_the_same_cards_win_it_again() -> None:
    floor = meter_tables("a", "b")
    floor.won("a", JACKPOT)
    inputs = len(floor.table("a").round.inputs)  # type: ignore[union-attr]
    floor.close("b")
    receipt = floor.do("a", c.Play(Intervene("rewind", to=inputs - 3)))
    assert [e.why for e in receipt.events if isinstance(e, ProgressiveReversed)] == ["rewind"] * 2
    assert floor.shows() == SEED + 48
    floor.do("a", c.DealCard())
    assert [win.won.award for win in floor.meter().wins] == [SEED + 48], "with table b's 24 cents"
    floor.finish("a")
    check(floor)


def test_a_rewind_to_the_reading_reads_again_at_once() -> None:
    """Both figures are of one moment, so there is no way back to between them."""
    floor = meter_tables("a", "b", blazing_reserve=10)
    floor.won("a", JACKPOT)
    inputs = len(floor.table("a").round.inputs)  # type: ignore[union-attr]
    floor.won("b", JACKPOT)
    for to in (inputs - 1, inputs - 2):
        floor.do("a", c.Play(Intervene("rewind", to=to)))
        assert [(w.table, w.won.award) for w in floor.meter().wins] == [
            ("b", SEED + 10 + 24),
            ("a", SEED + 24 + SEED - SEED),
        ]
    check(floor)


def test_a_payment_that_is_taken_back_is_to_be_paid_again_in_its_place() -> None:
    floor = meter_tables("a", "b")
    floor.won("a", JACKPOT)
    floor.won("b", TENTH)
    inputs = len(floor.table("a").round.inputs)  # type: ignore[union-attr]
    floor.do("a", c.Play(Proceed()))
    assert [win.table for win in floor.meter().wins] == ["b"]
    before = floor.meter().meter
    floor.do("a", c.Play(Intervene("rewind", to=inputs)))
    assert [win.table for win in floor.meter().wins] == ["a", "b"]
    assert floor.meter().meter == before
    # Taken back too far, and forward again: paid as before.
    floor.do("a", c.Play(Intervene("rewind", to=inputs + 1)))
    assert [win.table for win in floor.meter().wins] == ["b"]
    check(floor)


def test_a_void_round_that_is_taken_back_has_fed_and_won_again() -> None:
    floor = meter_tables("a", "b")
    floor.won("a", JACKPOT)
    inputs = len(floor.table("a").round.inputs)  # type: ignore[union-attr]
    after = floor.meter()
    floor.do("a", VOID)
    assert floor.shows() == SEED
    floor.do("a", c.Play(Intervene("rewind", to=inputs)))
    assert floor.meter().meter == after.meter
    assert [win.won for win in floor.meter().wins] == [win.won for win in after.wins]
    floor.finish("a")
    check(floor)


@pytest.mark.parametrize("moment", ["before", "won", "paid"])
def test_a_void_hand_takes_back_what_its_bet_fed_and_won_until_it_is_settled(moment: str) -> None:
    floor = meter_tables("a", "b")
    floor.close("a", JACKPOT)
    if moment != "before":
        floor.deal("a")
    if moment == "paid":
        floor.do("a", c.Play(Proceed()))
    shown = floor.shows()
    floor.do("a", c.Play(Intervene("void-hand", 1)))
    assert floor.shows() == (shown if moment == "paid" else SEED)
    assert floor.meter().wins == ()
    floor.finish("a")
    check(floor)


def test_what_a_round_did_can_be_taken_back_only_until_the_next_one() -> None:
    carryover = Carryover().add([ProgressiveBooked("m", 1, 100, 2)], 0)
    won = ProgressiveWon("m", 1, 50, "777", 0, 2)
    given = FreeCollectionGiven("ann", 1, "50 or less")
    later = carryover.add([won], 3).add([given], 4)
    assert later.buttons() == {"ann": ("50 or less",)}
    gone = BetSettled(2, "blazing-7s", 1, "ann", 1_00, 0, 0, 0, 1_00, "void-hand")
    assert later.add([gone], 5).facts == (given,), "a wager that goes back takes its own along"
    back = [Intervened("rewind", "r"), Rewound(3, 0)]
    assert later.corrections(back, 5) == ()
    assert later.add(back, 5).facts == later.at(3) == (*carryover.facts, won)
    void = [Intervened("void-round", "v")]
    assert later.corrections(void, 5) == (
        ProgressiveReversed(won, "void-round"),
        ProgressiveReversed(carryover.facts[0], "void-round"),  # type: ignore[arg-type]
    )
    assert later.add(void, 5).facts == ()
    forward = [Intervened("rewind", "r"), Rewound(4, 0)]
    assert later.add(void, 5).corrections(forward, 6) == (carryover.facts[0], won)
    assert later.add(void, 5).add(forward, 6).facts == later.facts


# --- as a file ----------------------------------------------------------------------------------


def written(floor: MeterTables, id: str) -> str:
    """The round of a table as a file, which must come out as it did at the table."""
    round = floor.table(id).round
    assert round is not None
    text = scenario.write(round)
    again = scenario.run(scenario.parse(text))
    assert again.problems == ()
    assert again.round is not None
    assert again.round.inputs == round.inputs
    assert again.round.stacks == round.stacks
    return text


def test_a_round_that_read_a_shared_meter_twice_is_played_again_from_its_file() -> None:
    floor = meter_tables("a", "b", blazing_reserve=10)
    floor.won("a", TENTH)
    inputs = len(floor.table("a").round.inputs)  # type: ignore[union-attr]
    floor.won("b", JACKPOT)
    floor.do("a", c.Play(Intervene("rewind", to=inputs - 2)))
    floor.play("a")
    text = written(floor, "a")
    assert 'meter = { amount = "2000.24", reserve = "0.10"' in text
    # Table b has won all but a's tenth, which went back in; the meter restarted with the reserve.
    assert 'meter = { amount = "2200.22", reserve = "0" }' in text


def test_an_award_of_the_first_reading_that_a_rewind_brings_back_is_that_of_the_file() -> None:
    floor = meter_tables("a", "b")
    floor.won("a", TENTH)
    inputs = len(floor.table("a").round.inputs)  # type: ignore[union-attr]
    floor.close("b")
    floor.do("a", c.Play(Intervene("rewind", to=inputs - 2)))
    floor.do("a", c.Play(Intervene("rewind", to=inputs)))
    floor.play("a")
    assert [win.award for win in awards(floor)] == [200_02, 200_04, 200_02]
    written(floor, "a")


def awards(floor: MeterTables) -> list[ProgressiveWon]:
    entries = floor.floor.store.read(stream_of("a"))
    events = (event for entry in entries for event in read_table(entry).events)
    return [event for event in events if isinstance(event, ProgressiveWon)]


def test_a_meter_that_reads_the_same_again_is_reported_once() -> None:
    floor = meter_tables("a", "b")
    floor.won("a", JACKPOT)
    inputs = len(floor.table("a").round.inputs)  # type: ignore[union-attr]
    floor.do("a", c.Play(Intervene("rewind", to=inputs - 2)))
    floor.play("a")
    assert written(floor, "a").count("meter = ") == 1


def test_an_award_is_not_brought_back_off_a_meter_that_others_have_won_since() -> None:
    floor = meter_tables("a", "b", "c")
    floor.close("c")
    floor.close("a", JACKPOT)
    before = floor.table("a").round
    assert before is not None
    floor.deal("a")
    won = floor.table("a").round
    assert won is not None
    floor.do("a", VOID)
    floor.won("b", JACKPOT)
    # The meter has restarted with its seed: the award that was void is more than it holds.
    again = c.Play(Intervene("rewind", to=len(won.inputs)))
    assert floor.refused("a", again).clause.id == "table.meter"
    floor.do("a", c.Play(Intervene("rewind", to=len(before.inputs))))
    floor.deal("a")
    assert [win.won.award for win in floor.meter().wins] == [SEED + 48, SEED + 24]
    for id in ("a", "b", "c"):
        floor.finish(id)
    check(floor)


# --- what is left where others have won ---------------------------------------------------------

ONE_SEVEN = "7h 6d 8h Kd"
OFF_METER: dict[str, Value] = {"blazing_meter_pays": "all", "blazing_reserve": 10}


def held(floor: MeterTables) -> tuple[Fraction | int, ...]:
    """Meter and reserve."""
    return floor.meter().meter[:2]


def test_of_a_restart_the_reserve_goes_back_first_and_of_the_seed_what_is_there() -> None:
    """A stake of $1 is the seed, and a seven, $2 with its stake, takes all that the meter shows."""
    floor = meter_tables("a", "b", "c", blazing_seed=1, **OFF_METER)
    floor.won("c", ONE_SEVEN)
    assert held(floor) == (0, 10)
    floor.won("a", JACKPOT)
    assert held(floor) == (1_00 + 20, 0), "24 cents won; the seed, and the reserve"
    floor.won("b", ONE_SEVEN)
    assert held(floor) == (0, 10)
    floor.do("a", VOID)
    # Of the 24 cents that came back 20 are the reserve's, which has 30 then, and 4 the house's
    # seed. Table a's own ten cents leave the reserve; its 24 are no longer there.
    assert held(floor) == (0, 20)
    taken = [event for event in told(floor) if isinstance(event, MeterReversed)]
    assert [(event.what, event.amount, event.reserve) for event in taken] == [
        ("award", (24, 1), (0, 1)),
        ("restart", (-24, 1), (20, 1)),
        ("contribution", (0, 1), (-10, 1)),
    ]
    check(floor)


def test_what_the_house_made_up_does_not_come_off_the_meter_when_it_is_brought_back() -> None:
    floor = meter_tables("a", "b", blazing_seed=0, **OFF_METER)
    floor.won("a", ONE_SEVEN)
    won = floor.table("a").round
    assert won is not None
    assert [(win.award, win.house) for win in awards(floor)] == [(2_00, 2_00 - 24)]
    floor.do("a", VOID)
    floor.close("b")
    floor.do("a", c.Play(Intervene("rewind", to=len(won.inputs))))
    assert floor.shows() == 24, "table b's, as table a's paid for the award"
    check(floor)


def test_two_payments_that_are_taken_back_are_two_to_be_paid_again() -> None:
    floor = meter_tables("a")
    cards = "7h 7h 7d 7h 7h Kd"
    floor.load("a", cards)
    for box in (1, 2):
        floor.do("a", c.PlaceBet("a-ann", box, "main", 10_00))
        floor.do("a", c.PlaceBet("a-ann", box, "blazing-7s", 1_00))
    floor.do("a", c.CloseBets())
    floor.deal("a", 6)
    won = floor.table("a").round
    assert won is not None
    wins = floor.meter().wins
    assert [win.won.box for win in wins] == [2, 1]
    floor.do("a", c.Play(Proceed()))
    assert floor.meter().wins == ()
    floor.do("a", c.Play(Intervene("rewind", to=len(won.inputs))))
    assert floor.meter().wins == wins
    check(floor)


def test_a_meter_follows_only_tables_on_it_and_takes_back_only_what_their_round_did() -> None:
    book = seeded_book()
    fed = ProgressiveBooked("blazing-7s", 1, 1_00, 2)
    moved = apply_meter(book, "m", Follow("a", 7, (fed,)))
    assert not isinstance(moved, Refusal)
    other = ProgressiveBooked("blazing-7s", 2, 1_00, 4)
    won = ProgressiveWon("blazing-7s", 1, 50_00, "sevens", bet=2)
    for wrong, why in (
        (Follow("b", 7, (fed,)), ""),
        (Follow("a", 8, (ProgressiveReversed(fed, "void-round"),)), "round 8 of table a has no"),
        (Follow("a", 7, (ProgressiveReversed(other, "void-round"),)), "contribution to reverse"),
        (Follow("a", 7, (ProgressiveReversed(won, "void-round"),)), "has no award to reverse"),
    ):
        refused = apply_meter(moved[0], "m", wrong)
        assert isinstance(refused, Refusal), wrong
        assert refused.clause.id == "table.meter"
        assert why in refused.why
    back = apply_meter(moved[0], "m", Follow("a", 7, (ProgressiveReversed(fed, "void-round"),)))
    assert not isinstance(back, Refusal)
    assert back[0].meter == book.meter


def seeded_book() -> MeterBook:
    begun = apply_meter(None, "m", Agree("a", (Terms("pays", 1_00, (1, 4), (0, 1), 5_00),)))
    assert not isinstance(begun, Refusal)
    return begun[0]


def test_a_reading_that_was_taken_out_of_the_journal_is_found() -> None:
    floor = meter_tables("a")
    floor.won("a", TENTH)
    store = floor.floor.store
    entries = list(store.read(stream_of("a")))
    place = next(i for i, entry in enumerate(entries) if read_table(entry).readings)
    record = read_table(entries[place])
    assert record.readings == (SEED + 24, 0)
    short = msgspec.structs.replace(record, readings=record.readings[:1])
    entries[place] = msgspec.structs.replace(
        entries[place], body=msgspec.json.encode(short, enc_hook=enc_hook)
    )
    (found, *_) = replay_table(entries, Ledger()).differences
    assert found.seq == entries[place].seq
