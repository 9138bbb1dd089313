"""Rounds of pai gow poker as claims: hands set by a house way and compared with the bank's.

Tables say which cards of a deal are whose, how a hand is set, and in which order wagers are
settled; there is no rule here.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from cardroom.analysis.kernels import house_way, pai_gow
from cardroom.analysis.kernels.cache import compiler
from cardroom.analysis.kernels.hand_tables import card_bits, card_keys
from cardroom.analysis.kernels.house_way import class_of
from cardroom.analysis.kernels.pai_gow import fortune_row
from cardroom.analysis.kernels.pai_gow_tables import BACK_BITS, FRONT_BITS, SevenCardRow
from cardroom.cards import JOKER_INDEX

Codes = npt.NDArray[np.uint8]
Longs = npt.NDArray[np.int64]
Worths = npt.NDArray[np.uint32]

KEYS: Final = card_keys()
BITS: Final = card_bits()
JOKER: Final = JOKER_INDEX
FRONT_MASK: Final = (1 << FRONT_BITS) - 1
BACK_MASK: Final = (1 << BACK_BITS) - 1
ROWS: Final = len(SevenCardRow)
ZERO: Final = np.uint64(0)
WAGER, FORTUNE, ENVY = range(3)
"""Spots, as `Sevens.bets` has them."""

njit = compiler(__file__, *house_way.TABLES, *pai_gow.TABLES)


class Sevens(NamedTuple):
    """A table of pai gow poker; `own` and `bank` are worths by class of hand."""

    places: Longs
    """[total of the dice, hand, 7] where a hand's cards lie in a deal; the bank's hand is last."""
    orders: Longs
    """[total of the dice, place] the boxes as a settlement goes through them."""
    bets: Longs
    """[box, spot] the line of wager, Fortune bet and envy; -1 where there is none."""
    turns: Longs
    """[step of the settlement] the spot that is settled in it."""
    rows: int
    """1 where some bet looks at the row of seven cards."""
    own: Worths
    bank: Worths


@njit("int64(int64, int64)")
def against(own: int, bank: int) -> int:
    """0 where the hand is below the bank's, 1 where it equals it, 2 where it is above."""
    return 1 + (own > bank) - (own < bank)


@njit()
def from_sevens(dealt: Codes, totals: Longs, table: Sevens, starts: Longs, claims: Longs) -> int:
    """Claims of every deal, step by step of the settlement.

    A wager's code is 3 * front + back, each as `against` has it. A Fortune bet looks at the seven
    cards of its own box, envy at those of every other box: their code is the row of these cards,
    rows of hands with the joker after all the others.
    """
    places, orders, bets, turns = table.places, table.orders, table.bets, table.turns
    boxes = orders.shape[1]
    found = np.zeros((boxes + 1, 3), np.int64)
    k = 0
    for deal in range(dealt.shape[0]):
        starts[deal] = k
        cards, held, order = dealt[deal], places[totals[deal]], orders[totals[deal]]
        for hand in range(boxes + 1):
            key, bits, jokers = ZERO, ZERO, 0
            for i in range(7):
                card = cards[held[hand, i]]
                key += KEYS[card]
                bits |= BITS[card]
                jokers += card == JOKER
            worths = table.bank if hand == boxes else table.own
            worth = np.int64(worths[class_of(key, bits, jokers)])
            found[hand, 0] = worth >> BACK_BITS & FRONT_MASK
            found[hand, 1] = worth & BACK_MASK
            if table.rows and hand < boxes:
                found[hand, 2] = jokers * ROWS + fortune_row(key, bits, jokers)
        for step in range(turns.shape[0]):
            spot = turns[step]
            for n in range(boxes):
                box = order[n]
                line = bets[box, spot]
                if line < 0:
                    continue
                if spot == WAGER:
                    front = against(found[box, 0], found[boxes, 0])
                    back = against(found[box, 1], found[boxes, 1])
                    claims[k, 0], claims[k, 1], claims[k, 2] = step, line, 3 * front + back
                    k += 1
                elif spot == FORTUNE:
                    claims[k, 0], claims[k, 1], claims[k, 2] = step, line, found[box, 2]
                    k += 1
                else:
                    for m in range(boxes):
                        if n != m:
                            claims[k, 0], claims[k, 1] = step, line
                            claims[k, 2] = found[order[m], 2]
                            k += 1
    starts[dealt.shape[0]] = k
    return k
