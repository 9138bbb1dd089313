"""How rounds of 21 are written in scenario files."""

from __future__ import annotations

from typing import Final

from cardroom.games.notation import Notation
from cardroom.games.twentyone.engine.offers import PEEK_FIGURE

NOTATION: Final = Notation(
    # A hole card that is never seen was no natural: a natural would have been shown.
    readings={PEEK_FIGURE: 0},
    # A natural that is not doubled is paid.
    declined_by={"natural": "stand"},
    offer_verbs={"insurance": ("insure", "even-money"), "surrender": ("surrender",)},
    given_up_by={"play": "surrender"},
)
