"""A round of 21 where a scenario cannot look: real cards, time-outs, what happens in mid-deal."""

from __future__ import annotations

import pytest

from cardroom import games
from cardroom.cards import UNSEEN, Card
from cardroom.events import HandEnded
from cardroom.play.inputs import Answer, Draw, Figure, Intervene, Lapse, Proceed
from cardroom.play.round import Await, DealerStep, Reading
from cardroom.rules.options import OptionFaults, Value
from cardroom.table import Table
from cardroom.table import commands as c
from cardroom.table.commands import Dealing
from tests.random_play import facts, must, refused
from tests.unit.table.test_table import stacked

PLAIN: dict[str, Value] = {"burn": 0}


def betting(game: str, options: dict[str, Value], dealing: Dealing) -> Table:
    table = must(None, c.OpenTable("t", game, {**PLAIN, **options}, dealing=dealing))
    return must(
        table, c.SitDown("ann", 1), c.BuyIn("ann", 500_00), c.PlaceBet("ann", 1, "main", 100_00)
    )


def real(game: str, cards: str, **options: Value) -> Table:
    """Real cards, named as they are dealt; `??` is one that nobody has seen."""
    table = must(betting(game, dict(options), "physical"), c.LoadShoe(), c.CloseBets())
    return deal(table, cards)


def deal(table: Table, cards: str) -> Table:
    """These cards, as they are asked for; between them the dealer goes on."""
    for name in cards.split():
        table = must(proceed(table), c.Play(draw(name)))
    return proceed(table)


def proceed(table: Table) -> Table:
    while table.round is not None and isinstance(table.round.head, DealerStep):
        table = must(table, c.Play(Proceed()))
    return table


def draw(name: str) -> Draw:
    return Draw(UNSEEN if name == "??" else Card(name))


def net(table: Table) -> int:
    assert table.round is not None
    assert table.round.over
    return table.stack("ann") - 500_00


def test_a_dealer_who_has_looked_says_whether_it_is_a_natural_and_the_card_must_agree() -> None:
    table = real("blackjack", "Ts Th 9s ??")
    assert table.round is not None
    assert table.round.head == Reading("dealer-natural")
    assert refused(table, c.Play(Figure("dealer-natural", 2))) == "round.waits"
    natural = must(table, c.Play(Figure("dealer-natural", 1)))
    assert refused(natural, c.Play(draw("9c"))) == "bank.peek"
    assert net(deal(natural, "Ac")) == -100_00
    none = must(table, c.Play(Figure("dealer-natural", 0)), c.Play(Answer(1, "stand")))
    assert refused(none, c.Play(draw("Ac"))) == "bank.peek"
    assert net(deal(none, "8c")) == 100_00


def test_a_fifth_card_that_lay_face_down_is_named_when_it_is_turned() -> None:
    table = must(real("safari-21", "2s Th 3d", fifth_card="face-down"), c.Play(Answer(1, "hit")))
    # Nine must draw, fourteen need not.
    table = deal(must(deal(table, "4c 5s"), c.Play(Answer(1, "hit"))), "??")
    # The dealer has 17. Then the card is a seven: 21 in five cards, or a king: over.
    table = deal(table, "7d")
    assert net(deal(table, "7h")) == 150_00
    assert net(deal(table, "Kh")) == -100_00


def test_a_card_that_its_player_has_seen_is_named_though_it_lies_face_down() -> None:
    table = real("bet-the-set-21", "", dealing="face-down")
    assert refused(table, c.Play(draw("??"))) == "round.card"
    assert deal(table, "7s").round is not None


def test_a_player_who_lets_the_time_run_out_declines_what_is_offered_and_stands() -> None:
    table = betting("blackjack", {}, "automatic")
    table = must(table, c.LoadShoe(stacked(table, "Ts Ah 9s 8d")), c.CloseBets(), c.Play(Lapse(1)))
    assert table.round is not None
    assert [bet.spot for bet in table.round.bets] == ["main"], "no insurance"
    ended = [each for each in facts(table, c.Play(Lapse(1))) if isinstance(each, HandEnded)]
    assert [each.how for each in ended] == ["stood"]


