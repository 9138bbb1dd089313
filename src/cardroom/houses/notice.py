"""How long a house posts a change in advance: its own period, or the law's if that is longer."""

from __future__ import annotations

from typing import NamedTuple

from cardroom.houses import House
from cardroom.houses.check import house_law
from cardroom.law import in_force


class RequiredNotice(NamedTuple):
    minutes: int = 0
    rounds: int = 0
    cite: str = ""
    """The law, where it asks for more than the house."""

    def __str__(self) -> str:
        parts = [f"{self.minutes} minute{'s' * (self.minutes > 1)}" * bool(self.minutes)]
        parts.append(f"{self.rounds} round{'s' * (self.rounds > 1)}" * bool(self.rounds))
        said = " and ".join(part for part in parts if part)
        return f"{said} ({self.cite})" if self.cite else said


def notice_period(house: House | None) -> RequiredNotice:
    if house is None:
        return RequiredNotice()
    own = RequiredNotice(house.notice_minutes, house.notice_rounds)
    state = house_law(house)
    found = None if state is None else in_force(state, state.notice, house.day)
    if found is None:
        return own
    row = found.row
    longer = row.minutes > own.minutes or row.rounds > own.rounds
    cite = row.cite if longer else ""
    return RequiredNotice(max(own.minutes, row.minutes), max(own.rounds, row.rounds), cite)
