"""Rounds against a bank that is short: claims in the order they are settled, and what is covered.

A dealing kernel writes claims: the step of the settlement they belong to, the line (one wager of
one owner), and a code that `money` turns into stake, winnings and loss in cents. `fold` cuts them
to what the bank's amount reaches, with the very functions that play settles by. There is no rule
here.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from cardroom.analysis.kernels import house_way, pai_gow
from cardroom.analysis.kernels.cache import compiler
from cardroom.analysis.kernels.house_way import class_of, summed
from cardroom.analysis.kernels.pai_gow import fortune_row
from cardroom.analysis.kernels.pai_gow_tables import BACK_BITS, FRONT_BITS, Row
from cardroom.analysis.kernels.three_card import place
from cardroom.rules import coverage

Longs = npt.NDArray[np.int64]
Codes = npt.NDArray[np.uint8]
Worths = npt.NDArray[np.uint32]

STAKE, WIN, LOSE = range(3)
"""`money[kind, line, code]`, in cents."""
NET, NET_NET, NET_AMPLE, STAKED, ACTION, MOVED, FULL, NONE, OWED, PAID, BARE = range(11)
"""Kinds of sums: net, its square, its product with the net against an ample bank; of claims that
win or lose the stake, what of it had action, their number, those with full and with no action;
what was to be paid, and was; rounds in which there was such a claim and none moved a cent."""
SUMS: Final = 11
FOLDED: Final = 4
"""Beside the four ways a hand of Three Card Poker stands."""
STANDS: Final = 5
ROWS: Final = 7

FORTUNE_ROWS: Final = len(Row)

njit = compiler(*house_way.TABLES, *pai_gow.TABLES)

cover = njit()(coverage.cover)
reach = njit()(coverage.reach)
later = njit()(coverage.later)


class Books(NamedTuple):
    sums: Longs
    """[amount, owner, kind]"""
    parts: Longs
    """[amount, line, kind]"""
    nets: Longs
    """[amount, round] what the bank won."""


@njit()
def count_claim(
    kept: Longs, claim: tuple[int, int, int], action: int, paid: int, took: int
) -> None:
    stake, win, lose = claim
    kept[STAKED] += stake
    kept[ACTION] += action
    kept[MOVED] += 1
    kept[FULL] += paid == win and took == lose
    kept[NONE] += paid + took == 0
    kept[OWED] += win
    kept[PAID] += paid


@njit()
def count_round(kept: Longs, net: int, ample: int, due: int, moved: int) -> None:
    """A round is over: what it brought to one line, or to one owner."""
    kept[NET] += net
    kept[NET_NET] += net * net
    kept[NET_AMPLE] += net * ample
    kept[BARE] += due > 0 and moved == 0


@njit()
def fold(
    starts: Longs,
    claims: Longs,
    money: Longs,
    owner: Longs,
    posted: Longs,
    banking: Longs,
    books: Books,
) -> None:
    """Settle every round once for each amount of the bank; the first one is ample.

    `owner[line]`; `banking`: 1 where both ways use one amount, and 1 where losers are collected
    first.
    """
    together, losers = banking[0], banking[1]
    sums, parts = books.sums, books.parts
    lines, owners = money.shape[1], sums.shape[1]
    net, ample = np.zeros(lines, np.int64), np.zeros(lines, np.int64)
    due, moved = np.zeros(lines, np.int64), np.zeros(lines, np.int64)
    whole = np.zeros((owners, 4), np.int64)
    for row in range(starts.shape[0] - 1):
        for amount in range(posted.shape[0]):
            paid, collected = 0, 0
            net[:], due[:], moved[:], whole[:] = 0, 0, 0, 0
            first = starts[row]
            while first < starts[row + 1]:
                after = first
                while after < starts[row + 1] and claims[after, 0] == claims[first, 0]:
                    after += 1
                for turn in range(1 + losers):
                    for k in range(first, after):
                        line, code = claims[k, 1], claims[k, 2]
                        win, lose = money[WIN, line, code], money[LOSE, line, code]
                        if later(losers, lose) != turn or (win == 0 and lose == 0):
                            continue
                        stake = money[STAKE, line, code]
                        found = cover(
                            stake,
                            win,
                            lose,
                            reach(posted[amount], paid, collected, together),
                            reach(posted[amount], collected, paid, together),
                        )
                        paid += found.paid
                        collected += found.taken
                        net[line] += found.paid - found.taken
                        due[line] += 1
                        moved[line] += found.paid + found.taken
                        claim = (stake, win, lose)
                        for kept in (parts[amount, line], sums[amount, owner[line]]):
                            count_claim(kept, claim, found.action, found.paid, found.taken)
                first = after
            if amount == 0:
                ample[:] = net
            for line in range(lines):
                one = whole[owner[line]]
                one[0] += net[line]
                one[1] += ample[line]
                one[2] += due[line]
                one[3] += moved[line]
                count_round(parts[amount, line], net[line], ample[line], due[line], moved[line])
            for each in range(owners):
                one = whole[each]
                count_round(sums[amount, each], one[0], one[1], one[2], one[3])
            books.nets[amount, row] = collected - paid


class Table(NamedTuple):
    """Who plays at a game of 21, by line."""

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
def from_hands(marks: Longs, hands: Longs, table: Table, starts: Longs, claims: Longs) -> int:
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
    """[box, spot] its line: ante, play, bonus; -1 where there is none."""
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
                if standing[box] == FOLDED and spot != 1 and bets[box, spot] >= 0:
                    claims[k, 0], claims[k, 1] = 0, bets[box, spot]
                    claims[k, 2] = row_of[box] * STANDS + FOLDED
                    k += 1
        for step in range(settled.shape[0]):
            for n in range(boxes):
                box = order[n]
                for spot in range(bets.shape[1]):
                    if standing[box] != FOLDED and settled[step, spot] and bets[box, spot] >= 0:
                        claims[k, 0], claims[k, 1] = 1 + step, bets[box, spot]
                        claims[k, 2] = row_of[box] * STANDS + standing[box]
                        k += 1
    starts[dealt.shape[0]] = k
    return k


@njit(
    "int64(uint8[:, ::1], uint32[::1], int64[::1], int64[:, ::1], int64[:, ::1], int64[::1],"
    " int64[:, ::1])"
)
def from_sevens(
    dealt: Codes,
    worths: Worths,
    action: Longs,
    orders: Longs,
    bets: Longs,
    starts: Longs,
    claims: Longs,
) -> int:
    """Hands of seven cards set the house way, the bank's last, as claims from the action seat.

    Naturals lie before the joker. `bets[box, spot]` is the line of wager, Fortune and envy, or -1.
    A wager's code is 3 * front + back, each 0 player, 1 bank, 2 copy; that of the others is the
    Fortune row, those of hands with the joker after all the others.
    """
    boxes = orders.shape[1]
    found = np.zeros((boxes + 1, 3), np.int64)
    bonus = False
    for box in range(boxes):
        bonus = bonus or bets[box, 1] >= 0
    k = 0
    for deal in range(dealt.shape[0]):
        starts[deal] = k
        order = orders[action[deal]]
        for box in range(boxes + 1):
            cards = dealt[deal, 7 * box : 7 * box + 7]
            jokers = 1 if cards[6] == 52 else 0
            key, bits = summed(cards, 7 - jokers)
            worth = np.int64(worths[class_of(key, bits, jokers)])
            found[box, 0] = worth >> BACK_BITS & (1 << FRONT_BITS) - 1
            found[box, 1] = worth & (1 << BACK_BITS) - 1
            if bonus:
                found[box, 2] = jokers * FORTUNE_ROWS + fortune_row(key, bits, jokers)
        bank = found[boxes]
        for n in range(boxes):
            own = found[order[n]]
            front = 2 if own[0] == bank[0] else (0 if own[0] > bank[0] else 1)
            back = 2 if own[1] == bank[1] else (0 if own[1] > bank[1] else 1)
            claims[k, 0], claims[k, 1], claims[k, 2] = 0, bets[order[n], 0], 3 * front + back
            k += 1
        for n in range(boxes):
            if bets[order[n], 1] >= 0:
                claims[k, 0], claims[k, 1], claims[k, 2] = 1, bets[order[n], 1], found[order[n], 2]
                k += 1
        for n in range(boxes):
            for m in range(boxes):
                if n != m and bets[order[n], 2] >= 0:
                    claims[k, 0], claims[k, 1] = 2, bets[order[n], 2]
                    claims[k, 2] = found[order[m], 2]
                    k += 1
    starts[dealt.shape[0]] = k
    return k
