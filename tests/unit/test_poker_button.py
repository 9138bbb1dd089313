"""The button and the blinds from hand to hand."""

from __future__ import annotations

from cardroom.games.poker.button import Ring, Seats, figures, next_hand, played
from cardroom.rules.policies import Poker

MOVING, DEAD = Poker(button="moving"), Poker(button="dead")
ONE_BLIND = Poker(small_blind=0)


def seated(*seats: int) -> dict[int, str]:
    return {seat: f"p{seat}" for seat in seats}


def hand(ring: Ring, seats: Seats, dealt_in: Seats, posted: Poker = MOVING) -> Ring:
    return played(next_hand(ring, seats, dealt_in, posted), dealt_in)


def places(ring: Ring) -> tuple[int, int, int]:
    return ring.button, ring.small, ring.big


def test_the_button_moves_clockwise_and_the_blinds_follow() -> None:
    seats = seated(2, 4, 7)
    ring = hand(Ring(), seats, seats)
    assert places(ring) == (2, 4, 7)
    ring = hand(ring, seats, seats)
    assert places(ring) == (4, 7, 2)
    assert places(hand(ring, seats, seats)) == (7, 2, 4)


def test_one_blind_is_at_the_left_of_the_button() -> None:
    seats = seated(1, 2, 3)
    ring = hand(Ring(), seats, seats, ONE_BLIND)
    assert places(ring) == (1, 0, 2)
    assert figures(ring, seats) == {"small-blind": 0, "big-blind": 2}


def test_of_two_players_the_button_has_the_small_blind_and_they_take_turns() -> None:
    seats = seated(3, 8)
    ring = hand(Ring(), seats, seats)
    assert places(ring) == (3, 3, 8)
    ring = hand(ring, seats, seats)
    assert places(ring) == (8, 8, 3)


def test_when_the_third_player_leaves_nobody_has_the_big_blind_twice() -> None:
    three = seated(1, 2, 3)
    ring = hand(Ring(), three, three)
    assert places(ring) == (1, 2, 3)
    two = seated(2, 3)
    assert places(hand(ring, two, two)) == (3, 3, 2)


def test_a_moving_button_skips_the_seat_of_who_has_left() -> None:
    four = seated(1, 2, 3, 4)
    ring = hand(Ring(), four, four)
    assert places(ring) == (1, 2, 3)
    left = seated(1, 3, 4)
    assert places(hand(ring, left, left)) == (3, 4, 1)


def test_a_dead_button_falls_to_the_seat_of_the_small_blind_that_left() -> None:
    four = seated(1, 2, 3, 4)
    ring = hand(Ring(), four, four, DEAD)
    assert places(ring) == (1, 2, 3)
    left = seated(1, 3, 4)
    ring = hand(ring, left, left, DEAD)
    # Seat 2 had the small blind and is gone: the button lies there all the same.
    assert places(ring) == (2, 3, 4)
    assert figures(ring, left) == {"small-blind": 3, "big-blind": 4}


def test_the_small_blind_is_dead_when_the_big_blind_left() -> None:
    four = seated(1, 2, 3, 4)
    ring = hand(Ring(), four, four, DEAD)
    left = seated(1, 2, 4)
    ring = next_hand(ring, left, left, DEAD)
    assert places(ring) == (2, 3, 4)
    assert figures(ring, left) == {"small-blind": 0, "big-blind": 4}


def test_who_sits_out_while_the_blinds_pass_posts_both_when_he_is_back() -> None:
    seats = seated(1, 2, 3, 4)
    ring = hand(Ring(), seats, seats)
    assert places(ring) == (1, 2, 3)
    away = seated(1, 2, 3)
    ring = hand(ring, seats, away)
    # The big blind went from seat 3 past seat 4 to seat 1.
    assert places(ring) == (2, 3, 1)
    assert ring.owes_big == {"p4"}
    ring = hand(ring, seats, away)
    assert places(ring) == (3, 1, 2)
    assert ring.owes_small == {"p4"}
    ring = next_hand(ring, seats, seats, MOVING)
    assert places(ring) == (4, 1, 2)
    assert figures(ring, seats) == {
        "small-blind": 1,
        "big-blind": 2,
        "posts-big:4": 1,
        "posts-small:4": 1,
    }
    assert played(ring, seats).owes_big == frozenset()


def test_who_waits_for_the_big_blind_owes_nothing() -> None:
    seats = seated(1, 2, 3, 4)
    ring = hand(Ring(), seats, seats)
    away = seated(1, 2, 3)
    ring = hand(hand(ring, seats, away), seats, away)
    ring = hand(ring, seats, away)
    assert places(ring) == (1, 2, 3)
    ring = next_hand(ring, seats, seats, MOVING)
    assert ring.big == 4
    assert figures(ring, seats) == {"small-blind": 3, "big-blind": 4}


def test_who_comes_late_posts_a_big_blind() -> None:
    three = seated(1, 2, 3)
    ring = hand(Ring(), three, three)
    four = seated(1, 2, 3, 5)
    ring = next_hand(ring, four, four, MOVING)
    assert places(ring) == (2, 3, 5)
    assert figures(ring, four) == {"small-blind": 3, "big-blind": 5}
    six = seated(1, 2, 3, 5, 6)
    later = next_hand(played(ring, four), six, six, MOVING)
    assert places(later) == (3, 5, 6)
    seven = seated(1, 2, 3, 5, 6, 7)
    last = next_hand(hand(Ring(), three, three), seven, seven, MOVING)
    assert {name for name in figures(last, seven) if name.startswith("posts")} == {
        "posts-big:6",
        "posts-big:7",
    }


def test_who_left_his_seat_owes_nothing_and_comes_as_a_new_player() -> None:
    seats = seated(1, 2, 3, 4)
    ring = hand(Ring(), seats, seats)
    ring = hand(ring, seats, seated(1, 2, 3))
    gone = hand(ring, seated(1, 2, 3), seated(1, 2, 3))
    assert "p4" not in gone.owes_big | gone.owes_small | gone.known


def test_before_the_first_hand_nobody_owes_anything() -> None:
    seats = seated(1, 2, 3)
    assert figures(next_hand(Ring(), seats, seats, MOVING), seats) == {
        "small-blind": 2,
        "big-blind": 3,
    }
