"""Claims counted, and settled against banks of several sizes.

A family's kernel writes claims: the step of the settlement they belong to, the line (one wager of
one owner), and a code. Tables give a code its meaning. `count` adds up what claims are worth in
full; `settle` cuts them to what the bank's amount covers, with the very functions that play settles
by. There is no rule here.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from cardroom.analysis.kernels.cache import INNER, compiler
from cardroom.rules import coverage

Longs = npt.NDArray[np.int64]

STAKE, WIN, LOSE = range(3)
"""`money[kind, line, code]`, in cents."""
NET, NET_NET, NET_AMPLE, STAKED, ACTION, MOVED, FULL, NONE, OWED, PAID, BARE = range(11)
"""Kinds of sums: net, its square, its product with the net against an ample bank; of claims that
win or lose the stake, what of it had action, their number, those with full and with no action;
what was to be paid, and was; rounds in which there was such a claim and none moved a cent."""
SUMS: Final = 11
STEP_OWED, STEP_PAID, STEP_DUE, STEP_TAKEN = range(4)
"""Kinds of flows: what the bank owed and paid, what it was due and took."""
FLOWS: Final = 4

njit = compiler(__file__)

cover = njit(**INNER)(coverage.cover)
reach = njit(**INNER)(coverage.reach)
later = njit(**INNER)(coverage.later)


class Books(NamedTuple):
    """Kept by owner and line; or, where no line has room, by round and step."""

    sums: Longs
    """[amount, owner, kind]"""
    parts: Longs
    """[amount, line, kind]"""
    nets: Longs
    """[amount, round] what the bank won."""
    flows: Longs
    """[amount, round, step, kind of flow]"""


@njit("void(int64[::1], int64[:, ::1], int64[:, :, ::1], int64[:, ::1], int64[:, ::1])")
def count(starts: Longs, claims: Longs, worth: Longs, counts: Longs, sums: Longs) -> None:
    """`worth[line, code, measure]` of every claim, summed over rounds, and the squares of rounds;
    `counts[line, code]` of the claims."""
    measures = sums.shape[0]
    brought = np.zeros(measures, np.int64)
    for row in range(starts.shape[0] - 1):
        for k in range(starts[row], starts[row + 1]):
            line, code = np.uint64(claims[k, 1]), np.uint64(claims[k, 2])
            counts[line, code] += 1
            for measure in range(measures):
                brought[measure] += worth[line, code, measure]
        for measure in range(measures):
            sums[measure, 0] += brought[measure]
            sums[measure, 1] += brought[measure] * brought[measure]
            brought[measure] = 0


@njit(**INNER)
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


@njit(**INNER)
def count_flow(kept: Longs, claim: tuple[int, int, int], paid: int, took: int) -> None:
    kept[STEP_OWED] += claim[1]
    kept[STEP_PAID] += paid
    kept[STEP_DUE] += claim[2]
    kept[STEP_TAKEN] += took


@njit(**INNER)
def count_round(kept: Longs, net: int, ample: int, due: int, moved: int) -> None:
    """A round is over: what it brought to one line, or to one owner."""
    kept[NET] += net
    kept[NET_NET] += net * net
    kept[NET_AMPLE] += net * ample
    kept[BARE] += due > 0 and moved == 0


@njit()
def settle(  # noqa: C901 - a call that hands over arrays takes longer than to settle a claim
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
    sums, parts, flows = books.sums, books.parts, books.flows
    lines, owners = parts.shape[1], sums.shape[1]
    net, ample = np.zeros(lines, np.int64), np.zeros(lines, np.int64)
    due, moved = np.zeros(lines, np.int64), np.zeros(lines, np.int64)
    whole = np.zeros((owners, 4), np.int64)
    for row in range(starts.shape[0] - 1):
        for amount in range(posted.shape[0]):
            paid, collected = 0, 0
            # Loops: to assign to a slice takes longer than to settle a claim.
            for line in range(lines):
                net[line], due[line], moved[line] = 0, 0, 0
            for each in range(owners):
                for kind in range(4):
                    whole[each, kind] = 0
            first = starts[row]
            while first < starts[row + 1]:
                after, step = first, claims[first, 0]
                while after < starts[row + 1] and claims[after, 0] == step:
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
                        claim = (stake, win, lose)
                        if lines:
                            net[line] += found.paid - found.taken
                            due[line] += 1
                            moved[line] += found.paid + found.taken
                            for kept in (parts[amount, line], sums[amount, owner[line]]):
                                count_claim(kept, claim, found.action, found.paid, found.taken)
                        else:
                            count_flow(flows[amount, row, step], claim, found.paid, found.taken)
                first = after
            for line in range(lines):
                if amount == 0:
                    ample[line] = net[line]
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


@njit("void(int64[:, :, ::1], int64[:, ::1], int64[::1])")
def count_money(flows: Longs, sums: Longs, shorts: Longs) -> None:
    """`flows[round, step, kind]` of one bank, summed over rounds, and the squares of rounds.

    `sums`: what the bank won, what it won in each step, what it owed and did not pay, what it was
    due and could not take. `shorts`: rounds in which its amount had run out by the end of a step.
    """
    steps = flows.shape[1]
    money = np.zeros(steps + 3, np.int64)
    for row in range(flows.shape[0]):
        for step in range(steps):
            flow = flows[row, step]
            won = flow[STEP_TAKEN] - flow[STEP_PAID]
            money[0] += won
            money[1 + step] = won
            money[steps + 1] += flow[STEP_OWED] - flow[STEP_PAID]
            money[steps + 2] += flow[STEP_DUE] - flow[STEP_TAKEN]
            shorts[step] += money[steps + 1] > 0 or money[steps + 2] > 0
        for kind in range(steps + 3):
            sums[kind, 0] += money[kind]
            sums[kind, 1] += money[kind] * money[kind]
            money[kind] = 0
