"""Proposition players at a table: the house notes their company and badge by itself."""

from __future__ import annotations

from cardroom.service.accounts.roles import Person
from cardroom.table import Actor
from cardroom.table.commands import NoteCompany, TableCommand
from cardroom.table.floor import HOUSE
from cardroom.table.table import Table


class Affiliations:
    """What the accounts of the people at one table say."""

    def __init__(self) -> None:
        self._known: dict[str, NoteCompany] = {}

    def seen(self, person: Person) -> None:
        if person.company:
            self._known[person.name] = NoteCompany(person.name, person.company, person.badge)

    def next_note(self, table: Table) -> tuple[Actor, TableCommand] | None:
        """A company that is not noted yet; companies are noted between rounds."""
        if not self._known or table.round is not None or not table.player_banked:
            return None
        for player in table.seats.values():
            note = self._known.get(player)
            if note is not None and table.companies.get(player) != note.company:
                return HOUSE, note
        return None
