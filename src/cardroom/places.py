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
LEFT_OVER = "left-over"
"""Where the cards lie that are left over when the others have been dealt into piles."""
FRONT, BACK = "front", "back"
"""The two hands of a box that sets its cards."""
_PILE = "pile"


@lru_cache(maxsize=1024)
def hand_place(box: int, hand: int = 1) -> str:
    return f"{box}.{hand}"


@lru_cache(maxsize=1024)
def set_place(box: int, part: str) -> str:
    """The place of one hand of a box that has set its cards: `3.front`."""
    return f"{box}.{part}"


def part_of(place: str) -> str:
    """The part of a hand that was set, "front" or "back"; of any other hand, nothing."""
    box, hand = read_place(place)
    return place.partition(".")[2] if box and not hand else ""


def pile_place(number: int) -> str:
    """The place of a pile: cards are dealt there first, and delivered to a box later."""
    return f"{_PILE}{number}"


def read_pile(place: str) -> int:
    """The number of a pile, 4 for `pile4`; 0 for any other place."""
    number = place.removeprefix(_PILE)
    return int(number) if number != place and number.isdecimal() else 0


def in_piles(place: str) -> bool:
    """Whether it is a pile, or what is left over from dealing piles."""
    return place == LEFT_OVER or read_pile(place) > 0


def in_nobodys_hand(place: str) -> bool:
    """Whether cards there belong to no hand: burned and discarded ones, and those in piles."""
    return place in (BURN, DISCARD) or in_piles(place)


@lru_cache(maxsize=1024)
def read_place(place: str) -> tuple[int, int]:
    """The box and hand of a place: (3, 2) for `3.2`, (3, 0) for `3.front`, otherwise (0, 0)."""
    box, _, hand = place.partition(".")
    if not box.isdecimal():
        return 0, 0
    return int(box), int(hand) if hand.isdecimal() else 0
