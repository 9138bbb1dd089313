"""What else is on the felt: pots, bets in front of the seats, buttons, dice."""

from __future__ import annotations

import pytest

from cardroom import games
from cardroom.cards import Card, Deck, parse_cards
from cardroom.events import SURVEILLANCE
from cardroom.play.felt_state import FeltState
from cardroom.play.inputs import Answer, Dice
from cardroom.play.views import RAIL, View, view
from cardroom.table import Table
from cardroom.table import commands as c
from tests.random_play import must

NO_LIMIT = {"betting": "no-limit", "blinds": "1/2"}
# Two each to seats 2, 3, 1: aces, kings, queens; burns between, and a board that helps nobody.
SIDE = "As Ks Qs Ad Kd Qd 2c 3h 8d 9c 2d 4s 2h 6h"


def poker(stacks: dict[int, int], shoe: str, game: str = "texas-holdem", **options: str) -> Table:
    table = must(None, c.OpenTable("t", game, {**NO_LIMIT, **options}))
    for seat, chips in stacks.items():
        table = must(table, c.SitDown(f"p{seat}", seat), c.BuyIn(f"p{seat}", chips))
    return must(table, c.LoadShoe(stacked(shoe, Deck(1))), c.CloseBets())


def stacked(first: str, deck: Deck) -> tuple[Card, ...]:
    cards = parse_cards(first)
    return (*cards, *(card for card in deck if card not in cards))


def seen(table: Table, *audiences: str) -> View:
    assert table.round is not None
    return view(table.round, frozenset(audiences) or RAIL, games.family(table.rules))


def middle(table: Table) -> FeltState:
    return seen(table).middle


def answer(table: Table, box: int, verb: str, amount: int | None = None) -> Table:
    return must(table, c.Play(Answer(box, verb, amount=amount)))


def test_one_hole_card_may_be_enough_for_the_winning_five() -> None:
    # Seat 2 has an ace and a three, seat 1 a king and a four; the board has the second ace.
    shoe = "As Ks 3d 4d 2c Ah 9c 8d 2d Jh 2h Qs"
    table = poker({1: 100_00, 2: 100_00}, shoe, collection="none")
    table = answer(answer(table, 1, "call"), 2, "check")
    for _ in range(3):
        table = answer(answer(table, 2, "check"), 1, "check")
    (pot,) = middle(answer(table, 1, "muck")).pots
    assert [(won.box, set(won.cards)) for won in pot.won] == [(2, {"As", "Ah", "Qs", "Jh", "9c"})]


def test_a_hand_that_nobody_has_seen_has_no_winning_five() -> None:
    table = poker({1: 100_00, 2: 100_00}, SIDE, collection="none")
    table = answer(answer(table, 1, "call"), 2, "check")
    for _ in range(2):
        table = answer(answer(table, 2, "check"), 1, "check")
    table = answer(answer(table, 2, "bet", 10_00), 1, "fold")
    assert len(seen(table).places["board"].cards) == 5
    (pot,) = middle(table).pots
    assert [(won.box, won.cards) for won in pot.won] == [(2, ())]


@pytest.mark.parametrize("game", ["texas-holdem", "omaha"])
def test_a_hand_shown_without_a_board_has_no_winning_five(game: str) -> None:
    shoe = "8h 8s 8d 8c 2h 2s 3h 3s"
    table = poker({1: 100_00, 2: 100_00}, shoe, game, winner_shows="may")
    table = answer(table, 1, "fold")
    table = answer(table, 2, "show")
    (pot,) = middle(table).pots
    assert [won.cards for won in pot.won] == [()]


def test_bets_lie_before_the_seats_until_the_round_of_betting_is_over() -> None:
    table = poker({1: 100_00, 2: 100_00, 3: 100_00}, SIDE)
    assert middle(table).front == {2: 1_00, 3: 2_00}
    assert middle(table).pots == ()
    assert middle(table).buttons == (("small-blind", 2), ("big-blind", 3))
    table = answer(answer(table, 1, "call"), 2, "call")
    assert middle(table).front == {1: 2_00, 2: 2_00, 3: 2_00}
    table = answer(table, 3, "check")
    # Six dollars, less the two that are collected after the flop.
    assert middle(table).front == {}
    assert [(pot.amount, pot.boxes) for pot in middle(table).pots] == [(4_00, (1, 2, 3))]
    assert seen(table).collected == 2_00


