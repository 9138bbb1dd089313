"""Rounds at a table: what a round is begun with, what goes back, and what the dealer waits for."""

from __future__ import annotations

from random import Random
from typing import Final

import pytest

from cardroom import games, scenario
from cardroom.cards import UNSEEN, Card, parse_cards
from cardroom.events import CardDealt, FeeTaken, Intervened
from cardroom.events.shuffle import ShoeLoaded
from cardroom.events.table import CutCardOut, DealingStopped, ShoeRanOut, ShuffleDue
from cardroom.play.inputs import Answer, Dice, Draw, Figure, Intervene, Proceed
from cardroom.play.irregularities import remedies
from cardroom.play.round import Chance, Refusal
from cardroom.table import Table, dealer
from cardroom.table import commands as c
from tests.meter_tables import TENTH, meter_tables
from tests.random_play import facts, in_round, load, must, refused
from tests.unit.table.test_poker_table import NO_LIMIT, lapsed
from tests.unit.table.test_poker_table import dealt as hand
from tests.unit.table.test_poker_table import opened as poker
from tests.unit.table.test_table import dealt, opened, play, stacked
from tests.unit.table.test_table_banked import pai_gow, without_action

# --- how a round begins -------------------------------------------------------------------------


def test_a_round_knows_the_buttons_of_those_who_take_part() -> None:
    table = must(without_action(), c.PostBank("ann", 300_00), c.PlaceBet("bob", 3, "main", 60_00))
    table = must(table, c.CloseBets())
    assert table.round is not None
    assert table.round.facts.free_collection == {"bob": ("51-100",)}


def test_the_buttons_of_others_stay_unused_when_one_pays() -> None:
    table = without_action(readings="current")
    assert table.free_collection == {"bob": ("51-100",), "cy": ("50 or less",)}
    table = must(table, c.PostBank("ann", 300_00), c.PlaceBet("bob", 3, "main", 60_00))
    assert must(table, c.CloseBets()).unused_buttons == {"cy": ("50 or less",)}


def test_what_a_button_paid_for_a_void_round_is_paid_for_the_redeal() -> None:
    table = must(without_action(), c.PostBank("ann", 300_00), c.PlaceBet("bob", 3, "main", 60_00))
    table = must(table, c.CloseBets(), c.Play(Intervene("void-round")), c.EndRound())
    assert table.carried == {"bob": 1_00, "ann": 1_00}
    table = must(table, c.PostBank("ann", 300_00), c.PlaceBet("bob", 3, "main", 60_00))
    taken = [told for told in facts(table, c.CloseBets()) if isinstance(told, FeeTaken)]
    assert [(fee.owner, fee.amount) for fee in taken] == [("bob", 0), ("ann", 0)]


def test_a_round_of_another_game_leaves_button_and_blinds_alone() -> None:
    table = lapsed(hand(poker(1, 2, 3)))
    last = table.last_positions
    table = must(table, c.ChangeRules("blackjack", {"decks": 1, "burn": 0}, rounds=0))
    table = must(table, c.SitDown("new", 5), c.BuyIn("new", 100_00))
    table = must(table, c.PlaceBet("new", 5, "main", 10_00))
    table = must(table, c.LoadShoe(stacked(table, "Ts 6h 9s Td 5c")), c.CloseBets())
    table = must(table, play(5, "stand"), c.EndRound())
    assert table.last_positions == last
    back = must(table, c.ChangeRules("texas-holdem", NO_LIMIT, rounds=0))
    assert back.owes("new") == (2_00, 0), "the player joins a running game"


def test_an_input_that_the_round_refuses_is_refused_by_its_table() -> None:
    table = dealt("Ts 6h 9s Td")
    assert table.round is not None
    assert isinstance(dealer.step(table, table.round, Proceed()), Refusal)
    stepped = dealer.step(table, table.round, Answer(1, "stand"))
    assert not isinstance(stepped, Refusal)
    assert stepped[0].round != table.round


