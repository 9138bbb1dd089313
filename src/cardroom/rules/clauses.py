"""A clause of a rule book: its id, its citation, and what it says in our own words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

IRREGULARITY: Final = "irregularity."
"""What the ids of rules about irregularities begin with, as the page (`shared/words.js`) knows."""


class Clause(msgspec.Struct, frozen=True):
    """One rule. Refusals, settlements, signs, and tooltips all print the same clause."""

    id: str
    cite: str
    says: str

    @property
    def on_irregularities(self) -> bool:
        """Whether it is a rule about irregularities and their remedies."""
        return self.id.startswith(IRREGULARITY)

    def __str__(self) -> str:
        return f"{self.says} [{self.id}; {self.cite}]"


class Clauses:
    """The clauses of one game, by id."""

    def __init__(self, clauses: Iterable[Clause]) -> None:
        self._by_id: dict[str, Clause] = {}
        for clause in clauses:
            assert clause.id not in self._by_id, f"clause {clause.id} is defined twice"
            self._by_id[clause.id] = clause

    def __iter__(self) -> Iterator[Clause]:
        return iter(self._by_id.values())

    def __getitem__(self, id: str) -> Clause:
        return self._by_id[id]

    def __contains__(self, id: object) -> bool:
        return id in self._by_id

    def __len__(self) -> int:
        return len(self._by_id)

    def named(self, text: str) -> tuple[Clause, ...]:
        """The clauses with this id or citation; empty if there are none."""
        if text in self._by_id:
            return (self._by_id[text],)
        return tuple(clause for clause in self if clause.cite == text)
