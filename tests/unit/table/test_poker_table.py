"""Hands of poker at a table: the button moves, players who sit out owe blinds, time is paid."""

from __future__ import annotations

import random
from datetime import UTC, datetime

import pytest

from cardroom import scenario
from cardroom.cards import Deck
from cardroom.events import BetLowered, BetPlaced, BetSettled, Event, FeeTaken, PotFeeReturned
from cardroom.events.table import FigureNoted, TimeNoted
from cardroom.play.inputs import Answer, Intervene, Lapse
from cardroom.play.round import Await
from cardroom.play.time_fee import time_paid
from cardroom.rules.options import Value
from cardroom.table import Table
from cardroom.table import commands as c
from cardroom.table.time_collection import SECONDS
from tests.random_play import facts, must, refused

NO_LIMIT: dict[str, Value] = {"betting": "no-limit", "blinds": "1/2"}


def opened(*seats: int, **options: str) -> Table:
    table = must(None, c.OpenTable("t", "texas-holdem", {**NO_LIMIT, **options}))
    for seat in seats:
        table = must(table, c.SitDown(f"p{seat}", seat), c.BuyIn(f"p{seat}", 100_00))
    return table


def dealt(table: Table, seed: int = 1) -> Table:
    order = list(Deck(1))
    random.Random(seed).shuffle(order)
    return must(table, c.LoadShoe(tuple(order)), c.CloseBets())


def posts(table: Table) -> dict[int, int]:
    """What each player put in before the first card, at a table about to deal."""
    order = tuple(Deck(1))
    table = must(table, c.LoadShoe(order))
    events: tuple[Event, ...] = facts(table, c.CloseBets())
    return {event.box: event.stake for event in events if isinstance(event, BetPlaced)}


def lapsed(table: Table) -> Table:
    """Everybody lets the time run out."""
    while table.round is not None and isinstance(table.round.head, Await):
        table = must(table, c.Play(Lapse(table.round.head.asks[0].box)))
    return must(table, c.EndRound())


def test_the_button_goes_on_after_each_hand() -> None:
    table = opened(1, 2, 3)
    buttons = []
    for seed in range(4):
        table = dealt(table, seed)
        buttons.append(table.button)
        table = lapsed(table)
    assert buttons == [1, 2, 3, 1]
    assert sum(table.stacks.values()) == 300_00


def test_a_void_hand_is_dealt_again_with_the_same_button() -> None:
    table = dealt(opened(1, 2, 3))
    assert table.button == 1
    table = must(table, c.Play(Intervene("misdeal")), c.EndRound())
    assert dealt(table).button == 1


def test_a_player_who_sits_out_posts_the_blinds_that_passed_them() -> None:
    table = lapsed(dealt(opened(1, 2, 3, 4)))
    table = must(table, c.SitOut("p4"))
    table = lapsed(dealt(table))
    table = lapsed(dealt(table))
    table = must(table, c.SitIn("p4"), c.AnswerBlinds("p4", "post"))
    # The button comes to seat 4: blinds at 1 and 2, and a dollar dead and two live from seat 4.
    assert posts(table) == {1: 1_00, 2: 2_00, 4: 1_00}
    table = dealt(table)
    assert table.button == 4
    assert table.round is not None
    assert {bet.box: bet.stake for bet in table.round.bets} == {1: 1_00, 2: 2_00, 4: 3_00}


def test_a_player_who_says_nothing_is_dealt_in_when_the_big_blind_reaches_them() -> None:
    table = must(lapsed(dealt(opened(1, 2, 3))), c.SitDown("p4", 4), c.BuyIn("p4", 100_00))
    # Hand 1 had button 1 and blinds 2 and 3; in hand 2 the big blind comes to seat 4 itself.
    assert posts(table) == {3: 1_00, 4: 2_00}
    late = must(lapsed(dealt(opened(1, 2, 3))), c.SitDown("p5", 5), c.BuyIn("p5", 100_00))
    late = must(late, c.SitDown("p4", 4), c.BuyIn("p4", 100_00))
    dealt_late = dealt(late)
    assert dealt_late.round is not None
    assert set(dealt_late.round.players) == {1, 2, 3, 4}
    # Seat 5 waits its turn: it has the big blind in the third hand, and posts nothing else.
    assert posts(lapsed(dealt_late)) == {4: 1_00, 5: 2_00}


