"""What a round takes at each head, and what it refuses by which clause."""

from __future__ import annotations

import msgspec
import pytest

from cardroom import games
from cardroom.cards import JOKER, UNSEEN, Card
from cardroom.events import Acted, PotFeeReturned, PotFeeTaken, encode
from cardroom.play.heads import waiting_for
from cardroom.play.inputs import Answer, Dice, Draw, Figure, Intervene, Lapse, Proceed, RoundInput
from cardroom.play.rewind import money_between
from cardroom.play.round import Chance, Reading, Refusal
from cardroom.table import apply
from cardroom.table import commands as c
from tests.dealer import deal
from tests.random_play import must, refused
from tests.unit.games.test_irregularities import Game
from tests.unit.table.test_table_banked import pai_gow


def refusal(game: Game, entry: RoundInput) -> str:
    found = game.try_(entry)
    assert found is not None, f"{entry} was not refused"
    return found.clause.id


def test_a_figure_is_taken_where_it_is_asked_for_and_nothing_else() -> None:
    game = Game("9s Kh 8s").cards(3).do(Draw(UNSEEN))
    assert game.round.head == Reading("dealer-natural")
    for wrong in (Proceed(), Draw(Card("2c")), Figure("half-hours", 0), Dice((1,))):
        assert refusal(game, wrong) == "round.waits"
    assert refusal(game, Answer(1, "stand")) == "turn.not-asked"
    game.do(Figure("dealer-natural", 0))
    assert refusal(game, Proceed()) == "round.waits"


@pytest.mark.parametrize(
    ("head", "words"),
    [
        (Chance("2.1"), "a card to box 2"),
        (Chance("2.1", seen="ann"), "a card to box 2"),
        (Chance("bank", turned=1), "a card to the bank"),
        (Chance("2.1", seen="ann", turned=1), "the name of a card of box 2"),
    ],
)
def test_a_card_is_dealt_turned_or_only_named(head: Chance, words: str) -> None:
    assert waiting_for(head, "Bank") == words


def test_a_figure_that_is_refused_changes_nothing_of_what_was_taken_before() -> None:
    opening = Game("9s Kh 8s").round
    live, one_by_one = games.live(opening), Game("9s Kh 8s").cards(3).do(Draw(UNSEEN))
    for card in ("9s", "Kh", "8s", "??"):
        assert not isinstance(live.take(Draw(Card(card))), Refusal)
    for _ in range(2):
        wrong = live.take(Figure("dealer-natural", 7))
        assert isinstance(wrong, Refusal)
        assert wrong.clause.id == "round.waits"
        assert live.head == Reading("dealer-natural")
    assert live.round == one_by_one.round
    one_by_one.do(Figure("dealer-natural", 0))
    live.take(Figure("dealer-natural", 0))
    assert live.round == one_by_one.round


def test_a_round_that_somebody_has_looked_at_no_longer_changes() -> None:
    live = games.live(Game("9s Kh 8s").round)
    live.take(Draw(Card("9s")))
    seen, before = live.round, encode(live.round)
    assert live.round is seen, "nothing has been taken since"
    live.take(Draw(Card("Kh")))
    assert encode(seen) == before
    assert live.round != seen


def test_dice_show_one_to_six() -> None:
    table = must(pai_gow(), c.PostBank("ann", 100_00), c.PlaceBet("bob", 3, "main", 20_00))
    table = must(table, c.LoadShoe(tuple(table.rules.deck)), c.CloseBets())
    table = must(table, c.Play(Answer(1, "choose", amount=1)))
    assert table.round is not None
    family = games.family(table.rules)
    assert deal(table.round, lambda: Card("2c"), family) == (table.round, ()), "nobody throws them"
    for wrong in ((1, 2), (1, 2, 3, 4), (0, 1, 2), (1, 2, 7)):
        assert refused(table, c.Play(Dice(wrong))) == "round.waits"
    for right in ((1, 1, 1), (6, 6, 6)):
        must(table, c.Play(Dice(right)))


def test_a_refused_number_of_a_pile_is_not_shown_as_money() -> None:
    table = must(pai_gow(), c.PostBank("ann", 100_00), c.PlaceBet("bob", 3, "main", 20_00))
    table = must(table, c.LoadShoe(tuple(table.rules.deck)), c.CloseBets())
    wrong = apply(table, c.Play(Answer(1, "choose", amount=8)))
    assert isinstance(wrong, Refusal)
    assert (wrong.clause.id, wrong.why) == ("deal.choose-pile", "choose takes a pile: 1 to 7")
    insured = Game("8s Ah 8d 9c", options={"hole_card": "none"}).deal()
    too_much = insured.try_(Answer(1, "insure", amount=501))
    assert too_much is not None
    assert (too_much.clause.id, too_much.why) == ("insurance.half", "it takes $0.01 to $5")