def test_side_pots_are_apart_with_those_who_may_win_them_and_those_who_did() -> None:
    # Seat 2 has aces and 10, seat 3 kings and 30, seat 1 queens and 100.
    table = poker({1: 100_00, 2: 10_00, 3: 30_00}, SIDE, collection="none")
    table = answer(table, 1, "raise", 100_00)
    table = answer(answer(table, 2, "call"), 3, "call")
    assert table.round is not None
    assert table.round.over
    main, side = middle(table).pots
    assert (main.amount, main.boxes) == (30_00, (1, 2, 3))
    assert (side.amount, side.boxes) == (40_00, (1, 3))
    assert [(part.box, part.amount, part.cause) for part in main.won] == [
        (2, 30_00, "pair of aces")
    ]
    assert [(part.box, part.amount, part.cause) for part in side.won] == [
        (3, 40_00, "pair of kings")
    ]
    assert [set(part.cards) for part in (*main.won, *side.won)] == [
        {"As", "Ad", "9c", "8d", "6h"},
        {"Ks", "Kd", "9c", "8d", "6h"},
    ]


# Seat 2 has an ace with a king, seat 3 one with a queen; the board has the third ace.
KICKERS = "As Ah 9s Kd Qd 8d 2c Ac 2h 7d 3c 8c 4c 3s"


@pytest.mark.parametrize(
    ("verb", "won", "lies"),
    [
        ("show", "pair of aces, king kicker", "pair of aces, queen kicker"),
        ("muck", "pair of aces", ""),
    ],
)
def test_kickers_are_named_where_hands_of_one_name_lie_next_to_each_other(
    verb: str, won: str, lies: str
) -> None:
    """A hand in the muck is told from nothing: its kicker is nobody's business."""
    table = poker({1: 100_00, 2: 100_00, 3: 100_00}, KICKERS, collection="none")
    table = answer(answer(answer(table, 1, "fold"), 2, "raise", 100_00), 3, "call")
    table = answer(table, 3, verb)
    (pot,) = middle(table).pots
    assert [part.cause for part in pot.won] == [won]
    places = seen(table).places
    assert (places["2.1"].label, places["3.1"].label) == (won, lies)


def test_each_seat_shows_its_last_action_until_the_next_card_and_a_fold_to_the_end() -> None:
    table = poker({1: 100_00, 2: 100_00, 3: 100_00}, SIDE)
    table = answer(answer(table, 1, "call"), 2, "fold")
    assert middle(table).said == {1: "called", 2: "folded"}
    table = answer(table, 3, "check")
    assert middle(table).said == {2: "folded"}
    table = answer(table, 3, "bet", 10_00)
    assert middle(table).said == {2: "folded", 3: "bet"}
    table = answer(table, 1, "fold")
    assert middle(table).said == {1: "folded", 2: "folded"}, "the pot is given out"


def test_a_call_says_what_it_costs() -> None:
    table = poker({1: 100_00, 2: 100_00, 3: 100_00}, SIDE)
    asked = seen(table, "box:1").asks[0]
    assert {option.verb: option.costs for option in asked.options} == {
        "call": 2_00,
        "fold": None,
        "raise": None,
    }
    table = answer(table, 1, "raise", 100_00)
    table = must(table, c.Play(Answer(2, "call")))
    assert next(it for it in seen(table, "box:3").asks[0].options if it.costs).costs == 98_00


def test_of_two_players_pots_and_bets_are_seen_as_of_more() -> None:
    table = poker({1: 100_00, 2: 100_00}, SIDE, collection="none")
    assert middle(table).front == {1: 1_00, 2: 2_00}
    assert middle(table).buttons == (("small-blind", 1), ("big-blind", 2))
    table = answer(answer(table, 1, "call"), 2, "check")
    assert [(pot.amount, pot.boxes) for pot in middle(table).pots] == [(4_00, (1, 2))]


def test_a_player_who_is_all_in_by_their_ante_has_no_chips_before_them() -> None:
    table = poker({1: 100_00, 2: 5_00, 3: 100_00}, SIDE, ante="5", collection="none")
    assert middle(table).front == {3: 2_00}
    assert [(pot.amount, pot.boxes) for pot in middle(table).pots] == [(15_00, (1, 2, 3))]


def test_blinds_lie_before_their_seats_while_the_cards_are_dealt() -> None:
    table = must(None, c.OpenTable("t", "texas-holdem", {**NO_LIMIT}, dealing="by-hand"))
    for seat in (1, 2, 3):
        table = must(table, c.SitDown(f"p{seat}", seat), c.BuyIn(f"p{seat}", 100_00))
    table = must(table, c.LoadShoe(stacked(SIDE, Deck(1))), c.CloseBets())
    assert seen(table).head == "card"
    assert middle(table).front == {2: 1_00, 3: 2_00}
    for _ in range(6):
        table = must(table, c.DealCard())
    table = answer(answer(answer(table, 1, "call"), 2, "call"), 3, "check")
    assert seen(table).head == "card", "a card is burned before the flop"
    assert middle(table).front == {}
    assert [pot.amount for pot in middle(table).pots] == [6_00]


