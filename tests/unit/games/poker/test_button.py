"""The button and the blinds from hand to hand."""

from __future__ import annotations

from cardroom.games.poker.button import dealt_in, figures, next_hand, owed, played
from cardroom.games.poker.policies import Poker
from cardroom.play.positions import Positions, Seats

MOVING, DEAD = Poker(button="moving"), Poker(button="dead")
ONE_BLIND = Poker(small_blind=0)


def seated(*seats: int) -> dict[int, str]:
    return {seat: f"p{seat}" for seat in seats}


def hand(ring: Positions, seats: Seats, dealt_in: Seats, posted: Poker = MOVING) -> Positions:
    return played(next_hand(ring, seats, dealt_in, posted), dealt_in)


def places(ring: Positions) -> tuple[int, int, int]:
    return ring.button, ring.small, ring.big


def owing(ring: Positions) -> tuple[set[str], set[str]]:
    """The players who owe the big blind, and those who owe the small blind."""
    return set(ring.owes_big), set(ring.owes_small)


def test_the_button_moves_clockwise_and_the_blinds_follow() -> None:
    seats = seated(2, 4, 7)
    ring = hand(Positions(), seats, seats)
    assert places(ring) == (2, 4, 7)
    ring = hand(ring, seats, seats)
    assert places(ring) == (4, 7, 2)
    assert places(hand(ring, seats, seats)) == (7, 2, 4)


def test_one_blind_is_at_the_left_of_the_button() -> None:
    seats = seated(1, 2, 3)
    ring = hand(Positions(), seats, seats, ONE_BLIND)
    assert places(ring) == (1, 0, 2)
    assert figures(ring, seats) == {"small-blind": 0, "big-blind": 2}


def test_of_two_players_the_button_has_the_small_blind_and_they_take_turns() -> None:
    seats = seated(3, 8)
    ring = hand(Positions(), seats, seats)
    assert places(ring) == (3, 3, 8)
    ring = hand(ring, seats, seats)
    assert places(ring) == (8, 8, 3)


def test_when_the_third_player_leaves_nobody_has_the_big_blind_twice() -> None:
    three = seated(1, 2, 3)
    ring = hand(Positions(), three, three)
    assert places(ring) == (1, 2, 3)
    two = seated(2, 3)
    assert places(hand(ring, two, two)) == (3, 3, 2)


def test_a_moving_button_skips_the_seat_of_a_player_who_left() -> None:
    four = seated(1, 2, 3, 4)
    ring = hand(Positions(), four, four)
    assert places(ring) == (1, 2, 3)
    left = seated(1, 3, 4)
    assert places(hand(ring, left, left)) == (3, 4, 1)


def test_a_dead_button_falls_to_the_seat_of_the_small_blind_that_left() -> None:
    four = seated(1, 2, 3, 4)
    ring = hand(Positions(), four, four, DEAD)
    assert places(ring) == (1, 2, 3)
    left = seated(1, 3, 4)
    ring = hand(ring, left, left, DEAD)
    # Seat 2 had the small blind and is gone: the button lies there all the same.
    assert places(ring) == (2, 3, 4)
    assert figures(ring, left) == {"small-blind": 3, "big-blind": 4}


def test_the_small_blind_is_dead_when_the_big_blind_left() -> None:
    four = seated(1, 2, 3, 4)
    ring = hand(Positions(), four, four, DEAD)
    left = seated(1, 2, 4)
    ring = next_hand(ring, left, left, DEAD)
    assert places(ring) == (2, 3, 4)
    assert figures(ring, left) == {"small-blind": 0, "big-blind": 4}


def test_a_player_who_sits_out_while_the_blinds_pass_posts_both_when_they_are_back() -> None:
    seats = seated(1, 2, 3, 4)
    ring = hand(Positions(), seats, seats)
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


def test_blinds_that_stay_because_somebody_came_in_behind_them_pass_nobody() -> None:
    seats = seated(1, 4, 6, 9)
    ring = hand(Positions(), seats, seats)
    assert places(ring) == (1, 4, 6)
    # Seat 9 sits out, and seat 2 posts to be dealt in: it is the next button, and both blinds stay.
    late, playing = seated(1, 2, 4, 6, 9), seated(1, 2, 4, 6)
    stays = hand(ring, late, playing)
    assert places(stays) == (2, 4, 6)
    assert not stays.owes_big | stays.owes_small
    # With seat 5 as well the big blind goes back to it.
    late, playing = seated(1, 2, 4, 5, 6, 9), seated(1, 2, 4, 5, 6)
    back = hand(ring, late, playing)
    assert places(back) == (2, 4, 5)
    assert not back.owes_big | back.owes_small
    # Then it goes on, past seat 9 at last.
    again = hand(hand(back, late, playing), late, playing)
    assert places(again) == (5, 6, 1)
    assert owing(again) == ({"p9"}, set())


