"""Who watches a table, at this worker and at others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import NamedTuple

from cardroom.service.live.viewer import Viewer


class PresentPerson(NamedTuple):
    """One person's streams of a table at one worker, and whether a page of theirs contributes."""

    streams: int
    contributes: bool


class Presence:
    def __init__(self) -> None:
        self._here: Counter[str] = Counter()
        """Open streams by name: each view asks who is away."""
        self._contributing: Counter[str] = Counter()
        self._addresses: dict[str, str] = {}
        """Of the pages that contribute, by name."""
        self._elsewhere: dict[str, dict[str, PresentPerson]] = {}
        """By worker and name."""
        self.changed: Callable[[str], None] = lambda _name: None
        """Called with a name whose streams here have changed."""

    def join(self, viewer: Viewer) -> None:
        self._here[viewer.standing.name] += 1
        self.changed(viewer.standing.name)

    def contribute(self, viewer: Viewer) -> None:
        """This viewer's page takes part in shuffles."""
        if not viewer.contributes:
            viewer.contributes = True
            self._contributing[viewer.standing.name] += 1
            self._addresses[viewer.standing.name] = viewer.address
            self.changed(viewer.standing.name)

    def leave(self, viewer: Viewer) -> None:
        name = viewer.standing.name
        self._here[name] -= 1
        if viewer.contributes:
            self._contributing[name] -= 1
        # Forgets those who are gone.
        self._here += Counter()
        self._contributing += Counter()
        if name not in self._contributing:
            self._addresses.pop(name, None)
        self.changed(name)

    def away(self, name: str) -> bool:
        return not self._here[name] and not any(name in them for them in self._elsewhere.values())

    def pages(self) -> set[str]:
        """The people whose pages contribute to shuffles."""
        others = {
            name
            for them in self._elsewhere.values()
            for name, person in them.items()
            if person.contributes
        }
        return {*self._contributing, *others}

    def address(self, name: str) -> str:
        """Where a page that contributes comes from; empty if it is not here."""
        return self._addresses.get(name, "")

    def here(self, name: str) -> PresentPerson:
        return PresentPerson(self._here[name], name in self._contributing)

    def names_here(self) -> Mapping[str, int]:
        return self._here

    def note(self, worker: str, name: str, person: PresentPerson) -> None:
        """Another worker says who watches there."""
        them = self._elsewhere.setdefault(worker, {})
        if person.streams:
            them[name] = person
        else:
            them.pop(name, None)

    def forget(self, live: frozenset[str]) -> None:
        """Only these workers are alive."""
        for worker in self._elsewhere.keys() - live:
            del self._elsewhere[worker]