def test_a_player_who_leaves_in_mid_deal_gets_the_second_card_and_no_third() -> None:
    table = betting("blackjack", {}, "by-hand")
    table = must(table, c.LoadShoe(stacked(table, "5s Th 6s 7d")), c.CloseBets(), c.DealCard())
    table = must(table, c.Play(Intervene("absent-player", 1)))
    table = must(table, c.ChangeDealing("automatic"))
    assert table.round is not None
    assert [card.text for card in table.round.at("1.1")] == ["5s", "6s"]
    assert net(table) == -100_00


def test_hands_of_a_box_are_settled_in_the_order_in_which_they_were_played() -> None:
    """The first of two eights is split again; the hand that makes comes before the second one."""
    table = betting("blackjack", {}, "automatic")
    shoe = stacked(table, "8s 6h 8d Kc 8c 5c Kd Ts 9c Th")
    table = must(table, c.LoadShoe(shoe), c.CloseBets())
    for verb in ("split", "split", "hit", "stand", "stand"):
        table = must(table, c.Play(Answer(1, verb)))
    assert table.round is not None
    assert [(each.bet.hand, each.net) for each in table.round.settled] == [
        (1, -100_00),
        (3, 100_00),
        (2, 100_00),
    ]


# --- offers that were missed ----------------------------------------------------------------------


def two_boxes(cards: str, **options: Value) -> Table:
    """Boxes 1 and 2 of blackjack, dealt by hand as far as somebody must decide or look."""
    table = betting("blackjack", dict(options), "by-hand")
    table = must(table, c.PlaceBet("ann", 2, "main", 100_00))
    table = must(table, c.LoadShoe(stacked(table, cards)), c.CloseBets())
    for _ in range(6):
        table = must(table, c.DealCard())
    return table


def missed(what: str, box: int) -> c.Play:
    return c.Play(Intervene(f"missed-{what}", box))


def test_a_missed_insurance_offer_is_not_restored_while_it_is_made() -> None:
    table = two_boxes("Ts 9s Ah 9h 8h 7d")
    assert refused(table, missed("insurance", 1)) == "insurance.ace"


def test_insurance_is_restored_to_a_box_that_has_none_and_can_pay_it() -> None:
    table = two_boxes("Ts 9s Ah 9h 8h 7d")
    table = must(table, c.Play(Answer(1, "insure", amount=50_00)), c.Play(Answer(2, "decline")))
    assert refused(table, missed("insurance", 1)) == "insurance.ace", "it is insured"
    assert refused(table, missed("insurance", 0)) == "insurance.ace", "there is no such box"
    assert refused(table, missed("insurance", 3)) == "insurance.ace"
    again = must(table, missed("insurance", 2), c.Play(Answer(2, "insure", amount=50_00)))
    assert again.round is not None
    assert [bet.box for bet in again.round.bets if bet.spot == "insurance"] == [1, 2]


def test_two_insurance_offers_may_be_restored_at_once() -> None:
    table = two_boxes("Ts 9s Ah 9h 8h 7d")
    table = must(table, c.Play(Answer(1, "decline")), c.Play(Answer(2, "decline")))
    table = must(table, missed("insurance", 1), missed("insurance", 2))
    table = must(table, c.Play(Answer(2, "insure", amount=50_00)))
    table = must(table, c.Play(Answer(1, "insure", amount=50_00)))
    assert table.round is not None
    assert [bet.box for bet in table.round.bets if bet.spot == "insurance"] == [2, 1]