def test_of_two_players_both_blinds_pass_who_sits_out_between_them() -> None:
    seats = seated(1, 3, 5, 8)
    two = seated(1, 8)
    ring = hand(Positions(), seats, seats)
    assert places(ring) == (1, 3, 5)
    ring = hand(ring, seats, two)
    # The big blind goes to 8, past nobody; the small one from 3 past 5 and 8 to the button at 1.
    assert places(ring) == (1, 1, 8)
    assert owing(ring) == (set(), {"p5"})
    ring = hand(ring, seats, two)
    assert places(ring) == (8, 8, 1)
    assert owing(ring) == (set(), {"p3", "p5"})
    ring = hand(ring, seats, two)
    assert places(ring) == (1, 1, 8)
    assert owing(ring) == ({"p3", "p5"}, {"p3", "p5"})


def test_of_two_players_a_small_blind_that_stays_passes_nobody() -> None:
    three = seated(1, 2, 3)
    ring = hand(Positions(), three, three)
    ring = hand(ring, three, seated(1, 2))
    # Seat 3 had the big blind; it went on to seat 1, and the button joined the small blind at 2.
    assert places(ring) == (2, 2, 1)
    assert not ring.owes_big | ring.owes_small


def test_when_a_third_comes_the_small_blind_passes_from_the_button_on() -> None:
    seats = seated(1, 3, 5, 8)
    ring = Positions(1, 1, 8, frozenset(seats.values()))
    ring = hand(ring, seats, seated(1, 5, 8))
    assert places(ring) == (5, 8, 1)
    assert owing(ring) == (set(), {"p3"})


def test_with_one_blind_nobody_misses_a_small_one() -> None:
    seats, playing = seated(1, 2, 3, 4), seated(1, 2, 3)
    ring = hand(Positions(), seats, seats, ONE_BLIND)
    for _ in range(3):
        ring = hand(ring, seats, playing, ONE_BLIND)
    assert owing(ring) == ({"p4"}, set())


def test_a_small_blind_that_is_posted_from_now_on_has_passed_nobody() -> None:
    seats, playing = seated(1, 2, 3, 4), seated(1, 2, 4)
    one = hand(Positions(), seats, seats, ONE_BLIND)
    assert places(one) == (1, 0, 2)
    two = hand(one, seats, playing, MOVING)
    assert places(two) == (2, 4, 1)
    assert owing(two) == ({"p3"}, set())
    again = hand(two, seats, playing, ONE_BLIND)
    assert places(again) == (4, 0, 1)
    assert again.owes_small == frozenset()


def test_a_player_who_waits_for_the_big_blind_owes_nothing() -> None:
    seats = seated(1, 2, 3, 4)
    ring = hand(Positions(), seats, seats)
    away = seated(1, 2, 3)
    ring = hand(hand(ring, seats, away), seats, away)
    ring = hand(ring, seats, away)
    assert places(ring) == (1, 2, 3)
    ring = next_hand(ring, seats, seats, MOVING)
    assert ring.big == 4
    assert figures(ring, seats) == {"small-blind": 3, "big-blind": 4}


def test_a_player_who_comes_late_posts_a_big_blind() -> None:
    three = seated(1, 2, 3)
    ring = hand(Positions(), three, three)
    four = seated(1, 2, 3, 5)
    ring = next_hand(ring, four, four, MOVING)
    assert places(ring) == (2, 3, 5)
    assert figures(ring, four) == {"small-blind": 3, "big-blind": 5}
    six = seated(1, 2, 3, 5, 6)
    later = next_hand(played(ring, four), six, six, MOVING)
    assert places(later) == (3, 5, 6)
    seven = seated(1, 2, 3, 5, 6, 7)
    last = next_hand(hand(Positions(), three, three), seven, seven, MOVING)
    assert {name for name in figures(last, seven) if name.startswith("posts")} == {
        "posts-big:6",
        "posts-big:7",
    }


def test_a_player_who_left_their_seat_owes_nothing_and_comes_as_a_new_player() -> None:
    seats = seated(1, 2, 3, 4)
    ring = hand(Positions(), seats, seats)
    ring = hand(ring, seats, seated(1, 2, 3))
    gone = hand(ring, seated(1, 2, 3), seated(1, 2, 3))
    assert "p4" not in gone.owes_big | gone.owes_small | gone.known


def test_before_the_first_hand_nobody_owes_anything() -> None:
    seats = seated(1, 2, 3)
    assert figures(next_hand(Positions(), seats, seats, MOVING), seats) == {
        "small-blind": 2,
        "big-blind": 3,
    }


