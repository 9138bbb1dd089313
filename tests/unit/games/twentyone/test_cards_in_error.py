"""Cards that a 21 table exposes or has left over: who may refuse, remove, or show them."""

from __future__ import annotations

import pytest

from cardroom.cards import UNSEEN, Card
from cardroom.play.inputs import Answer, Draw, Intervene
from tests.unit.games.test_irregularities import Game

SURPLUS = "irregularity.surplus-card"
BURN_SHOWN = "irregularity.burn-card-shown"
IMPOSSIBLE = "round.card"


def exposed(box: int) -> Intervene:
    return Intervene("exposed-card", card=Card("5c"), boxes=(box,))


# --- who may refuse an exposed card ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("hole", "boxes", "done"), [("peek", 1, 4), ("none", 1, 3), ("none", 2, 5)]
)
def test_nobody_refuses_a_card_before_every_box_and_the_bank_have_theirs(
    hole: str, boxes: int, done: int
) -> None:
    game = Game("8s 6h 9d 7c 7d Kc", boxes, {"hole_card": hole}).cards(done - 1)
    assert game.refused(exposed(1)) == "irregularity.exposed-card"
    game.cards(1).do(exposed(1))


def test_a_split_hand_of_one_card_refuses_a_card() -> None:
    game = Game("8s 6h 8d Kc").deal().do(Answer(1, "split"))
    assert len(game.round.at("1.1")) == 1
    game.do(exposed(1))


def test_a_void_hand_of_one_card_leaves_the_others_their_refusal() -> None:
    game = Game("8s 9s 6h 9d Kc", boxes=2).cards(1)
    game.do(Intervene("void-hand", box=1)).deal().do(exposed(2))


# --- a card that no hand needs --------------------------------------------------------------------


def surplus(card: Card | None = None) -> Intervene:
    return Intervene("surplus-card", card=card)


def over() -> Game:
    """The bank has 17 and takes no further card."""
    return Game("Ts 7h 9d Tc", options={"decks": 1}).deal().answer(1, "stand")


def test_a_surplus_card_is_named_and_one_the_deck_still_holds() -> None:
    game = over()
    assert game.refused(surplus()) == SURPLUS
    assert game.refused(surplus(UNSEEN)) == SURPLUS
    assert game.refused(surplus(Card("Ts"))) == IMPOSSIBLE
    game.do(surplus(Card("2c")))
    assert game.round.at("discard") == (Card("2c"),)


def test_after_another_irregularity_the_next_card_is_still_to_be_dealt() -> None:
    game = Game("Ts 7h 9d Tc").deal().do(Intervene("shuffle-missed"))
    assert game.refused(surplus(Card("2c"))) == SURPLUS


def test_a_card_left_over_by_a_rewind_is_removed_as_what_it_is() -> None:
    """Box 1 had hit by mistake; the only two of clubs waits to be dealt, and no other card does."""
    game = Game("8s 7h 9d Tc 2c", options={"decks": 1}).deal()
    decided = len(game.round.inputs)
    game.answer(1, "hit").do(Intervene("rewind", to=decided))
    assert game.round.returned == (Card("2c"),)
    assert game.refused(surplus(Card("3c"))) == SURPLUS
    game.do(surplus(Card("2c")))
    assert not len(game.round.returned)
    assert game.round.at("discard") == (Card("2c"),)


def test_a_removed_card_is_back_on_the_table_where_it_lay_before_a_rewind_too_far() -> None:
    """The round is rewound to its start, and the eight of spades is removed. Then the floor goes
    forward to the deal: the eight lies there, and no longer in the rack."""
    game = Game("8s 7h 9d Tc 2c", options={"decks": 1}).deal()
    dealt, before = len(game.round.inputs), game.round
    game.do(Intervene("rewind", to=0)).do(surplus(Card("8s")))
    assert game.round.at("discard") == (Card("8s"),)
    removed = len(game.round.inputs)
    game.do(Intervene("rewind", to=dealt))
    assert game.round.at("discard") == ()
    assert (game.round.drawn, game.round.returned) == (before.drawn, ())
    game.do(Intervene("rewind", to=removed))
    assert game.round.at("discard") == (Card("8s"),)
    assert game.round.drawn + game.round.returned == before.drawn


def test_one_of_two_equal_cards_stays_removed_when_the_other_is_on_the_table_again() -> None:
    game = Game("8s 7h 9d Tc 8s", options={"decks": 2}).deal()
    dealt = len(game.round.inputs)
    game.answer(1, "hit").do(Intervene("rewind", to=dealt)).do(surplus(Card("8s")))
    game.do(Intervene("rewind", to=0))
    assert game.round.at("discard") == (Card("8s"),)
    game.do(Intervene("rewind", to=dealt))
    assert game.round.at("discard") == (Card("8s"),)
    assert game.round.returned == ()


# --- a burned card that somebody asks to see ------------------------------------------------------


def burn_shown(card: Card | None = None) -> Intervene:
    return Intervene("burn-card-shown", card=card)


def test_a_burned_card_that_is_known_is_shown_as_what_it_is() -> None:
    game = Game("2c 8s 7h 9d Tc", options={"decks": 1, "burn": 1}).deal()
    assert game.refused(burn_shown(Card("3c"))) == BURN_SHOWN
    game.do(burn_shown(Card("2c")))
    assert game.round.at("burn") == (Card("2c"),)
    assert game.refused(burn_shown()) == BURN_SHOWN


def test_a_burned_card_that_nobody_has_seen_is_named_when_it_is_shown() -> None:
    game = Game("?? 8s 7h 9d Tc", options={"decks": 1, "burn": 1}).deal()
    assert game.refused(burn_shown()) == BURN_SHOWN
    assert game.refused(burn_shown(UNSEEN)) == BURN_SHOWN
    assert game.refused(burn_shown(Card("8s"))) == IMPOSSIBLE
    game.do(burn_shown(Card("2c")))
    assert game.round.at("burn") == (Card("2c"),)
    game.do(Answer(1, "hit"))
    assert game.refused(Draw(Card("2c"))) == IMPOSSIBLE
