"""Three Card Poker: hands against the bank's, by the card that the bank shows.

Cards are counted by kind, 0 to 51, so that any shoe is the same loop. How a hand stands
is a table by the two values, made by `analysis.three_card.odds`; there is no rule here.
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

njit = compiler(__file__)


@njit("int64(int64[:, :, :, ::1], int64, int64, int64)")
def place(places: Places, a: int, b: int, c: int) -> int:
    """The place of three cards: by ranks, and whether they are of one suit."""
    suited = 1 if a // 13 == b // 13 == c // 13 else 0
    return int(places[suited, a % 13, b % 13, c % 13])


@njit("void(int64[:, :, :, ::1], uint8[:, ::1], int64[:, ::1], int64[::1], int64[:, :, ::1])")
def stand_counts(places: Places, stands: Stands, hands: Counts, kinds: Counts, out: Counts) -> None:
    """For each hand and each card the bank may show: in how many ways that card and two others of
    the bank make the hand stand in each way. `kinds` are the cards of the shoe."""
    left = np.empty(KINDS, np.int64)
    found = np.zeros(out.shape[2], np.int64)
    for row in range(hands.shape[0]):
        for kind in range(KINDS):
            left[kind] = kinds[kind]
        for i in range(3):
            left[hands[row, i]] -= 1
        own = place(places, hands[row, 0], hands[row, 1], hands[row, 2])
        for shown in range(KINDS):
            copies = left[shown]
            for way in range(found.shape[0]):
                found[way] = 0
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


class Threes(NamedTuple):
    """A table of Three Card Poker."""

    places: Places
    stands: Stands
    """[place, the bank's place] how the hand stands."""
    plays: Stands
    """[place, rank the bank shows - 1] 1 where the hand plays on."""
    rows: Counts
    """[place] the number of what pay tables pay for it."""
    folded: int
    """The standing of a hand that folds, after all the others."""
    bets: Counts
    """[box, spot] its line: ante, play, bonus; -1 where there is none."""
    forfeits: Counts
    """[spot] 1 for a wager that a hand loses by folding."""
    folded_order: Counts
    """The boxes as folded hands are collected."""
    order: Counts
    """The boxes as the others are settled."""
    settled: Counts
    """[step, spot] 1 where a step of the settlement pays that spot."""


@njit()
def from_threes(dealt: Stands, table: Threes, starts: Counts, claims: Counts) -> int:
    """Hands of three cards, the bank's last, as claims: what is forfeited, then step by step.

    A claim's code is the row times the number of standings, plus the standing.
    """
    places, stands, plays, rows = table.places, table.stands, table.plays, table.rows
    bets, forfeits, folded = table.bets, table.forfeits, table.folded
    folded_order, order, settled = table.folded_order, table.order, table.settled
    boxes, spots = bets.shape
    standing, codes = np.zeros(boxes, np.int64), np.zeros(boxes, np.int64)
    k = 0
    for deal in range(dealt.shape[0]):
        starts[deal] = k
        cards = dealt[deal]
        last = 3 * boxes
        bank = place(places, cards[last], cards[last + 1], cards[last + 2])
        for box in range(boxes):
            own = place(places, cards[3 * box], cards[3 * box + 1], cards[3 * box + 2])
            standing[box] = stands[own, bank] if plays[own, cards[last] % 13] else folded
            codes[box] = rows[own] * (folded + 1) + standing[box]
        for n in range(boxes):
            box = folded_order[n]
            for spot in range(spots):
                if standing[box] == folded and forfeits[spot] and bets[box, spot] >= 0:
                    claims[k, 0], claims[k, 1], claims[k, 2] = 0, bets[box, spot], codes[box]
                    k += 1
        for step in range(settled.shape[0]):
            for n in range(boxes):
                box = order[n]
                for spot in range(spots):
                    if standing[box] != folded and settled[step, spot] and bets[box, spot] >= 0:
                        claims[k, 0], claims[k, 1] = 1 + step, bets[box, spot]
                        claims[k, 2] = codes[box]
                        k += 1
    starts[dealt.shape[0]] = k
    return k
