"""What a game of the 21 family is made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, NamedTuple

from cardroom.games.game import Build
from cardroom.games.twentyone.engine.legality import Bars
from cardroom.games.twentyone.engine.resolution import Outcome
from cardroom.games.twentyone.engine.state import Draft
from cardroom.games.twentyone.policies import TwentyOne
from cardroom.hands.points import Key
from cardroom.play.round import Bet, Facts
from cardroom.rules.clauses import Clause, Clauses
from cardroom.rules.options import Catalogue, Value
from cardroom.rules.ruleset import Ruleset

FeltPlace = Literal["upper-left", "upper-right"]
"""Of a side bet, seen from the main wager."""


class BetBar(NamedTuple):
    """Why a bet may not be placed before the deal."""

    clause: Clause
    why: Callable[[Ruleset, Facts, Sequence[Bet], Bet], str]
    """What is wrong with it, in words; "" if nothing is."""


class SharedClauses(NamedTuple):
    """The clauses that the shared procedure refers to, as the game's own book cites them."""

    double_stack: Clause
    split_stack: Clause
    insure_ace: Clause
    insure_half: Clause
    insure_pays: Clause
    insure_loses: Clause
    surrender_offered: Clause
    surrender_first: Clause
    peek: Clause
    even_money: Clause | None = None
    insure_push: Clause | None = None
    max_bet_range: Clause | None = None
    max_bet_games: Clause | None = None
    surrender_natural: Clause | None = None
    """Why nobody surrenders when the dealer has a natural."""
    turn_order: Clause | None = None
    """In which order the boxes play, and the hands of a box, where the book says so."""
    hand_order: Clause | None = None


class TwentyOneGame(NamedTuple):
    id: str
    title: str
    clauses: Clauses
    catalogue: Catalogue
    ruleset: Build
    bars: Bars
    instant: tuple[Outcome, ...]
    final: tuple[Outcome, ...]
    bank_draws: Callable[[TwentyOne, Key], bool]
    governs: Mapping[str, Clause]
    """Verbs of offers, and the clause that says when the offer is made."""
    terms: SharedClauses
    bet_bars: tuple[BetBar, ...] = ()
    order: Callable[[Draft, Sequence[Bet]], list[Bet]] = lambda _, bets: list(bets)
    """The order in which the bets of a settlement are paid, where it depends on the hands."""
    table_defaults: Mapping[str, Value] = {}
    """Options that a table posts unless its opener says otherwise."""
    places: Mapping[str, FeltPlace] = {}
    """Where the rule book puts a side bet on the felt, by its spot."""


def policies(rules: Ruleset) -> TwentyOne:
    """The policies of a game that is known to be of this family."""
    assert isinstance(rules.policies, TwentyOne)
    return rules.policies