def test_a_player_who_waits_is_passed_by_button_and_small_blind() -> None:
    table = lapsed(dealt(opened(1, 2, 4)))
    table = must(table, c.SitDown("p3", 3), c.BuyIn("p3", 100_00), c.AnswerBlinds("p3", "wait"))
    # Button 1, blinds 2 and 4 were hand 1. Seat 3 lies between the blinds and waits.
    seats = []
    for seed in range(2, 5):
        table = dealt(table, seed)
        assert table.round is not None
        seats.append(sorted(table.round.players))
        assert table.answers == ({} if 3 in table.round.players else {"p3": "wait"})
        table = lapsed(table)
    assert seats == [[1, 2, 4], [1, 2, 4], [1, 2, 3, 4]]
    assert table.answers == {}


def test_nobody_who_owes_nothing_is_asked_for_blinds() -> None:
    table = opened(1, 2, 3)
    assert refused(table, c.AnswerBlinds("p1", "post")) == "blind.answer"
    table = lapsed(dealt(table))
    assert refused(table, c.AnswerBlinds("p1", "wait")) == "blind.answer"
    assert refused(table, c.AnswerBlinds("nobody", "wait")) == "blind.answer"


def test_a_game_of_two_does_not_wait_for_the_big_blind() -> None:
    table = must(lapsed(dealt(opened(1, 2))), c.LeaveSeat("p2"), c.CashOut("p2"))
    table = must(table, c.SitDown("p3", 3), c.BuyIn("p3", 100_00))
    assert set(posts(table)) == {1, 3}


def test_a_dead_button_may_lie_at_a_seat_that_was_left() -> None:
    table = lapsed(dealt(opened(1, 2, 3, 4, button="dead")))
    table = must(table, c.LeaveSeat("p2"))
    table = dealt(table)
    assert table.button == 2
    assert table.round is not None
    assert {bet.box: bet.stake for bet in table.round.bets} == {3: 1_00, 4: 2_00}


def test_everybody_who_is_seated_pays_for_the_half_hour() -> None:
    table = opened(1, 2, 3, collection="option-3")
    table = must(table, c.SitOut("p3"), c.NoteFigure("half-hours", 1))
    table = dealt(table)
    assert table.round is not None
    assert table.round.drop == 18_00
    table = lapsed(table)
    assert table.stacks["p3"] == 94_00
    # The next hand is dealt within the same half hour.
    table = dealt(table, 2)
    assert table.round is not None
    assert table.round.drop == 0


def test_a_player_who_sits_there_when_half_an_hour_ends_pays_for_it_with_the_next_hand() -> None:
    table = must(opened(1, 2, 3, collection="option-3"), c.NoteTime(1000))
    assert table.hours.due == {}, "the clock was read for the first time"
    table = must(lapsed(dealt(table)), c.SitOut("p3"))
    events = facts(table, c.NoteTime(1001))
    assert events == (TimeNoted(1001, ("p1", "p2", "p3")),)
    table = must(table, c.NoteTime(1001), c.SitDown("p4", 4), c.BuyIn("p4", 100_00))
    table = must(table, c.AnswerBlinds("p4", "post"))
    before = table.stacks["p3"]
    table = dealt(table, 2)
    assert table.round is not None
    assert table.round.drop == 18_00, "not from p4, who came after it"
    assert (table.round.stacks["p3"], table.hours.due) == (before - 6_00, {})
    # The same, from the file of the round.
    table = must(table, c.Play(Intervene("void-round")))
    assert table.round is not None
    text = scenario.write(table.round)
    assert "half_hours_passed = { p1 = 1, p2 = 1, p3 = 1 }" in text
    assert scenario.run(scenario.parse(text)).problems == ()


