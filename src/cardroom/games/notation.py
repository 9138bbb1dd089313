"""How rounds of a family are written in scenario files, beyond what is the same for every game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, Protocol

from cardroom.errors import CardroomError


class FactError(CardroomError):
    """Something under `[table]` that cannot be read; `path` leads to it from there."""

    def __init__(self, path: tuple[str, ...], message: str) -> None:
        super().__init__(message)
        self.path = path


class TableFacts(Protocol):
    """What a file says of the table under `[table]`, and the figures that a round gets."""

    @property
    def names(self) -> tuple[str, ...]: ...

    def read(self, table: Mapping[str, object]) -> Mapping[str, int]:
        """The figures; `FactError` if there are none for what is written."""

    def write(self, figures: Mapping[str, int]) -> Mapping[str, object]:
        """The same facts as a file has them."""


class NoFacts:
    names = ()

    def read(self, table: Mapping[str, object]) -> Mapping[str, int]:
        return {}

    def write(self, figures: Mapping[str, int]) -> Mapping[str, object]:
        return {}


class Notation(NamedTuple):
    facts: TableFacts = NoFacts()
    readings: Mapping[str, int] = {}
    """The figures that a round reads where no file gives them."""
    declined_by: Mapping[str, str] = {}
    """The verb that declines an offer, by the offer's topic, where it is not `decline`. A file need
    not say that an offer is declined."""
    offer_verbs: Mapping[str, tuple[str, ...]] = {}
    """The verbs that accept an offer, by its topic, whether or not the house posts them."""
    given_up_by: Mapping[str, str] = {}
    """The verb that gives a hand up, by the topic of what it is asked. A file need not say that a
    hand does the only other thing it can."""
    pile_topic: str | None = None
    """The topic of the choice that a file gives as `pile`; the first pile where it gives none."""
    lapsing: frozenset[str] = frozenset()
    """The topics on which a box runs out of time if no further entry of the file is about it."""