def test_nothing_is_restored_to_a_box_that_cannot_pay_for_it() -> None:
    table = must(None, c.OpenTable("t", "blackjack", {**PLAIN}, dealing="by-hand"))
    table = must(table, c.SitDown("ann", 1), c.BuyIn("ann", 100_00))
    table = must(table, c.PlaceBet("ann", 1, "main", 100_00))
    table = must(table, c.LoadShoe(stacked(table, "Ts Ah 9s 8d")), c.CloseBets())
    for _ in range(4):
        table = must(table, c.DealCard())
    assert isinstance(table.round and table.round.head, DealerStep), "nothing was offered"
    assert refused(table, missed("insurance", 1)) == "insurance.ace"


def test_late_surrender_is_restored_when_the_dealer_has_looked_until_the_hole_card_is_open() -> (
    None
):
    table = two_boxes("Ts 9s Kh 6h 8h 7d", surrender="late")
    assert table.round is not None
    assert isinstance(table.round.head, DealerStep), "the dealer is about to look"
    assert refused(table, missed("surrender", 1)) == "surrender.first-two"
    table = must(proceed(table), c.Play(Answer(1, "stand")))
    assert refused(table, missed("surrender", 0)) == "surrender.first-two", "there is no such box"
    again = must(table, missed("surrender", 1))
    assert refused(again, c.Play(Answer(2, "surrender"))) == "turn.not-asked"
    again = must(again, c.Play(Answer(1, "surrender")), c.Play(Answer(2, "stand")))
    table = must(table, c.Play(Answer(2, "stand")))
    assert isinstance(table.round and table.round.head, DealerStep), "the hole card is turned"
    assert must(table, missed("surrender", 2)).round is not None
    opened = must(table, c.Play(Proceed()))
    assert refused(opened, missed("surrender", 2)) == "surrender.first-two"


def test_early_surrender_is_restored_before_the_dealer_looks_not_before_it_is_offered() -> None:
    table = two_boxes("Ts 9s Ah 6h 8h 7d", surrender="early")
    assert refused(table, missed("surrender", 1)) == "surrender.first-two", "insurance comes first"
    table = must(table, c.Play(Answer(1, "decline")), c.Play(Answer(2, "decline")))
    table = must(table, c.Play(Answer(1, "decline")), c.Play(Answer(2, "decline")))
    assert isinstance(table.round and table.round.head, DealerStep), "the dealer is about to look"
    assert must(table, missed("surrender", 1), c.Play(Answer(1, "surrender"))).round is not None


def test_late_surrender_is_restored_against_a_card_that_makes_no_natural() -> None:
    table = two_boxes("Ts 9s 9h 6h 8h 7d", surrender="late")
    table = must(table, c.Play(Answer(1, "stand")), missed("surrender", 1))
    table = must(table, c.Play(Answer(1, "surrender")))
    assert table.stack("ann") == 350_00, "half of the wager"
    assert table.round is not None
    assert [bet.box for bet in table.round.bets] == [2]


def test_surrender_is_not_restored_after_a_split_or_to_a_void_hand() -> None:
    table = two_boxes("8s 9s 9h 8h 8d 7d 2c 3c", surrender="late")
    split = must(table, c.Play(Answer(1, "split")), c.DealCard())
    assert refused(split, missed("surrender", 1)) == "surrender.first-two"
    split = must(split, c.Play(Answer(1, "stand")), c.DealCard())
    assert refused(split, missed("surrender", 1)) == "surrender.first-two", "no card is due"
    void = must(table, c.Play(Intervene("void-hand", 1)))
    assert refused(void, missed("surrender", 1)) == "surrender.first-two"


def test_surrender_is_restored_after_a_max_bet_on_the_first_card() -> None:
    options: dict[str, Value] = {"max_bet_before_second_card": True}
    for verb, left in (("max-bet", 400_00), ("decline", 450_00)):
        table = betting("safari-21", options, "automatic")
        table = must(table, c.LoadShoe(stacked(table, "8s Kh 6s")), c.CloseBets())
        amount = 100_00 if verb == "max-bet" else None
        table = must(table, c.Play(Answer(1, verb, amount=amount)))
        table = must(table, missed("surrender", 1), c.Play(Answer(1, "surrender")))
        assert table.stack("ann") == left