def test_time_that_was_paid_for_a_void_hand_is_paid() -> None:
    table = must(opened(1, 2, collection="option-3"), c.NoteTime(1000))
    table = must(lapsed(dealt(table)), c.NoteTime(1001))
    table = must(dealt(table), c.Play(Intervene("misdeal")), c.EndRound())
    table = dealt(table)
    assert table.round is not None
    assert sum(table.round.stacks.values()) == 200_00 - 12_00 - 3_00, "blinds lie before the seats"
    assert table.round.drop == 0


def test_half_hours_without_a_hand_are_not_paid_for() -> None:
    table = must(opened(1, 2, collection="option-3"), c.NoteTime(1000), c.NoteTime(1001))
    assert table.hours.due == {}
    table = must(lapsed(dealt(table)), c.NoteTime(1009), c.NoteTime(1010))
    assert table.hours.due == {"p1": 1, "p2": 1}, "the room was closed from 1002 on"


def test_time_before_the_clock_was_first_read_is_not_paid_for() -> None:
    table = must(lapsed(dealt(opened(1, 2, collection="option-3"))), c.NoteTime(1000))
    assert table.hours.due == {}


def test_half_hours_end_on_the_hour_and_at_half_past() -> None:
    ends = [
        datetime(2026, 11, 16, hour, minute, tzinfo=UTC) for hour in (6, 7) for minute in (0, 30)
    ]
    numbers = [end.timestamp() / SECONDS for end in ends]
    assert numbers == [numbers[0] + n for n in range(4)]
    assert numbers[0].is_integer()


def test_a_half_hour_ends_during_a_hand_and_is_paid_with_the_next() -> None:
    table = dealt(must(opened(1, 2, 3, collection="option-3"), c.NoteTime(1000)))
    table = must(table, c.NoteTime(1001))
    assert table.round is not None
    assert table.round.drop == 0
    table = lapsed(table)
    before = table.stacks["p3"]
    assert refused(table, c.CashOut("p3", before - 5_99)) == "table.amount"
    taken = [each for each in facts(table, c.LeaveSeat("p3")) if isinstance(each, FeeTaken)]
    assert taken == [FeeTaken("p3", 6_00, 3, bracket="half hour")], "no later hand would take it"
    table = must(table, c.LeaveSeat("p3"))
    assert (table.stacks["p3"], table.hours.due) == (before - 6_00, {"p1": 1, "p2": 1})
    table = must(table, c.CashOut("p3"))
    table = dealt(table, 2)
    assert table.round is not None
    assert table.round.drop == 12_00


def test_a_player_who_leaves_with_less_than_the_time_costs_pays_what_they_have() -> None:
    table = must(opened(1, 2, 3, collection="option-3"), c.NoteTime(1000))
    table = must(lapsed(dealt(table)), c.NoteTime(1001))
    table = must(table, c.CashOut("p3"))
    assert table.stacks["p3"] == 6_00, "what is due for the time stays on the table"
    table = must(table, c.LeaveSeat("p3"))
    assert "p3" not in table.stacks
    # Floor staff's decision overrides the clock, also for a player who leaves.
    table = must(table, c.NoteFigure("half-hours", 0))
    assert not [e for e in facts(table, c.LeaveSeat("p2")) if isinstance(e, FeeTaken)]


def test_a_floor_that_notes_half_hours_stands_before_the_clock() -> None:
    table = must(opened(1, 2, collection="option-3"), c.NoteTime(1000))
    table = must(lapsed(dealt(table)), c.NoteTime(1001), c.NoteFigure("half-hours", 0))
    table = dealt(table)
    assert table.round is not None
    assert (table.round.drop, table.hours.due) == (0, {})


