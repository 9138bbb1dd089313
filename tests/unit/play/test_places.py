"""What the name of a place says about the cards there."""

from __future__ import annotations

import pytest

from cardroom.places import (
    BANK,
    BOARD,
    BURN,
    DISCARD,
    FRONT,
    LEFT_OVER,
    hand_place,
    in_nobodys_hand,
    in_piles,
    part_of,
    pile_place,
    read_pile,
    set_place,
)


@pytest.mark.parametrize("place", [BURN, DISCARD, LEFT_OVER, pile_place(4)])
def test_cards_that_are_burned_discarded_or_piled_are_in_nobodys_hand(place: str) -> None:
    assert in_nobodys_hand(place)


@pytest.mark.parametrize(
    "place", [BANK, BOARD, hand_place(3), set_place(3, FRONT), "pilot", "left"]
)
def test_all_other_cards_are_in_a_hand(place: str) -> None:
    assert not in_nobodys_hand(place)
    assert not in_piles(place)


def test_a_pile_has_a_number_and_a_set_hand_has_parts() -> None:
    assert read_pile(pile_place(12)) == 12
    assert read_pile(LEFT_OVER) == 0
    assert part_of(set_place(3, FRONT)) == FRONT
    assert part_of(hand_place(3, 2)) == ""
