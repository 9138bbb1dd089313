"""Player-banked tables, backline bets, and free collections."""

from __future__ import annotations

import msgspec
import pytest

from cardroom import games
from cardroom.cards import Card
from cardroom.events import BetSettled, FeeTaken, RoundEnded
from cardroom.events.table import (
    BankAccepted,
    BankDeclined,
    BankOffered,
    FreeCollectionReturned,
    GameBroken,
    ShuffleDue,
)
from cardroom.play.inputs import Answer, Intervene, Lapse
from cardroom.play.rotation import Rotation
from cardroom.play.round import Refusal
from cardroom.play.views import RAIL, View, view
from cardroom.rules.options import Value
from cardroom.table import Table
from cardroom.table import commands as c
from cardroom.table.apply import apply
from tests.random_play import facts, must, refused
from tests.unit.table.test_table import stacked

BY_LIMIT = "player 50 1, 100 2; bank 1; per table-limit"
"""A wager of $20 pays by the table's maximum, and so does its button."""


def banked(**options: str | int | bool) -> Table:
    """ann banks, bob and cy play."""
    table = must(None, c.OpenTable("t", "no-bust-joker", {"decks": 2, "backline": True, **options}))
    for seat, player in ((1, "ann"), (3, "bob"), (5, "cy")):
        table = must(table, c.SitDown(player, seat), c.BuyIn(player, 500_00))
    return table


def test_the_first_who_sits_down_is_asked_to_bank() -> None:
    table = must(None, c.OpenTable("t", "no-bust-joker"))
    assert table.rotation.broken
    assert BankOffered("ann", 4) in facts(table, c.SitDown("ann", 4))


def test_bets_close_only_with_a_bank_and_the_bank_does_not_bet() -> None:
    table = must(banked(), c.PlaceBet("bob", 3, "main", 20_00))
    table = must(table, c.LoadShoe(stacked(table, "5c")))
    assert refused(table, c.CloseBets()) == "bank.needed"
    assert refused(table, c.PostBank("bob", 100_00)) == "bank.turn"
    assert refused(table, c.PostBank("ann", 501_00)) == "bank.needed"
    table = must(table, c.PostBank("ann", 100_00))
    assert refused(table, c.PlaceBet("ann", 1, "main", 20_00)) == "bank.self"
    assert table.free("ann") == 400_00
    assert refused(table, c.CashOut("ann", 401_00)) == "table.amount"
    table = must(table, c.CloseBets())
    assert table.round is not None
    assert table.round.bank.posted == 100_00


def test_a_bank_keeps_its_collection_apart_from_its_amount() -> None:
    table = banked()
    # Nobody has wagered yet: it may come to two dollars.
    assert refused(table, c.PostBank("ann", 500_00)) == "fee.stack"
    assert refused(table, c.PostBank("ann", 498_01)) == "fee.stack"
    table = must(table, c.PostBank("ann", 498_00), c.PlaceBet("bob", 3, "main", 100_00))
    assert refused(table, c.CashOut("ann", 1)) == "table.amount"
    table = must(table, c.PlaceBet("cy", 5, "main", 1_00), c.LoadShoe(stacked(table, "5c")))
    assert FeeTaken("ann", 2_00, 1, 0, "101 and above") in facts(table, c.CloseBets())


def test_a_bank_pays_nothing_where_only_players_pay() -> None:
    table = must(banked(collection="player 50 1"), c.PostBank("ann", 500_00))
    table = must(table, c.PlaceBet("bob", 3, "main", 20_00), c.LoadShoe(stacked(table, "5c")))
    taken = [fact for fact in facts(table, c.CloseBets()) if isinstance(fact, FeeTaken)]
    assert [(fee.owner, fee.amount) for fee in taken] == [("bob", 1_00)]


def test_a_bank_of_a_table_that_goes_by_its_limits_keeps_the_fee_of_its_row() -> None:
    table = must(None, c.OpenTable("t", "no-bust-bonus-ace"), c.PostLimits(5_00, 50_00))
    table = must(table, c.SitDown("ann", 1), c.BuyIn("ann", 100_00))
    assert refused(table, c.PostBank("ann", 99_01)) == "fee.stack"
    table = must(table, c.PostBank("ann", 99_00))
    # Its fee would change with them.
    assert refused(table, c.PostLimits(5_00, 100_00)) == "table.between-rounds"


