"""Clauses say what is posted: an option that changes a rule changes the words of its clause."""

from __future__ import annotations

import re

import pytest

from cardroom import games, scenario
from cardroom.games import registry
from cardroom.play.clauses import TABLE_CLAUSES
from cardroom.rules.options import Choice, OptionFaults, Value

LEAVES_OPEN = re.compile(r"post|house|allow|where|unless|normally|posted|\bbest\b|not open to")
"""A text that leaves to the house what the option decides holds for every value."""
NOT_IN_THE_TEXT = {
    "payout_rounding": "says how cents are rounded, whatever pays",
    "shoe": "says how cards are shuffled",
    "boxes": "the text speaks of the boxes of the layout",
    "readings": "keeps the remedies of an older version",
    "legal_limit": "is a maximum like any other",
    "boxes_per_player": "is printed among the limits",
    "jokers": "Table B itself brings them",
    "action_ace": "says how an ace is counted for the button",
    "monte_carlo": "the posted table pays",
    "house_way": "is printed as a sheet of its own",
    "maxtyme": "without it there is no such bet",
    "natural_after_split": "what pays is a natural, wherever it is made",
    "dealing": "the bet has a clause for each way of dealing",
    "allow_player_edge": "posts what the clause refuses",
    "betting": "each kind of betting has its own clause",
    "collection": "the schedule is printed",
    "double_sizes": "the text leaves it to the posted numbers",
    "hole_card": "has its own sentence in the procedure",
    "max_bets_count": "says how Max Bets are counted, not how many games",
    "dealer_bust_splits": "the text of the bet speaks of a hand of the box",
    "bonus_table": "is printed as a pay table",
    "fortune_conflict": "the posted table pays",
    "royal_match_with_joker": "the posted table pays",
    "fee_basis": "the schedule is printed",
    "blazing_third_card": "is printed with the pay table",
    "blazing_meter_pays": "is printed with the meter",
    "simultaneous": "is printed with the meter",
    "blazing_7s": "is printed as a pay table",
    "time_collection": "is printed with the schedule",
}
CHOICES = [
    (game.id, spec.name, value)
    for game in registry.games().values()
    for spec in game.catalogue
    if isinstance(spec.kind, Choice) and spec.name not in NOT_IN_THE_TEXT
    for value in spec.kind.values
    if value != spec.default
]


@pytest.mark.parametrize(("game", "option", "value"), CHOICES)
def test_a_clause_says_what_is_posted(game: str, option: str, value: Value) -> None:
    spec = next(spec for spec in games.game(game).catalogue if spec.name == option)
    try:
        posted = games.ruleset(game, {option: spec.show(value)})
    except OptionFaults:
        pytest.skip("no house may post this alone")
    plain = games.clauses(games.ruleset(game))
    book = plain if spec.clause in plain else TABLE_CLAUSES
    says = book[spec.clause].says
    now = posted.worded(book[spec.clause]).says
    assert now != says or LEAVES_OPEN.search(says), says


@pytest.mark.parametrize("game", sorted(registry.games()))
def test_words_are_about_clauses_that_exist(game: str) -> None:
    known = games.game(game).clauses
    for spec in games.game(game).catalogue:
        values = spec.kind.values if isinstance(spec.kind, Choice) else ()
        for value in values:
            try:
                wording = games.ruleset(game, {spec.name: spec.show(value)}).wording
            except OptionFaults:
                continue
            assert set(wording) <= {clause.id for clause in (*known, *TABLE_CLAUSES)}


PUSH = """
game = "no-bust-bonus-ace"
options = { three_card_push = "25" }
shoe = "Ts 6h 5d Tc Td Th"
[bank]
box = 8
amount = "1000"
[[box]]
box = 1
bets = { main = "100" }
[[do]]
box = 1
verb = "hit"
[[do]]
box = 1
verb = "hit"
refused = "hit.21"
"""


def test_a_settlement_speaks_of_the_total_that_pushes_here() -> None:
    outcome = scenario.run(scenario.parse(PUSH))
    assert outcome.round is not None
    (settled,) = outcome.round.settled
    assert settled.clause.id == "pay.three-card-push"
    assert settled.clause.says.startswith("if both bust, a three-card 25 ")
