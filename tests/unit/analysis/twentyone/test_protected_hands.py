"""Game protection of bets on final hands, and of players who see each other's cards."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest

from cardroom import games
from cardroom.analysis.odds import OddsRequest, game_odds
from cardroom.analysis.twentyone.protection import information
from cardroom.analysis.twentyone.protection.dealt_bet import dealt_effects
from cardroom.analysis.twentyone.protection.removals import MainWager, WagerEffects, played_effects
from cardroom.rules.ruleset import Ruleset

ANY = " and (dealer busts or not dealer busts)"


def posted(cards: list[str], **options: object) -> Ruleset:
    """With the dealer among the cards, a row that any hand of the dealer makes."""
    dealt = ANY if "dealer" in cards else ""
    rows = [
        {"name": "many", "when": "player total = 21 and player cards >= 5", "pays": "20 to 1"},
        {"name": "twenty", "when": f"player total = 20{dealt}", "pays": "2 to 1"},
    ]
    bet = {"name": "final", "title": "Final", "cards": cards, "row": rows}
    return games.ruleset("blackjack", {"decks": 1, "side_bets": [bet], **options})


@cache
def own_effects() -> WagerEffects:
    """Exact ones of a bet on the player's own hand."""
    rules = posted(["player"], hands_max=1)
    found = played_effects(MainWager(rules, None), rules.side_bets[0], None, Fraction(0))
    assert found is not None
    return found


def test_the_effects_on_a_final_hand_add_up_to_nothing() -> None:
    """The next card to be removed is any card: on average it changes nothing."""
    rules = posted(["player"], hands_max=1)
    found = own_effects()
    odds = game_odds(rules, OddsRequest(unsolved="simulate"))
    exact = next(each for each in odds.wagers if each.spot == "final")
    assert found.value == pytest.approx(-exact.edge, abs=1e-12)
    removals = found.groups.removals()
    assert sum(each.number * each.effect for each in removals) == pytest.approx(0.0, abs=1e-12)
    (tens,) = [each for each in removals if "T" in each.cards]
    assert tens.effect < 0


def test_effects_on_both_final_hands_are_dealt() -> None:
    """The rows ask for the player's hand only, so the exact effects are known."""
    both = posted(["player", "dealer"], hands_max=1)
    main = MainWager(both, None)
    assert played_effects(main, both.side_bets[0], None, Fraction(0)) is None
    found = dealt_effects(main, both.side_bets[0], None, Fraction(0), rounds=20_000)
    exact = own_effects()
    assert found is not None
    assert found.value == pytest.approx(exact.value, abs=0.06)
    removals = found.groups.removals()
    assert sum(each.number * each.effect for each in removals) == pytest.approx(0.0, abs=1e-9)
    for mine, printed in zip(found.groups.by_card, exact.groups.by_card, strict=True):
        assert float(mine) == pytest.approx(float(printed), abs=0.012)
    assert found.assumptions[0].startswith("effects of removal are simulated, 20,000 rounds")


def test_the_cards_of_other_boxes_help_a_little(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(information, "SHARED", 2)
    main = MainWager(games.ruleset("blackjack", {"decks": 1, "hands_max": 1}), None)
    assert not list(information.shared_play(main, 1))
    (found,) = information.shared_play(main, 5)
    assert found.known.startswith("the first cards of 4 other boxes")
    assert main.value < found.advantage < main.value + 0.02
