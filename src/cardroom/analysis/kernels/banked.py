"""Rounds against a bank that is short: claims in the order they are settled, and what is covered.

A dealing kernel writes claims: the step of the settlement they belong to, the box, and a code that
`money` turns into stake, winnings and loss in cents. `fold` cuts them to what the bank's amount
reaches, with the very functions that play settles by. There is no rule here.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from cardroom.analysis.kernels import house_way
from cardroom.analysis.kernels.cache import compiler
from cardroom.analysis.kernels.house_way import class_of, summed
from cardroom.analysis.kernels.pai_gow_tables import BACK_BITS, FRONT_BITS
from cardroom.analysis.kernels.three_card import place
from cardroom.rules import coverage

Longs = npt.NDArray[np.int64]
Codes = npt.NDArray[np.uint8]
Worths = npt.NDArray[np.uint32]

STAKE, WIN, LOSE = range(3)
"""`money[kind, box, code]`, in cents."""
NET, NET_NET, NET_AMPLE, STAKED, ACTION, MOVED, FULL, NONE, BARE, ROUNDS = range(10)
"""`sums[amount, box, kind]`: net, its square, its product with the net against an ample bank; of
claims that win or lose the stake, what of it had action, their number, those with full and with no
action; rounds in which none of them moved a cent, and rounds in which there was one."""
SUMS: Final = 10
FOLDED: Final = 4
"""Beside the four ways a hand of Three Card Poker stands."""
STANDS: Final = 5
ROWS: Final = 7

njit = compiler(*house_way.TABLES)

cover = njit()(coverage.cover)
reach = njit()(coverage.reach)
later = njit()(coverage.later)


@njit(
    "void(int64[::1], int64[:, ::1], int64[:, :, ::1], int64[::1], int64[::1], int64[:, :, ::1],"
    " int64[:, ::1])"
)
def fold(
    starts: Longs,
    claims: Longs,
    money: Longs,
    posted: Longs,
    banking: Longs,
    sums: Longs,
    nets: Longs,
) -> None:
    """Settle every round once for each amount of the bank; the first one is ample.

    `banking`: 1 where both ways use one amount, and 1 where losers are collected first. `nets[
    amount, round]` is what the bank won.
    """
    together, losers = banking[0], banking[1]
    boxes = money.shape[1]
    net, ample = np.zeros(boxes, np.int64), np.zeros(boxes, np.int64)
    open_claims, touched = np.zeros(boxes, np.int64), np.zeros(boxes, np.int64)
    for row in range(starts.shape[0] - 1):
        for amount in range(posted.shape[0]):
            paid, collected = 0, 0
            net[:] = 0
            open_claims[:] = 0
            touched[:] = 0
            first = starts[row]
            while first < starts[row + 1]:
                after = first
                while after < starts[row + 1] and claims[after, 0] == claims[first, 0]:
                    after += 1
                for turn in range(1 + losers):
                    for k in range(first, after):
                        box, code = claims[k, 1], claims[k, 2]
                        win, lose = money[WIN, box, code], money[LOSE, box, code]
                        if later(losers, lose) != turn or (win == 0 and lose == 0):
                            continue
                        stake = money[STAKE, box, code]
                        found = cover(
                            stake,
                            win,
                            lose,
                            reach(posted[amount], paid, collected, together),
                            reach(posted[amount], collected, paid, together),
                        )
                        paid += found.paid
                        collected += found.taken
                        net[box] += found.paid - found.taken
                        open_claims[box] += 1
                        touched[box] += found.paid + found.taken
                        kept = sums[amount, box]
                        kept[STAKED] += stake
                        kept[ACTION] += found.action
                        kept[MOVED] += 1
                        kept[FULL] += found.paid == win and found.taken == lose
                        kept[NONE] += found.paid + found.taken == 0
                first = after
            if amount == 0:
                ample[:] = net
            for box in range(boxes):
                kept = sums[amount, box]
                kept[NET] += net[box]
                kept[NET_NET] += net[box] * net[box]
                kept[NET_AMPLE] += net[box] * ample[box]
                kept[ROUNDS] += open_claims[box] > 0
                kept[BARE] += open_claims[box] > 0 and touched[box] == 0
            nets[amount, row] = collected - paid


@njit("int64(int64[:, ::1], int64[:, ::1], int64[::1], int64[:, ::1], int64[::1], int64[:, ::1])")
def from_hands(
    marks: Longs, hands: Longs, action: Longs, orders: Longs, starts: Longs, claims: Longs
) -> int:
    """The hands of games of 21 as claims, box by box from the action button; how many.

    `action[code of the bank's second card]` is the box of the button, `orders[box]` the boxes from
    there on.
    """
    boxes = orders.shape[1]
    begin = np.zeros(boxes + 1, np.int64)
    k = 0
    for row in range(marks.shape[0]):
        starts[row] = k
        first, after = marks[row, 0], marks[row, 1]
        # Boxes played one after the other: their hands stand together.
        at = first
        for box in range(boxes):
            begin[box] = at
            while at < after and hands[at, 0] == box:
                at += 1
        begin[boxes] = at
        for place_ in range(boxes):
            box = orders[action[marks[row, 2]], place_]
            for hand in range(begin[box], begin[box + 1]):
                claims[k, 0], claims[k, 1], claims[k, 2] = 0, box, hands[hand, 1]
                k += 1
    starts[marks.shape[0]] = k
    return k


class Threes(NamedTuple):
    """A table of Three Card Poker."""

    places: Longs
    stands: Codes
    """[place, the bank's place] how the hand stands."""
    plays: Codes
    """[place, rank the bank shows] 1 where the hand plays on."""
    rows: Codes
    """[place] what the bonus looks at."""
    bets: Longs
    """[box, spot] 1 where there is one: ante, play, bonus."""
    folded_order: Longs
    order: Longs
    settled: Longs
    """[step, spot] 1 where a step of the settlement pays that spot."""


@njit()
def from_threes(dealt: Codes, table: Threes, starts: Longs, claims: Longs) -> int:
    """Hands of three cards, the bank's last, as claims: what is forfeited, then step by step."""
    places, stands, plays, rows = table.places, table.stands, table.plays, table.rows
    bets, folded_order, order, settled = (
        table.bets,
        table.folded_order,
        table.order,
        table.settled,
    )
    boxes = bets.shape[0]
    standing, row_of = np.zeros(boxes, np.int64), np.zeros(boxes, np.int64)
    k = 0
    for deal in range(dealt.shape[0]):
        starts[deal] = k
        cards = dealt[deal]
        last = 3 * boxes
        bank = place(places, cards[last], cards[last + 1], cards[last + 2])
        for box in range(boxes):
            own = place(places, cards[3 * box], cards[3 * box + 1], cards[3 * box + 2])
            row_of[box] = rows[own]
            on = plays[own, cards[last] % 13]
            standing[box] = stands[own, bank] if on else FOLDED
        for n in range(boxes):
            box = folded_order[n]
            for spot in range(bets.shape[1]):
                # The play wager was never made.
                if standing[box] == FOLDED and spot != 1 and bets[box, spot]:
                    claims[k, 0], claims[k, 1] = 0, box
                    claims[k, 2] = (spot * ROWS + row_of[box]) * STANDS + FOLDED
                    k += 1
        for step in range(settled.shape[0]):
            for n in range(boxes):
                box = order[n]
                for spot in range(bets.shape[1]):
                    if standing[box] != FOLDED and settled[step, spot] and bets[box, spot]:
                        claims[k, 0], claims[k, 1] = 1 + step, box
                        claims[k, 2] = (spot * ROWS + row_of[box]) * STANDS + standing[box]
                        k += 1
    starts[dealt.shape[0]] = k
    return k


@njit("int64(uint8[:, ::1], uint32[::1], int64[::1], int64[:, ::1], int64[::1], int64[:, ::1])")
def from_sevens(
    dealt: Codes, worths: Worths, action: Longs, orders: Longs, starts: Longs, claims: Longs
) -> int:
    """Hands of seven cards set the house way, the bank's last, as claims from the action seat.

    Naturals lie before the joker. The code is 3 * front + back, each 0 player, 1 bank, 2 copy.
    """
    boxes = orders.shape[1]
    found = np.zeros((boxes + 1, 2), np.int64)
    k = 0
    for deal in range(dealt.shape[0]):
        starts[deal] = k
        for box in range(boxes + 1):
            cards = dealt[deal, 7 * box : 7 * box + 7]
            jokers = 1 if cards[6] == 52 else 0
            key, bits = summed(cards, 7 - jokers)
            worth = np.int64(worths[class_of(key, bits, jokers)])
            found[box, 0] = worth >> BACK_BITS & (1 << FRONT_BITS) - 1
            found[box, 1] = worth & (1 << BACK_BITS) - 1
        bank = found[boxes]
        for n in range(boxes):
            box = orders[action[deal], n]
            own = found[box]
            front = 2 if own[0] == bank[0] else (0 if own[0] > bank[0] else 1)
            back = 2 if own[1] == bank[1] else (0 if own[1] > bank[1] else 1)
            claims[k, 0], claims[k, 1], claims[k, 2] = 0, box, 3 * front + back
            k += 1
    starts[dealt.shape[0]] = k
    return k
