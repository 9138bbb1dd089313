"""The bank goes context: nobody banks more than two consecutive rounds, whatever people do."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from cardroom.play.rotation import (
    ROUNDS_MAX,
    Rotation,
    accept,
    ask,
    decline,
    join,
    leave,
    may_bank,
    played,
    voided,
)

PLAYERS = ["ann", "bob", "cy"]
people = st.sampled_from(PLAYERS)
actions = st.lists(
    st.one_of(
        st.tuples(st.just("sit"), people, st.integers(1, 7)),
        st.tuples(st.just("leave"), people, st.just(0)),
        st.tuples(st.just("accept"), people, st.just(0)),
        st.tuples(st.just("accept"), people, st.just(0)),
        st.tuples(st.just("decline"), people, st.just(0)),
        st.tuples(st.just("play"), people, st.just(0)),
        st.tuples(st.just("play"), people, st.just(0)),
        st.tuples(st.just("void"), people, st.just(0)),
    ),
    max_size=80,
)


def sound(rotation: Rotation, seats: dict[int, str]) -> None:
    states = [bool(rotation.asked), bool(rotation.banker), rotation.broken]
    assert states.count(True) == 1, "somebody is asked, or banks, or the game is broken"
    assert not rotation.asked or seats[rotation.asked_box] == rotation.asked
    assert not rotation.banker or seats[rotation.box] == rotation.banker
    if rotation.broken:
        open_to = {p for p in seats.values() if may_bank(rotation, p)} - rotation.declined
        assert not open_to


@settings(max_examples=400)
@given(actions)
def test_nobody_banks_more_than_two_consecutive_rounds(done: list[tuple[str, str, int]]) -> None:
    seats: dict[int, str] = {1: "ann", 4: "bob"}
    rotation = ask(Rotation(), seats)
    banked: list[str] = []
    for what, player, seat in done:
        match what:
            case "sit" if seat not in seats:
                seats[seat] = player
                rotation = join(rotation, seats)
            case "leave":
                seats = {box: other for box, other in seats.items() if other != player}
                rotation = leave(rotation, seats, player)
            case "accept":
                rotation = accept(rotation, seats, player) or rotation
            case "decline":
                rotation = decline(rotation, seats, player) or rotation
            case "play" if rotation.banker:
                banked.append(rotation.banker)
                rotation = ask(played(rotation), seats)
            case "void" if rotation.banker:
                rotation = ask(voided(rotation), seats)
            case _:
                pass
        sound(rotation, seats)
    for i in range(len(banked) - ROUNDS_MAX):
        assert len(set(banked[i : i + ROUNDS_MAX + 1])) > 1


def test_the_bank_moves_clockwise_to_the_next_who_accepts() -> None:
    seats = {1: "ann", 4: "bob", 6: "cy"}
    rotation = accept(ask(Rotation(), seats), seats, "ann")
    assert rotation is not None
    rotation = ask(played(rotation), seats)
    assert rotation.asked == "ann", "a second round is the bank's if it wants it"
    rotation = accept(rotation, seats, "ann")
    assert rotation is not None
    rotation = ask(played(rotation), seats)
    assert rotation.asked == "bob"
    rotation = decline(rotation, seats, "bob")
    assert rotation is not None
    assert rotation.asked == "cy"
    rotation = decline(rotation, seats, "cy")
    assert rotation is not None
    assert rotation.broken
    assert accept(rotation, seats, "ann") is None
    changed = accept(rotation, seats, "bob")
    assert changed is not None
    assert (changed.banker, changed.box) == ("bob", 4)


def test_it_is_the_person_who_counts_and_not_the_seat() -> None:
    seats = {1: "ann", 2: "ann"}
    rotation = ask(Rotation(), seats)
    for _ in range(2):
        taken = accept(rotation, seats, "ann")
        assert taken is not None
        rotation = ask(played(taken), seats)
    assert rotation.broken
    rotation = leave(rotation, {}, "ann")
    rotation = join(rotation, {5: "ann"})
    assert rotation.broken
    assert join(rotation, {5: "ann", 6: "bob"}).asked == "bob"


def test_a_void_round_does_not_count() -> None:
    seats = {1: "ann", 2: "bob"}
    rotation = ask(Rotation(), seats)
    for end in (played, voided, voided, played):
        taken = accept(rotation, seats, "ann")
        assert taken is not None
        rotation = ask(end(taken), seats)
    assert rotation.asked == "bob"


def test_somebody_new_in_the_banks_seat_is_asked_last() -> None:
    """Rules 10 and 19: the position goes clockwise to the next one; a seat is no person's turn."""
    seats = {1: "ann", 4: "bob", 6: "cy"}
    taken = accept(ask(Rotation(), seats), seats, "ann")
    assert taken is not None
    over = played(taken)
    seats = {1: "dee", 4: "bob", 6: "cy"}
    rotation = ask(over, seats)
    for player in ("bob", "cy", "dee"):
        assert rotation.asked == player
        refused = decline(rotation, seats, player)
        assert refused is not None
        rotation = refused
    assert rotation.broken


def test_after_a_void_round_its_own_bank_is_asked_again() -> None:
    seats = {1: "ann", 4: "bob", 6: "cy"}
    rotation = Rotation(box=1, holder="ann", rounds=2, keeper="ann")
    taken = accept(ask(rotation, seats), seats, "bob")
    assert taken is not None
    assert ask(voided(taken), seats).asked == "bob"
