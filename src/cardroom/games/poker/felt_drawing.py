"""The felts of the poker games: numbered seats, a line that bets cross, and the board."""

from __future__ import annotations

from typing import Final

from cardroom.games.felt_drawing import (
    CARD,
    CHIP,
    Drawing,
    Printed,
    Shape,
    Theme,
    card_place,
    circle,
    drawn,
)
from cardroom.rules.ruleset import Ruleset

THEMES: Final = {
    "texas-holdem": Theme("#2a3f7d", "#192757", "#0a112b"),
    "omaha": Theme("#35464f", "#222f36", "#0f161a"),
    "omaha-hi-lo": Theme("#4a4a26", "#313115", "#161608"),
}
BOARD: Final = ("Flop", "Flop", "Flop", "Turn", "River")


def drawing(rules: Ruleset, lettering: tuple[str, str]) -> Drawing:
    """The middle is for the board and the pots; stakes change, so they are on the sign."""
    line, _ = lettering
    table = (
        Shape("tray", 0, 50, 560, 84),
        *(
            card_place((at - 2) * (CARD[0] + 10), 190 + CARD[1] / 2, words)
            for at, words in enumerate(BOARD)
        ),
    )
    printed = Printed(
        THEMES.get(rules.game, Theme()),
        (circle(0, 0, CHIP + 2, ()),),
        table,
        "",
        line,
        "",
        band=("", ""),
        pots="pots",
    )
    return drawn(rules, printed)