def test_the_collection_of_a_wager_is_not_cashed() -> None:
    table = must(banked(), c.PostBank("ann", 100_00), c.PlaceBet("bob", 3, "main", 20_00))
    assert refused(table, c.CashOut("bob", 479_51)) == "table.amount"
    table = must(table, c.CashOut("bob"))
    assert (table.stack("bob"), table.free("bob")) == (20_50, 50)
    assert must(table, c.LoadShoe(stacked(table, "5c")), c.CloseBets()).round is not None


def test_what_lies_on_the_banks_box_goes_back() -> None:
    table = must(None, c.OpenTable("t", "no-bust-joker"), c.SitDown("bob", 3))
    table = must(table, c.BuyIn("bob", 500_00), c.BuyIn("ann", 500_00), c.DeclineBank("bob"))
    table = must(table, c.PlaceBet("bob", 1, "main", 20_00), c.PlaceBet("bob", 3, "main", 20_00))
    table = must(table, c.SitDown("ann", 1), c.PostBank("ann", 100_00))
    assert [bet.box for bet in table.bets] == [3]


def test_a_bank_that_leaves_hands_the_turn_on() -> None:
    table = must(banked(), c.PostBank("ann", 100_00), c.LeaveSeat("ann"))
    assert table.bank is None
    assert table.rotation.asked == "bob"
    table = must(table, c.DeclineBank("bob"))
    assert GameBroken() in facts(table, c.DeclineBank("cy"))


def test_a_player_may_bet_behind_another_box() -> None:
    table = must(banked(), c.PostBank("ann", 300_00), c.BuyIn("rail", 50_00))
    assert refused(table, c.BackBet("rail", 3, 10_00)) == "bet.backline"
    table = must(table, c.PlaceBet("bob", 3, "main", 20_00), c.BackBet("rail", 3, 10_00))
    table = must(table, c.BackBet("rail", 3, 20_00, ("double",)))
    assert [(bet.owner, bet.stake, bet.backline) for bet in table.bets] == [
        ("bob", 20_00, False),
        ("rail", 20_00, True),
    ]
    assert not must(table, c.WithdrawBet("bob", 3)).bets, "without a wager nobody rides on it"
    assert len(must(table, c.WithdrawBet("rail", 3)).bets) == 1
    assert not must(table, c.LeaveSeat("bob")).bets


def test_a_void_round_carries_its_fees_over_to_the_redeal() -> None:
    table = must(banked(), c.PostBank("ann", 300_00), c.PlaceBet("bob", 3, "main", 20_00))
    table = must(table, c.LoadShoe(stacked(table, "5c")))
    taken = [event for event in facts(table, c.CloseBets()) if isinstance(event, FeeTaken)]
    assert sum(fee.amount for fee in taken) > 0
    table = must(table, c.CloseBets(), c.Play(Intervene("void-round")), c.EndRound())
    assert table.rotation.rounds == 0
    table = must(table, c.PostBank("ann", 300_00), c.PlaceBet("bob", 3, "main", 20_00))
    again = [event for event in facts(table, c.CloseBets()) if isinstance(event, FeeTaken)]
    assert [fee.amount for fee in again] == [0] * len(taken)


def after_a_bank_of_a_dollar(**options: str | int | bool) -> Table:
    """bob and cy had $20 each, and the bank's money reached one of them."""
    table = must(banked(**options), c.PostBank("ann", 1_00))
    table = must(
        table,
        c.PlaceBet("bob", 3, "main", 20_00),
        c.PlaceBet("cy", 5, "main", 20_00),
        c.LoadShoe(stacked(table, "Tc Td Th Ts 9c 8d")),
        c.CloseBets(),
    )
    while table.phase == "playing":
        table = must(
            table, c.Play(Intervene("absent-player", 3)), c.Play(Intervene("absent-player", 5))
        )
    return must(table, c.EndRound())


