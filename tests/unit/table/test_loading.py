"""When the shoe runs out, when the cut card comes first, and what is replaced: at every table."""

from __future__ import annotations

import msgspec
import pytest

from cardroom.cards import UNSEEN, Card, parse_cards
from cardroom.events.shuffle import ShoeLoaded
from cardroom.events.table import CardReplacement, CutCardOut, ShuffleDue
from cardroom.play.inputs import Answer, Draw, Intervene, Proceed
from cardroom.play.round import Chance, Refusal
from cardroom.rules.options import Value
from cardroom.service.live import house_moves
from cardroom.service.live.bots import Hints
from cardroom.table import Actor, Table, apply, bars
from cardroom.table import commands as c
from cardroom.table.loading import awaits_shoe
from cardroom.table.posting import pin
from cardroom.table.shoe import Shoe, rack
from tests.random_play import facts, must, refused
from tests.unit.table.test_table_banked import pai_gow


def opened(dealing: c.Dealing, game: str = "blackjack", **options: Value) -> Table:
    given: dict[str, Value] = {"decks": 1, "burn": 0, **options}
    table = must(None, pin(c.OpenTable("t", game, given, dealing=dealing)))
    return must(table, c.SitDown("ann", 1), c.BuyIn("ann", 1000_00))


def with_shoe(table: Table, order: str, discards: str) -> Table:
    """The end of a shoe: a few cards are left, and a few lie in the rack."""
    cards = parse_cards(order)
    shoe = msgspec.structs.replace(
        table.shoe,
        order=() if table.dealing == "physical" else cards,
        size=len(cards),
        discards=parse_cards(discards),
        due="",
        rounds=3,
    )
    return msgspec.structs.replace(table, shoe=shoe)


def bet(table: Table) -> Table:
    return must(table, c.PlaceBet("ann", 1, "main", 10_00), c.CloseBets())


def deal(table: Table, *cards: str) -> Table:
    """The next cards, in the way of the table."""
    for card in cards:
        real = c.Play(Draw(UNSEEN if card == "??" else Card(card)))
        table = must(table, real if table.dealing == "physical" else c.DealCard())
    return table


def finish(table: Table, *cards: str) -> Table:
    rest = list(cards)
    while table.round is not None and not table.round.over:
        if isinstance(table.round.head, Chance):
            table = deal(table, rest.pop(0))
        else:
            table = must(table, c.Play(Proceed()))
    return table


def test_when_the_shoe_of_a_dealer_runs_out_the_house_brings_the_discards() -> None:
    """Safari 21: irregularity.7, at a table where a dealer deals each card."""
    table = bet(with_shoe(opened("by-hand", hole_card="none"), "Ts 6h 9s", "Td 5c 2d"))
    table = deal(table, "Ts", "6h", "9s")
    assert house_moves.after(table, Hints(), 0.0) is None, "ann is asked"
    assert not awaits_shoe(table)
    assert refused(table, c.LoadShoe(parse_cards("Td 2d 5c"))) == "shoe.not-due"
    table = must(table, c.Play(Answer(1, "stand")))
    assert awaits_shoe(table)
    assert refused(table, c.DealCard()) == "shoe.shuffle"
    assert refused(table, c.Play(Intervene("discards-shuffled"))) == "shoe.not-due"
    move = house_moves.after(table, Hints(), 0.0)
    assert move is not None
    assert isinstance(move[1], c.CommitShoe)
    assert sorted(card.text for card in move[1].order) == ["2d", "5c", "Td"]
    assert must(table, move[1]).shuffle is not None
    table = finish(must(table, c.LoadShoe(parse_cards("Td 2d 5c"))), "Td", "2d")
    assert table.round is not None
    assert table.round.at("bank") == parse_cards("6h Td 2d")


