"""The felt of the pai gow poker games."""

from __future__ import annotations

from typing import Final

from cardroom.games import signs
from cardroom.games.felt import Felt, Verb, lettered
from cardroom.games.pai_gow.clauses import BOTH, COPY
from cardroom.games.pai_gow.options import ENVY_STAKE
from cardroom.money import dollars
from cardroom.rules.ruleset import Ruleset


def lettering(_: Ruleset) -> tuple[str, str]:
    """Both hands must win; the bank wins copies."""
    return lettered(BOTH), lettered(COPY)


def limits(rules: Ruleset) -> tuple[tuple[str, str], ...]:
    if rules.spot("envy") is None:
        return signs.limits(rules)
    words = f"with a Fortune bet of ${dollars(ENVY_STAKE)} or more"
    return (*signs.limits(rules), ("Envy button", words))


FELT: Final = Felt(
    verbs=(
        Verb("choose", "Choose pile", "c", control="choose-pile"),
        Verb("house-way", "House way", "w"),
        Verb("decline", "No, thanks", "n"),
        Verb("set", "Set hand", "Enter", control="set-hand"),
    ),
    piles=7,
    lettering=lettering,
    limits=limits,
)
