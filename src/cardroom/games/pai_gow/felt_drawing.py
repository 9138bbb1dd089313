"""The felts of the pai gow games: seven places, each with its wager and its two hands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cardroom.games.felt_drawing import (
    CARD,
    CHIP,
    GAP,
    MAIN,
    SIDE,
    Drawing,
    Printed,
    Shape,
    Theme,
    card_place,
    circle,
    drawn,
)
from cardroom.games.lettering import size_in, words_in
from cardroom.games.signs import Sign
from cardroom.rules.ruleset import Ruleset

THEMES: Final = {
    "double-hand-poker": Theme("#7a2a26", "#541916", "#260807"),
    "fortune-pai-gow": Theme("#7c3a1c", "#55240e", "#270e04"),
}
FRONT, BACK = 2, 5


def drawing(
    rules: Ruleset, lettering: tuple[str, str], notices: tuple[str, ...], panels: tuple[Sign, ...]
) -> Drawing:
    line, sub = lettering
    table = (
        Shape("tray", 0, 50, 560, 84),
        card_place(-CARD[0] - GAP, 108 + CARD[1] / 2, "Front", cards=FRONT),
        card_place(CARD[0] + GAP, 108 + CARD[1] / 2, "Back", cards=BACK),
    )
    theme = THEMES.get(rules.game, Theme())
    return drawn(
        rules,
        Printed(theme, tuple(_box(rules)), table, rules.title, line, sub, notices, panels=panels),
    )


def _box(rules: Ruleset) -> Iterator[Shape]:
    """The two-card hand lies in front, the five-card hand behind it (Description)."""
    main, *others = [spot for spot in rules.spots if spot.opens == "before-deal"]
    yield circle(0, 0, MAIN, words_in(main.title), main.name)
    # A marked area of its own for the bonus bet (Type of table).
    aside = MAIN / 2 + SIDE / 2 + GAP
    for at, spot in enumerate(others):
        x = aside * (1 if at % 2 == 0 else -1)
        yield circle(x, 0, SIDE, words_in(spot.title), spot.name)
    for spot in rules.spots:
        # The button that a large enough bonus bet earns lies next to it (Betting scheme).
        if spot.opens == "offered":
            words = (spot.title, "button")
            size = size_in("button", words, (CHIP, CHIP))
            yield Shape("button", aside, SIDE / 2 + GAP / 2 + CHIP / 2, CHIP, CHIP, words, size)
    back = -(MAIN / 2 + GAP + CARD[1] / 2)
    yield card_place(0, back, "Back hand", "five cards", cards=BACK)
    yield card_place(0, back - CARD[1] - GAP / 2, "Front hand", "two cards", cards=FRONT)