@pytest.mark.parametrize("says", [c.LoadShoe(), c.Play(Intervene("discards-shuffled"))])
def test_a_dealer_of_real_cards_shuffles_the_discards_when_the_shoe_has_run_out(
    says: c.TableCommand,
) -> None:
    table = bet(with_shoe(opened("physical", hole_card="none"), "Ts 6h 9s", "Td 5c 2d"))
    table = deal(table, "Ts", "6h")
    assert refused(table, says) == "shoe.not-due", "one card is left"
    table = must(deal(table, "9s"), c.Play(Answer(1, "stand")))
    assert ShoeLoaded(table.shoe.number + 1, 3, "", "discards", 3) in facts(table, says)
    table = finish(must(table, says), "Td", "2d")
    assert table.round is not None
    assert table.round.at("bank") == parse_cards("6h Td 2d")


@pytest.mark.parametrize("dealing", ["automatic", "by-hand", "physical"])
def test_shuffled_discards_are_the_shoe_until_their_cut_card(dealing: c.Dealing) -> None:
    discards = "Td 5c 2d 7c 8c 9c Tc Jc 3s 4s"
    table = bet(with_shoe(opened(dealing, hole_card="none", cut=80), "Ts 6h 9s", discards))
    if dealing != "automatic":
        table = deal(table, "Ts", "6h", "9s")
    table = must(table, c.Play(Answer(1, "stand")))
    order = () if dealing == "physical" else parse_cards(discards)
    table = must(table, c.LoadShoe(order))
    assert table.shoe.cut == 8
    if dealing != "automatic":
        table = finish(table, "Td", "5c")
    assert not [one for one in facts(table, c.EndRound()) if isinstance(one, ShuffleDue)]
    table = must(table, c.EndRound())
    assert (table.shoe.due, len(table.shoe), table.shoe.rounds_since_shuffle) == ("", 8, 4)
    # What lies in the rack is what this round has left there.
    assert sorted(card.text for card in table.shoe.discards) == ["5c", "6h", "9s", "Td", "Ts"]


def test_in_version_0_1_the_dealer_of_any_table_could_say_that_the_discards_were_shuffled() -> None:
    table = bet(with_shoe(opened("by-hand", readings="0.1"), "Ts 6h 9s", "Td 5c 2d"))
    said = c.Play(Intervene("discards-shuffled"))
    assert not any(isinstance(told, ShoeLoaded) for told in facts(table, said))
    assert len(must(table, said).shoe) == 3, "only the round took note of it"


def test_a_shoe_of_which_more_real_cards_were_named_than_it_had_is_empty() -> None:
    assert len(Shoe(size=52, dealt=53)) == 0


def test_a_round_waits_for_cards_only_where_the_next_one_is_to_come_from_an_empty_shoe() -> None:
    table = bet(with_shoe(opened("by-hand"), "Ts 6h", "Td 5c 2d"))
    assert not awaits_shoe(deal(table, "Ts")), "one card is left"
    table = deal(table, "Ts", "6h")
    assert awaits_shoe(table)
    table = must(table, c.Play(Intervene("rewind", to=1)))
    assert not awaits_shoe(table), "the six comes again"
    assert refused(table, c.LoadShoe(parse_cards("Td 2d 5c"))) == "shoe.not-due"


def test_a_round_that_waits_for_dice_waits_for_no_card() -> None:
    table = must(pai_gow(), c.PostBank("ann", 100_00), c.PlaceBet("bob", 3, "main", 20_00))
    table = must(table, c.LoadShoe(tuple(table.rules.deck)), c.CloseBets())
    table = must(table, c.Play(Answer(1, "choose", amount=1)))
    assert isinstance(table.round and table.round.head, Chance)
    spent = msgspec.structs.replace(table.shoe, dealt=table.shoe.size)
    assert not awaits_shoe(msgspec.structs.replace(table, shoe=spent))


