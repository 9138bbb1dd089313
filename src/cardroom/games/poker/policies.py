"""What a house allows in poker games, as values. A policy of None means "not offered"."""

from __future__ import annotations

from typing import Literal

import msgspec


class Poker(msgspec.Struct, frozen=True):
    """The policies of a poker game with a board; amounts in cents, 0 for none."""

    hole_cards: int = 2
    plays: Literal["any", "two"] = "any"
    """How many hole cards a hand uses: any number, or exactly two."""
    low: Literal["none", "eight-or-better"] = "none"
    betting: Literal["limit", "no-limit"] = "limit"
    small_bet: int = 200
    big_bet: int = 400
    small_blind: int = 100
    big_blind: int = 200
    ante: int = 0
    ante_from: Literal["everyone", "big-blind"] = "everyone"
    """Who puts it in: everybody dealt in, or the big blind once for the table."""
    short_all_ins: Literal["alone", "together"] = "alone"
    """`together`: several short all-ins that add up to a full raise reopen the betting."""
    shows_first: Literal["hand", "last-round"] = "hand"
    """The first to show: the last aggressor of the whole hand, or of the last street."""
    winner_shows: Literal["never", "may"] = "never"
    """Whether a player who won without a showdown is asked to show."""
    button: Literal["moving", "dead"] = "moving"
