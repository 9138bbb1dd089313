"""What a table may be called."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import cache

from cardroom import houses
from cardroom.houses import House


def plain(title: str) -> bool:
    """No control, formatting, private or unassigned characters, and no line breaks."""
    return all(
        unicodedata.category(letter)[0] != "C" and unicodedata.category(letter) not in ("Zl", "Zp")
        for letter in title
    )


def house_named(title: str, more: Iterable[House] = ()) -> str:
    """The house whose name or title is part of this one; empty if none is."""
    letters = _letters(title)
    own = {_letters(text): house.title for house in more for text in (house.name, house.title)}
    for name, shown in {**_known(), **own}.items():
        if name and name in letters:
            return shown
    return ""


@cache
def _known() -> dict[str, str]:
    found: dict[str, str] = {}
    for name in houses.names():
        title = houses.house(name).title
        found |= {_letters(name): title, _letters(title): title}
    return found


def _letters(text: str) -> str:
    """Compared without case, spaces, accents, and signs."""
    plain = unicodedata.normalize("NFKD", text).casefold()
    return "".join(letter for letter in plain if letter.isalnum())
