"""Boxes that bet against a player's bank, for replaying a simulated round in the engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardroom import games
from cardroom.events import Event
from cardroom.play.betting import Betting, close, place
from cardroom.play.round import Facts, Refusal, Round
from cardroom.rules.banking import Bank
from cardroom.rules.ruleset import Ruleset

BANKER: Final = "bank"
STACK: Final = 10**12
"""More than a round can cost anybody."""


class CannotReplay(ValueError):
    """The bets of a simulated round are refused by the rules it is replayed under."""


def opened(
    rules: Ruleset, boxes: int, stakes: Mapping[str, int], posted: int = STACK // 2
) -> tuple[Round, tuple[Event, ...]]:
    """A round in which every box makes the same bets, spot by spot."""
    family = games.family(rules)
    names = [f"player {box}" for box in range(1, boxes + 1)]
    betting = Betting(
        rules,
        dict.fromkeys([*names, BANKER], STACK),
        Facts(0, bank_box=rules.boxes),
        bank=Bank(rules.banking, BANKER, posted),
    )
    for box, name in enumerate(names, start=1):
        for spot, stake in stakes.items():
            placed = place(betting, family, box, spot, name, stake)
            if isinstance(placed, Refusal):
                raise CannotReplay(str(placed))
            betting = placed
    closed = close(betting, family)
    if isinstance(closed, Refusal):
        raise CannotReplay(str(closed))
    return closed
