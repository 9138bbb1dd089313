"""What a round of pai gow shows and to whom, and what the floor may do in it."""

from __future__ import annotations

import msgspec
import pytest

from cardroom import games
from cardroom.cards import UNSEEN, Card, parse_cards
from cardroom.events import SURVEILLANCE, HandEnded
from cardroom.games.pai_gow import clauses
from cardroom.games.pai_gow.felt_state import choices
from cardroom.play.inputs import Answer, Dice, Draw, Intervene, Lapse, Proceed
from cardroom.play.round import Refusal
from cardroom.table import Table
from cardroom.table import commands as c
from cardroom.table.apply import apply
from cardroom.table.posting import pin
from tests.random_play import facts, must, refused
from tests.unit.play.test_felt_state import FIRST_PILE, middle, pai_gow, piles, seen

FRONT = parse_cards("Jd 9c")


def delivered() -> Table:
    """The bank is seat 1; seat 2 has the first pile, a pair of aces."""
    return must(pai_gow(), c.Play(Answer(1, "choose", amount=1)), c.Play(Dice((3, 5, 1))))


def at(table: Table, place: str, *audiences: str) -> tuple[str, ...]:
    return seen(table, *audiences).places[place].cards


def label(table: Table, place: str, *audiences: str) -> str:
    return seen(table, *audiences).places[place].label


def test_each_game_has_the_clauses_of_its_own_book() -> None:
    for game, own in (
        ("double-hand-poker", clauses.DOUBLE_HAND_CLAUSES),
        ("fortune-pai-gow", clauses.FORTUNE_CLAUSES),
    ):
        rules = games.game(game).ruleset({})
        assert games.family(rules).clauses(rules) is own


def test_a_bank_that_chooses_no_pile_has_chosen_the_first() -> None:
    table = pai_gow()
    assert middle(table).chosen == ""
    assert middle(must(table, c.Play(Lapse(1)))).chosen == "pile1"


def test_a_set_hand_is_its_players_until_it_is_reached() -> None:
    table = must(delivered(), c.Play(Answer(2, "set", cards=FRONT)))
    assert at(table, "2.front", "box:2") == ("Jd", "9c")
    for others in (("box:1",), ()):
        assert at(table, "2.front", *others) == ("??", "??")
        assert at(table, "2.back", *others) == ("??",) * 5
    assert label(table, "2.front", "box:2") == "jack high"
    assert label(table, "2.back", "box:2") == "pair of aces"


def test_the_banks_setting_is_seen_by_all() -> None:
    table = must(delivered(), c.Play(Answer(2, "house-way")), c.Play(Answer(1, "house-way")))
    assert "??" not in at(table, "1.front") + at(table, "1.back")


@pytest.mark.parametrize("front", ["Jd 9c 7c", "As Ah 9c 7c 4d"])
def test_a_hand_of_wrong_size_has_no_name(front: str) -> None:
    table = must(delivered(), c.Play(Answer(2, "set", cards=parse_cards(front))))
    assert label(table, "2.front", "box:2") == ""
    assert label(table, "2.back", "box:2") == ""


def test_only_seven_known_cards_are_told_what_their_fronts_make() -> None:
    hand = parse_cards(FIRST_PILE)
    assert len(choices(hand)) == 21
    assert choices(hand[:6]) == ()
    assert choices((*hand[:6], UNSEEN)) == ()


def test_an_exposed_card_is_replaced_and_lies_with_those_left_over() -> None:
    table = must(None, c.OpenTable("t", "double-hand-poker", {}, dealing="by-hand"))
    for seat in (1, 2):
        table = must(table, c.SitDown(f"p{seat}", seat), c.BuyIn(f"p{seat}", 1000_00))
    table = must(table, c.PostBank("p1", 500_00), c.PlaceBet("p2", 2, "main", 20_00))
    table = must(table, c.LoadShoe(piles(FIRST_PILE)), c.CloseBets())
    for _ in range(49):
        table = must(table, c.DealCard())
    table = must(table, c.Play(Intervene("exposed-card", card=Card("9c"))))
    for _ in range(4):
        table = must(table, c.DealCard())
    over = at(table, "left-over", SURVEILLANCE)
    assert len(over) == 4
    assert over[3] == "9c"
    assert at(table, "left-over")[3] == "9c", "everybody has seen it"
    assert "9c" not in at(table, "pile1", SURVEILLANCE)


