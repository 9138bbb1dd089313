"""The felt of Three Card Poker: ante, play, and a separate circle for the bonus."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cardroom.games.felt_drawing import (
    CARD,
    GAP,
    SIDE,
    Drawing,
    Printed,
    Shape,
    Theme,
    card_place,
    circle,
    drawn,
    square,
)
from cardroom.games.lettering import words_in
from cardroom.games.signs import Sign
from cardroom.rules.ruleset import Ruleset

THEME: Final = Theme("#1d5a7c", "#103c56", "#061c2b")
ANTE, PLAY = "ante", "play"


def drawing(rules: Ruleset, lettering: tuple[str, str], panels: tuple[Sign, ...]) -> Drawing:
    line, sub = lettering
    cards = tuple(
        card_place(at * (CARD[0] + GAP), 110 + CARD[1] / 2, *words)
        for at, words in ((-1, ()), (0, ()), (1, ()))
    )
    table = (Shape("tray", 0, 50, 560, 84), *cards)
    return drawn(
        rules, Printed(THEME, tuple(_box(rules)), table, rules.title, line, sub, panels=panels)
    )


def _box(rules: Ruleset) -> Iterator[Shape]:
    """Spaces labeled Ante and Play, and a circle of its own for every bonus (Type of table)."""
    up, down = -(SIDE / 2 + GAP / 4), SIDE / 2 + GAP / 4
    for spot in rules.spots:
        words = words_in(spot.title)
        if spot.name == ANTE:
            yield square(0, up, SIDE, words, spot.name)
        elif spot.name == PLAY:
            yield square(0, down, SIDE, words, spot.name)
    others = [spot for spot in rules.spots if spot.name not in (ANTE, PLAY)]
    for at, spot in enumerate(others):
        x = (SIDE + GAP) * (1 if at % 2 == 0 else -1)
        yield circle(x, up, SIDE, words_in(spot.title), spot.name)
