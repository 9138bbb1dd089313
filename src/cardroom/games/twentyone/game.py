"""The games of the 21 family, and a posted one ready to be asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from cardroom.games.twentyone.blackjack.bet_the_set import BET_THE_SET_GAME
from cardroom.games.twentyone.blackjack.dealer_bust import DEALER_BUST_GAME
from cardroom.games.twentyone.blackjack.rules import BLACKJACK_GAME
from cardroom.games.twentyone.engine.game_type import TwentyOneGame
from cardroom.games.twentyone.engine.legality import Legality
from cardroom.games.twentyone.engine.resolution import Resolution
from cardroom.games.twentyone.maxtime.rules import MAXTIME_GAME
from cardroom.games.twentyone.no_bust.rules import NO_BUST_BONUS_ACE_GAME, NO_BUST_JOKER_GAME
from cardroom.games.twentyone.policies import TwentyOne
from cardroom.games.twentyone.safari.rules import SAFARI_GAME
from cardroom.rules.ruleset import Ruleset

GAMES: Final[Mapping[str, TwentyOneGame]] = {
    game.id: game
    for game in (
        BLACKJACK_GAME,
        SAFARI_GAME,
        MAXTIME_GAME,
        BET_THE_SET_GAME,
        DEALER_BUST_GAME,
        NO_BUST_JOKER_GAME,
        NO_BUST_BONUS_ACE_GAME,
    )
}


class PostedGame(NamedTuple):
    """A posted game ready to be asked: what is legal, what is owed, when the bank draws."""

    game: TwentyOneGame
    policies: TwentyOne
    legality: Legality
    resolution: Resolution


POSTED: Final[dict[str, PostedGame]] = {}
POSTED_MAX: Final = 64


def posted_game(rules: Ruleset) -> PostedGame:
    """Made once for a ruleset. Every rule is looked up here, so this is a single look into a
    dictionary."""
    found = POSTED.get(rules.digest)
    if found is None:
        if len(POSTED) >= POSTED_MAX:
            POSTED.clear()
        found = POSTED[rules.digest] = _made(rules)
    return found


def _made(rules: Ruleset) -> PostedGame:
    game = GAMES[rules.game]
    policies = rules.policies
    assert isinstance(policies, TwentyOne)
    return PostedGame(
        game,
        policies,
        Legality(game.bars, policies),
        Resolution(game.instant, game.final, policies),
    )