def test_two_neighbors_take_turns_with_the_big_blind() -> None:
    seats = seated(3, 4)
    ring = hand(Positions(), seats, seats)
    assert places(ring) == (3, 3, 4)
    ring = hand(ring, seats, seats)
    assert places(ring) == (4, 4, 3)
    assert places(hand(ring, seats, seats)) == (3, 3, 4)


def test_of_two_players_the_one_blind_is_not_the_buttons() -> None:
    seats = seated(3, 8)
    assert places(hand(Positions(), seats, seats, ONE_BLIND)) == (3, 0, 8)


def test_a_button_is_dead_only_where_two_blinds_are_posted() -> None:
    seats = seated(1, 2, 3, 4)
    ring = hand(Positions(), seats, seats, DEAD)
    assert places(ring) == (1, 2, 3)
    one = Poker(button="dead", small_blind=0)
    assert places(hand(ring, seats, seats, one)) == (2, 0, 3)


def test_a_player_who_missed_the_big_blind_owes_it_though_they_are_known() -> None:
    known = frozenset({"p1", "p2"})
    ring = Positions(1, 2, 3, known, owes_big=frozenset({"p1"}), owes_small=frozenset({"p2"}))
    assert owed(ring, "p1") == (True, False)
    assert owed(ring, "p2") == (False, True)
    assert owed(ring, "p3") == (True, False), "who comes late owes it too"


def test_two_players_who_owe_nothing_play_without_a_third_who_has_not_agreed_to_post() -> None:
    seats = seated(1, 4, 8)
    ring = Positions(4, 4, 8, frozenset({"p4", "p8"}))
    # With or without seat 1 the big blind goes from 8 to 4: it does not reach that seat yet.
    assert dealt_in(ring, seats, seats, MOVING, {}) == seated(4, 8)
    assert dealt_in(ring, seats, seats, MOVING, {"p1": "wait"}) == seated(4, 8)
    assert dealt_in(ring, seats, seats, MOVING, {"p1": "post"}) == seats


def test_of_two_who_wait_the_big_blind_reaches_the_next_one_first() -> None:
    seats = seated(1, 3, 6, 7, 8, 9)
    known = frozenset(seats.values()) - {"p3", "p6"}
    # Seat 4 had it and is gone. It goes on to seat 6, not back to seat 3.
    ring = Positions(8, 1, 4, known)
    playing = dealt_in(ring, seats, seats, MOVING, {})
    assert playing == seated(1, 6, 7, 8, 9)
    assert places(next_hand(ring, seats, playing, MOVING)) == (9, 1, 6)


# --- which seats a blind has passed -------------------------------------------------------------


def test_of_two_players_the_big_blind_passes_who_sits_out_between_them() -> None:
    three = seated(1, 2, 3)
    ring = hand(Positions(), three, three)
    assert places(ring) == (1, 2, 3)
    ring = hand(ring, three, seated(2, 3))
    assert places(ring) == (3, 3, 2)
    assert owing(ring) == ({"p1"}, set()), "the big blind went from 3 past 1 to 2"


def test_blinds_that_go_back_to_newcomers_pass_nobody() -> None:
    ring = hand(Positions(), seated(1, 4, 5), seated(1, 4, 5))
    assert places(ring) == (1, 4, 5)
    ring = hand(ring, seated(1, 2, 3, 4, 5), seated(2, 3, 4))
    assert places(ring) == (2, 3, 4)
    assert owing(ring) == (set(), set())


def test_a_small_blind_that_was_not_posted_before_or_is_not_now_passes_nobody() -> None:
    four = seated(1, 2, 3, 4)
    known = frozenset(four.values())
    ring = hand(Positions(3, 0, 4, known), four, seated(2, 3, 4))
    assert places(ring) == (4, 2, 3)
    assert owing(ring) == ({"p1"}, set())
    ring = hand(Positions(1, 2, 3, known), four, seated(1, 2, 3), ONE_BLIND)
    assert places(ring) == (2, 0, 3)
    assert owing(ring) == (set(), set())


def test_a_player_who_leaves_after_the_small_blind_has_paid_it() -> None:
    four = seated(1, 2, 3, 4)
    ring = hand(Positions(1, 2, 3, frozenset(four.values())), four, seated(1, 3, 4))
    assert places(ring) == (3, 4, 1)
    assert owing(ring) == (set(), set())


def test_a_player_who_leaves_after_the_big_blind_owes_the_small_one_of_the_seat() -> None:
    four = seated(1, 2, 3, 4)
    ring = hand(Positions(1, 2, 3, frozenset(four.values())), four, seated(1, 2, 4), DEAD)
    assert places(ring) == (2, 3, 4)
    assert owing(ring) == (set(), {"p3"})
