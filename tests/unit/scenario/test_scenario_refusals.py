"""Clauses of the table that no scenario of blackjack can break, broken at the engine itself."""

from __future__ import annotations

import msgspec

from cardroom import games, scenario
from cardroom.cards import Card
from cardroom.play import clauses
from cardroom.play.betting import Betting, place
from cardroom.play.inputs import Draw, Intervene, Proceed
from cardroom.play.round import Facts, Refusal, Round
from cardroom.rules.banking import Bank, Banking

RULES = games.ruleset("blackjack")
FAMILY = games.family(RULES)


def opening() -> Betting:
    layout = place(Betting(RULES, {"ann": 10_000}), FAMILY, 1, "main", "ann", 1_000)
    assert isinstance(layout, Betting)
    return layout


def begun() -> Round:
    outcome = scenario.run(
        scenario.parse(
            'game = "blackjack"\nshoe = "2c Ts Td 9h 8c"\n[[box]]\nbox = 1\n'
            'bets = { main = "100" }\n[[do]]\nbox = 1\nverb = "stand"\n'
        )
    )
    assert outcome.round is not None
    assert outcome.round.origin is not None
    return outcome.round.origin


def clause_of(answer: object) -> str:
    assert isinstance(answer, Refusal), answer
    return answer.clause.id


def test_the_round_goes_on_with_what_it_waits_for() -> None:
    refused = games.apply(begun(), Proceed())
    assert clause_of(refused) == clauses.WAITS.id


def test_a_card_that_was_put_back_comes_before_the_next_one_of_the_shoe() -> None:
    put_back = games.apply(begun(), Intervene("card-in-error", card=Card("5c")))
    assert not isinstance(put_back, Refusal)
    refused = games.apply(put_back[0], Draw(Card("6c")))
    assert clause_of(refused) == clauses.RETURNED.id
    assert not isinstance(games.apply(put_back[0], Draw(Card("5c"))), Refusal)


def test_a_side_bet_needs_the_main_wager_on_its_box() -> None:
    with_side_bet = msgspec.structs.replace(
        RULES,
        spots=(
            RULES.spots[0],
            msgspec.structs.replace(RULES.spots[0], name="side", needs_main=True),
        ),
    )
    layout = msgspec.structs.replace(opening(), rules=with_side_bet)
    assert clause_of(place(layout, FAMILY, 2, "side", "ann", 100)) == clauses.NEEDS_MAIN.id
    assert isinstance(place(layout, FAMILY, 1, "side", "ann", 100), Betting)


def test_the_player_who_has_the_bank_does_not_bet_against_it() -> None:
    bank = Bank(Banking("combined"), owner="ann", posted=1_000)
    layout = Betting(RULES, {"ann": 10_000, "ben": 100}, Facts(bank_box=3), bank=bank)
    assert clause_of(place(layout, FAMILY, 1, "main", "ann", 100)) == clauses.BANK.id
    assert clause_of(place(layout, FAMILY, 3, "main", "ben", 100)) == clauses.BANK.id
    assert isinstance(place(layout, FAMILY, 1, "main", "ben", 100), Betting)
