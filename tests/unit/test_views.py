"""A view shows what one may see at the table, and nothing else."""

from __future__ import annotations

import msgspec
import pytest

from cardroom import games
from cardroom.cards import parse_cards
from cardroom.events import SURVEILLANCE
from cardroom.play.betting import Betting, close, place
from cardroom.play.dealer import deal
from cardroom.play.inputs import Answer
from cardroom.play.round import Refusal, Round
from cardroom.play.views import RAIL, View, view

RULES = games.ruleset("blackjack", {"burn": 0})
FAMILY = games.family(RULES)
BOX_1, BOX_2 = frozenset({"box:1"}), frozenset({"box:2"})


class Game:
    """Two boxes and a stacked shoe."""

    def __init__(self, shoe: str) -> None:
        self.shoe = iter(parse_cards(shoe))
        betting: Betting | Refusal = Betting(RULES, {"ann": 10_000, "bob": 10_000})
        for box, owner in ((1, "ann"), (2, "bob")):
            assert isinstance(betting, Betting)
            betting = place(betting, FAMILY, box, "main", owner, 1_000)
        assert isinstance(betting, Betting)
        closed = close(betting, FAMILY)
        assert not isinstance(closed, Refusal)
        self.round: Round = closed[0]
        self.deal()

    def deal(self) -> None:
        self.round, _ = deal(self.round, lambda: next(self.shoe), FAMILY)

    def answer(self, box: int, verb: str) -> None:
        applied = games.apply(self.round, Answer(box, verb))
        assert not isinstance(applied, Refusal), applied
        self.round = applied[0]
        self.deal()

    def seen_by(self, audiences: frozenset[str]) -> View:
        return view(self.round, audiences, FAMILY)


def cards_at(seen: View, name: str) -> tuple[tuple[str, ...], str]:
    return next((p.cards, p.label) for p in seen.places if p.place == name)


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
    assert (barred.verb, barred.because.clause) == ("surrender", "surrender.offered")
    assert barred.because.says.startswith("a hand may be surrendered only")
    assert other.asks == rail.asks == ()
    assert mine.turn == other.turn == rail.turn == (1,)


def test_a_split_ace_and_ten_is_called_21_not_a_natural() -> None:
    game = Game("As 9s 6h Ad 5d Kc Kh Qh 5c")
    game.answer(1, "split")
    seen = game.seen_by(RAIL)
    assert cards_at(seen, "1.1") == (("As", "Kh"), "21")
    assert cards_at(seen, "1.2") == (("Ad", "Qh"), "21")
    assert [(p.box, p.hand) for p in seen.places if p.box == 1] == [(1, 1), (1, 2)]


def test_a_view_is_plain_json() -> None:
    game = Game("Ts 9s 6h Ad 5d Kc Kh 5c")
    assert [bet.net for bet in game.seen_by(RAIL).settled] == [1_500]
    for audiences in (RAIL, BOX_1, BOX_2):
        seen = game.seen_by(audiences)
        assert msgspec.json.decode(msgspec.json.encode(seen), type=View) == seen
