"""A table around its rounds, rule by rule."""

from __future__ import annotations

import msgspec
import pytest

from cardroom.cards import UNSEEN, Card, parse_cards
from cardroom.events import CardDealt, Event, dec_hook, encode
from cardroom.events.shuffle import ShoeLoaded
from cardroom.events.table import (
    CutCardOut,
    HelpPermitted,
    RulesNoticed,
    RulesPosted,
    ShoeRanOut,
    ShuffleDue,
)
from cardroom.play.inputs import Answer, Draw, Figure, Intervene, Lapse, Proceed
from cardroom.play.round import Chance, DealerStep
from cardroom.rules.options import Value
from cardroom.table import Actor, Table, bars
from cardroom.table import commands as c
from cardroom.table.posting import read_document
from cardroom.table.shoe import commitment
from tests.random_play import facts, must, refused


def stacked(table: Table, first: str) -> tuple[Card, ...]:
    """The posted deck with these cards first."""
    cards = list(parse_cards(first))
    rest = list(table.rules.deck)
    for card in cards:
        rest.remove(card)
    return (*cards, *rest)


def opened(dealing: c.Dealing = "automatic", **options: str | int) -> Table:
    given: dict[str, Value] = {"decks": 1, "burn": 0, **options}
    table = must(None, c.OpenTable("t", "blackjack", given, dealing=dealing))
    return must(table, c.SitDown("ann", 1), c.BuyIn("ann", 100_00))


def dealt(
    cards: str, stake: int = 10_00, dealing: c.Dealing = "automatic", **options: str
) -> Table:
    table = opened(dealing, **options)
    order = () if dealing == "physical" else stacked(table, cards)
    return must(table, c.LoadShoe(order), c.PlaceBet("ann", 1, "main", stake), c.CloseBets())


def play(box: int, verb: str) -> c.Play:
    return c.Play(Answer(box, verb))


def kinds(events: tuple[Event, ...]) -> list[str]:
    return [type(event).__name__ for event in events]


def test_a_round_moves_chips_between_stack_and_house() -> None:
    table = dealt("Ts 6h 9s Td")
    assert table.phase == "playing"
    assert table.stack("ann") == 90_00
    table = must(table, play(1, "stand"))
    assert table.phase == "over"
    table = must(table, c.EndRound())
    assert table.phase == "betting"
    assert table.stack("ann") in (90_00, 110_00)


