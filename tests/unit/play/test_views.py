"""A view shows what one may see at the table, and nothing else."""

from __future__ import annotations

import msgspec
import pytest

from cardroom import games
from cardroom.cards import parse_cards
from cardroom.events import SURVEILLANCE, Event, HandEnded
from cardroom.play.betting import Betting, close, place
from cardroom.play.inputs import Answer
from cardroom.play.round import Refusal, Round
from cardroom.play.views import RAIL, TurnView, View, view
from cardroom.rules.ruleset import Ruleset
from tests.dealer import deal

RULES = games.ruleset("blackjack", {"burn": 0})
FAMILY = games.family(RULES)
BOX_1, BOX_2 = frozenset({"box:1"}), frozenset({"box:2"})


class Game:
    """Two boxes and a stacked shoe."""

    def __init__(self, shoe: str, rules: Ruleset = RULES) -> None:
        self.shoe = iter(parse_cards(shoe))
        betting: Betting | Refusal = Betting(rules, {"ann": 10_000, "bob": 10_000})
        for box, owner in ((1, "ann"), (2, "bob")):
            assert isinstance(betting, Betting)
            betting = place(betting, FAMILY, box, "main", owner, 1_000)
        assert isinstance(betting, Betting)
        closed = close(betting, FAMILY)
        assert not isinstance(closed, Refusal)
        self.round: Round = closed[0]
        self.events: tuple[Event, ...] = ()
        self.deal()

    def deal(self) -> None:
        self.round, events = deal(self.round, lambda: next(self.shoe), FAMILY)
        self.events += events

    def answer(self, box: int, verb: str) -> None:
        applied = games.apply(self.round, Answer(box, verb))
        assert not isinstance(applied, Refusal), applied
        self.round, self.events = applied
        self.deal()

    def seen_by(self, audiences: frozenset[str]) -> View:
        return view(self.round, audiences, FAMILY)


def cards_at(seen: View, name: str) -> tuple[tuple[str, ...], str]:
    place = seen.places[name]
    return place.cards, place.label


@pytest.mark.parametrize("audiences", [RAIL, BOX_1, BOX_2, frozenset({"dealer"})])
def test_the_hole_card_and_its_label_are_hidden_until_it_is_turned(
    audiences: frozenset[str],
) -> None:
    game = Game("8s 9s 6h 8d 9d Kc 5c")
    assert cards_at(game.seen_by(audiences), "bank") == (("6h", "??"), "")
    assert cards_at(game.seen_by(frozenset({SURVEILLANCE})), "bank") == (("6h", "Kc"), "16")
    game.answer(1, "stand")
    game.answer(2, "stand")
    assert cards_at(game.seen_by(audiences), "bank") == (("6h", "Kc", "5c"), "21")


def test_options_go_only_to_the_box_that_is_asked_and_everybody_knows_whose_turn_it_is() -> None:
    game = Game("8s 9s 6h 8d 5d Kc 5c")
    mine, other, rail = (game.seen_by(audience) for audience in (BOX_1, BOX_2, RAIL))
    assert [option.verb for option in mine.asks[0].options] == ["hit", "stand", "double", "split"]
    (barred,) = mine.asks[0].barred
    assert (barred.verb, barred.clause.id) == ("surrender", "surrender.offered")
    assert barred.clause.says.startswith("a hand may be surrendered only")
    assert other.asks == rail.asks == ()
    assert mine.turn == other.turn == rail.turn == (TurnView(1, 1, "play"),)


def test_a_split_ace_and_ten_is_called_21_not_a_natural() -> None:
    game = Game("As 9s 6h Ad 5d Kc Kh Qh 5c")
    game.answer(1, "split")
    seen = game.seen_by(RAIL)
    assert cards_at(seen, "1.1") == (("As", "Kh"), "21")
    assert cards_at(seen, "1.2") == (("Ad", "Qh"), "21")
    assert [name for name in seen.places if name.startswith("1.")] == ["1.1", "1.2"]


def test_a_view_is_plain_json() -> None:
    game = Game("Ts 9s 6h Ad 5d Kc Kh 5c")
    assert [each.net for each in game.seen_by(RAIL).settled] == [1_500]
    for audiences in (RAIL, BOX_1, BOX_2):
        seen = game.seen_by(audiences)
        assert msgspec.json.decode(msgspec.json.encode(seen), type=View) == seen


FACE_DOWN = games.ruleset("bet-the-set-21", {"burn": 0, "dealing": "face-down"})


def test_cards_dealt_face_down_are_seen_by_their_player_only() -> None:
    game = Game("8s Ts 9h 7d 9d Kc", FACE_DOWN)
    assert cards_at(game.seen_by(BOX_1), "1.1") == (("8s", "7d"), "15")
    for others in (RAIL, BOX_2, frozenset({"dealer"})):
        assert cards_at(game.seen_by(others), "1.1") == (("??", "??"), "")
    assert cards_at(game.seen_by(BOX_2), "2.1") == (("Ts", "9d"), "19")
    assert cards_at(game.seen_by(frozenset({SURVEILLANCE})), "1.1") == (("8s", "7d"), "15")


def test_further_cards_are_dealt_face_up_and_a_busted_hand_is_turned() -> None:
    game = Game("8s Ts 9h 7d 9d Kc 2c Qh", FACE_DOWN)
    game.answer(1, "hit")
    assert cards_at(game.seen_by(BOX_2), "1.1") == (("??", "??", "2c"), "")
    game.answer(1, "hit")
    assert cards_at(game.seen_by(BOX_2), "1.1") == (("8s", "7d", "2c", "Qh"), "27, over")


def test_a_hand_that_stands_face_down_stays_so_until_it_is_settled() -> None:
    game = Game("8s Ts 9h 7d 9d Kc 2c", FACE_DOWN)
    game.answer(1, "stand")
    told = [event for event in game.events if isinstance(event, HandEnded)]
    assert [(event.how, event.label) for event in told] == [("stood", "face down")]
    assert cards_at(game.seen_by(RAIL), "1.1") == (("??", "??"), "")
    game.answer(2, "stand")
    assert cards_at(game.seen_by(RAIL), "1.1") == (("8s", "7d"), "15")


def test_a_hand_of_21_that_lies_face_down_is_asked_like_any_other() -> None:
    game = Game("8s Ts 9h 7d 9d Kc 6c", FACE_DOWN)
    game.answer(1, "hit")
    assert cards_at(game.seen_by(BOX_2), "1.1") == (("??", "??", "6c"), "")
    assert game.seen_by(RAIL).turn == (TurnView(1, 1, "play"),)
    (ask,) = game.seen_by(BOX_1).asks
    assert [option.verb for option in ask.options] == ["stand"]
