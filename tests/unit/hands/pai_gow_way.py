"""A way's tables as far as a test needs them: all of them take half a minute."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from cardroom.analysis.kernels.hand_tables import place_of, rank_of
from cardroom.analysis.kernels.pai_gow_tables import (
    BACK_BITS,
    FRONT_BITS,
    JOKER_RANK,
    front_tables,
)
from cardroom.analysis.pai_gow.way_tables import WayTables
from cardroom.cards import JOKER, Card
from cardroom.hands.house_way import set_hand, way_named
from cardroom.hands.pai_gow import back_value


def tables_of(name: str, hands: Iterable[Sequence[Card]]) -> WayTables:
    """What the way does with these hands, each laid at the place where the kernels look."""
    from cardroom.analysis.kernels import house_way as kernel

    way = way_named(name)
    size = kernel.CLASS_PLACES
    made = WayTables(np.zeros(size, np.uint16), np.zeros(size, np.uint32))
    fronts, places = front_tables()["fronts"], place_of()
    for hand in hands:
        placed = set_hand(hand, way)
        naturals = np.array([card.index for card in hand if card is not JOKER], np.uint8)
        key, bits = kernel.summed(naturals, len(naturals))
        a, b = (JOKER_RANK if card is JOKER else rank_of(card) for card in placed.front)
        rule = way.rule.index(placed.rule) << FRONT_BITS | int(fronts[a, b])
        worth = rule << BACK_BITS | places[back_value(placed.back)]
        made.worths[kernel.class_of(key, bits, 7 - len(naturals))] = worth
    return made
