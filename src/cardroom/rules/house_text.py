"""What a house says in its own words at a table: notices, how disputes are settled, and more.

The words are options of the game: they are part of what is posted, so the sign, the rule page, and
the page at the table show them, and the journal keeps them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from cardroom.rules.options import OptionSpec, Value

TEXT_MAX: Final = 4_000
LINE_MAX: Final = 600
SHOWN: Final = 60


class Words(msgspec.Struct, frozen=True):
    """None, or sentences: a text, or a list of texts, kept one per line."""

    def read(self, given: object) -> Value:
        parts = given if isinstance(given, (list, tuple)) else [given]
        lines: list[str] = []
        for part in parts:
            if part is not None and not isinstance(part, str):
                raise ValueError(self.expected())
            lines += [" ".join(line.split()) for line in (part or "").splitlines() if line.strip()]
        if not lines or lines == ["none"]:
            return None
        if not all(line.isprintable() for line in lines):
            raise ValueError(f"{self.expected()}, without control characters")
        if max(map(len, lines)) > LINE_MAX or sum(map(len, lines)) > TEXT_MAX:
            raise ValueError(
                f"{self.expected()}, of at most {LINE_MAX} characters each and {TEXT_MAX:,} in all"
            )
        return "\n".join(lines)

    def expected(self) -> str:
        return "none, a text, or a list of texts"

    def display(self, value: Value) -> str:
        """One line, for lists of options."""
        text = "none" if value is None else str(value).replace("\n", " / ")
        return text if len(text) <= SHOWN else f"{text[: SHOWN - 3].rstrip()}..."


HOUSE_TEXTS: Final = (
    OptionSpec(
        "notices",
        Words(),
        None,
        "notices of the house at the table, one sentence each",
        "posting",
        group="text",
    ),
    OptionSpec(
        "disputes",
        Words(),
        None,
        "how the house settles disputes, as it is posted",
        "posting",
        group="text",
    ),
    OptionSpec(
        "house_text", Words(), None, "what else the house has to say", "posting", group="text"
    ),
)
"""For every game."""


TITLES: Final = {"notices": "Notices", "disputes": "Disputes", "house_text": "From the house"}


class HouseWords(msgspec.Struct, frozen=True):
    """One of these texts, under its heading."""

    title: str
    says: tuple[str, ...]


def house_words(options: Mapping[str, Value]) -> tuple[HouseWords, ...]:
    """All that the house says at a table, in the order in which it is printed."""
    found = ((title, lines_of(options, name)) for name, title in TITLES.items())
    return tuple(HouseWords(title, says) for title, says in found if says)


def lines_of(options: Mapping[str, Value], name: str) -> tuple[str, ...]:
    """The lines of one of these options; none if the game has no such option."""
    text = options.get(name)
    return tuple(text.splitlines()) if isinstance(text, str) else ()
