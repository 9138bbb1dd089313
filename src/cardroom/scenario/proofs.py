"""Which scenarios prove each clause of a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from cardroom import games
from cardroom.games import registry
from cardroom.play.clauses import TABLE_CLAUSES
from cardroom.rules.ruleset import Ruleset
from cardroom.scenario.reading import cited


class ProvingScenario(NamedTuple):
    """A scenario that cites a clause, and the game it is a round of."""

    game: str
    file: Path

    @property
    def name(self) -> str:
        return f"{self.game}/{self.file.stem}"


def proving(rules: Ruleset, folders: Iterable[Path]) -> Mapping[str, tuple[ProvingScenario, ...]]:
    """Clause to the scenarios that cite it, by id or by citation.

    A clause of the table, or one that games share, is proved by any of them; scenarios of other
    games are named only where the game has none of its own. An installed game brings its own.
    """
    found: dict[str, dict[ProvingScenario, None]] = {}
    known, own = games.game(rules.game).clauses, registry.package(rules).scenarios
    places = [*folders, *([own] if own is not None else [])]
    for file, played, cites in (each for place in places for each in cited(place)):
        books = [TABLE_CLAUSES]
        if played in registry.games():
            books.append(games.game(played).clauses)
        for clause in (each for cite in cites for book in books for each in book.named(cite)):
            shared = clause.id in known and known[clause.id] is clause
            if shared or clause.id in TABLE_CLAUSES:
                found.setdefault(clause.id, {})[ProvingScenario(played, file)] = None
    return {id: _own_first(rules.game, tuple(each)) for id, each in found.items()}


def _own_first(game: str, found: tuple[ProvingScenario, ...]) -> tuple[ProvingScenario, ...]:
    """The game's own scenarios, or those of other games."""
    return tuple(each for each in found if each.game == game) or found
