"""Sheets to print: those of a posted game, and its strategy card, which is computed first."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from cardroom.rules.ruleset import Ruleset
from cardroom.service import families
from cardroom.signage.sheets import SHEETS

CARD: Final = "strategy"
"""The sheet whose computation the service waits for."""


class PrintedSheet(msgspec.Struct, frozen=True):
    """A sheet that the page can print."""

    sheet: str
    title: str
    computes: str = ""
    """What is computed first, and asked for until it is there; "" for nothing."""
    charts: bool = False
    """It can be printed only where charts are permitted."""


class StrategyCard(msgspec.Struct, frozen=True):
    """The strategy card as a PDF. `none`: this game has none, and `why` says so."""

    status: Literal["ready", "none", "unavailable"]
    why: str = ""
    pdf: bytes = b""


def printed(rules: Ruleset) -> tuple[PrintedSheet, ...]:
    """The sheets of a posted game that can be printed from the page."""
    has_card = families.has_strategy_card(rules.family)
    return tuple(
        PrintedSheet(
            name,
            each.title,
            "" if each.computation is None else each.computation.words,
            each.shown == "charts",
        )
        for name, each in SHEETS.items()
        if each.shown != "nobody" and (name != CARD or has_card)
    )


def sheets(rules: Ruleset) -> tuple[str, ...]:
    return tuple(each.sheet for each in printed(rules))