def test_a_dealer_who_exposes_a_card_says_which_it_is() -> None:
    table = must(None, c.OpenTable("t", "double-hand-poker", {}, dealing="physical"))
    for seat in (1, 2):
        table = must(table, c.SitDown(f"p{seat}", seat), c.BuyIn(f"p{seat}", 1000_00))
    table = must(table, c.PostBank("p1", 500_00), c.PlaceBet("p2", 2, "main", 20_00))
    table = must(table, c.LoadShoe(), c.CloseBets(), c.Play(Draw(UNSEEN)))
    for card in (None, UNSEEN):
        exposed = c.Play(Intervene("exposed-card", card=card))
        assert refused(table, exposed) == "irregularity.replaced-card"


@pytest.mark.parametrize(
    ("front", "clause"),
    [
        # One card twice, a card of somebody else's, and all seven, which is foul.
        ("{0} {0}", "set.own-cards"),
        ("As {0}", "set.own-cards"),
        ("{0} {1} {2} {3} {4} {5} {6}", "set.bank-foul"),
    ],
)
def test_the_floor_resets_the_bank_with_its_own_cards_only(front: str, clause: str) -> None:
    table = must(delivered(), c.ChangeDealing("by-hand"), c.Play(Answer(2, "set", cards=FRONT)))
    while not seen(table).turn:
        table = must(table, c.Play(Proceed()))
    cards = at(table, "1.1")
    table = must(table, c.Play(Answer(1, "house-way")))
    reset = Intervene("reset-bank", cards=parse_cards(front.format(*cards)))
    assert refused(table, c.Play(reset)) == clause


def test_a_house_way_hand_that_was_set_wrong_is_reset_before_it_is_settled() -> None:
    opening = c.OpenTable("t", "double-hand-poker", {"house_way_after_looking": True})
    table = must(None, pin(opening))
    for seat in (1, 2):
        table = must(table, c.SitDown(f"p{seat}", seat), c.BuyIn(f"p{seat}", 1000_00))
    table = must(table, c.PostBank("p1", 500_00), c.PlaceBet("p2", 2, "main", 20_00))
    table = must(table, c.LoadShoe(tuple(table.rules.deck)), c.CloseBets())
    table = must(table, c.ChangeDealing("by-hand"), c.Play(Answer(1, "choose", amount=1)))
    table = must(table, c.Play(Dice((1, 2, 3))), c.Play(Answer(2, "house-way")))
    reset = Intervene("reset-hand", box=2)
    assert refused(table, c.Play(reset)) == "set.house-way"
    while not seen(table).turn:
        table = must(table, c.Play(Proceed()))
    table = must(table, c.Play(Answer(1, "house-way")))
    front = at(table, "2.front", SURVEILLANCE)
    back = at(table, "2.back", SURVEILLANCE)
    other = msgspec.structs.replace(reset, cards=parse_cards(" ".join(back[-2:])))
    changed = must(table, c.Play(other))
    assert at(changed, "2.front") == back[-2:]
    told = facts(changed, c.Play(reset))
    assert [event.how for event in told if isinstance(event, HandEnded)] == ["reset"]
    again = must(changed, c.Play(reset))
    assert set(at(again, "2.front")) == set(front)
    assert refused(must(again, c.Play(Proceed())), c.Play(reset)) == "irregularity.kind"


def test_the_number_of_a_pile_is_not_money() -> None:
    table = pai_gow()
    outcome = apply(table, c.Play(Answer(1, "choose", amount=8)))
    assert isinstance(outcome, Refusal)
    assert outcome.why == "choose takes a pile: 1 to 7"
