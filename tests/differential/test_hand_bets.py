"""Side bets on the player's own final hand: the walk that prices them, against the engine."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache

import pytest

from cardroom import games, model
from cardroom.analysis.side_bets.dealt import LOST
from cardroom.analysis.twentyone.hand_bets import HandTable, StartingCards, priced
from cardroom.analysis.twentyone.side_bets import is_on_hand
from cardroom.analysis.twentyone.simulator.policy import ByCards
from cardroom.analysis.twentyone.solver import exact, suits
from cardroom.cards import CARDS
from cardroom.model import Tables
from cardroom.replay.twentyone import ScriptPlayer
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.side_bet import SideBet, net
from tests.proofs import later, some_now

HANDS: Mapping[str, object] = {
    "name": "hands",
    "title": "Hands",
    "cards": ["player"],
    "row": [
        {"name": "long", "when": "cards >= 4 and total <= 21", "pays": "9 to 1"},
        {"name": "sevens", "when": "count of 7 >= 2", "pays": "8 to 1"},
        {"name": "soft", "when": "soft and not natural", "pays": "7 to 1"},
        {"name": "twenty", "when": "total = 20", "pays": "5 to 1"},
        {"name": "busted", "when": "busts", "pays": "1 to 1"},
    ],
}
BEATEN: Mapping[str, object] = {
    "name": "beaten",
    "title": "Beaten",
    "row": [
        {"name": "both", "when": "player cards >= 3 and dealer cards >= 3", "pays": "3 to 1"},
        {"name": "up", "when": "player total = 20 and up is face", "pays": "2 to 1"},
        {"name": "first", "when": "first is ace and player total >= 18", "pays": "1 to 1"},
    ],
}
POSTED: tuple[tuple[str, Mapping[str, object]], ...] = (
    ("blackjack", {"decks": 1, "hands_max": 4, "split_aces_again": True}),
    ("blackjack", {"decks": 2, "surrender": "late", "double_sizes": "any"}),
    ("maxtime-21", {}),
)


@lru_cache(maxsize=1)
def played_best(rules: Ruleset) -> tuple[Tables, ByCards]:
    tables = model.compile(rules)
    solved = exact.solve(suits.tables_for(rules, None))
    return tables, ByCards(tables, suits.by_suit(tables, solved))


def table_of(rules: Ruleset, name: str) -> tuple[HandTable, SideBet, Tables, ByCards]:
    bet = next(each for each in rules.side_bets if each.name == name)
    assert is_on_hand(bet)
    tables, script = played_best(rules)
    return HandTable(rules, bet, tables, script, None), bet, tables, script


class InOrder:
    """Hands out known cards."""

    def __init__(self, codes: list[int]) -> None:
        self.rest = codes

    def __call__(self) -> int:
        return self.rest.pop(0)


@pytest.mark.parametrize("hands", ["any", later("all")])
@pytest.mark.parametrize(("game", "given"), some_now(POSTED, {0}))
def test_the_same_cards_make_the_row_that_the_engine_pays(
    game: str, given: Mapping[str, object], hands: str
) -> None:
    bets = [{**HANDS, "hands": hands}, {**BEATEN, "hands": hands}]
    fresh = {"shoe": "each-round", "burn": 0, "side_bets": bets}
    rules = games.ruleset(game, {**fresh, **given})
    walks = {name: table_of(rules, name) for name in ("hands", "beaten")}
    _, _, tables, script = walks["hands"]
    player = ScriptPlayer(rules, tables, script, model.compile(rules).pays.unit, list(walks))
    dice, split = random.Random(7), 0
    for number in range(120):
        cards = list(rules.deck)
        dice.shuffle(cards)
        if number % 4 == 0:
            # One in four is a pair, so that splits are among them.
            at = next(n for n in range(3, len(cards)) if cards[n].rank == cards[0].rank)
            cards[2], cards[at] = cards[at], cards[2]
        played = player.replayed(1, iter(cards))
        (box,) = player.results(played.round, 1)
        split += bool(played.round.at("1.2"))
        for name, (table, bet, *_) in walks.items():
            codes = [int(table.automaton.codes[card.index]) for card in cards]
            first, up, second, hole, *rest = codes
            row = table.played(StartingCards(up, first, second), hole, InOrder(rest))
            told = net(None if row == LOST else bet.named(row))
            assert box.bets[name] == told, f"{name} {row} {[str(card) for card in cards[:14]]}"
    assert split


def certain(rules: Ruleset) -> Callable[[str], Fraction]:
    found = {}
    for bet in rules.side_bets:
        table, *_ = table_of(rules, bet.name)
        counted = table.unsplit()
        found[bet.name] = sum(counted.exact.values(), counted.split_share)
    return found.__getitem__


def test_every_round_is_counted_once() -> None:
    rows = [
        {"name": "over", "when": "busts", "pays": "1 to 1"},
        {"name": "alive", "when": "not busts", "pays": "1 to 1"},
    ]
    bet = {"name": "any", "title": "Any", "cards": ["player"], "row": rows}
    first = {"name": "ace", "when": "first is ace", "pays": "2 to 1"}
    ordered = {**bet, "name": "ordered", "row": [first, *rows]}
    given = {"decks": 2, "side_bets": [bet, ordered]}
    chance = certain(games.ruleset("blackjack", given))
    assert chance("any") == chance("ordered") == 1


def test_a_natural_is_as_frequent_as_its_two_cards() -> None:
    bet = {
        "name": "natural",
        "title": "Natural",
        "cards": ["player"],
        "row": [{"name": "natural", "when": "natural", "pays": "10 to 1"}],
    }
    rules = games.ruleset("blackjack", {"decks": 6, "side_bets": [bet]})
    table, *_ = table_of(rules, "natural")
    assert table.unsplit().exact == {"natural": Fraction(2 * 24 * 96, 312 * 311)}
    found = priced(rules, table, "perfect play")
    # No split hand is a natural, so nothing is left to chance.
    assert found.edge_error == 0
    assert found.edge == pytest.approx(1 - 11 * 2 * 24 * 96 / (312 * 311), abs=1e-15)
    assert found.exact is None
    assert len(CARDS) > len(table.counts)