def test_a_players_own_card_face_down_is_named_by_the_dealer() -> None:
    table = must(
        None,
        c.OpenTable("t", "bet-the-set-21", {"dealing": "face-down", "burn": 0}, dealing="physical"),
        c.SitDown("ann", 1),
        c.BuyIn("ann", 100_00),
        c.LoadShoe(),
        c.PlaceBet("ann", 1, "main", 10_00),
        c.CloseBets(),
    )
    assert refused(table, c.Play(Draw(UNSEEN))) == "round.card"
    must(table, c.Play(Draw(Card("9s"))))


@pytest.mark.parametrize(("entry", "forced"), [(Lapse(1), "time-out"), (Answer(1, "stand"), "")])
def test_a_forced_action_is_recorded_with_its_reason(entry: RoundInput, forced: str) -> None:
    game = Game("9s 6h 8s Td").cards(4)
    game.do(entry)
    (acted,) = (fact for fact in game.events if isinstance(fact, Acted))
    assert (acted.verb, acted.forced) == ("stand", forced)


@pytest.mark.parametrize("kind", ["exposed-card", "face-up-card", "damaged-card"])
def test_what_happened_to_a_card_is_said_of_a_card_of_the_deck(kind: str) -> None:
    game = Game("9s 6h 8s Td").cards(4)
    for nothing in (None, UNSEEN):
        assert refusal(game, Intervene(kind, card=nothing)).startswith("irregularity.")
    assert refusal(game, Intervene(kind, card=JOKER)) == "round.card"
    game.do(Intervene(kind, card=Card("2c")))


def test_a_verb_that_is_offered_is_not_refused_as_one_that_is_not() -> None:
    offered = Game("9s 6h 8s Td", options={"surrender": "late"}).cards(4)
    assert refusal(offered, Answer(1, "surrender", cards=(Card("9s"),))) == "turn.verb"
    early = Game("9s Ah 8s Td", options={"surrender": "none"}).cards(4)
    assert refusal(early, Answer(1, "surrender")) == "surrender.offered"


def test_a_time_that_runs_out_for_nobody_who_is_asked_is_refused() -> None:
    game = Game("9s 8s 6h 8d 9d Td", boxes=2).cards(6)
    assert refusal(game, Lapse(2)) == "turn.not-asked"


def test_what_can_still_be_done_after_a_round_is_said() -> None:
    game = Game("9s 6h 8s Td Kc").deal().answer(1, "stand")
    assert game.round.over
    wrong = game.try_(Intervene("misdeal"))
    assert wrong is not None
    remedies = "burn-card-shown, rewind, surplus-card, void-hand, void-round"
    assert wrong.why == f"the round is over; what can still be done is {remedies}"


def test_a_hand_is_void_though_another_player_has_no_chip_left() -> None:
    game = Game("9s 8s 6h 8d 9d Td", boxes=2).cards(6)
    stacks = {**game.round.stacks, "p2": 0}
    game.round = msgspec.structs.replace(game.round, stacks=stacks)
    game.do(Intervene("void-hand", box=1))
    assert game.round.stacks == {"p1": 10_000, "p2": 0}


@pytest.mark.parametrize(("readings", "left"), [("current", 10_000), ("0.1", 9_500)])
def test_an_insurance_that_was_taken_falls_with_its_hand(readings: str, left: int) -> None:
    """In version 0.1 only the wagers that still lay on the table went back."""
    game = Game("8s Ah 8d 9c", options={"readings": readings}).deal().answer(1, "insure", 500)
    assert game.asked == [(1, "play")]
    assert [bet.spot for bet in game.round.bets] == ["main"]
    game.do(Intervene("void-hand", box=1))
    assert game.round.stacks == {"p1": left}


def test_a_card_in_error_that_nobody_has_seen_is_the_next_one() -> None:
    game = Game("9s 6h 8s Td").cards(4).do(Intervene("card-in-error", card=UNSEEN))
    assert game.round.returned == (UNSEEN,)


def test_what_is_taken_from_a_pot_between_two_moments_is_the_difference() -> None:
    later = msgspec.structs.replace(Game("9s").round, drop=4_00)
    sooner = msgspec.structs.replace(later, drop=1_00)
    assert list(money_between(sooner, later)) == [PotFeeTaken(3_00)]
    assert list(money_between(later, sooner)) == [PotFeeReturned(3_00)]
    assert list(money_between(later, later)) == []
