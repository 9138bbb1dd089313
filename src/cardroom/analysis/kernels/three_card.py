"""Three Card Poker: how every hand stands against the bank's, by the card that is exposed.

Cards are counted by kind, 0 to 51, so that any number of decks is the same loop. How a
hand stands is a table by the two values, made by `analysis.three_card_odds`; there is no rule here.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from cardroom.analysis.kernels.cache import compiler

Counts = npt.NDArray[np.int64]
Places = npt.NDArray[np.int64]
Stands = npt.NDArray[np.uint8]

KINDS: Final = 52

njit = compiler()


@njit("int64(int64[:, :, :, ::1], int64, int64, int64)")
def place(places: Places, a: int, b: int, c: int) -> int:
    """The place of three cards: by ranks, and whether they are of one suit."""
    suited = 1 if a // 13 == b // 13 == c // 13 else 0
    return int(places[suited, a % 13, b % 13, c % 13])


@njit("void(int64[:, :, :, ::1], uint8[:, ::1], int64[:, ::1], int64, int64[:, :, ::1])")
def stand_counts(places: Places, stands: Stands, hands: Counts, decks: int, out: Counts) -> None:
    """For each hand and each card the bank may show: in how many ways that card and two others of
    the bank make the hand stand in each way."""
    left = np.empty(KINDS, np.int64)
    found = np.zeros(out.shape[2], np.int64)
    for row in range(hands.shape[0]):
        left[:] = decks
        for i in range(3):
            left[hands[row, i]] -= 1
        own = place(places, hands[row, 0], hands[row, 1], hands[row, 2])
        for shown in range(KINDS):
            copies = left[shown]
            found[:] = 0
            left[shown] -= 1
            if copies > 0:
                for b in range(KINDS):
                    pairs = left[b] * (left[b] - 1) // 2
                    found[stands[own, place(places, shown, b, b)]] += pairs
                    for c in range(b + 1, KINDS):
                        found[stands[own, place(places, shown, b, c)]] += left[b] * left[c]
            left[shown] += 1
            for way in range(found.shape[0]):
                out[row, shown, way] = copies * found[way]


class Rounds(NamedTuple):
    """What rounds are counted by."""

    places: Places
    stands: Stands
    plays: Stands
    """[value, rank the bank shows - 1] 1 where the hand plays on."""
    rows: Stands
    """[value] the row of the pay tables."""
    main: Counts
    """[row, standing] what ante and play bring; the last standing has folded."""
    bonus: Counts
    """[row, standing] what the bonus brings."""


@njit()
def count(dealt: Stands, table: Rounds, counts: Counts, squares: Counts) -> None:
    """Hands of three cards, the bank's last, by row and standing; squares of what all boxes of a
    round bring together, by ante and play and by the bonus."""
    places, stands, plays, rows = table.places, table.stands, table.plays, table.rows
    main, bonus = table.main, table.bonus
    boxes, folded = dealt.shape[1] // 3 - 1, counts.shape[1] - 1
    last = 3 * boxes
    for deal in range(dealt.shape[0]):
        bank = place(places, dealt[deal, last], dealt[deal, last + 1], dealt[deal, last + 2])
        shown = dealt[deal, last] % 13
        net, beside = 0, 0
        for box in range(boxes):
            at = 3 * box
            own = place(places, dealt[deal, at], dealt[deal, at + 1], dealt[deal, at + 2])
            row = rows[own]
            ends = stands[own, bank] if plays[own, shown] else folded
            counts[row, ends] += 1
            net += main[row, ends]
            beside += bonus[row, ends]
        squares[0] += net * net
        squares[1] += beside * beside