# --- insurance ------------------------------------------------------------------------------------


def insuring(stack: int, wager: int, game: str = "blackjack", **options: Value) -> Table:
    """A box with this much left in addition to its wager, against an ace."""
    given = {**(PLAIN if game == "blackjack" else {}), **options}
    table = must(None, c.OpenTable("t", game, given))
    table = must(table, c.SitDown("bob", 8 if game != "blackjack" else 7), c.BuyIn("bob", 500_00))
    if table.player_banked:
        table = must(table, c.PostBank("bob", 300_00))
    table = must(table, c.SitDown("ann", 1), c.BuyIn("ann", wager + stack))
    table = must(table, c.PlaceBet("ann", 1, "main", wager))
    return must(table, c.LoadShoe(stacked(table, "Ts Ah 9s 8d")), c.CloseBets())


def test_a_player_who_has_just_half_the_wager_left_may_insure_it() -> None:
    table = insuring(50_00, 100_00)
    assert refused(table, c.Play(Answer(1, "insure", amount=50_01))) == "insurance.half"
    assert must(table, c.Play(Answer(1, "insure", amount=50_00))).stack("ann") == 0
    # Exactly half, and two dollars for the collection of a table without a maximum.
    half = insuring(22_00, 40_00, "no-bust-bonus-ace")
    assert half.stack("ann") == 20_00
    assert must(half, c.Play(Answer(1, "insure", amount=20_00))).stack("ann") == 0


def test_a_player_who_has_less_than_half_sees_that_the_stack_is_the_limit() -> None:
    table = insuring(30_00, 100_00)
    assert refused(table, c.Play(Answer(1, "insure", amount=31_00))) == "bet.stack"


def test_half_of_a_single_chip_is_not_insured() -> None:
    table = insuring(50_00, 1_00, smallest_chip="1")
    assert table.round is not None
    assert isinstance(table.round.head, Await)
    assert table.round.head.asks[0].topic == "play", "it was not offered"


def test_a_void_hand_is_offered_no_insurance() -> None:
    table = two_boxes("Ts 9s Ah 9h 8h 7d")
    table = must(table, c.Play(Intervene("void-hand", 1)))
    assert refused(table, c.Play(Answer(1, "decline"))) == "turn.not-asked"
    assert must(table, c.Play(Answer(2, "decline"))).round is not None


def maxtime(chips: int) -> Table:
    """A natural of ann's, who has so much on the table and bets 100 of it."""
    table = must(None, c.OpenTable("t", "maxtime-21", {**PLAIN}, dealing="by-hand"))
    table = must(table, c.SitDown("ann", 1), c.BuyIn("ann", chips))
    table = must(table, c.PlaceBet("ann", 1, "main", 100_00))
    table = must(table, c.LoadShoe(stacked(table, "As 9h Ks 8d")), c.CloseBets())
    return must(table, c.DealCard(), c.DealCard(), c.DealCard())


def topics(table: Table) -> list[str]:
    table = must(table, c.ChangeDealing("automatic"))
    assert table.round is not None
    head = table.round.head
    return [ask.topic for ask in head.asks] if isinstance(head, Await) else []


def test_a_natural_may_be_doubled_by_a_player_who_is_there_and_can_afford_it() -> None:
    assert topics(maxtime(200_00)) == ["natural"]
    assert topics(maxtime(199_99)) == []
    assert topics(must(maxtime(200_00), c.Play(Intervene("absent-player", 1)))) == []


def test_a_player_who_is_not_there_is_offered_no_max_bet_on_the_first_card() -> None:
    table = betting("safari-21", {"max_bet_before_second_card": True}, "by-hand")
    table = must(table, c.LoadShoe(stacked(table, "8s Kh 6s")), c.CloseBets(), c.DealCard())
    assert topics(table) == ["max-bet"]
    assert topics(must(table, c.Play(Intervene("absent-player", 1)))) == []