def test_a_clock_goes_forward_and_only_where_time_is_paid_for() -> None:
    table = must(opened(1, 2, collection="option-3"), c.NoteTime(1000))
    for half_hour in (999, 1000):
        assert refused(table, c.NoteTime(half_hour)) == "table.time"
    assert refused(opened(1, 2), c.NoteTime(1000)) == "table.time"
    other = must(table, c.ChangeRules("texas-holdem", {**NO_LIMIT}, rounds=0))
    assert other.hours.half_hour == 0, "another sign: the half hour starts again"


def test_a_table_with_one_player_waits() -> None:
    table = must(opened(1), c.LoadShoe(tuple(Deck(1))))
    assert refused(table, c.CloseBets()) == "bet.none"


def test_every_chip_of_a_pot_is_taken_and_none_goes_back_with_the_settlement() -> None:
    table = dealt(opened(1, 2, 3))
    events = facts(must(table, c.Play(Lapse(1))), c.Play(Lapse(2)))
    settled = {each.box: each for each in events if isinstance(each, BetSettled)}
    assert {box: (each.stake, each.taken) for box, each in settled.items()} == {
        2: (1_00, 1_00),
        3: (1_00, 1_00),
    }
    assert {each.returned for each in settled.values()} == {0}


def test_a_hand_that_is_void_before_the_flop_has_no_collection_to_give_back() -> None:
    events = facts(dealt(opened(1, 2, 3)), c.Play(Intervene("void-round")))
    assert not [each for each in events if isinstance(each, PotFeeReturned)]


def test_a_player_who_pays_for_the_time_and_is_not_dealt_in_pays_at_no_box() -> None:
    table = lapsed(dealt(lapsed(dealt(opened(1, 2, 3, collection="option-3")))))
    # The button goes to seat 3, the big blind to seat 2: seat 7 waits for it.
    table = must(table, c.SitDown("late", 7), c.BuyIn("late", 100_00))
    table = must(table, c.NoteFigure("half-hours", 1))
    table = must(table, c.LoadShoe(tuple(Deck(1))))
    taken = [each for each in facts(table, c.CloseBets()) if isinstance(each, FeeTaken)]
    assert {(each.owner, each.box, each.amount) for each in taken} == {
        ("p1", 1, 6_00),
        ("p2", 2, 6_00),
        ("p3", 3, 6_00),
        ("late", 0, 6_00),
    }


def test_a_raise_goes_back_though_who_folded_had_dead_chips_as_well() -> None:
    table = lapsed(dealt(opened(1, 2, 3, 4, collection="none")))
    table = must(table, c.SitOut("p4"))
    for seed in range(2):
        table = lapsed(dealt(table, seed))
    table = must(table, c.SitIn("p4"), c.AnswerBlinds("p4", "post"))
    table = dealt(table)
    assert table.round is not None
    # Seat 4 has a dead dollar and two live ones; the first raise makes four of them.
    assert {bet.box: bet.stake for bet in table.round.bets}[4] == 3_00
    table = must(table, c.Play(Answer(3, "raise", amount=4_00)), c.Play(Lapse(4)), c.Play(Lapse(1)))
    events = facts(table, c.Play(Lapse(2)))
    assert [each.returned for each in events if isinstance(each, BetLowered)] == [2_00]


def test_a_blind_that_passed_is_owed_when_the_hand_is_over_and_counts() -> None:
    """Hand 1 has button 1 and blinds 2 and 3; in hand 2 the big blind goes from 3 past 4 to 1."""
    table = must(lapsed(dealt(opened(1, 2, 3, 4))), c.SitOut("p4"))
    assert table.owes("p4") == (0, 0)
    playing = dealt(table)
    assert playing.owes("p4") == (0, 0), "it may still become void"
    over = playing
    while over.round is not None and isinstance(over.round.head, Await):
        over = must(over, c.Play(Lapse(over.round.head.asks[0].box)))
    assert over.phase == "over"
    assert over.owes("p4") == must(over, c.EndRound()).owes("p4") == (2_00, 0)
    void = must(playing, c.Play(Intervene("misdeal")))
    assert void.phase == "over"
    assert void.owes("p4") == must(void, c.EndRound()).owes("p4") == (0, 0)
    back = must(over, c.EndRound(), c.SitIn("p4"), c.AnswerBlinds("p4", "post"))
    assert dealt(back).owes("p4") == (0, 0), "the player posts on this hand"


