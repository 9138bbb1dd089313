"""The games: one package per family, each with its procedure, legality and resolution."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from cardroom.data_file import nearest
from cardroom.events import Event
from cardroom.games import dealer_rules, registry
from cardroom.games.felt import Felt
from cardroom.games.game import GameType
from cardroom.games.seated import SeatedGame
from cardroom.play import interpreter
from cardroom.play.family import Family
from cardroom.play.inputs import RoundInput
from cardroom.play.interpreter import LiveRound, Move
from cardroom.play.round import Refusal, Round
from cardroom.rules.clauses import Clauses
from cardroom.rules.options import OptionFaults
from cardroom.rules.ruleset import Ruleset


def game(id: str) -> GameType:
    """The game with this id; the error for an unknown one lists the games there are."""
    found = registry.game(id)
    if found is None:
        names = list(registry.games())
        known = f"there is no game {id!r}; {nearest(id, names)}games are {', '.join(names)}"
        raise OptionFaults((known, *registry.faults()))
    return found


def ruleset(id: str, options: Mapping[str, object] | None = None, house: str = "") -> Ruleset:
    """A posted game: these options, and the game's defaults for the rest."""
    return game(id).ruleset(options or {}, house)


def family(rules: Ruleset) -> Family:
    return registry.package(rules).family


def clauses(rules: Ruleset) -> Clauses:
    """The clauses of a posted game, in the words that its options call for."""
    return Clauses(rules.worded(clause) for clause in family(rules).clauses(rules))


def governing(rules: Ruleset, topic: str) -> Iterator[str]:
    """The ids of the clauses that govern what the dealer does, the closest one first."""
    return dealer_rules.governing(registry.package(rules).dealer_rules, topic)


def seated(rules: Ruleset) -> SeatedGame | None:
    """How a game deals to seats; None where players bet before the deal."""
    return registry.package(rules).seated


def moves(origin: Round, inputs: Iterable[RoundInput]) -> Iterator[Move[object]]:
    """Inputs that were accepted, played again from where a round began."""
    return interpreter.moves(origin, inputs, family(origin.rules))


def felt_of(rules: Ruleset) -> Felt:
    """The felt that a posted game is played on, and its words."""
    return registry.package(rules).felt._replace(bank_title=rules.banking.title)


def apply(round: Round, entry: RoundInput) -> tuple[Round, tuple[Event, ...]] | Refusal:
    """The round after an input, and what happened; or why nothing did."""
    return interpreter.apply(round, entry, family(round.rules))


def live(round: Round) -> LiveRound[object]:
    """The round, ready for input after input."""
    return LiveRound(round, family(round.rules))
