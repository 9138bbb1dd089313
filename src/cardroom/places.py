"""Where cards lie on a table, and which audience may see them."""

from __future__ import annotations

from functools import lru_cache

ALL, NOBODY = "all", "nobody"
"""Two of the audiences of a card; the third is the player at a box, `box(n)`."""


@lru_cache(maxsize=1024)
def box(number: int) -> str:
    """The audience of one box: its player."""
    return f"box:{number}"


BURN, BANK, BOARD, DISCARD = "burn", "bank", "board", "discard"
"""Places on the table. The place of a hand is `hand_place(box, hand)`."""


@lru_cache(maxsize=1024)
def hand_place(box: int, hand: int = 1) -> str:
    return f"{box}.{hand}"


@lru_cache(maxsize=1024)
def read_place(place: str) -> tuple[int, int]:
    """The box and hand of a place: (3, 2) for `3.2`, (3, 0) for `3.front`, otherwise (0, 0)."""
    box, _, hand = place.partition(".")
    if not box.isdecimal():
        return 0, 0
    return int(box), int(hand) if hand.isdecimal() else 0
