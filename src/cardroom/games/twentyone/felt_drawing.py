"""The felts of the 21 games, with every spot where its rule book puts it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, Literal

import msgspec

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
    cell,
    circle,
    drawn,
    hand_of_bank,
    odds_on,
    square,
)
from cardroom.games.lettering import words_in
from cardroom.games.signs import Sign
from cardroom.games.twentyone.engine.game_type import FeltPlace, policies
from cardroom.games.twentyone.game import GAMES
from cardroom.games.twentyone.policies import TwentyOne
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.spots import Spot

THEMES: Final = {
    "safari-21": Theme("#77592b", "#4d3817", "#231806"),
    "maxtime-21": Theme("#26568a", "#143860", "#081a33"),
    "bet-the-set-21": Theme("#6b2440", "#491528", "#210711"),
    "dealer-bust-21": Theme("#52346f", "#36204c", "#190d26"),
    "no-bust-joker": Theme("#2b5f36", "#194122", "#0a1f0f"),
    "no-bust-bonus-ace": Theme("#205f72", "#11404e", "#071e26"),
}
ACROSS: Final = MAIN / 2 + SIDE / 2 - 2
ABOVE: Final = -(MAIN / 2 + 20)
UPPER_RIGHT: Final = (ACROSS, ABOVE)
UPPER_LEFT: Final = (-ACROSS, ABOVE)
RIGHT: Final = (MAIN / 2 + SIDE / 2 + GAP, 0.0)
LEFT: Final = (-RIGHT[0], 0.0)
PLACES: Final[Mapping[FeltPlace, tuple[float, float]]] = {
    "upper-left": UPPER_LEFT,
    "upper-right": UPPER_RIGHT,
}
SQUARES: Final = frozenset({"bet-the-set"})
"""Spots that the rule book calls squares (bet-the-set-21, dealing procedure 4)."""
UP_CARDS: Final = frozenset({"dealer-bust"})
"""Bets paid by the bank's first card, which goes into a box labeled so (dealer-bust-21, rule 1)."""
ROOM_FOR_CARDS: Final = CARD[1] + GAP
LAST: Final = 5
"""No hand of these games takes more cards (safari-21, Dealing 3)."""
CELL: Final = 40.0
COLUMNS: Final = 4
FIELD: Final = {
    # safari-21, Appendix A: column and width of every outcome, from top to bottom.
    "joker": (0, 4),
    "king-hearts": (0, 1),
    "king-diamonds": (1, 1),
    "king-spades": (2, 1),
    "king-clubs": (3, 1),
    "king-red": (0, 2),
    "king-black": (2, 2),
    "king-any": (0, 4),
    "aq-hearts": (0, 1),
    "aq-diamonds": (1, 1),
    "aq-spades": (2, 1),
    "aq-clubs": (3, 1),
    "aq-red": (0, 2),
    "aq-black": (2, 2),
}
RED: Final = ("hearts", "diamonds", "red")
BLACK: Final = ("spades", "clubs", "black")


def drawing(
    rules: Ruleset, lettering: tuple[str, str], notices: tuple[str, ...], panels: tuple[Sign, ...]
) -> Drawing:
    """The line about insurance goes onto the insurance line; the others stay lettering."""
    line, sub = lettering
    posted = policies(rules)
    band = None
    if posted.insurance:
        pays = f"Insurance pays {posted.insurance.odds}"
        band = (f"{pays} · {pays} · {pays}", "insurance")
        sub = " · ".join(part for part in sub.split(" · ") if part != pays)
    return drawn(
        rules,
        Printed(
            THEMES.get(rules.game, Theme()),
            tuple(_box(rules)),
            tuple(_table(rules)),
            rules.title,
            line,
            sub,
            notices,
            band,
            panels,
        ),
    )


def _table(rules: Ruleset) -> Iterator[Shape]:
    """The tray and the bank's two cards; the first has its own box if a bet depends on it."""
    tray, first, second = hand_of_bank()
    yield tray
    if any(spot.name in UP_CARDS for spot in rules.spots):
        yield card_place(first.x, first.y, "Up card")
    else:
        yield first
    yield second


def _box(rules: Ruleset) -> Iterator[Shape]:
    main, *others = [spot for spot in rules.spots if spot.opens == "before-deal"]
    yield circle(0, 0, MAIN, words_in(main.title), main.name)
    top = -MAIN / 2
    singles = [spot for spot in others if not spot.group]
    for spot, (x, y) in zip(singles, _places(rules, singles), strict=True):
        side = _side(spot, x, y)
        top = min(top, side.top)
        yield side
    for spot in rules.spots:
        # Chips that are added during the hand lie next to the wager, the card sideways next to them
        # (safari-21, Max Bet 3).
        if spot.opens == "in-turn":
            yield from _added(spot, policies(rules))
    for group in dict.fromkeys(spot.group for spot in others if spot.group):
        members = [spot for spot in others if spot.group == group]
        field = list(_field(members, top - ROOM_FOR_CARDS))
        yield from field
        top = min(shape.top for shape in field)


def _places(rules: Ruleset, spots: list[Spot]) -> Iterator[tuple[float, float]]:
    """Where the book puts a bet, or the next free place; above the wager there are always more."""
    free = [RIGHT, LEFT, UPPER_RIGHT, UPPER_LEFT]
    row = SIDE + GAP
    free += [(x, y - row * (at // 2)) for at, (x, y) in enumerate([UPPER_RIGHT, UPPER_LEFT] * 9, 2)]
    book = GAMES[rules.game].places
    fixed = {spot.name: PLACES[book[spot.name]] for spot in spots if spot.name in book}
    open_places = (place for place in free if place not in fixed.values())
    for spot in spots:
        yield fixed[spot.name] if spot.name in fixed else next(open_places)


def _side(spot: Spot, x: float, y: float) -> Shape:
    words = (*words_in(spot.title), *odds_on(spot))
    if spot.name in SQUARES:
        return square(x, y, SIDE, words, spot.name)
    return circle(x, y, SIDE, words, spot.name)


def _added(spot: Spot, posted: TwentyOne) -> Iterator[Shape]:
    """One spot for each card that more may be wagered before, up to the fifth."""
    policy = posted.max_bet
    count = 4 if policy is not None and policy.before_second_card else 3
    x = MAIN / 2 + GAP + CHIP / 2 + 3
    for at in range(count):
        words = (*words_in(spot.title, 4), f"card {LAST - count + 1 + at}")
        y = (count - 1 - 2 * at) / 2 * (CHIP + 5)
        yield circle(x, y, CHIP + 2, words, spot.name)


def _field(spots: list[Spot], bottom: float) -> Iterator[Shape]:
    """The outcomes in rows, from the left; one that the appendix does not list fills a row."""
    rows: list[list[tuple[Spot, int, int]]] = []
    free = 0
    for spot in spots:
        column, wide = FIELD.get(spot.name.rpartition("/")[2], (0, COLUMNS))
        if not rows or column < free:
            rows.append([])
        rows[-1].append((spot, column, wide))
        free = column + wide
    for up, row in enumerate(reversed(rows)):
        y = bottom - CELL * (up + 0.5)
        for spot, column, wide in row:
            x = CELL * (column + wide / 2 - COLUMNS / 2)
            words = (*words_in(spot.title, 8 * wide), spot.odds)
            made = cell(x, y, (CELL * wide, CELL), words, spot.name)
            yield msgspec.structs.replace(made, tint=_tint(spot.name))


def _tint(name: str) -> Literal["", "red", "black"]:
    kind = name.rpartition("-")[2]
    return "red" if kind in RED else "black" if kind in BLACK else ""