def test_no_button_is_given_where_players_pay_nothing() -> None:
    assert not after_a_bank_of_a_dollar(collection="bank 1").free_collection


@pytest.mark.parametrize("options", [{}, {"collection": BY_LIMIT, "wager_max": "100"}])
def test_a_free_collection_is_for_the_next_round_only(options: dict[str, str]) -> None:
    table = after_a_bank_of_a_dollar(**options)
    assert len(table.free_collection) == 1, "one of the two had no action at all"
    ((owner, (bracket,)),) = table.free_collection.items()
    table = must(table, c.PostBank("ann", 300_00))
    box = 3 if owner == "bob" else 5
    used = must(table, c.PlaceBet(owner, box, "main", 20_00))
    events = facts(used, c.CloseBets())
    returned = [event for event in events if isinstance(event, FreeCollectionReturned)]
    assert returned[0].waived > 0
    other = "cy" if owner == "bob" else "bob"
    unused = must(table, c.PlaceBet(other, 8 - box, "main", 20_00))
    assert FreeCollectionReturned(owner, bracket) in facts(unused, c.CloseBets())
    assert not must(unused, c.CloseBets()).free_collection


def test_a_round_taken_forward_to_its_end_again_returns_its_bank_once() -> None:
    table = must(banked(), c.PostBank("ann", 300_00), c.PlaceBet("bob", 3, "main", 20_00))
    table = must(table, c.LoadShoe(stacked(table, "Tc Td Jk 8d")), c.CloseBets())
    assert table.round is not None
    assert table.round.over, "a joker makes 21, which must stand"
    before, inputs = table.stack("ann"), len(table.round.inputs)
    table = must(table, c.ChangeDealing("by-hand"), c.Play(Intervene("rewind", to=0)))
    table = must(table, c.Play(Intervene("rewind", to=inputs)))
    assert table.round is not None
    assert table.round.bank.held == 0
    assert table.stack("ann") == before


def without_action(**options: str) -> Table:
    """The bank of a dollar reaches box 3 only: bob's box 4 and cy's box 5 earn buttons."""
    table = must(banked(**options), c.PostBank("ann", 1_00))
    table = must(
        table,
        c.PlaceBet("bob", 3, "main", 20_00),
        c.PlaceBet("bob", 4, "main", 60_00),
        c.PlaceBet("cy", 5, "main", 20_00),
        # The bank's ten goes around three wagers to the first again: box 3 takes its dollar.
        c.LoadShoe(stacked(table, "Tc Td Th Ts 9c 9d 9h Jc")),
        c.CloseBets(),
    )
    return must(table, *(c.Play(Answer(box, "stand")) for box in (3, 4, 5)), c.EndRound())


def test_each_wager_without_action_earns_a_button_and_each_button_comes_back() -> None:
    table = without_action()
    assert table.free_collection == {"bob": ("51-100",), "cy": ("50 or less",)}
    table = must(
        table,
        c.PostBank("ann", 300_00),
        c.PlaceBet("bob", 3, "main", 60_00),
        c.PlaceBet("bob", 4, "main", 60_00),
    )
    events = facts(table, c.CloseBets())
    assert [event.waived for event in events if isinstance(event, FeeTaken)] == [1_00, 0, 0]
    returned = [event for event in events if isinstance(event, FreeCollectionReturned)]
    assert returned == [
        FreeCollectionReturned("bob", "51-100", 1_00),
        FreeCollectionReturned("cy", "50 or less"),
    ]


def test_new_rules_keep_the_collection_of_a_void_round() -> None:
    table = must(banked(), c.PostBank("ann", 300_00), c.PlaceBet("bob", 3, "main", 20_00))
    table = must(table, c.LoadShoe(stacked(table, "5c 9d 4h")), c.CloseBets())
    table = must(table, c.Play(Intervene("misdeal")), c.EndRound())
    assert table.rotation.rounds == 0
    assert table.carried == {"bob": 50, "ann": 50}
    table = must(
        table, c.ChangeRules("no-bust-joker", {"decks": 2, "joker_hand": "beats-21"}, rounds=0)
    )
    assert table.carried == {"bob": 50, "ann": 50}