def test_nothing_is_cleared_where_nothing_was_played() -> None:
    assert refused(opened(), c.EndRound()) == "table.round-over"
    assert refused(dealt("Ts 6h 9s Td"), c.EndRound()) == "table.round-over"


# --- what the dealer waits for ------------------------------------------------------------------


def test_nobody_deals_a_card_where_dice_are_to_be_thrown() -> None:
    table = must(pai_gow(), c.PostBank("ann", 100_00), c.PlaceBet("bob", 3, "main", 20_00))
    table = must(table, c.LoadShoe(stacked(table, "9c")))
    choose = c.Play(Answer(1, "choose", amount=1))
    table = must(table, c.CloseBets())
    assert not {DealingStopped, ShoeRanOut} & {type(told) for told in facts(table, choose)}
    table = must(table, choose)
    assert table.round is not None
    assert isinstance(table.round.head, Chance)
    assert table.round.head.dice
    assert refused(table, c.DealCard()) == "table.dealing"
    assert must(table, c.Play(Dice((1, 2, 3)))).phase == "playing"


def test_at_a_paused_table_the_dealer_does_nothing() -> None:
    table = must(dealt("Ts 6h 9s Td 5c", dealing="by-hand"), c.Pause("a dispute"))
    table = must(table, c.ChangeDealing("automatic"))
    assert table.shoe.dealt == 0
    assert must(table, c.Resume()).shoe.dealt == 4


# --- cards that go back -------------------------------------------------------------------------


def test_cards_that_are_dealt_again_leave_the_shoe_once() -> None:
    table = dealt("Ts 6h 9s Td 5c 2d", dealing="by-hand")
    table = must(table, *[c.DealCard()] * 4)
    table = must(table, c.Play(Intervene("rewind", to=1)))
    assert table.shoe.dealt == 4, "three of them wait to be dealt again"
    table = must(table, c.DealCard())
    assert table.shoe.dealt == 4
    table = must(table, c.DealCard(), c.DealCard(), play(1, "hit"), c.DealCard())
    assert table.shoe.dealt == 5
    assert table.round is not None
    assert table.round.at("1.1") == parse_cards("Ts 9s 5c")


def test_a_rewind_to_between_two_readings_goes_to_before_both() -> None:
    """They are of one moment, also where cards and steps have come since."""
    floor = meter_tables("a", "b")
    floor.won("a", TENTH)
    inputs = len(floor.table("a").round.inputs)  # type: ignore[union-attr]
    floor.do("a", c.Play(Proceed()))
    floor.close("b")
    floor.do("a", c.Play(Intervene("rewind", to=inputs - 1)))
    assert [win.won.award for win in floor.meter().wins] == [200_04], "with table b's 24 cents"


def test_a_rewind_to_where_the_round_is_is_none() -> None:
    floor = meter_tables("a")
    floor.won("a", TENTH)
    round = floor.table("a").round
    assert round is not None
    assert isinstance(round.inputs[-1], Figure)
    here = c.Play(Intervene("rewind", to=len(round.inputs)))
    assert floor.refused("a", here).clause.id == "irregularity.rewind"


# --- the cut card -------------------------------------------------------------------------------


def test_the_cut_card_comes_out_once_before_the_card_behind_it() -> None:
    """Five cards lie before it: it comes with the sixth, and the seventh is not told of it."""
    table = dealt("5s 6h 2s Td 2c 2d 2h Tc", cut="10", dealing="by-hand")
    assert table.shoe.cut == 5
    table = must(table, *[c.DealCard()] * 4, play(1, "hit"))
    assert CutCardOut() not in facts(table, c.DealCard())
    table = must(table, c.DealCard(), play(1, "hit"))
    told = facts(table, c.DealCard())
    assert told[0] == CutCardOut()
    assert isinstance(told[1], CardDealt)
    table = must(table, c.DealCard(), play(1, "hit"))
    assert CutCardOut() not in facts(table, c.DealCard())


