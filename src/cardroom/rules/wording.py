"""What clauses say under options that change it: the same rule, in the words of what is posted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardroom.rules.options import Value

ANY: Final = "*"
"""Every value without a text of its own; `{value}` in the text stands for it."""

APART: Final[Mapping[object, Mapping[str, str]]] = {
    False: {
        "bank.turn": "nobody, and no proposition company, banks more than two rounds in a row; the"
        " bank moves clockwise to the next player who accepts",
    },
}
"""`affiliates_may_alternate`, for every game that a player banks."""

Texts = Mapping[str, Mapping[object, Mapping[str, str]]]
"""By option and value: clause ids and what they say then. A default needs no text."""


def wording(
    texts: Texts, options: Mapping[str, Value], changed: Mapping[str, Value]
) -> dict[str, str]:
    """The texts for the options that differ from the game's defaults."""
    found: dict[str, str] = {}
    for option, by_value in texts.items():
        if option in changed:
            value = options[option]
            for clause, says in by_value.get(value, by_value.get(ANY, {})).items():
                found[clause] = says.replace("{value}", str(value))
    return found
