"""Whose rules are asked: those of the room's own house, or of one that ships."""

from __future__ import annotations

from collections.abc import Mapping

from cardroom import houses
from cardroom.houses import House
from cardroom.school.library import PostedAt
from cardroom.service import errors
from cardroom.service.errors import refuse


class Postings:
    def __init__(self, house: House | None) -> None:
        self._house = house

    def names(self) -> tuple[str, ...]:
        own = () if self._house is None else (self._house.name,)
        return tuple(dict.fromkeys((*own, *houses.names())))

    def titles(self) -> Mapping[str, str]:
        own = {} if self._house is None else {self._house.name: self._house.title}
        return {name: own.get(name) or houses.house(name).title for name in self.names()}

    def posted(self, house: str) -> PostedAt:
        """A name is never a path."""
        if not house:
            return PostedAt()
        if self._house is not None and house == self._house.name:
            return PostedAt(self._house.file or house)
        if house not in houses.names():
            raise refuse(409, errors.FORM, f"there is no house {house[:40]!r} here")
        return PostedAt(house)
