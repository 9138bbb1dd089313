"""Charts of best play, as bots and the page read them. Runs in the solver's process."""

from __future__ import annotations

from typing import Literal

import msgspec


class Chart(msgspec.Struct, frozen=True):
    """`status` none: this game has no chart yet, and `why` says so."""

    status: Literal["ready", "none", "unavailable"]
    why: str = ""
    cells: dict[str, dict[str, str]] = {}
    """Hand label to the bank's up card to verb."""


def warm() -> None:
    """Import and compile what the first question would wait for."""


def best_play(document: bytes) -> Chart:
    """The chart of the posted game that this document describes."""
    game = msgspec.json.decode(document)["game"]
    return Chart("none", f"there is no solved chart for {game}")