def test_at_the_showdown_the_last_bets_lie_in_the_pot() -> None:
    # The aces of seat 1 are shown first; seat 2 has to say whether its kings are.
    table = poker({1: 100_00, 2: 100_00}, "Ks As Kd Ad 2c 3h 8d 9c 2d 4s 2h 6h", collection="none")
    table = answer(answer(table, 1, "call"), 2, "check")
    for _ in range(2):
        table = answer(answer(table, 2, "check"), 1, "check")
    table = answer(answer(answer(table, 2, "check"), 1, "bet", 10_00), 2, "call")
    assert seen(table, "box:2").asks[0].topic == "show"
    assert middle(table).front == {}
    assert [pot.amount for pot in middle(table).pots] == [24_00]


@pytest.mark.parametrize(
    ("third", "high"),
    [
        # Kings with the board's king, or nines with its nine: seat 1 has both then.
        ("Kh", (2, "three of a kind, kings", {"Kd", "Kc", "Kh", "8h", "Qs"})),
        ("9h", (1, "three of a kind, nines", {"9s", "9d", "9h", "8h", "Qs"})),
    ],
)
def test_high_and_low_are_won_by_what_each_of_them_is(
    third: str, high: tuple[int, str, set[str]]
) -> None:
    table = must(None, c.OpenTable("t", "omaha-hi-lo", {**NO_LIMIT, "collection": "none"}))
    for seat in (1, 2):
        table = must(table, c.SitDown(f"p{seat}", seat), c.BuyIn(f"p{seat}", 100_00))
    shoe = f"Kd Ah Kc 2h Js 9s Jd 9d 2c 3s 5c {third} 6d 8h 7d Qs"
    table = must(table, c.LoadShoe(stacked(shoe, Deck(1))), c.CloseBets())
    table = answer(answer(table, 1, "call"), 2, "check")
    for _ in range(3):
        table = answer(answer(table, 2, "check"), 1, "check")
    (pot,) = middle(table).pots
    assert [(part.box, part.side, part.amount, part.cause) for part in pot.won] == [
        (high[0], "high", 2_00, high[1]),
        (1, "low", 2_00, "eight low, 8-5-3-2-A"),
    ]
    assert [set(part.cards) for part in pot.won] == [high[2], {"Ah", "2h", "3s", "5c", "8h"}]


FIRST_PILE = "As Ah 9c Jd 7c 4d 2s"
"""A pair of aces, and nothing else."""


def piles(first: str) -> tuple[Card, ...]:
    """Seven piles, a card to each in turn: so the first gets every seventh card."""
    mine = parse_cards(first)
    rest = iter([card for card in Deck(1, 1) if card not in mine])
    return (*(one for card in mine for one in (card, *(next(rest) for _ in range(6)))), *rest)


def pai_gow(**options: str) -> Table:
    table = must(None, c.OpenTable("t", "fortune-pai-gow", {**options}))
    for seat in (1, 2):
        table = must(table, c.SitDown(f"p{seat}", seat), c.BuyIn(f"p{seat}", 1000_00))
    table = must(table, c.PostBank("p1", 500_00))
    table = must(table, c.PlaceBet("p2", 2, "main", 20_00), c.PlaceBet("p2", 2, "fortune", 5_00))
    return must(table, c.LoadShoe(piles(FIRST_PILE)), c.CloseBets())


def test_the_chosen_pile_the_dice_and_the_buttons_are_seen_by_all() -> None:
    table = pai_gow()
    assert middle(table).buttons == (("envy", 2),)
    table = answer(table, 1, "choose", 1)
    assert middle(table).chosen == "pile1"
    # The bank is 1, so nine counts to seat 2: it gets the chosen pile.
    table = must(table, c.Play(Dice((3, 5, 1))))
    assert seen(table).dice == (3, 5, 1)
    assert middle(table).buttons == (("action", 2), ("envy", 2))
    table = answer(table, 2, "house-way")
    assert ("house-way", 2) in middle(table).buttons


def test_a_player_who_sets_a_hand_sees_what_each_front_makes_and_whether_it_is_foul() -> None:
    table = must(answer(pai_gow(), 1, "choose", 1), c.Play(Dice((3, 5, 1))))
    setting = next(it for it in seen(table, "box:2").asks[0].options if it.cards)
    assert len(setting.fronts) == 21
    # Both aces are above jack high, and ace and jack above ace and nine.
    fouls = {it.cards for it in setting.fronts if it.foul}
    assert fouls == {("As", "Ah"), ("As", "Jd"), ("Ah", "Jd")}
    assert seen(table, "box:1").asks == ()
    assert seen(table, SURVEILLANCE).asks