def test_against_a_joker_no_surrender_was_to_be_offered_so_none_is_restored() -> None:
    table = betting("safari-21", {"monte_carlo": "table-b", "monte_carlo_burn": False}, "automatic")
    table = must(table, c.LoadShoe(stacked(table, "8s Jk 6s")), c.CloseBets())
    assert refused(table, missed("surrender", 1)) == "surrender.up-card"


def test_a_hand_that_lies_face_down_is_not_announced() -> None:
    for dealing, says in (("face-down", "face down"), ("face-up", "18")):
        table = betting("bet-the-set-21", {"dealing": dealing}, "automatic")
        table = must(table, c.LoadShoe(stacked(table, "Ts 9h 8c 8d")), c.CloseBets())
        events = facts(table, c.Play(Answer(1, "stand")))
        assert [each.label for each in events if isinstance(each, HandEnded)] == [says]


def test_a_meter_that_a_dealer_reads_shows_no_less_than_nothing() -> None:
    """A reading below zero would take the award from the player who won it."""
    options: dict[str, Value] = {**PLAIN, "blazing_7s": 1}
    table = must(None, c.OpenTable("t", "bet-the-set-21", options, dealing="physical"))
    table = must(table, c.LoadShoe(), c.SitDown("ann", 1), c.BuyIn("ann", 500_00))
    table = must(table, c.PlaceBet("ann", 1, "main", 10_00))
    table = must(table, c.PlaceBet("ann", 1, "blazing-7s", 1_00), c.CloseBets())
    table = deal(table, "7s 7h 7d Td")
    assert table.round is not None
    assert table.round.head == Reading("blazing-7s")
    assert refused(table, c.Play(Figure("blazing-7s", -1))) == "round.waits"
    assert facts(table, c.Play(Figure("blazing-7s", 0)))


@pytest.mark.parametrize(
    ("bonus", "decks", "fault"),
    [
        ({"777": "1 to 1"}, 6, ""),
        ({"777": "1 to 2"}, 6, "a winning hand is never paid less than"),
        ({"suited-777": "2 to 1"}, 3, ""),
        ({"suited-777": "2 to 1"}, 2, "suited-777: three sevens of one suit cannot occur in fewer"),
        ({"spade-777": "3 to 1"}, 3, ""),
        ({"spade-777": "3 to 1"}, 2, "spade-777: three sevens of spades cannot occur in fewer"),
        ({"suited-678": "2 to 1"}, 1, ""),
    ],
)
def test_a_bonus_row_pays_a_hand_that_the_shoe_can_deal(
    bonus: dict[str, str], decks: int, fault: str
) -> None:
    posted = {"bonus": bonus, "decks": decks}
    if fault:
        with pytest.raises(OptionFaults, match=fault):
            games.ruleset("blackjack", posted)
    else:
        assert games.ruleset("blackjack", posted).changed["bonus"]


@pytest.mark.parametrize(
    ("when", "possible"),
    [
        ("cards = 1", False),
        ("cards = 2", True),
        ("cards = 2 and total = 20", True),
        ("cards = 2 and low total = 20", True),
        ("cards = 2 and total = 21", False),  # a natural has odds of its own
        ("cards = 2 and low total = 2", True),
        ("cards = 3 and low total = 2", False),
        ("cards = 2 and soft and low total = 11", False),
        ("cards = 3 and soft and low total = 11", True),
        ("cards = 3 and total = 21", True),
        ("cards = 3 and low total = 21", True),
        ("cards = 3 and low total = 22", False),
        ("cards = 21", True),
        ("cards = 22", False),
    ],
)
def test_a_new_bonus_row_is_a_hand_that_can_win(when: str, possible: bool) -> None:
    posted = {"bonus": {"x": {"when": when, "pays": "2 to 1"}}}
    if possible:
        assert games.ruleset("blackjack", posted).changed["bonus"]
    else:
        with pytest.raises(OptionFaults, match="no winning hand of 2 to 21 cards makes it"):
            games.ruleset("blackjack", posted)
