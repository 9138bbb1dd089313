"""Sheets to print: what a posted game has, and the card of best play, which is reckoned first.

`card` runs in the process that draws charts: it has the solver, and what it finds is kept.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from cardroom.rules.ruleset import Ruleset

PLAIN: Final = ("sign", "rules", "layout")
"""What stands in the posted game itself."""
CARD: Final = "strategy"
CARDED: Final = ("twentyone", "three-card")
"""Families that have a best play to be put on a card."""


class Card(msgspec.Struct, frozen=True):
    """The card of best play as a PDF. `none`: this game has none, and `why` says so."""

    status: Literal["ready", "none", "unavailable"]
    why: str = ""
    pdf: bytes = b""


def sheets(rules: Ruleset) -> tuple[str, ...]:
    """What can be printed of a posted game, by name."""
    return (*PLAIN, CARD) if rules.family in CARDED else PLAIN


def card(document: bytes) -> Card:
    """The card of the posted game that a ruleset's document describes."""
    # Late: the process that serves people must not load the kernels.
    from cardroom.analysis.report import strategy_document  # noqa: PLC0415
    from cardroom.signage import press, strategy  # noqa: PLC0415
    from cardroom.signage.sheet import posting_of  # noqa: PLC0415
    from cardroom.table.posting import read_document  # noqa: PLC0415

    rules = read_document(document)
    try:
        reckoned = strategy_document(rules)
        return Card("ready", pdf=press.pdf(strategy.sheet(posting_of(rules), reckoned), "letter"))
    except ValueError as wrong:
        return Card("none", str(wrong))
