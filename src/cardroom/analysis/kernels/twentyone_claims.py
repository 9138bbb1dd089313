"""Hands of the games of 21 as claims, in the order in which they are settled."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cardroom.analysis.kernels.cache import compiler

Longs = npt.NDArray[np.int64]
Codes = npt.NDArray[np.uint8]

njit = compiler(__file__)


class BoxLines(NamedTuple):
    """The wagers at a table of 21, by line."""

    own: Longs
    """[box] the line of its wager."""
    insured: Longs
    """[box] the line of its insurance; -1 if it takes none."""
    first: Longs
    """[box + 1] from where to where the bets behind it go in `behind`,"""
    behind: Longs
    """their lines in the order made,"""
    splits: Longs
    """and 1 for those that follow a split."""
    action: Longs
    """[code of the bank's second card] the box of the action button."""
    orders: Longs
    """[box] the boxes from there on."""
    insures: Codes
    """[code of the bank's first card] 1 where insurance is offered."""


@njit()
def from_hands(marks: Longs, hands: Longs, table: BoxLines, starts: Longs, claims: Longs) -> int:
    """The hands of games of 21 as claims, box by box from the action button; how many.

    In a box insurance, its hands in playing order, then the bets behind it in the order made: those
    on a hand of a split were made when it was split.
    """
    own, insured, first, behind = table.own, table.insured, table.first, table.behind
    splits, action, orders, insures = table.splits, table.action, table.orders, table.insures
    boxes = orders.shape[1]
    begin = np.zeros(boxes + 1, np.int64)
    k = 0
    for row in range(marks.shape[0]):
        starts[row] = k
        after = marks[row, 1]
        # Boxes played one after the other: their hands stand together.
        at = marks[row, 0]
        for box in range(boxes):
            begin[box] = at
            while at < after and hands[at, 0] == box:
                at += 1
        begin[boxes] = at
        for place_ in range(boxes):
            box = orders[action[marks[row, 2]], place_]
            if insured[box] >= 0 and insures[marks[row, 3]] and begin[box] < begin[box + 1]:
                # How it ends is a matter of the bank's hand: every hand of the box knows that.
                claims[k, 0], claims[k, 1], claims[k, 2] = 0, insured[box], hands[begin[box], 1]
                k += 1
            for hand in range(begin[box], begin[box + 1]):
                claims[k, 0], claims[k, 1], claims[k, 2] = 0, own[box], hands[hand, 1]
                k += 1
            if first[box] == first[box + 1]:
                continue
            for made in range(begin[box + 1] - begin[box]):
                for hand in range(begin[box], begin[box + 1]):
                    for other in range(first[box], first[box + 1]):
                        if hands[hand, 2] == made and (made == 0 or splits[other]):
                            claims[k, 0], claims[k, 1] = 0, behind[other]
                            claims[k, 2] = hands[hand, 1]
                            k += 1
    starts[marks.shape[0]] = k
    return k