def test_burned_cards_lie_in_the_rack_that_is_shuffled() -> None:
    """Safari burns a card before each first card, so the rack is never without them."""
    table = opened("by-hand", "safari-21", monte_carlo="table-a")
    table = bet(with_shoe(table, "2c Ts 6h", "Td 5c 2d"))
    table = deal(table, "2c", "Ts", "6h")
    assert table.round is not None
    assert sorted(card.text for card in rack(table.shoe, table.round)) == ["2c", "2d", "5c", "Td"]


def test_a_real_cut_card_before_the_first_card_means_shuffling_at_once() -> None:
    """Safari 21: deal.cut-card-first. All cards are shuffled, and one is burned as after any
    shuffle."""
    table = bet(with_shoe(opened("physical", burn=1), "Ts 6h 9s", "Td 5c 2d"))
    assert isinstance(table.round and table.round.head, Chance)
    assert facts(table, c.ShowCutCard()) == (CutCardOut(), ShuffleDue("cut card"))
    table = must(table, c.ShowCutCard())
    assert awaits_shoe(table)
    assert refused(table, c.Play(Draw(Card("Ts")))) == "shoe.shuffle"
    assert must(table, c.Play(Intervene("void-round"))).phase == "over"
    loaded = ShoeLoaded(table.shoe.number + 1, 52, "", "full", 39)
    assert facts(table, c.LoadShoe()) == (loaded,)
    table = must(table, c.LoadShoe())
    assert table.round is not None
    assert isinstance(table.round.head, Chance)
    assert table.round.head.place == "burn"
    table = deal(table, "??", "Ts", "6h", "9s")
    assert table.round is not None
    assert table.round.at("1.1") == parse_cards("Ts 9s")


def test_no_cut_card_comes_out_where_every_round_is_shuffled() -> None:
    """Else a hand of poker began again with new cards, and its blinds were taken twice."""
    opening = pin(c.OpenTable("t", "omaha", dealing="physical"))
    assert isinstance(opening, c.OpenTable)
    table = must(None, opening, c.LoadShoe())
    for seat, name in enumerate(("ann", "bob"), 1):
        table = must(table, c.SitDown(name, seat), c.BuyIn(name, 200_00))
    table = must(table, c.CloseBets())
    assert table.round is not None
    assert refused(table, c.ShowCutCard()) == "table.dealing"
    opening = pin(c.OpenTable("t", "omaha", {"readings": "0.1"}, dealing="physical"))
    assert isinstance(opening, c.OpenTable)
    older = must(None, opening, c.LoadShoe(), c.ShowCutCard())
    assert older.shoe.due == "cut card", "version 0.1 took it, and its journals are replayed"


def test_a_real_cut_card_in_the_round_waits_for_its_end() -> None:
    table = deal(bet(with_shoe(opened("physical"), "Ts 6h 9s 8d 7d", "Td 5c 2d")), "Ts")
    assert facts(table, c.ShowCutCard()) == (CutCardOut(),)
    assert refused(must(table, c.ShowCutCard()), c.LoadShoe()) == "shoe.not-due"


def test_a_card_drawn_in_error_at_a_physical_table_need_not_be_named() -> None:
    table = bet(must(opened("physical", hole_card="none"), c.LoadShoe()))
    table = must(deal(table, "Ts", "6h", "2s"), c.Play(Intervene("card-in-error")))
    table = must(table, c.Play(Answer(1, "hit")))
    assert refused(table, c.Play(Draw(UNSEEN))) == "round.card"
    table = deal(table, "5c")
    assert table.round is not None
    assert table.round.at("1.1") == parse_cards("Ts 2s 5c")
    assert len(table.shoe) == 48