def test_an_exposed_card_of_a_pile_is_one_that_was_dealt() -> None:
    table = must(None, c.OpenTable("t", "double-hand-poker", {}, dealing="by-hand"))
    for seat, player in ((1, "ann"), (3, "bob")):
        table = must(table, c.SitDown(player, seat), c.BuyIn(player, 500_00))
    table = must(table, c.PostBank("ann", 100_00), c.PlaceBet("bob", 3, "main", 20_00))
    table = must(table, c.LoadShoe(stacked(table, "9c 8d 7h")), c.CloseBets())
    table = must(table, c.DealCard(), c.DealCard())
    exposed = must(table, c.Play(Intervene("exposed-card", card=Card("8d"))))
    assert exposed.shoe.dealt == table.shoe.dealt, "it lies on the table already"
    assert refused(table, c.Play(Intervene("exposed-card", card=Card("7h")))) != "shoe.next-card"


def pai_gow() -> Table:
    """ann banks first, bob and cy play; no cards lie ready yet."""
    table = must(None, c.OpenTable("t", "double-hand-poker", {}))
    for seat, player in ((1, "ann"), (3, "bob"), (5, "cy")):
        table = must(table, c.SitDown(player, seat), c.BuyIn(player, 500_00))
    return table


def test_any_player_may_ask_for_a_new_set_up_before_the_first_bank() -> None:
    table = must(pai_gow(), c.PostBank("ann", 100_00))
    table = must(table, c.LoadShoe(stacked(table, "9c 8d 7h")))
    asked = must(table, c.AskSetup("cy"))
    assert facts(table, c.AskSetup("cy")) == (ShuffleDue("new set-up"),)
    laid = must(asked, c.PlaceBet("bob", 3, "main", 20_00))
    assert refused(laid, c.CloseBets()) == "shoe.shuffle", "other cards come first"
    again = must(laid, c.LoadShoe(stacked(asked, "2c 3d 4h")))
    assert again.shoe.number == table.shoe.number + 1
    assert must(again, c.CloseBets()).round is not None
    assert refused(table, c.AskSetup("dan")) == "table.seated"


def test_nobody_asks_for_other_cards_when_bets_have_been_placed() -> None:
    """Else somebody who acts for the house could have cards shuffled when the bets are known."""
    older = must(pai_gow(), c.PostBank("ann", 100_00))
    older = must(older, c.LoadShoe(stacked(older, "9c 8d 7h")))
    older = must(older, c.PlaceBet("bob", 3, "main", 20_00))
    options = {**older.rules.options, "readings": "as-read"}
    rules = msgspec.structs.replace(older.rules, options=options)
    table = msgspec.structs.replace(older, rules=rules)
    assert refused(table, c.AskSetup("cy")) == "shoe.not-due"
    assert must(table, c.WithdrawBet("bob", 3), c.AskSetup("cy")).shoe.due == "new set-up"
    # Journals of version 0.1 hold such requests, and are replayed as they were.
    assert must(older, c.AskSetup("cy")).shoe.due == "new set-up"
    # A dealer shuffles real cards by hand, and nobody chooses their order.
    real = must(msgspec.structs.replace(table, dealing="physical"), c.AskSetup("cy"))
    assert real.shoe.due == "new set-up"


def test_between_first_and_second_bank_only_the_bank_may_ask_for_other_cards() -> None:
    table = must(pai_gow(), c.PostBank("ann", 100_00), c.PlaceBet("bob", 3, "main", 20_00))
    table = must(table, c.LoadShoe(stacked(table, "9c 8d 7h")), c.CloseBets())
    assert refused(table, c.AskSetup("ann")) == "table.between-rounds"
    second = msgspec.structs.replace(
        pai_gow(), rotation=Rotation(box=1, holder="ann", rounds=1, asked="ann", asked_box=1)
    )
    assert refused(second, c.AskSetup("bob")) == "shoe.new-setup"
    assert must(second, c.AskSetup("ann")).shoe.due == "new set-up"
    # The bank has moved on: it is somebody's first again.
    moved = must(second, c.DeclineBank("ann"))
    assert moved.rotation.asked == "bob"
    assert must(moved, c.AskSetup("cy")).shoe.due == "new set-up"