def test_no_button_lies_before_the_first_hand_and_who_has_no_chips_gets_no_cards() -> None:
    table = must(opened(1, 2), c.SitDown("p3", 3))
    assert table.facts.button == 0
    assert table.dealt_in == {1: "p1", 2: "p2"}


def test_at_a_table_that_plays_something_else_now_nobody_owes_a_blind() -> None:
    table = lapsed(dealt(opened(1, 2, 3)))
    table = must(table, c.ChangeRules("blackjack", rounds=0), c.SitDown("new", 5))
    assert table.owes("new") == (0, 0)
    assert refused(table, c.AnswerBlinds("new", "post")) == "blind.answer"


def test_a_player_who_wins_without_a_chip_in_has_none_to_take_back_when_that_is_rewound() -> None:
    table = dealt(opened(1, 2, 3))
    assert table.round is not None
    inputs = len(table.round.inputs)
    table = must(table, *(c.Play(Intervene("dead-hand", box)) for box in (2, 3)))
    assert table.phase == "over"
    assert table.stack("p1") == 103_00, "both blinds"
    back = c.Play(Intervene("rewind", to=inputs))
    (lowered,) = (fact for fact in facts(table, back) if isinstance(fact, BetLowered))
    assert (lowered.box, lowered.returned, lowered.stake) == (1, 0, 0)
    assert must(table, back).stack("p1") == 100_00


def test_a_player_who_owes_no_time_cashes_every_chip() -> None:
    table = must(opened(1, 2, collection="option-3"), c.BuyIn("rail", 50_00))
    assert "p1" not in must(table, c.CashOut("p1")).stacks
    table = must(table, c.NoteFigure("half-hours", 1))
    assert must(table, c.CashOut("p1")).stacks["p1"] == 6_00
    assert "rail" not in must(table, c.CashOut("rail")).stacks, (
        "a player without a seat does not pay"
    )


TIMED: dict[str, Value] = {**NO_LIMIT, "collection": "option-3", "readings": "current"}


def owing(*seats: int) -> Table:
    """Two players who owe for a half hour, or those in these seats."""
    seats = seats or (1, 2)
    table = must(opened(*seats, collection="option-3", readings="current"), c.NoteTime(1000))
    table = must(lapsed(dealt(table)), c.NoteTime(1001))
    assert table.hours.due == {f"p{seat}": 1 for seat in seats}
    return table


def test_what_is_due_for_time_stays_due_after_a_change_of_rules() -> None:
    table = must(owing(), c.ChangeRules("omaha", TIMED, rounds=0))
    assert (table.hours.half_hour, table.hours.due) == (1001, {"p1": 1, "p2": 1})
    chips = sum(table.stacks.values())
    table = dealt(table)
    assert table.round is not None
    assert table.round.drop == 12_00
    assert time_paid(table.round) == {"p1": 6_00, "p2": 6_00}
    assert sum(table.round.stacks.values()) == chips - 12_00 - 3_00


def test_what_is_due_for_time_is_paid_before_other_fees_are_posted() -> None:
    other = c.ChangeRules("omaha", {**TIMED, "collection": "option-1"}, rounds=0)
    told = facts(owing(), other)
    assert told[:2] == (
        FeeTaken("p1", 6_00, 1, bracket="half hour"),
        FeeTaken("p2", 6_00, 2, bracket="half hour"),
    )
    table = must(owing(), other)
    assert (table.hours.half_hour, table.hours.due) == (0, {})
    assert sum(table.stacks.values()) == sum(owing().stacks.values()) - 12_00


