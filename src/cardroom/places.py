"""Where cards lie on a table, and who may see them."""

from __future__ import annotations

ALL, NOBODY = "all", "nobody"
"""Audiences of a card; `box(n)` is the third kind."""


def box(number: int) -> str:
    """The audience that sits at one box."""
    return f"box:{number}"


BURN, BANK, BOARD, DISCARD = "burn", "bank", "board", "discard"
"""Places on the table; a hand's place is `hand_place(box, hand)`."""


def hand_place(box: int, hand: int = 1) -> str:
    return f"{box}.{hand}"


def read_place(place: str) -> tuple[int, int]:
    """The box and hand of a place: `3.2` is (3, 2), `3.front` (3, 0), any other place (0, 0)."""
    box, _, hand = place.partition(".")
    if not box.isdecimal():
        return 0, 0
    return int(box), int(hand) if hand.isdecimal() else 0
