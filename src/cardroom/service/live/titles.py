"""What a table or a person may be called, so that nobody passes for somebody else."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import cache
from typing import Final

from cardroom import houses
from cardroom.houses import House
from cardroom.service import errors
from cardroom.service.errors import refuse

OFFICES: Final = frozenset(
    {"bot", "guest", "dealer", "floor", "house", "bank", "office", "surveillance", "operator"}
    | {"admin", "administrator", "cardroom", "staff"}
)
ALIKE: Final = frozenset({"LATIN", "CYRILLIC", "GREEK", "COPTIC", "ARMENIAN", "CHEROKEE", "LISU"})
"""Alphabets with letters that look the same."""


def bar(title: str, house: House | None) -> None:
    """A title is plain text, and nobody but a house calls a table by the house's name."""
    if not plain(title):
        raise refuse(422, errors.TITLE, "leave out control and formatting characters")
    if not one_alphabet(title):
        raise refuse(422, errors.TITLE, "use the letters of one alphabet")
    if taken := house_named(title, () if house is None else (house,)):
        raise refuse(403, errors.TITLE, f"{taken!r} is the name of a house")


def plain(title: str) -> bool:
    """No control, formatting, private or unassigned characters, and no line breaks."""
    return all(
        unicodedata.category(letter)[0] != "C" and unicodedata.category(letter) not in ("Zl", "Zp")
        for letter in title
    )


def one_alphabet(title: str) -> bool:
    """Not two alphabets whose letters look alike: with a Cyrillic a, Napa is another word."""
    names = (unicodedata.name(letter, "").partition(" ")[0] for letter in letters(title))
    return len(ALIKE.intersection(names)) < 2


def official(name: str) -> bool:
    """Whether it would make somebody look like staff, or like nobody; a number or an accent, or
    letters in another style, make no difference."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    shown = (letter for letter in plain if not unicodedata.combining(letter))
    words = "".join(letter if letter.isalpha() else " " for letter in shown)
    return bool(OFFICES.intersection(words.split()))


def house_named(title: str, more: Iterable[House] = ()) -> str:
    """The house whose name or title is part of this one; empty if none is."""
    mine = letters(title)
    own = {letters(text): house.title for house in more for text in (house.name, house.title)}
    for name, shown in {**_known(), **own}.items():
        if name and name in mine:
            return shown
    return ""


@cache
def _known() -> dict[str, str]:
    found: dict[str, str] = {}
    for name in houses.names():
        title = houses.house(name).title
        found |= {letters(name): title, letters(title): title}
    return found


def letters(text: str) -> str:
    """Compared without case, spaces, accents, and signs."""
    plain = unicodedata.normalize("NFKD", text).casefold()
    return "".join(letter for letter in plain if letter.isalnum())