def test_the_order_of_a_shoe_is_in_no_event() -> None:
    table = opened()
    order = stacked(table, "Ts 6h 9s Td")
    salts = bytes(i // 32 for i in range(32 * 52))
    root = commitment(order, salts).root.hex()
    (event,) = facts(table, c.LoadShoe(order, root, salts))
    assert event == ShoeLoaded(1, 52, root, "full", 39)
    assert refused(table, c.LoadShoe(order[::-1], root, salts)) == "shoe.root"
    assert refused(table, c.LoadShoe(order, root)) == "shoe.root"
    assert refused(table, c.LoadShoe(order, root, salts[1:])) == "shoe.root"


def test_a_shoe_holds_the_posted_deck() -> None:
    table = opened()
    assert refused(table, c.LoadShoe(parse_cards("As"))) == "shoe.cards"
    assert refused(table, c.LoadShoe()) == "table.dealing"
    six = opened(decks=6)
    assert must(six, c.LoadShoe(tuple(six.rules.deck))).shoe.cut == 234, "three quarters of 312"


def test_bets_close_only_after_a_shuffle_that_is_due() -> None:
    table = must(opened(), c.PlaceBet("ann", 1, "main", 5_00))
    assert refused(table, c.CloseBets()) == "shoe.shuffle"


def test_a_second_bet_on_a_spot_stands_for_the_first() -> None:
    table = must(opened(), c.PlaceBet("ann", 1, "main", 5_00), c.PlaceBet("ann", 1, "main", 100_00))
    assert [bet.stake for bet in table.bets] == [100_00]
    assert table.free("ann") == 0
    assert refused(table, c.PlaceBet("ann", 2, "main", 1)) == "bet.stack"
    assert must(table, c.WithdrawBet("ann", 1)).free("ann") == 100_00


def test_a_player_may_bet_on_empty_boxes_but_not_on_a_neighbors() -> None:
    table = must(opened(), c.SitDown("bob", 2), c.BuyIn("bob", 10_00))
    assert refused(table, c.PlaceBet("ann", 2, "main", 5_00)) == "bet.box"
    table = must(table, c.PlaceBet("ann", 3, "main", 5_00))
    assert refused(table, c.PlaceBet("bob", 3, "main", 5_00)) == "bet.box"
    assert refused(table, c.WithdrawBet("bob", 3)) == "bet.spot"
    assert refused(table, c.PlaceBet("cy", 4, "main", 5_00)) == "table.seated"


def test_a_player_who_has_a_wager_keeps_seat_and_stack() -> None:
    table = dealt("Ts 6h 9s Td")
    for command in (c.LeaveSeat("ann"), c.CashOut("ann"), c.BuyIn("ann", 1_00)):
        assert refused(table, command) == "table.in-round"
    assert must(table, c.BuyIn("bob", 5_00)).stack("bob") == 5_00


def test_leaving_takes_the_bets_along_and_leaves_the_stack() -> None:
    table = must(opened(), c.PlaceBet("ann", 1, "main", 5_00), c.LeaveSeat("ann"))
    assert not table.bets
    assert table.stack("ann") == 100_00
    assert must(table, c.CashOut("ann")).stacks == {}


def test_a_player_who_sits_out_keeps_the_seat() -> None:
    table = must(opened(), c.SitOut("ann"))
    assert table.away == {"ann"}
    assert refused(table, c.SitOut("ann")) == "table.seat"
    assert not must(table, c.SitIn("ann")).away
    assert not must(table, c.LeaveSeat("ann")).away
    assert refused(opened(), c.SitIn("ann")) == "table.seat"


def test_a_figure_is_for_the_next_round_only() -> None:
    table = opened()
    noted = must(table, c.NoteFigure("half-hours", 1))
    assert noted.facts.figures == {"half-hours": 1}
    order = stacked(noted, "Ts 6h 9s Td")
    begun = must(noted, c.LoadShoe(order), c.PlaceBet("ann", 1, "main", 5_00), c.CloseBets())
    assert begun.round is not None
    assert begun.round.facts.figures == {"half-hours": 1}
    assert not begun.figures
    assert refused(begun, c.NoteFigure("half-hours", 1)) == "table.between-rounds"


def test_no_bets_while_a_round_is_on_the_table() -> None:
    table = dealt("Ts 6h 9s Td")
    assert refused(table, c.PlaceBet("ann", 1, "main", 1_00)) == "bet.closed"
    assert refused(table, c.EndRound()) == "table.round-over"


# --- shoes ----------------------------------------------------------------------------------------


def test_when_the_cut_card_comes_out_the_round_is_finished_and_then_all_is_shuffled() -> None:
    """Safari 21: deal.cut-card."""
    table = dealt("Ts 6h 9s 2d 5c 2c 3c", cut="10")
    assert table.shoe.cut == 5
    assert CutCardOut() in facts(table, play(1, "stand"))
    table = must(table, play(1, "stand"))
    assert table.phase == "over"
    assert ShuffleDue("cut card") in facts(table, c.EndRound())


def test_a_cut_card_that_would_be_the_first_card_means_shuffling_at_once() -> None:
    """Safari 21: deal.cut-card-first."""
    table = dealt("Ts 6h 9s Td 5c 2d", cut="10")
    assert CutCardOut() not in facts(table, play(1, "stand"))
    table = must(table, play(1, "stand"))
    assert table.shoe.dealt == table.shoe.cut == 5
    assert ShuffleDue("cut card") in facts(table, c.EndRound())


@pytest.mark.parametrize(
    ("kind", "due"),
    [("shuffle-missed", "cut card"), ("cut-card-missing", "no cut card was put in")],
)
def test_what_the_floor_finds_out_in_a_round_is_shuffled_for_after_it(kind: str, due: str) -> None:
    """Safari 21: irregularity.9 and irregularity.10."""
    table = must(dealt("Ts 6h 9s Td"), c.Play(Intervene(kind)), play(1, "stand"))
    assert ShuffleDue(due) in facts(table, c.EndRound())
    table = must(table, c.EndRound(), c.PlaceBet("ann", 1, "main", 5_00))
    assert refused(table, c.CloseBets()) == "shoe.shuffle"
    table = must(table, c.LoadShoe(stacked(table, "Ts 6h 9s Td")))
    assert table.shoe.rounds_since_shuffle == 0


def test_a_damaged_card_calls_for_no_shuffle() -> None:
    damaged = c.Play(Intervene("damaged-card", card=Card("Ts")))
    table = must(dealt("Ts 6h 9s Td"), damaged, play(1, "stand"))
    assert not [fact for fact in facts(table, c.EndRound()) if isinstance(fact, ShuffleDue)]


@pytest.mark.parametrize(("kind", "since"), [("each-round", 0), ("continuous", 1)])
def test_one_shuffle_each_round_and_a_continuous_shuffler(kind: str, since: int) -> None:
    table = must(dealt("Ts 6h 9s Td", shoe=kind), play(1, "stand"), c.EndRound())
    assert table.shoe.due
    table = must(table, c.LoadShoe(stacked(table, "Ts 6h 9s Td")))
    assert table.facts.rounds_since_shuffle == since


def test_when_the_shoe_runs_out_the_discards_are_shuffled_and_the_round_goes_on() -> None:
    table = opened(cut=95)
    table = must(table, c.LoadShoe(stacked(table, "Ts 6h 9s Td 5c 2d")))
    table = must(
        table, c.PlaceBet("ann", 1, "main", 5_00), c.CloseBets(), play(1, "stand"), c.EndRound()
    )
    table = msgspec.structs.replace(
        table, shoe=msgspec.structs.replace(table.shoe, order=table.shoe.order[:8], size=8, cut=8)
    )
    events = facts(must(table, c.PlaceBet("ann", 1, "main", 5_00)), c.CloseBets())
    assert ShoeRanOut(5) in events
    table = must(table, c.PlaceBet("ann", 1, "main", 5_00), c.CloseBets())
    assert refused(table, c.LoadShoe(stacked(table, "As"))) == "shoe.cards"
    table = must(table, c.LoadShoe(parse_cards("Ts 6h 9s Td 5c")))
    assert table.round is not None
    assert table.round.at("bank")[1:] == parse_cards("Ts")
    table = must(table, play(1, "decline"))
    assert table.phase == "over"
    assert ShuffleDue("the shoe ran out") in facts(table, c.EndRound())


def test_a_card_drawn_in_error_is_the_shoes_next_one() -> None:
    table = dealt("Ts 6h 9s Td 5c 2d")
    wrong = c.Play(Intervene("card-in-error", card=Card("Kc")))
    assert refused(table, wrong) == "shoe.next-card"
    table = must(table, c.Play(Intervene("card-in-error")))
    assert table.round is not None
    assert table.round.returned == parse_cards("5c")
    table = must(table, play(1, "hit"))
    assert table.round is not None
    assert table.round.at("1.1") == parse_cards("Ts 9s 5c")


# --- dealing --------------------------------------------------------------------------------------


def test_a_dealer_by_hand_does_each_step() -> None:
    table = dealt("Ts 6h 9s Td 5c 2d", dealing="by-hand")
    assert refused(table, c.Play(Draw(Card("As")))) == "table.dealing"
    table = must(table, *[c.DealCard()] * 4)
    assert refused(table, c.DealCard()) == "table.dealing"
    table = must(table, play(1, "stand"))
    assert isinstance(table.round and table.round.head, DealerStep)
    while table.round is not None and not table.round.over:
        step = isinstance(table.round.head, Chance)
        table = must(table, c.DealCard() if step else c.Play(Proceed()))
    assert table.stack("ann") == 90_00


def test_a_dealer_at_a_physical_table_says_what_was_dealt() -> None:
    table = dealt("", dealing="physical")
    assert refused(table, c.DealCard()) == "table.dealing"
    for card in ("Ts", "Ah", "9s"):
        table = must(table, c.Play(Draw(Card(card))))
    table = must(
        table, c.Play(Draw(UNSEEN)), play(1, "decline"), c.Play(Figure("dealer-natural", 0))
    )
    table = must(table, play(1, "stand"), c.Play(Draw(Card("7h"))))
    table = must(table, c.ShowCutCard(), c.Play(Proceed()))
    assert table.phase == "over"
    assert ShuffleDue("cut card") in facts(table, c.EndRound())


def test_an_automatic_table_can_go_on_by_hand_in_mid_round() -> None:
    table = must(dealt("Ts 6h 9s Td 5c 2d"), c.ChangeDealing("by-hand"), play(1, "hit"))
    assert isinstance(table.round and table.round.head, Chance)
    assert refused(table, c.ChangeDealing("physical")) == "table.between-rounds"
    assert isinstance(facts(table, c.ChangeDealing("automatic"))[1], CardDealt)


# --- the house ------------------------------------------------------------------------------------


def test_rules_change_between_rounds_with_notice() -> None:
    table = dealt("Ts 6h 9s Td")
    change = c.ChangeRules("blackjack", {"decks": 2, "boxes": 5}, rounds=1)
    assert isinstance(facts(table, change)[0], RulesNoticed)
    table = must(table, c.SitDown("bob", 7), change, play(1, "stand"))
    events = facts(table, c.EndRound())
    assert kinds(events)[:3] == ["RoundCleared", "RulesPosted", "SeatLeft"]
    table = must(table, c.EndRound())
    assert len(table.rules.deck) == 104
    assert refused(table, c.LoadShoe(stacked(opened(), "As"))) == "shoe.cards"


def test_rules_change_at_once_only_on_an_empty_layout() -> None:
    table = opened()
    now = c.ChangeRules("blackjack", {"decks": 8}, rounds=0)
    assert isinstance(facts(table, now)[0], RulesPosted)
    assert refused(must(table, c.PlaceBet("ann", 1, "main", 1_00)), now) == "table.between-rounds"
    assert refused(table, c.ChangeRules("blackjack", {"decks": 9})) == "table.options"
    assert refused(table, c.ChangeRules("faro")) == "table.options"


def test_posted_limits_hold_for_the_bets_after_them() -> None:
    table = must(opened(), c.PostLimits(5_00, 20_00))
    assert refused(table, c.PlaceBet("ann", 1, "main", 4_99)) == "bet.least"
    assert refused(table, c.PlaceBet("ann", 1, "main", 20_01)) == "bet.most"
    table = must(table, c.PlaceBet("ann", 1, "main", 20_00))
    assert refused(table, c.PostLimits(1_00)) == "table.between-rounds"


def test_help_is_permitted_between_rounds_and_told() -> None:
    assert facts(opened(), c.PermitHelp("coach")) == (HelpPermitted("coach"),)
    assert must(opened(), c.PermitHelp("coach")).help == "coach"
    playing = dealt("Ts 6h 9s Td")
    assert playing.help == "none"
    assert refused(playing, c.PermitHelp("charts")) == "table.help"
    over = must(playing, play(1, "stand"))
    assert over.round is not None
    assert over.round.over
    assert must(over, c.PermitHelp("charts")).help == "charts"


def test_at_a_paused_table_only_the_floor_acts() -> None:
    table = must(dealt("Ts 6h 9s Td"), c.Pause("a dispute"))
    assert refused(table, play(1, "stand")) == "table.paused"
    table = must(table, c.Play(Intervene("void-round")))
    assert table.stack("ann") == 100_00
    table = must(table, c.Resume(), c.EndRound())
    assert refused(table, c.Resume()) == "table.paused"


def test_a_table_is_opened_once() -> None:
    table = opened()
    assert refused(table, c.OpenTable("t", "blackjack")) == "table.open"
    assert refused(None, c.SitDown("ann", 1)) == "table.open"
    assert refused(None, c.OpenTable("no blanks", "blackjack")) == "table.open"


def test_a_house_banked_table_has_no_bank_to_post() -> None:
    assert refused(opened(), c.PostBank("ann", 10_00)) == "bank.house"


def test_commands_survive_the_journal() -> None:
    given = [
        c.OpenTable("t", "blackjack", {"decks": 6, "surrender": "late"}, dealing="physical"),
        c.LoadShoe(parse_cards("As Kd"), "00", bytes(64)),
        c.Play(Intervene("exposed-card", card=Card("As"), boxes=(1, 2))),
        c.Play(Draw(UNSEEN)),
        c.CashOut("ann"),
    ]
    for command in given:
        stored = encode(command)
        assert msgspec.json.decode(stored, type=c.TableCommand, dec_hook=dec_hook) == command


def test_a_stored_document_is_the_ruleset_it_was_made_of() -> None:
    rules = opened(wager_min="7.50", wager_max="500", surrender="late").rules
    again = read_document(rules.stored)
    assert again.digest == rules.digest
    assert again.options == rules.options


# --- who asks -------------------------------------------------------------------------------------


def test_players_act_for_themselves_and_the_rest_for_the_table() -> None:
    table = dealt("Ts 6h 9s Td")
    ann, bob, dealer = Actor("ann"), Actor("bob"), Actor("dee", "dealer")
    assert bars(table, ann, play(1, "stand")) is None
    assert bars(table, bob, play(1, "stand")) is not None
    assert bars(table, bob, c.PlaceBet("ann", 1, "main", 1)) is not None
    assert bars(table, ann, c.CloseBets()) is not None
    assert bars(table, ann, c.Play(Intervene("void-round"))) is not None
    assert bars(table, ann, c.Play(Intervene("absent-player", 1))) is not None
    assert bars(table, ann, c.Play(Lapse(1))) is not None
    assert bars(table, ann, c.Play(Intervene("burn-card-shown"))) is None
    assert bars(table, bob, c.Play(Intervene("burn-card-shown"))) is not None
    for none in (None, opened()):
        assert bars(none, ann, play(1, "stand")) is not None, "no round"
    assert bars(table, dealer, c.Play(Intervene("void-round"))) is None
    assert bars(table, dealer, c.Pause("x")) is not None
    assert bars(table, dealer, c.LoadShoe()) is None
    assert bars(table, dealer, c.LoadShoe(seed="00")) is not None, "the contributions make it"
    assert bars(table, Actor("flo", "floor"), c.Pause("x")) is None
    assert bars(table, Actor("eye", "surveillance"), c.Pause("x")) is None
    assert bars(table, Actor("eye", "surveillance"), c.CloseBets()) is not None
