"""What every game has, whatever its family."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, Protocol

from cardroom.rules.clauses import Clauses
from cardroom.rules.options import Catalogue, Value
from cardroom.rules.ruleset import Ruleset


class Build(Protocol):
    def __call__(
        self, given: Mapping[str, object], house: str = "", edition: str = "1"
    ) -> Ruleset: ...


class GameType(Protocol):
    """A game before a house posts it, as rule pages, tables and the command line see it."""

    @property
    def id(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def clauses(self) -> Clauses: ...
    @property
    def catalogue(self) -> Catalogue: ...
    @property
    def ruleset(self) -> Build: ...
    @property
    def table_defaults(self) -> Mapping[str, Value]:
        """Options that a table posts unless its opener says otherwise."""


class SimpleGame(NamedTuple):
    """A game about which its family needs to know nothing else."""

    id: str
    title: str
    clauses: Clauses
    catalogue: Catalogue
    ruleset: Build
    table_defaults: Mapping[str, Value] = {}
