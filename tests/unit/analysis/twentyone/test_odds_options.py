"""Every value that a house may post of an option has its odds."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from cardroom import games, model
from cardroom.analysis.twentyone.both_up import both_up_odds
from cardroom.analysis.twentyone.side_bets import side_bets
from cardroom.analysis.twentyone.solver import exact
from cardroom.games.side_bets.option import SideBets
from cardroom.games.twentyone.blackjack import variants
from cardroom.games.twentyone.engine.game_type import policies
from cardroom.rules.collection_option import Collection
from cardroom.rules.house_text import Words
from cardroom.rules.options import (
    Amount,
    Amounts,
    Choice,
    OptionSpec,
    Percent,
    PostedOdds,
    Value,
    Whole,
)
from cardroom.rules.own_table import PayRows
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.spot_limits import SpotLimits
from tests.properties.rounds import own_table

NEED = {
    "jokers": {"monte_carlo": "table-b"},
    "monte_carlo_burn": {"monte_carlo": "table-a"},
    "dealer_cards_up": {"equal_totals": "lose"},
}
"""What else must be posted for an option to mean something."""
WORTHS: dict[object, float] = {}


def values(spec: OptionSpec) -> tuple[Value, ...]:
    match spec.kind:
        case Choice():
            return spec.kind.values
        case Whole():
            return tuple(sorted({spec.kind.least, spec.kind.most}))
        case Percent():
            return (0, 100)
        case Amounts():
            return (spec.default, "5-100")
        case PostedOdds():
            return tuple(sorted({spec.kind.values[0], spec.kind.values[-1]}))
        case PayRows():
            return (*spec.kind.values, own_table(spec.kind))
        case Amount() | Collection() | SideBets() | SpotLimits() | Words():
            return (spec.default,)
        case _:
            raise AssertionError(f"no values for {spec}")


def worth(rules: Ruleset) -> float:
    """Limits, boxes and the like change nothing: what is the same game is solved once."""
    mark = (rules.policies, rules.deck, rules.procedure)
    if mark not in WORTHS:
        WORTHS[mark] = _solved(rules)
    return WORTHS[mark]


def _solved(rules: Ruleset) -> float:
    if policies(rules).hole.card == "face-up":
        return -both_up_odds(rules).main.edge
    return exact.solve(model.for_odds(rules)).value


def priced(game: str, specs: Iterable[OptionSpec] = ()) -> None:
    """These options of the game, or all of them."""
    insisted = {"allow_player_edge": "true"} if "allow_player_edge" in _names(game) else {}
    for spec in specs or games.game(game).catalogue:
        for value in values(spec):
            given = {**insisted, **NEED.get(spec.name, {}), spec.name: spec.show(value)}
            if spec.name == "allow_player_edge":
                given = {spec.name: spec.show(value)}
            rules = games.ruleset(game, given)
            assert -0.2 < worth(rules) < 0.1, given
            for bet in side_bets(rules):
                assert sum(bet.payments.values()) == 1, given


def _names(game: str) -> set[str]:
    return {spec.name for spec in games.game(game).catalogue}


def test_every_value_of_every_option_of_maxtime_is_priced() -> None:
    priced("maxtime-21")


def test_every_value_of_every_option_that_makes_a_variant_of_blackjack_is_priced() -> None:
    # `references/test_house_examples` prices bonus rows and both dealer cards face up.
    priced(
        "blackjack",
        [each for each in variants.OPTIONS if each.name not in ("dealer_cards_up", "bonus")],
    )


@pytest.mark.prove
@pytest.mark.parametrize("game", ["blackjack", "bet-the-set-21", "dealer-bust-21", "safari-21"])
def test_every_value_of_every_option_of_the_bonus_games_is_priced(game: str) -> None:
    priced(game)


def test_a_game_without_suits_is_never_taken_for_the_game_itself() -> None:
    """Tables are cached by digest: the exact odds of MaxTime ignore suits, its rounds do not."""
    rules = games.ruleset("maxtime-21")
    assert model.by_rank(rules).digest != rules.digest
    assert len(model.for_odds(rules).cards.class_rank) < len(model.compile(rules).cards.class_rank)
