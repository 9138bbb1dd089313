"""The procedure of a posted game in words: one sentence for each step.

A family writes the sentences of its steps in its own folder. Here are only the words that
settlements share.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from cardroom.rules.ruleset import Ruleset
from cardroom.rules.spots import Spot
from cardroom.rules.steps import Settle, Step

StepWords = Callable[[Ruleset, Step], str]
"""A step of a posted game's procedure, as a dealer would say it."""

NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")

ORDERS: Final = {
    "clockwise": "clockwise",
    "right-to-left": "from the dealer's right to left",
    "from-action-seat": "clockwise from the action button",
}


def cards(count: int) -> str:
    """ "one card", "three cards" """
    number = NUMBERS[count] if count < len(NUMBERS) else str(count)
    return f"{number} {'card' if count == 1 else 'cards'}"


def settled(rules: Ruleset, step: Settle) -> str:
    """ "Wagers and Max Bets are settled, clockwise." """
    said = listed(_bets(rules, step.spots))
    return f"{said[0].upper()}{said[1:]} are settled, {ORDERS[step.order]}."


def _bets(rules: Ruleset, names: Sequence[str]) -> list[str]:
    spots = (rules.spot(name) for name in names)
    return [_plural(rules, spot) for spot in spots if spot is not None]


def _plural(rules: Ruleset, spot: Spot) -> str:
    if spot is rules.spots[0]:
        return "wagers"
    title = spot.title.lower() if spot.opens == "offered" else spot.title
    return f"{title}s" if title.endswith("Bet") else f"{title} bets"


def listed(words: Sequence[str]) -> str:
    """ "a", "a and b", "a, b and c" """
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last
