"""What a round of pai gow shows and to whom, and what the floor may do in it."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from cardroom import games, scenario
from cardroom.cards import UNSEEN, Card, parse_cards
from cardroom.events import SURVEILLANCE, BetPlaced, HandEnded
from cardroom.games.pai_gow import clauses
from cardroom.games.pai_gow.felt_state import choices
from cardroom.play.inputs import Answer, Dice, Draw, Intervene, Lapse, Proceed
from cardroom.play.round import Refusal
from cardroom.rules.options import OptionFaults
from cardroom.table import Table
from cardroom.table import commands as c
from cardroom.table.apply import apply
from cardroom.table.posting import pin
from tests.random_play import facts, must, refused
from tests.unit.play.test_felt_state import FIRST_PILE, middle, pai_gow, piles, seen

SCENARIOS = Path(__file__).parents[4] / "scenarios"
FRONT = parse_cards("Jd 9c")


def delivered(**options: str) -> Table:
    """The bank is seat 1; seat 2 has the first pile, a pair of aces."""
    return must(pai_gow(**options), c.Play(Answer(1, "choose", amount=1)), c.Play(Dice((3, 5, 1))))


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


@pytest.mark.parametrize(
    ("readings", "ended"), [("current", [(1, "set"), (2, "set")]), ("0.1", [(2, "set")])]
)
def test_a_players_setting_is_announced_when_it_is_reached_and_the_banks_at_once(
    readings: str, ended: list[tuple[int, str]]
) -> None:
    table = delivered(readings=readings)
    told: list[tuple[int, str]] = []
    for entry in (Answer(2, "set", cards=FRONT), Answer(1, "house-way")):
        assert told == [], "nobody is shown what box 2 has set"
        events = facts(table, c.Play(entry))
        told = [(event.box, event.how) for event in events if isinstance(event, HandEnded)]
        table = must(table, c.Play(entry))
    assert told == ended


@pytest.mark.parametrize("front", ["Jd 9c 7c", "As Ah 9c 7c 4d"])
def test_a_hand_of_wrong_size_has_no_name(front: str) -> None:
    table = must(delivered(), c.Play(Answer(2, "set", cards=parse_cards(front))))
    assert label(table, "2.front", "box:2") == ""
    assert label(table, "2.back", "box:2") == ""


def test_only_seven_known_cards_say_what_their_fronts_make() -> None:
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
    seven = msgspec.structs.replace(reset, cards=parse_cards(" ".join((*front, *back))))
    assert refused(table, c.Play(seven)) == "set.house-way", "it is foul"
    changed = must(table, c.Play(other))
    assert at(changed, "2.front") == back[-2:]
    told = facts(changed, c.Play(reset))
    assert [event.how for event in told if isinstance(event, HandEnded)] == ["reset"]
    again = must(changed, c.Play(reset))
    assert set(at(again, "2.front")) == set(front)
    assert refused(must(again, c.Play(Proceed())), c.Play(reset)) == "irregularity.kind"


def test_a_rule_is_named_only_where_it_is_why_a_box_is_not_asked() -> None:
    opening = c.OpenTable(
        "t", "double-hand-poker", {"house_way_after_looking": False}, dealing="by-hand"
    )
    table = must(None, opening)
    for seat in (1, 2, 3):
        table = must(table, c.SitDown(f"p{seat}", seat), c.BuyIn(f"p{seat}", 1000_00))
    table = must(table, c.PostBank("p1", 500_00))
    table = must(table, *(c.PlaceBet(f"p{seat}", seat, "main", 20_00) for seat in (2, 3)))
    table = must(table, c.LoadShoe(piles(FIRST_PILE)), c.CloseBets())
    for _ in range(53):
        table = must(table, c.DealCard())
    not_asked = "turn.not-asked"
    assert refused(table, c.Play(Answer(2, "choose", amount=1))) == "deal.choose-pile"
    table = must(table, c.Play(Answer(1, "choose", amount=1)))
    for early in (Answer(1, "choose", amount=1), Answer(1, "set"), Answer(2, "set")):
        assert refused(table, c.Play(early)) == not_asked
    table = must(table, c.Play(Dice((3, 5, 1))), c.Play(Answer(2, "decline")))
    # Box 2 has not looked yet, because box 3 is still asked about the house way.
    assert refused(table, c.Play(Answer(2, "set"))) == not_asked
    assert refused(table, c.Play(Answer(1, "decline"))) == not_asked
    table = must(table, c.Play(Answer(3, "house-way")))
    assert refused(table, c.Play(Answer(1, "set"))) == "set.hidden"
    assert refused(table, c.Play(Answer(3, "set"))) == "set.house-way"
    table = must(table, c.Play(Answer(2, "set", cards=FRONT)))
    while not seen(table).turn:
        table = must(table, c.Play(Proceed()))
    table = must(table, c.Play(Answer(1, "house-way")))
    assert refused(table, c.Play(Answer(1, "set"))) == not_asked


def test_a_foul_setting_of_the_bank_is_noted_only_of_its_own_cards_while_it_sets() -> None:
    table = must(delivered(readings="current"), c.ChangeDealing("by-hand"))
    cards = at(table, "1.1", SURVEILLANCE)

    def foul(*front: str) -> c.Play:
        return c.Play(Intervene("bank-foul", cards=parse_cards(" ".join(front))))

    assert refused(table, foul(*cards)) == "set.bank-foul", "the players are setting"
    table = must(table, c.Play(Answer(2, "set", cards=FRONT)))
    while not seen(table).turn:
        table = must(table, c.Play(Proceed()))
    assert refused(table, foul(cards[0], cards[0])) == "set.own-cards"
    assert refused(table, foul("As", cards[0])) == "set.own-cards"
    told = facts(table, foul(*cards))
    assert [event.how for event in told if isinstance(event, HandEnded)] == ["foul"]
    told = facts(must(table, foul(*cards)), c.Play(Intervene("reset-bank")))
    ended = [(event.box, event.how) for event in told if isinstance(event, HandEnded)]
    assert ended == [(1, "reset"), (2, "set")]


def test_no_envy_button_lies_where_the_house_pays_no_envy() -> None:
    assert middle(pai_gow()).buttons == (("envy", 2),)
    assert middle(pai_gow(envy="none")).buttons == ()


def test_envy_takes_no_chips_of_its_player() -> None:
    played = scenario.run(scenario.read(SCENARIOS / "fortune-pai-gow/envy-for-four-of-a-kind.toml"))
    placed = [event for event in played.events if isinstance(event, BetPlaced)]
    assert [bet.stake for bet in placed if bet.spot == "envy"] == [0]


def test_only_a_players_hand_that_was_set_the_house_way_is_reset() -> None:
    table = must(delivered(), c.ChangeDealing("by-hand"), c.Play(Answer(2, "set", cards=FRONT)))
    while not seen(table).turn:
        table = must(table, c.Play(Proceed()))
    table = must(table, c.Play(Answer(1, "house-way")))
    for box in (1, 2):
        outcome = apply(table, c.Play(Intervene("reset-hand", box=box)))
        assert isinstance(outcome, Refusal)
        assert outcome.why == f"box {box} has no open hand that was set the house way"


@pytest.mark.parametrize("cards", ["As As", "Ks Qs"])
def test_a_hand_is_reset_with_its_own_cards_each_once(cards: str) -> None:
    table = must(delivered(), c.ChangeDealing("by-hand"), c.Play(Answer(2, "house-way")))
    while not seen(table).turn:
        table = must(table, c.Play(Proceed()))
    table = must(table, c.Play(Answer(1, "house-way")))
    while at(table, "2.front") == ("??", "??"):
        table = must(table, c.Play(Proceed()))
    outcome = apply(table, c.Play(Intervene("reset-hand", box=2, cards=parse_cards(cards))))
    assert isinstance(outcome, Refusal)
    assert outcome.why == "box 2 does not hold these cards"


def test_a_settled_hand_can_be_void_and_no_hand_of_a_void_round() -> None:
    table = delivered(readings="current")
    table = must(table, *(c.Play(Answer(n, "house-way")) for n in (2, 1)))
    before = table.free("p2")
    assert table.round is not None
    assert table.round.over
    again = must(table, c.Play(Intervene("void-hand", box=2)))
    assert again.free("p2") != before
    void = must(delivered(readings="current"), c.Play(Intervene("misdeal")))
    assert refused(void, c.Play(Intervene("void-hand", box=2))) == "irregularity.kind"


def test_only_a_hand_in_play_is_void() -> None:
    table = delivered(readings="current")
    # Both bets go back; the collection of a dollar does not.
    assert must(table, c.Play(Intervene("void-hand", box=2))).free("p2") == 999_00
    # Of a box without a hand, nobody has to say why side bets fall with it.
    assert refused(table, c.Play(Intervene("void-hand", box=5, side_bets="void"))) == (
        "irregularity.kind"
    )


def test_in_version_0_1_a_settled_hand_was_no_hand_in_play() -> None:
    table = must(delivered(readings="0.1"), *(c.Play(Answer(n, "house-way")) for n in (2, 1)))
    assert table.round is not None
    assert table.round.over
    assert refused(table, c.Play(Intervene("void-hand", box=2, side_bets="void"))) == (
        "irregularity.kind"
    )


TO_STRAIGHT_FLUSH = {
    "seven-card straight flush": "5,000 to 1",
    "seven-card straight flush with joker": "60 to 1",
    "straight flush": "60 to 1",
}


@pytest.mark.parametrize(
    ("more", "fault"),
    [
        ({"four of a kind": "60 to 1"}, ""),  # rows may pay the same
        ({"four of a kind": "61 to 1"}, "four of a kind: it pays more than 'straight flush'"),
        ({"full house": "5 to 1"}, "fortune_table: four of a kind must have a row"),
        ({"flush": "4 to 1"}, "fortune_table: four of a kind, full house must have a row"),
    ],
)
def test_rows_of_the_fortune_bet_go_down_without_a_gap(more: dict[str, str], fault: str) -> None:
    given = {"fortune_table": {**TO_STRAIGHT_FLUSH, **more}}
    if not fault:
        assert games.ruleset("fortune-pai-gow", given).side_bets[0].rows[-1].name in more
        return
    with pytest.raises(OptionFaults, match=fault):
        games.ruleset("fortune-pai-gow", given)


def test_the_number_of_a_pile_is_not_money() -> None:
    table = pai_gow()
    outcome = apply(table, c.Play(Answer(1, "choose", amount=8)))
    assert isinstance(outcome, Refusal)
    assert outcome.why == "choose takes a pile: 1 to 7"


@pytest.mark.parametrize("settled", [0, 1])
def test_a_hand_that_was_not_reached_stays_closed_when_another_is_void_later(settled: int) -> None:
    """The bank of $20 is used up by box 2. Then the floor voids that hand, and the bank has its
    money again: what was settled around the void hand stands, so box 3 gets both bets back,
    whether or not the dealer has settled its wager by then."""
    table = must(None, c.OpenTable("t", "fortune-pai-gow", {"readings": "current"}))
    for seat in (1, 2, 3):
        table = must(table, c.SitDown(f"p{seat}", seat), c.BuyIn(f"p{seat}", 1000_00))
    table = must(table, c.PostBank("p1", 20_00))
    for seat in (2, 3):
        for spot, amount in (("main", 20_00), ("fortune", 5_00)):
            table = must(table, c.PlaceBet(f"p{seat}", seat, spot, amount))
    table = must(table, c.LoadShoe(piles(FIRST_PILE)), c.CloseBets())
    table = must(table, c.Play(Answer(1, "choose", amount=1)), c.Play(Dice((3, 5, 1))))
    table = must(table, *(c.Play(Answer(seat, "house-way")) for seat in (2, 3)))
    table = must(table, c.ChangeDealing("by-hand"), c.Play(Answer(1, "house-way")))
    before = table.free("p3")
    while table.round is None or not table.round.settled:
        table = must(table, c.Play(Proceed()))
    table = must(table, *[c.Play(Proceed())] * settled, c.Play(Intervene("void-hand", box=2)))
    while not (table.round and table.round.over):
        table = must(table, c.Play(Proceed()))
    assert table.free("p3") == before + 25_00
    assert at(table, "3.1") == ("??",) * 7