def test_a_game_from_a_shoe_knows_no_new_set_up() -> None:
    assert refused(banked(), c.AskSetup("ann")) == "shoe.new-setup"


def test_what_a_void_round_has_paid_pays_once() -> None:
    table = must(banked(), c.PostBank("ann", 300_00), c.PlaceBet("bob", 3, "main", 20_00))
    table = must(table, c.LoadShoe(stacked(table, "5c")), c.CloseBets())
    table = must(table, c.Play(Intervene("void-round")), c.EndRound())
    assert table.carried == {"bob": 50, "ann": 50}
    table = must(table, c.PostBank("ann", 300_00), c.PlaceBet("bob", 3, "main", 20_00))
    table = must(table, c.PlaceBet("bob", 4, "main", 20_00))
    taken = [event for event in facts(table, c.CloseBets()) if isinstance(event, FeeTaken)]
    assert [(fee.owner, fee.amount) for fee in taken] == [("bob", 0), ("bob", 50), ("ann", 0)]


def test_the_end_of_a_round_says_what_everybody_won_and_the_bank() -> None:
    table = must(banked(), c.PostBank("ann", 300_00))
    table = must(
        table,
        c.PlaceBet("bob", 3, "main", 20_00),
        c.PlaceBet("bob", 4, "main", 60_00),
        c.PlaceBet("cy", 5, "main", 30_00),
        # Bob has 19 twice, which wins against 18; Cy's 17 loses.
        c.LoadShoe(stacked(table, "Tc Td Th 9s 9h 9c 7h 9d")),
        c.CloseBets(),
        c.Play(Answer(3, "stand")),
        c.Play(Answer(4, "stand")),
    )
    ended = [
        each for each in facts(table, c.Play(Answer(5, "stand"))) if isinstance(each, RoundEnded)
    ]
    assert ended == [RoundEnded({"bob": 80_00, "cy": -30_00}, -50_00, False)]