def test_only_a_real_cut_card_is_shown_and_once() -> None:
    assert refused(dealt("Ts 6h 9s Td"), c.ShowCutCard()) == "table.dealing"
    table = must(opened("physical"), c.LoadShoe())
    assert facts(table, c.ShowCutCard()) == (CutCardOut(), ShuffleDue("cut card"))
    playing = must(table, c.PlaceBet("ann", 1, "main", 10_00), c.CloseBets())
    assert facts(playing, c.ShowCutCard()) == (CutCardOut(),), "the round is finished first"
    assert refused(must(playing, c.ShowCutCard()), c.ShowCutCard()) == "table.dealing"


def test_a_shoe_counts_its_cards_and_what_was_played_from_it() -> None:
    table = opened(cut="10")
    assert len(table.shoe) == 0
    table = must(table, c.LoadShoe(stacked(table, "Ts 6h 9s Td 5c 2d")))
    assert len(table.shoe) == 52
    table = must(table, c.PlaceBet("ann", 1, "main", 10_00), c.CloseBets())
    assert len(table.shoe) == 48
    table = must(table, play(1, "stand"), c.EndRound())
    assert table.shoe.rounds == 1
    assert table.shoe.due == "cut card"
    assert table.facts.rounds_since_shuffle == 0, "the next bets are on a new shoe"


# --- real cards ---------------------------------------------------------------------------------


def physical_round(table: Table) -> Table:
    """Twenty against sixteen and a five, named as they come."""
    table = must(table, c.PlaceBet("ann", 1, "main", 10_00), c.CloseBets())
    for card in ("Ts", "6h", "Ks"):
        table = must(table, c.Play(Draw(Card(card))))
    return must(table, c.Play(Draw(UNSEEN)))


def test_the_dealer_names_a_real_card_drawn_in_error() -> None:
    table = physical_round(must(opened("physical"), c.LoadShoe()))
    table = must(table, c.Play(Intervene("card-in-error", card=Card("5c"))))
    assert table.round is not None
    assert table.round.returned == parse_cards("5c")


def test_real_discards_are_shuffled_when_a_card_is_to_come() -> None:
    table = physical_round(must(opened("physical"), c.LoadShoe()))
    assert refused(table, c.LoadShoe()) == "shoe.not-due", "the player is asked"
    table = must(table, play(1, "stand"))
    for card in ("Th", "5d"):
        table = must(table, c.Play(Draw(Card(card))))
    table = must(table, c.Play(Proceed()), c.EndRound())
    # The second round: five cards lie in the rack.
    table = must(table, c.PlaceBet("ann", 1, "main", 10_00), c.CloseBets())
    assert ShoeLoaded(2, 5, "", "discards") in facts(table, c.LoadShoe())
    assert must(table, c.LoadShoe()).shoe.due == "the shoe ran out"


def test_cards_that_wait_to_be_dealt_again_come_before_a_shuffle() -> None:
    table = must(opened("physical"), c.LoadShoe(), c.PlaceBet("ann", 1, "main", 10_00))
    table = must(table, c.CloseBets(), c.Play(Draw(Card("Ts"))), c.Play(Draw(Card("6h"))))
    table = must(table, c.Play(Intervene("rewind", to=1)))
    assert refused(table, c.LoadShoe()) == "shoe.not-due"


def test_a_shoe_with_cards_in_it_is_not_shuffled_in_a_round() -> None:
    table = must(dealt("Ts 6h 9s Td 5c"), play(1, "stand"), c.EndRound())
    rack = table.shoe.discards
    table = must(table, c.ChangeDealing("by-hand"), c.PlaceBet("ann", 1, "main", 5_00))
    table = must(table, c.CloseBets())
    assert refused(table, c.LoadShoe(rack)) == "shoe.not-due"


def test_without_discards_there_is_nothing_to_shuffle() -> None:
    assert refused(dealt("Ts 6h 9s Td", dealing="by-hand"), c.LoadShoe()) == "shoe.cards"


