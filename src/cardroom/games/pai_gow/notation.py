"""How rounds of pai gow poker are written in scenario files."""

from __future__ import annotations

from typing import Final

from cardroom.games.notation import Notation

NOTATION: Final = Notation(
    pile_topic="pile",
    # A hand that nobody sets is set the house way.
    lapsing=frozenset({"set"}),
)
