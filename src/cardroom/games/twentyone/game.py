"""What makes one game of the 21 family: its clauses, options, bars and outcomes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final, NamedTuple, Protocol

from cardroom.games.twentyone import blackjack
from cardroom.games.twentyone.legality import Bars, Legality
from cardroom.games.twentyone.options import BLACKJACK, blackjack_ruleset
from cardroom.games.twentyone.resolution import Outcome, Resolution
from cardroom.hands.points import Key
from cardroom.rules.clauses import Clause, Clauses
from cardroom.rules.options import Catalogue
from cardroom.rules.policies import TwentyOne
from cardroom.rules.ruleset import Ruleset


class Build(Protocol):
    def __call__(
        self, given: Mapping[str, object], house: str = "", edition: str = "1"
    ) -> Ruleset: ...


class Game(NamedTuple):
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


GAMES: Final[Mapping[str, Game]] = {
    "blackjack": Game(
        "blackjack",
        "Blackjack",
        blackjack.CLAUSES,
        BLACKJACK,
        blackjack_ruleset,
        blackjack.BARS,
        blackjack.INSTANT,
        blackjack.FINAL,
        blackjack.bank_draws,
        blackjack.GOVERNS,
    ),
}


class Desk(NamedTuple):
    """A posted game ready to be asked: what is legal, what is owed, when the bank draws."""

    game: Game
    policies: TwentyOne
    legality: Legality
    resolution: Resolution


@lru_cache(maxsize=64)
def desk(rules: Ruleset) -> Desk:
    game = GAMES[rules.game]
    policies = rules.policies
    assert isinstance(policies, TwentyOne)
    return Desk(
        game,
        policies,
        Legality(game.bars, policies),
        Resolution(game.instant, game.final, policies),
    )
