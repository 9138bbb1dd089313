"""The games: one package per family, each with its procedure, legality and resolution."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardroom.events import Event
from cardroom.games.game import Game
from cardroom.games.pai_gow.family import PaiGowFamily
from cardroom.games.pai_gow.options import DOUBLE_HAND_GAME, FORTUNE_GAME
from cardroom.games.poker.family import PokerFamily
from cardroom.games.poker.game import POKER_GAMES
from cardroom.games.three_card.family import ThreeCardFamily
from cardroom.games.three_card.game import THREE_CARD_GAME
from cardroom.games.twentyone.family import TwentyOneFamily
from cardroom.games.twentyone.game import GAMES as TWENTYONE
from cardroom.play import interpreter
from cardroom.play.family import Family
from cardroom.play.inputs import RoundInput
from cardroom.play.round import Refusal, Round
from cardroom.rules.options import OptionFaults
from cardroom.rules.ruleset import Ruleset

GAMES: Final[Mapping[str, Game]] = {
    **TWENTYONE,
    **{game.id: game for game in (DOUBLE_HAND_GAME, FORTUNE_GAME, THREE_CARD_GAME)},
    **POKER_GAMES,
}
FAMILIES: Final[Mapping[str, Family]] = {
    "twentyone": TwentyOneFamily(),
    "three-card": ThreeCardFamily(),
    "pai-gow": PaiGowFamily(),
    "poker": PokerFamily(),
}


def game(id: str) -> Game:
    """The game of this id; an unknown one lists those there are."""
    found = GAMES.get(id)
    if found is None:
        raise OptionFaults((f"there is no game {id!r}; games are {', '.join(GAMES)}",))
    return found


def ruleset(id: str, options: Mapping[str, object] | None = None, house: str = "") -> Ruleset:
    """A posted game: a game's options over its defaults."""
    return game(id).ruleset(options or {}, house)


def family(rules: Ruleset) -> Family:
    return FAMILIES[rules.family]


def apply(round: Round, entry: RoundInput) -> tuple[Round, tuple[Event, ...]] | Refusal:
    """The round after an input, and what happened; or why nothing did."""
    return interpreter.apply(round, entry, FAMILIES[round.rules.family])