@pytest.mark.parametrize("dealing", ["automatic", "by-hand", "physical"])
def test_a_damaged_card_is_replaced_before_the_next_round(dealing: c.Dealing) -> None:
    """Safari 21: irregularity.8."""
    table = bet(with_shoe(opened(dealing, hole_card="none"), "Ts 6h 9s Td 5c 2c 3c", "2d"))
    if dealing != "automatic":
        table = deal(table, "Ts", "6h", "9s")
    table = must(table, c.Play(Intervene("damaged-card", card=Card("Ts"))))
    table = finish(must(table, c.Play(Answer(1, "stand"))), "Td", "5c")
    assert CardReplacement(1) in facts(table, c.EndRound())
    table = must(table, c.EndRound(), c.PlaceBet("ann", 1, "main", 10_00))
    assert refused(table, c.CloseBets()) == "irregularity.damaged-card"
    move = house_moves.between_rounds(table)
    assert (move is None) == (dealing == "physical"), "real cards are replaced by a dealer"
    assert facts(table, c.ReplaceCards()) == (CardReplacement(1, done=True),)
    table = must(table, c.ReplaceCards())
    assert refused(table, c.ReplaceCards()) == "irregularity.damaged-card"
    must(table, c.CloseBets())


def test_a_player_may_ask_to_see_the_burned_card() -> None:
    table = bet(with_shoe(opened("automatic", burn=1), "2c Ts 6h 9s Td", "2d"))
    table = msgspec.structs.replace(table, shoe=msgspec.structs.replace(table.shoe, rounds=0))
    asks = c.Play(Intervene("burn-card-shown"))
    assert bars(table, Actor("ann"), asks) is None
    assert bars(table, Actor("bob"), asks) is not None
    assert bars(table, Actor("ann"), c.Play(Intervene("void-round"))) is not None


@pytest.mark.parametrize("dealing", ["by-hand", "physical"])
def test_bots_bet_for_a_dealer_who_has_no_bet(dealing: c.Dealing) -> None:
    table = must(None, pin(c.OpenTable("t", "blackjack", {}, dealing=dealing)))
    table = must(table, c.SitDown("bot-1", 3), c.BuyIn("bot-1", 1000_00))
    table = must(table, c.LoadShoe()) if dealing == "physical" else with_shoe(table, "Ts", "")
    move = house_moves.between_rounds(table)
    assert move is not None
    assert isinstance(move[1], c.PlaceBet)
    assert must(table, move[1]).bets[0].box == 3


def test_bots_do_not_play_among_themselves() -> None:
    table = must(None, pin(c.OpenTable("t", "blackjack", {})))
    table = must(table, c.SitDown("bot-1", 3), c.BuyIn("bot-1", 1000_00))
    assert house_moves.between_rounds(with_shoe(table, "Ts", "")) is None


@pytest.mark.parametrize("dealing", ["by-hand", "physical"])
def test_a_shoe_with_cards_left_is_not_loaded_in_the_middle_of_a_round(dealing: c.Dealing) -> None:
    table = opened(dealing)
    table = must(table, c.LoadShoe()) if dealing == "physical" else with_shoe(table, "Ts 6h", "")
    table = bet(table)
    why = apply(table, c.LoadShoe())
    assert isinstance(why, Refusal)
    assert (why.clause.id, "the shoe still holds" in why.why) == ("shoe.not-due", True)


def test_an_empty_shoe_without_discards_cannot_be_loaded() -> None:
    table = bet(with_shoe(opened("by-hand"), "Ts 6h", ""))
    spent = msgspec.structs.replace(table.shoe, dealt=2)
    table = msgspec.structs.replace(table, shoe=spent)
    assert refused(table, c.LoadShoe(parse_cards("Ts 6h"))) == "shoe.cards"


def test_an_empty_rack_is_not_loaded_at_a_table_of_real_cards() -> None:
    table = bet(must(opened("physical", readings="0.1"), c.LoadShoe()))
    assert refused(table, c.LoadShoe()) == "shoe.not-due"
    told = apply(table, c.LoadShoe())
    assert isinstance(told, Refusal)
    assert told.why == "the shoe still holds 52 cards"
    spent = msgspec.structs.replace(table.shoe, dealt=52)
    told = apply(msgspec.structs.replace(table, shoe=spent), c.LoadShoe())
    assert isinstance(told, Refusal)
    assert told.why == "there are no discards to shuffle; the floor must declare the round void"