def test_a_player_who_loses_the_seat_to_a_smaller_layout_pays_for_time() -> None:
    smaller = c.ChangeRules("omaha", {**TIMED, "seats": 2}, rounds=0)
    paid = [told for told in facts(owing(1, 2, 3), smaller) if isinstance(told, FeeTaken)]
    assert paid == [FeeTaken("p3", 6_00, 3, bracket="half hour")]
    assert must(owing(1, 2, 3), smaller).hours.due == {"p1": 1, "p2": 1}


@pytest.mark.parametrize("collection", ["option-1", "option-3"])
def test_by_the_readings_of_version_0_1_the_clock_starts_again_with_any_posting(
    collection: str,
) -> None:
    """Its journals hold no payment there, and nothing that stays due."""
    older = c.ChangeRules("omaha", {**TIMED, "collection": collection, "readings": "0.1"}, rounds=0)
    assert not any(isinstance(event, FeeTaken) for event in facts(owing(), older))
    table = must(owing(), older)
    assert (table.hours.half_hour, table.hours.due) == (0, {})


def test_time_may_be_paid_in_advance() -> None:
    timed = opened(1, 2, 3, collection="option-3", time_collection="in-advance")
    table = must(timed, c.NoteTime(1000))
    assert table.hours.due == {"p1": 1, "p2": 1, "p3": 1}, "the clock was read for the first time"
    # A player who leaves before a hand pays nothing, and a half hour without a hand costs nothing.
    assert not any(isinstance(event, FeeTaken) for event in facts(table, c.LeaveSeat("p3")))
    table = must(table, c.LeaveSeat("p3"), c.NoteTime(1001))
    assert table.hours.due == {"p1": 1, "p2": 1}
    table = dealt(table)
    assert table.round is not None
    assert (table.round.drop, table.hours.due) == (12_00, {})
    table = dealt(lapsed(table))
    assert table.round is not None
    assert table.round.drop == 0


# --- figures that the floor notes ---------------------------------------------------------------


@pytest.mark.parametrize("name", ["half-hours", "half-hours:p1"])
def test_half_hours_that_are_noted_are_those_of_a_day(name: str) -> None:
    """A number below zero would pay the players out of the drop box."""
    table = opened(1, 2, 3, collection="option-3")
    for wrong in (-1, 49, 10**15):
        assert refused(table, c.NoteFigure(name, wrong)) == "table.time"
    for right in (0, 48):
        assert facts(table, c.NoteFigure(name, right)) == (FigureNoted(name, right),)


@pytest.mark.parametrize("name", ["big-blind", "small-blind", "posts-big:9", "posts-small:9"])
def test_a_blind_is_noted_for_a_seat_that_is_taken(name: str) -> None:
    table = opened(1, 2, 3)
    assert refused(table, c.NoteFigure(name, 9)) == "blind.posted"
    assert refused(table, c.NoteFigure("big-blind", 0)) == "blind.posted"
    for right in (c.NoteFigure("small-blind", 0), c.NoteFigure("posts-big:3", 1)):
        assert facts(table, right) == (FigureNoted(right.name, right.value),)


def test_the_next_player_posts_a_blind_that_was_noted_for_one_who_left() -> None:
    table = must(opened(1, 2, 3, 4), c.NoteFigure("big-blind", 3), c.LeaveSeat("p3"))
    assert posts(table) == {2: 1_00, 4: 2_00}
    table = must(opened(1, 2, 3, 4), c.NoteFigure("small-blind", 2), c.LeaveSeat("p2"))
    assert posts(table) == {4: 2_00}


def test_the_next_player_posts_for_a_big_blind_whose_last_chips_went_for_time() -> None:
    table = opened(1, 2, 3, collection="option-3", smallest_chip="1")
    table = must(table, c.SitDown("p4", 4), c.BuyIn("p4", 6_00), c.NoteFigure("big-blind", 4))
    assert posts(must(table, c.NoteFigure("half-hours", 1))) == {1: 2_00, 2: 1_00}
