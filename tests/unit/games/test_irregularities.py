"""What dealer and floor mend, and what stays as it was. Each test names the rule it proves."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from cardroom import games
from cardroom.cards import UNSEEN, Card, parse_cards
from cardroom.events import (
    BankPosted,
    BankReturned,
    BetLowered,
    BetPlaced,
    BetReversed,
    Event,
    HandEnded,
    Intervened,
    visible,
)
from cardroom.games import registry
from cardroom.games.registry import FamilyPackage
from cardroom.play.betting import Betting, close, place
from cardroom.play.inputs import Answer, Draw, Figure, Intervene, Proceed, RoundInput
from cardroom.play.irregularities import remedies, words
from cardroom.play.round import Await, Chance, Over, Reading, Refusal, Round
from cardroom.rules.banking import Bank, Banking
from tests.dealer import deal


class Game:
    """Boxes with 10 dollars each, and a stacked shoe without a burn card."""

    def __init__(
        self, shoe: str, boxes: int = 1, options: Mapping[str, object] | None = None
    ) -> None:
        self.rules = games.ruleset("blackjack", {"burn": 0, **(options or {})})
        self.family = games.family(self.rules)
        self.shoe = list(parse_cards(shoe))
        self.events: list[Event] = []
        betting = Betting(self.rules, {f"p{box}": 10_000 for box in range(1, boxes + 1)})
        for box in range(1, boxes + 1):
            placed = place(betting, self.family, box, "main", f"p{box}", 1_000)
            assert isinstance(placed, Betting)
            betting = placed
        closed = close(betting, self.family)
        assert not isinstance(closed, Refusal)
        self.round: Round = closed[0]

    def deal(self) -> Game:
        """Until somebody must decide."""
        self.round, events = deal(self.round, lambda: self.shoe.pop(0), self.family)
        self.events += events
        return self

    def cards(self, count: int) -> Game:
        """Exactly this number of cards."""
        for _ in range(count):
            self.do(Draw(self.shoe.pop(0)))
        return self

    def try_(self, entry: RoundInput) -> Refusal | None:
        applied = games.apply(self.round, entry)
        if isinstance(applied, Refusal):
            return applied
        self.round = applied[0]
        self.events += applied[1]
        return None

    def do(self, entry: RoundInput) -> Game:
        refusal = self.try_(entry)
        assert refusal is None, refusal
        return self

    def answer(self, box: int, verb: str, amount: int | None = None) -> Game:
        return self.do(Answer(box, verb, amount=amount)).deal()

    def refused(self, entry: RoundInput) -> str:
        before = self.round
        refusal = self.try_(entry)
        assert refusal is not None
        assert self.round is before
        return refusal.clause.id

    @property
    def asked(self) -> list[tuple[int, str]]:
        assert isinstance(self.round.head, Await)
        return [(ask.box, ask.topic) for ask in self.round.head.asks]


def test_a_void_hand_gets_no_more_cards() -> None:
    game = Game("8s 9s 6h 9d Kc 5c Th", boxes=2).cards(1)
    game.do(Intervene("void-hand", box=1)).deal()
    assert game.round.at("1.1") == (Card("8s"),)
    assert game.round.at("2.1") == (Card("9s"), Card("9d"))
    assert game.asked == [(2, "play")]


def test_a_void_hand_loses_the_card_it_waited_for() -> None:
    game = Game("8s 9s 6h 6d 9d Kc 5c Th", boxes=2).deal()
    game.do(Answer(1, "hit")).do(Intervene("void-hand", box=1))
    assert game.asked == [(2, "play")]
    ends = [event.how for event in game.events if isinstance(event, HandEnded)]
    assert ends == ["void"]


def test_insurance_goes_back_when_the_last_hand_of_its_box_is_void() -> None:
    game = Game("8s Ah 8d 9c 9h", options={"hole_card": "none"}).deal()
    game.answer(1, "insure", 500).answer(1, "split").answer(1, "stand")
    game.do(Intervene("void-hand", box=1, hand=1))
    assert {bet.spot for bet in game.round.bets} == {"main", "insurance"}
    game.do(Intervene("void-hand", box=1, hand=2))
    assert game.round.stacks == {"p1": 10_000}
    assert not [event for event in game.events if isinstance(event, BetReversed)]


def test_a_card_drawn_in_error_is_not_shown_before_it_is_dealt() -> None:
    game = Game("8s 6h 8d Kc 5c Th").deal()
    game.do(Intervene("card-in-error", card=game.shoe.pop(0)))
    fact = next(event for event in game.events if isinstance(event, Intervened))
    seen = visible(fact, frozenset({"box:1"}))
    assert isinstance(seen, Intervened)
    assert seen.card is UNSEEN
    wrong = game.do(Answer(1, "hit")).try_(Draw(Card("2c")))
    assert wrong is not None
    assert wrong.clause.id == "round.returned-card"
    assert "5c" not in str(wrong)


@pytest.mark.parametrize("kind", ["card-in-error", "exposed-card", "face-up-card"])
def test_a_card_of_an_error_is_one_the_deck_still_holds(kind: str) -> None:
    game = Game("8s 6h 8d Kc 5c Th", options={"decks": 1}).deal()
    assert game.refused(Intervene(kind, card=Card("8s"))) == "round.card"
    game.do(Intervene("card-in-error", card=Card("2c")))
    assert game.refused(Intervene(kind, card=Card("2c"))) == "round.card"


def test_a_box_without_a_hand_cannot_refuse_an_exposed_card() -> None:
    game = Game("8s 6h 8d Kc 5c Th").deal()
    assert game.refused(Intervene("exposed-card", card=Card("5c"), boxes=(4,))) == (
        "irregularity.kind"
    )


def test_in_version_0_1_a_card_could_be_refused_before_the_initial_deal_was_complete() -> None:
    exposed = Intervene("exposed-card", card=Card("6h"), boxes=(1,))
    shoe = "8s 6h 8d Kc 5c Th"
    assert Game(shoe).cards(1).refused(exposed) == "irregularity.exposed-card"
    Game(shoe, options={"readings": "0.1"}).cards(1).do(exposed)


def test_burned_cards_are_shuffled_again_with_the_discards() -> None:
    game = Game("2c 8s 6h 7d Kc", options={"decks": 1, "burn": 1}).deal()
    assert game.round.at("burn") == (Card("2c"),)
    game.do(Answer(1, "hit"))
    assert game.refused(Draw(Card("2c"))) == "round.card"
    game.do(Intervene("discards-shuffled")).do(Draw(Card("2c")))
    assert game.round.at("1.1")[-1] is Card("2c")


def test_a_missed_offer_is_refused_before_the_bank_has_a_card() -> None:
    game = Game("8s 6h 7d Kc", options={"surrender": "late"})
    assert game.refused(Intervene("missed-surrender", box=1)) == "surrender.first-two"
    assert game.refused(Intervene("missed-insurance", box=1)) == "insurance.ace"


def test_late_surrender_is_not_restored_against_a_natural_that_was_seen() -> None:
    game = Game("8s Kh 7d Ac 5c", options={"surrender": "late"}).cards(4).do(Proceed())
    assert game.refused(Intervene("missed-surrender", box=1)) == "surrender.first-two"


def test_surrender_is_not_restored_to_a_box_whose_next_card_is_due() -> None:
    """The box has asked for a card, which takes its first two cards from it; no other box has."""
    game = Game("8s 9s 6h 8d 7d Kc 2c", boxes=2, options={"surrender": "late"}).deal()
    game.do(Answer(1, "hit"))
    assert len(game.round.at("1.1")) == 2
    assert game.refused(Intervene("missed-surrender", box=1)) == "surrender.first-two"
    game.do(Intervene("missed-surrender", box=2)).answer(2, "surrender")
    assert len(game.round.at("1.1")) == 3


def test_surrender_is_not_restored_to_the_second_box_whose_next_card_is_due() -> None:
    game = Game("8s 9s 6h 8d 7d Kc 2c", boxes=2, options={"surrender": "late"}).deal()
    game.answer(1, "stand").do(Answer(2, "hit"))
    assert game.refused(Intervene("missed-surrender", box=2)) == "surrender.first-two"


def test_a_restored_offer_asks_nobody_else_again() -> None:
    game = Game("8s 9s Ah 8d 9d Kc", boxes=2, options={"hole_card": "none", "decks": 2}).deal()
    game.answer(1, "decline").answer(2, "decline")
    assert game.asked == [(1, "play")]
    game.do(Intervene("missed-insurance", box=2))
    assert game.asked == [(2, "insurance")]
    game.answer(2, "decline")
    assert game.asked == [(1, "play")]


def test_insurance_restored_after_a_double_is_half_the_original_wager() -> None:
    game = Game("5s 9s Ah 6d 9d 2c Kc", boxes=2, options={"hole_card": "none"}).deal()
    game.answer(1, "decline").answer(2, "decline").answer(1, "double")
    game.do(Intervene("missed-insurance", box=1))
    assert game.refused(Answer(1, "insure", amount=501)) == "insurance.half"
    game.answer(1, "insure", 500)


@pytest.mark.parametrize(
    ("verb", "second", "won"),
    [("insure", "Kc", 0), ("insure", "9c", -1_500), ("decline", "", -1_000)],
)
def test_insurance_is_restored_to_the_last_hand_that_busted_and_the_bank_takes_its_second_card(
    verb: str, second: str, won: int
) -> None:
    """Only an open bet asks for that card, so the dealer had none to deal before the offer."""
    game = Game(f"Ts Ad 6h Kc {second}", options={"hole_card": "none"}).deal()
    game.answer(1, "decline").do(Answer(1, "hit")).cards(1)
    game.do(Intervene("missed-insurance", box=1))
    game.answer(1, verb, 500 if verb == "insure" else None)
    assert isinstance(game.round.head, Over)
    assert len(game.round.at("bank")) == (2 if second else 1)
    assert game.round.stacks["p1"] == 10_000 + won


def test_a_round_is_void_once() -> None:
    game = Game("8s 6h 8d Kc 5c Th").deal().do(Intervene("void-round"))
    assert game.refused(Intervene("void-round")) == "irregularity.void-round"


def test_a_rewound_round_deals_the_same_cards_in_the_same_order() -> None:
    game = Game("8s 6h 7d Kc 5c 2h 9c").deal()
    decided = len(game.round.inputs)
    game.answer(1, "hit").answer(1, "stand")
    assert game.round.over
    final = game.round
    game.do(Intervene("rewind", to=decided))
    assert game.round.returned == parse_cards("5c 2h 9c")[: len(game.round.returned)]
    game.answer(1, "hit").answer(1, "stand")
    assert (game.round.settled, game.round.cards) == (final.settled, final.cards)


def test_a_card_found_face_up_stays_out_when_the_round_is_rewound() -> None:
    game = Game("8s 6h 7d Kc 5c 2h 9c").deal()
    decided = len(game.round.inputs)
    game.do(Intervene("face-up-card", card=game.shoe.pop(0))).do(Answer(1, "hit")).cards(1)
    game.do(Intervene("rewind", to=decided))
    assert game.round.returned == (Card("2h"),)
    assert game.round.at("discard") == (Card("5c"),)


def test_a_double_that_was_rewound_can_be_taken_forward_again() -> None:
    game = Game("5s 6h 6d Kc Tc Th").deal()
    decided = len(game.round.inputs)
    game.answer(1, "double")
    assert game.round.stacks == {"p1": 12_000}
    game.do(Intervene("rewind", to=decided))
    assert game.round.stacks == {"p1": 9_000}
    lowered = [event for event in game.events if isinstance(event, BetLowered)]
    assert [(event.returned, event.stake) for event in lowered] == [(1_000, 1_000)]
    game.events.clear()
    game.do(Intervene("rewind", to=decided + 1))
    assert game.round.stacks == {"p1": 8_000}
    assert not any(isinstance(event, BetLowered) for event in game.events)


def test_a_void_round_that_is_rewound_pays_its_natural_again() -> None:
    game = Game("As 9s 6h Kd 9d Kc 5c", boxes=2).deal()
    paid = len(game.round.inputs)
    assert game.round.stacks["p1"] == 11_500
    game.do(Intervene("void-round"))
    assert game.round.stacks["p1"] == 10_000
    game.do(Intervene("rewind", to=paid))
    assert game.round.stacks["p1"] == 11_500
    assert [one.clause.id for one in game.round.settled] == ["pay.natural"]


def test_a_bank_that_was_returned_is_posted_again_for_a_void_round() -> None:
    """The bank paid 10 dollars to box 1 and had 90 back; void, it has its 100 again."""
    rules = games.ruleset("blackjack", {"burn": 0})
    family = games.family(rules)
    betting = Betting(
        rules,
        {"bank": 10_000, "p1": 10_000},
        bank=Bank(Banking("combined"), "bank", posted=10_000),
    )
    placed = place(betting, family, 1, "main", "p1", 1_000)
    assert isinstance(placed, Betting)
    closed = close(placed, family)
    assert not isinstance(closed, Refusal)
    shoe = iter(parse_cards("Ts 7h Td Kc"))
    round, _ = deal(closed[0], lambda: next(shoe), family)
    applied = games.apply(round, Answer(1, "stand"))
    assert not isinstance(applied, Refusal)
    round, _ = deal(applied[0], lambda: next(shoe), family)
    assert round.over
    assert round.stacks == {"bank": 9_000, "p1": 11_000}
    voided = games.apply(round, Intervene("void-round"))
    assert not isinstance(voided, Refusal)
    assert voided[0].stacks == {"bank": 10_000, "p1": 10_000}
    assert any(isinstance(event, BankPosted) for event in voided[1])
    assert any(isinstance(event, BetReversed) for event in voided[1])


def test_a_bank_is_returned_once_when_a_void_round_is_rewound_to_its_end() -> None:
    """Void after the end, then not void after all: the bank has its 90 dollars, not 180."""
    rules = games.ruleset("blackjack", {"burn": 0})
    family = games.family(rules)
    bank = Bank(Banking("combined"), "bank", posted=10_000)
    betting = place(
        Betting(rules, {"bank": 10_000, "p1": 10_000}, bank=bank), family, 1, "main", "p1", 1_000
    )
    assert isinstance(betting, Betting)
    closed = close(betting, family)
    assert not isinstance(closed, Refusal)
    shoe = iter(parse_cards("As 7h Kd Kc"))
    round, _ = deal(closed[0], lambda: next(shoe), family)
    assert round.over
    ended = len(round.inputs)
    for entry in (Intervene("void-round"), Intervene("rewind", to=ended)):
        applied = games.apply(round, entry)
        assert not isinstance(applied, Refusal)
        round = applied[0]
    assert round.stacks == {"bank": 8_500, "p1": 11_500}
    assert (round.over, round.void, round.bank.held) == (True, False, 0)
    # The events say the same: the void round's 100 are posted again, and 85 go back.
    assert not isinstance(applied, Refusal)
    moved = [event for event in applied[1] if isinstance(event, (BankPosted, BankReturned))]
    assert [event.amount for event in moved] == [10_000, 8_500]


def test_an_answer_for_another_hand_is_refused() -> None:
    game = Game("8s 6h 8d Kc 9c 2h 9h").deal().answer(1, "split")
    assert game.refused(Answer(1, "stand", hand=2)) == "turn.not-asked"
    game.do(Answer(1, "stand", hand=1))


def test_a_hole_card_is_what_the_dealer_said_of_it() -> None:
    game = Game("8s Kh 7d ?? 5c").deal()
    assert isinstance(game.round.head, Reading)
    game.do(Figure("dealer-natural", 0)).deal().do(Answer(1, "stand"))
    assert isinstance(game.round.head, Chance)
    assert game.refused(Draw(Card("Ac"))) == "bank.peek"
    game.do(Draw(Card("Qc"))).deal()
    assert game.round.over


def test_a_hole_card_that_no_bet_needs_is_not_asked_for() -> None:
    game = Game("8s 6h 7d ?? Kc").deal().answer(1, "hit")
    assert game.round.over
    assert [event.stake for event in game.events if isinstance(event, BetPlaced)] == []


TAKES = {
    "blackjack": {
        "absent-player": ("box",),
        "burn-card-shown": ("card",),
        "exposed-card": ("card", "boxes"),
        "missed-insurance": ("box",),
        "missed-surrender": ("box",),
        "surplus-card": ("card",),
        "void-hand": ("box", "hand", "side_bets"),
    },
    "three-card-poker": {"void-hand": ("box", "side_bets")},
    "double-hand-poker": {
        "bank-foul": ("cards",),
        "boxed-card": ("card",),
        "exposed-card": ("card",),
        "reset-bank": ("cards",),
        "reset-hand": ("box", "cards"),
        "void-hand": ("box", "side_bets"),
    },
    "texas-holdem": {"dead-hand": ("box",)},
}
"""By game and kind: what the floor may give with a remedy of the family's own."""
EVERYWHERE = {"damaged-card", "face-up-card"}


@pytest.mark.parametrize("game", TAKES)
def test_a_remedy_says_what_the_floor_may_give_with_it(game: str) -> None:
    known = remedies(games.family(games.ruleset(game, {})))
    own = {kind: each.takes for kind, each in known.items() if each.takes}
    assert {kind: own[kind] for kind in own.keys() - EVERYWHERE} == TAKES[game]
    assert known["damaged-card"].takes == ("card",)


def test_who_besides_the_floor_calls_for_a_remedy() -> None:
    """A player who asks the dealer, or the house for a player who is away."""
    found = {
        (kind, remedy.called_by)
        for package in registry.ours()
        for kind, remedy in remedies(package.family).items()
        if remedy.called_by != "floor"
    }
    assert found == {("burn-card-shown", "player"), ("absent-player", "absence")}


@pytest.mark.parametrize("package", [*registry.ours()], ids=lambda package: package.id)
def test_every_irregularity_says_what_happened_or_what_the_floor_does(
    package: FamilyPackage[object],
) -> None:
    for kind in (*remedies(package.family), "rewind"):
        said = words(package.family, kind)
        assert bool(said.happened) != bool(said.floor_does), kind