def reach(game: str, shoe: str, **options: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """How the bank at 1 reaches boxes 3 and 5, when bets are closed and when all is over."""
    spot = "main" if game != "three-card-poker" else "ante"
    table = must(None, c.OpenTable("t", game, dict(options)))
    for seat, player in ((1, "ann"), (3, "bob"), (5, "cy")):
        table = must(table, c.SitDown(player, seat), c.BuyIn(player, 500_00))
    if table.player_banked:
        table = must(table, c.PostBank("ann", 100_00))
    table = must(
        table,
        c.PlaceBet("bob", 3, spot, 20_00),
        c.PlaceBet("cy", 5, spot, 20_00),
        c.LoadShoe(stacked(table, shoe)),
        c.CloseBets(),
    )
    before = view_of(table)
    for box in (3, 5):
        table = must(table, c.Play(Answer(box, "stand" if spot == "main" else "fold")))
    return before.reach, view_of(table).reach


def view_of(table: Table) -> View:
    assert table.round is not None
    return view(table.round, RAIL, games.family(table.rules))


def test_the_bank_reaches_the_boxes_from_the_action_button_once_it_lies() -> None:
    # The bank's second card is a two: the second wager after it, box 5.
    assert reach("no-bust-joker", "Tc Td Th 7s 8s 2c") == ((), (5, 3))


def test_a_card_face_down_places_no_button_before_it_is_turned() -> None:
    assert reach("no-bust-bonus-ace", "Tc Td Th 7s 8s 2c") == ((), (5, 3))


def test_the_bank_reaches_the_boxes_from_the_right_or_from_the_button_after_it() -> None:
    shoe = "2c 3d 5h 2s 3s 5d Ac Kd Qh"
    assert reach("three-card-poker", shoe) == ((5, 3), (5, 3))
    assert reach("three-card-poker", shoe, order="from-action-seat") == ((3, 5), (3, 5))


def test_the_houses_bank_reaches_everybody_so_no_order_is_shown() -> None:
    assert reach("blackjack", "Tc Td Th 7s 8s 7c") == ((), ())


def test_a_bet_behind_a_box_follows_a_double_as_far_as_its_owner_can() -> None:
    # Ten dollars, fifty cents for the collection, and ten more or a cent too little.
    for chips, stakes in ((20_50, [40_00, 20_00]), (20_49, [40_00, 10_00])):
        table = must(banked(), c.PostBank("ann", 300_00), c.BuyIn("rail", chips))
        table = must(table, c.PlaceBet("bob", 3, "main", 20_00))
        table = must(table, c.BackBet("rail", 3, 10_00, ("double",)))
        table = must(table, c.LoadShoe(stacked(table, "5c 9d 6c")), c.CloseBets())
        events = facts(table, c.Play(Answer(3, "double")))
        assert [each.stake for each in events if isinstance(each, BetSettled)] == stakes


def posted(amount: int = 100_00, **options: str | int | bool) -> Table:
    """ann has the bank, as the readings are now."""
    return must(banked(readings="current", **options), c.PostBank("ann", amount))


def test_the_bank_is_raised_and_lowered_until_no_more_bets() -> None:
    table = must(posted(), c.PostBank("ann", 200_00))
    assert table.bank is not None
    assert (table.bank.owner, table.bank.posted, table.rotation.box) == ("ann", 200_00, 1)
    assert facts(table, c.PostBank("ann", 40_00)) == (BankAccepted("ann", 1, 40_00),)
    table = must(table, c.PostBank("ann", 40_00), c.PlaceBet("bob", 3, "main", 20_00))
    table = must(table, c.LoadShoe(stacked(table, "5c")), c.CloseBets())
    assert table.round is not None
    assert table.round.bank.posted == 40_00
    assert refused(table, c.PostBank("ann", 50_00)) == "bet.closed"
    assert refused(table, c.DeclineBank("ann")) == "bet.closed"


def test_a_withdrawn_bank_is_offered_to_the_next_player_and_bets_stay() -> None:
    table = must(posted(), c.PlaceBet("cy", 5, "main", 20_00))
    assert facts(table, c.DeclineBank("ann")) == (BankDeclined("ann"), BankOffered("bob", 3))
    table = must(table, c.DeclineBank("ann"))
    assert table.bank is None
    assert table.free("ann") == 500_00
    assert [bet.owner for bet in table.bets] == ["cy"]
    # ann has declined: she may bet, and is not asked again before the next round.
    table = must(table, c.PlaceBet("ann", 1, "main", 20_00), c.DeclineBank("bob"))
    assert table.rotation.asked == "cy"


def why(table: Table, command: c.TableCommand) -> str:
    outcome = apply(table, command)
    assert isinstance(outcome, Refusal)
    return outcome.why


def test_a_refused_bank_says_the_real_reason() -> None:
    table = banked(smallest_chip="0.50")
    chips = "$10.01 is not a multiple of the smallest chip, $0.50"
    assert why(table, c.PostBank("ann", 10_01)) == chips
    assert why(table, c.PostBank("ann", 501_00)) == "ann has $500 on the table"
    assert why(table, c.PostBank("ann", 0)) == "the amount of a bank must be above zero"
    assert why(table, c.PostBank("bob", 10_00)) == "the bank is offered to ann"
    assert why(table, c.PostBank("eve", 10_00)) == "eve has no seat"
    table = must(table, c.PostBank("ann", 100_00))
    assert why(table, c.PostBank("bob", 10_00)) == "ann has the bank"
    for _ in range(2):
        table = played(must(table, c.PostBank("ann", 100_00)))
    assert why(table, c.PostBank("ann", 10_00)) == "ann has banked two rounds in a row"


def test_a_refused_bet_behind_a_box_says_why() -> None:
    table = must(posted(), c.PlaceBet("bob", 3, "main", 20_00))
    empty = "no player has a wager of their own on box 5"
    assert why(table, c.BackBet("bob", 5, 10_00)) == empty
    assert why(table, c.BackBet("bob", 3, 10_00)) == "bob has box 3, and cannot bet behind it"
    table = must(posted(backline=False), c.PlaceBet("bob", 3, "main", 20_00))
    assert why(table, c.BackBet("cy", 3, 10_00)) == "this house offers no backline bets"


def played(table: Table, *remedies: c.Play) -> Table:
    """A round in which bob alone bets."""
    return must(settled(table, *remedies), c.EndRound())


def settled(table: Table, *remedies: c.Play) -> Table:
    table = must(table, c.PlaceBet("bob", 3, "main", 20_00))
    table = must(table, c.LoadShoe(stacked(table, "Ts 9c 9s 8d"))) if table.shoe.due else table
    table = must(table, c.CloseBets(), *remedies)
    while table.round is not None and not table.round.over:
        table = must(table, c.Play(Lapse(3)))
    return table


def test_a_change_of_game_keeps_the_rotation() -> None:
    table = played(posted())
    other: dict[str, Value] = {"readings": "current"}
    table = must(table, c.ChangeRules("no-bust-bonus-ace", other, rounds=0))
    assert (table.rotation.holder, table.rotation.rounds) == ("ann", 1)
    assert table.rotation.asked == "ann"
    table = played(must(table, c.PostBank("ann", 100_00)))
    assert table.rotation.rounds == 2
    table = must(table, c.ChangeRules("no-bust-joker", other, rounds=0))
    assert table.rotation.asked == "bob"
    assert refused(table, c.PostBank("ann", 100_00)) == "bank.turn"


def test_people_of_one_company_alternate_unless_the_house_says_no() -> None:
    for may, asked in ((True, "bob"), (False, "cy")):
        table = must(
            banked(readings="current", affiliates_may_alternate=may),
            c.NoteCompany("ann", "Northern Props"),
            c.NoteCompany("bob", "Northern Props"),
        )
        for _ in range(2):
            table = played(must(table, c.PostBank("ann", 100_00)))
        assert table.rotation.asked == asked
    assert why(table, c.PostBank("bob", 10_00)) == "Northern Props has banked two rounds in a row"
    # Another company's people are other people.
    table = must(table, c.NoteCompany("bob", "Southern Props"))
    assert table.rotation.asked == "bob"


def test_a_button_that_a_void_round_did_not_use_is_kept() -> None:
    table = posted()
    table = msgspec.structs.replace(table, free_collection={"cy": ("50 or less",)})
    void = c.Play(Intervene("void-round"))
    table = played(table, void)
    assert table.free_collection == {"cy": ("50 or less",)}
    table = settled(must(table, c.PostBank("ann", 100_00)))
    assert FreeCollectionReturned("cy", "50 or less") in facts(table, c.EndRound())
    assert must(table, c.EndRound()).free_collection == {}


def test_the_amount_of_a_bank_is_fixed_at_no_more_bets_and_the_refusal_says_so() -> None:
    table = must(banked(), c.PlaceBet("bob", 3, "main", 20_00))
    table = must(table, c.LoadShoe(stacked(table, "5c")))
    for amount in (100_00, 150_00, 50_00):
        table = must(table, c.PostBank("ann", amount))
    table = must(table, c.CloseBets())
    for command in (c.PostBank("ann", 60_00), c.PostBank("ann", 40_00), c.DeclineBank("ann")):
        said = apply(table, command)
        assert isinstance(said, Refusal)
        assert (said.clause.id, said.why) == ("bet.closed", "round 1 is in play")


def test_limits_wait_for_a_posted_bank_for_bets_and_for_the_round() -> None:
    limits = c.PostLimits(10_00, 50_00)

    def why(table: Table) -> str:
        said = apply(table, limits)
        assert isinstance(said, Refusal)
        assert said.clause.id == "table.between-rounds"
        reason, _, right = said.why.partition("; ")
        assert right == "change the limits between rounds"
        return reason

    table = must(banked(), c.PostBank("ann", 100_00))
    assert why(table) == "ann has posted a bank"
    table = must(table, c.PlaceBet("bob", 3, "main", 20_00))
    assert why(table) == "there are bets on the layout"
    table = must(table, c.LoadShoe(stacked(table, "5c")), c.CloseBets())
    assert why(table) == "round 1 is in play"