# --- the card of an irregularity ----------------------------------------------------------------

DRAWN: Final = {
    "blackjack": {"face-up-card", "card-in-error", "exposed-card"},
    "three-card-poker": {"face-up-card", "card-in-error"},
    "texas-holdem": {"face-up-card", "card-in-error"},
    # Every card of the deck is dealt, so none can be removed from play.
    "fortune-pai-gow": {"card-in-error"},
}


@pytest.mark.parametrize("game", DRAWN)
def test_which_irregularities_draw_from_the_shoe(game: str) -> None:
    family = games.family(games.ruleset(game))
    drawn = {kind for kind, remedy in remedies(family).items() if remedy.card == "shoe"}
    assert drawn == DRAWN[game]


def test_a_surplus_card_is_the_next_of_the_shoe() -> None:
    table = must(dealt("Ts 6h 9s Td 5c 2d"), play(1, "stand"))
    assert table.phase == "over"
    (told, *_) = facts(table, c.Play(Intervene("surplus-card")))
    assert isinstance(told, Intervened)
    assert told.card is Card("2d")
    assert refused(table, c.Play(Intervene("surplus-card", card=Card("3c")))) == "shoe.next-card"


@pytest.mark.parametrize("kind", ["face-up-card", "card-in-error"])
@pytest.mark.parametrize("game", ["three-card-poker", "texas-holdem"])
def test_a_file_of_the_round_draws_the_same_card_as_the_table(game: str, kind: str) -> None:
    chance = Random(5)
    table = must(None, c.OpenTable("t", game))
    for seat in (1, 2, 3):
        player = f"p{seat}"
        table = must(table, c.SitDown(player, seat), c.BuyIn(player, 1000_00))
    if table.player_banked:
        bank = table.rotation.asked
        table = must(table, c.PostBank(bank, 100_00))
        spot = table.rules.spots[0].name
        others = [seat for seat, player in table.seats.items() if player != bank]
        bets = [c.PlaceBet(f"p{seat}", seat, spot, 10_00) for seat in others]
        table = must(table, *bets)
    table = must(table, load(table, chance), c.CloseBets())
    drawn = table.shoe.next
    table = must(table, c.Play(Intervene(kind)))
    while not (table.round and table.round.over):
        table = must(table, in_round(table, chance, irregularities=0))
    played = table.round
    written = scenario.parse(scenario.write(played))
    assert drawn in written.shoe
    outcome = scenario.run(written)
    assert outcome.problems == ()
    assert outcome.round is not None
    assert outcome.round.stacks == played.stacks
    assert outcome.round.drawn == played.drawn


def test_three_card_poker_goes_on_from_the_same_shoe() -> None:
    chance = Random(7)
    options: dict[str, str | int | bool | None] = {
        "shoe": "cut-card", "decks": 2, "cut": 40, "allow_player_edge": True,
    }  # fmt: skip
    table = must(None, c.OpenTable("t", "three-card-poker", options))
    for seat in (1, 2):
        table = must(table, c.SitDown(f"p{seat}", seat), c.BuyIn(f"p{seat}", 1000_00))
    dealt = []
    for _ in range(8):
        if table.shoe.due:
            table = must(table, load(table, chance))
        bank = table.rotation.asked
        table = must(table, c.PostBank(bank, 100_00))
        (seat,) = (seat for seat, player in table.seats.items() if player != bank)
        table = must(table, c.PlaceBet(f"p{seat}", seat, "ante", 10_00), c.CloseBets())
        while not (table.round and table.round.over):
            table = must(table, in_round(table, chance, irregularities=0))
        table = must(table, c.EndRound())
        dealt.append((table.shoe.number, table.shoe.dealt))
    # Six cards a round; the cut card lies behind the 41st of 104.
    assert dealt == [*((1, 6 * n) for n in range(1, 8)), (2, 6)]
