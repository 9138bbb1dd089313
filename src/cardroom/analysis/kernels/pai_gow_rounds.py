"""Rounds of pai gow poker at a table: piles, dice, house ways, settlement in order of action.

The tables say how a hand is set and what its Fortune row is; what is left here is the order of the
deal and of the payments. A round is the stream (seed, number) of `cards.Stream`: three dice, then
the shuffle. The bank is box 7 and chooses the first pile; boxes from 1 on play.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from cardroom.analysis.kernels import house_way, pai_gow
from cardroom.analysis.kernels.cache import compiler
from cardroom.analysis.kernels.deals import FIRST, HALF, LOW, RANGE, S27, S30, S31, SECOND, STEP
from cardroom.analysis.kernels.hand_tables import card_bits, card_keys
from cardroom.analysis.kernels.house_way import class_of
from cardroom.analysis.kernels.pai_gow import fortune_row
from cardroom.analysis.kernels.pai_gow_tables import BACK_BITS, FRONT_BITS, Kind

Longs = npt.NDArray[np.int64]
Worths = npt.NDArray[np.uint32]

KEYS: Final = card_keys()
BITS: Final = card_bits()
PILES: Final = 7
DECK: Final = 53
JOKER_CARD: Final = 52
FRONT_MASK: Final = (1 << FRONT_BITS) - 1
BACK_MASK: Final = (1 << BACK_BITS) - 1
SIX: Final = np.uint64(6)
ZERO: Final = np.uint64(0)

WON, PUSHED, LOST, MARGIN, FRONT_COPIES, BACK_COPIES = (int(kind) for kind in list(Kind)[:6])
NET, BASE, FORTUNE, ENVY, UNPAID, UNTAKEN = (int(kind) for kind in list(Kind)[6:])
KINDS: Final = len(Kind)

njit = compiler(*house_way.TABLES, *pai_gow.TABLES)


class Table(NamedTuple):
    """Who plays for how much, in cents."""

    boxes: int
    stake: int
    fortune: int
    """Of each box; 0 is no such bet."""
    envy_stake: int
    """A Fortune bet of so much earns a button."""
    posted: int
    """The bank's amount; -1 is more than enough."""
    combined: int
    """1: paid and collected are limited together; 0: each by itself."""


class Ways(NamedTuple):
    """Worths by class of hand: `analysis.way_tables`."""

    player: Worths
    bank: Worths


class Pays(NamedTuple):
    """[joker, Fortune row], in cents: what a bet wins, or loses if negative; what envy pays."""

    fortune: Longs
    envy: Longs


class Tally(NamedTuple):
    sums: Longs
    """[kind, 2]: over rounds, and of squares; `Kind` names the rows."""
    faces: Longs
    """[front, back]: 0 player, 1 bank, 2 copy."""
    shorts: Longs
    """Rounds in which a base wager, a Fortune bet, envy had less than full action; and the bank's
    lowest net."""
    log: Longs
    """[round, box, 3] of the first rounds: what each box won by base wager, Fortune and envy."""


@njit("uint64(uint64)")
def mix(z: np.uint64) -> np.uint64:
    z = (z ^ (z >> S30)) * FIRST
    z = (z ^ (z >> S27)) * SECOND
    return z ^ (z >> S31)


@njit("UniTuple(uint64, 2)(uint64, uint64)")
def below(state: np.uint64, n: np.uint64) -> tuple[np.uint64, np.uint64]:
    """The stream's next state, and an unbiased number below n."""
    state += STEP
    product = (mix(state) >> HALF) * n
    if product & LOW < n:
        threshold = (RANGE - n) % n
        while product & LOW < threshold:
            state += STEP
            product = (mix(state) >> HALF) * n
    return state, product >> HALF


@njit("UniTuple(int64, 2)(int64, int64, int64, int64, int64)")
def cover(amount: int, paid: int, taken: int, posted: int, combined: int) -> tuple[int, int]:
    """What the bank pays or takes of an amount that it owes (above 0) or is owed (below)."""
    if posted < 0:
        return (paid + amount, taken) if amount > 0 else (paid, taken - amount)
    if amount > 0:
        left = posted - paid - (taken if combined else 0)
        return paid + min(amount, left), taken
    left = posted - taken - (paid if combined else 0)
    return paid, taken + min(-amount, left)


@njit()
def deal(  # noqa: C901, PLR0915 - one round from the shuffle to the last envy
    seed: np.uint64, first: int, rounds: int, table: Table, ways: Ways, pays: Pays, tally: Tally
) -> None:
    """Rounds from number `first` on."""
    boxes, stake, fortune = table.boxes, table.stake, table.fortune
    posted, combined = table.posted, table.combined
    sums, faces, shorts, log = tally.sums, tally.faces, tally.shorts, tally.log
    order = np.zeros(DECK, np.uint8)
    keys, bits = np.zeros(PILES, np.uint64), np.zeros(PILES, np.uint64)
    rows, jokers = np.zeros(PILES, np.int64), np.zeros(PILES, np.int64)
    round = np.zeros(KINDS, np.int64)
    for number in range(first, first + rounds):
        state = mix(seed ^ mix(np.uint64(number) + STEP))
        total = 3
        for _ in range(3):
            state, face = below(state, SIX)
            total += int(face)
        # --- the piles, a card to each in turn
        for i in range(DECK):
            order[i] = i
        keys[:] = ZERO
        bits[:] = ZERO
        joker = -1
        dealt = 0
        for _ in range(7):
            for pile in range(PILES):
                state += STEP
                left = np.uint64(DECK - dealt)
                product = (mix(state) >> HALF) * left
                if product & LOW < left:
                    state -= STEP
                    state, at = below(state, left)
                else:
                    at = product >> HALF
                j = dealt + np.int64(at)
                card = order[j]
                order[j] = order[dealt]
                dealt += 1
                keys[pile] += KEYS[card]
                bits[pile] |= BITS[card]
                if card == JOKER_CARD:
                    joker = pile
        # --- the bank is 1, 8 and 15: seats are counted from it
        seat = (total + PILES - 2) % PILES
        bank_pile = (PILES - 1 - seat) % PILES
        has = 1 if joker == bank_pile else 0
        bank = int(ways.bank[class_of(keys[bank_pile], bits[bank_pile], has)])
        bank_front, bank_back = bank >> BACK_BITS & FRONT_MASK, bank & BACK_MASK
        start = seat if seat < boxes else 0
        round[:] = 0
        paid, taken, owed_all, due_all = 0, 0, 0, 0
        logged = number - first < log.shape[0]
        for n in range(boxes):
            box = (start + n) % boxes
            pile = (box - seat) % PILES
            has = 1 if joker == pile else 0
            hand = int(ways.player[class_of(keys[pile], bits[pile], has)])
            front, back = hand >> BACK_BITS & FRONT_MASK, hand & BACK_MASK
            f = 2 if front == bank_front else (0 if front > bank_front else 1)
            b = 2 if back == bank_back else (0 if back > bank_back else 1)
            faces[f, b] += 1
            round[FRONT_COPIES] += f == 2
            round[BACK_COPIES] += b == 2
            won = (f == 0) + (b == 0)
            round[LOST - won] += 1
            round[MARGIN] += won - 1
            amount = stake * (won - 1)
            if amount != 0:
                owed_all += max(amount, 0)
                due_all += max(-amount, 0)
                before = taken - paid
                paid, taken = cover(amount, paid, taken, posted, combined)
                if logged:
                    log[number - first, box, 0] = before - (taken - paid)
        round[BASE] = taken - paid
        shorts[0] += paid < owed_all or taken < due_all
        # --- Fortune bets, then envy
        if fortune:
            for n in range(boxes):
                box = (start + n) % boxes
                pile = (box - seat) % PILES
                jokers[box] = 1 if joker == pile else 0
                rows[box] = fortune_row(keys[pile], bits[pile], jokers[box])
                amount = pays.fortune[jokers[box], rows[box]]
                owed_all += max(amount, 0)
                due_all += max(-amount, 0)
                before = taken - paid
                paid, taken = cover(amount, paid, taken, posted, combined)
                if logged:
                    log[number - first, box, 1] = before - (taken - paid)
            round[FORTUNE] = taken - paid - round[BASE]
            shorts[1] += paid < owed_all or taken < due_all
            if fortune >= table.envy_stake:
                for n in range(boxes):
                    box = (start + n) % boxes
                    for m in range(boxes):
                        other = (start + m) % boxes
                        amount = pays.envy[jokers[other], rows[other]]
                        if amount and other != box:
                            owed_all += amount
                            before = paid
                            paid, taken = cover(amount, paid, taken, posted, combined)
                            if logged:
                                log[number - first, box, 2] += paid - before
                round[ENVY] = taken - paid - round[BASE] - round[FORTUNE]
            shorts[2] += paid < owed_all or taken < due_all
        round[NET] = taken - paid
        round[UNPAID] = owed_all - paid
        round[UNTAKEN] = due_all - taken
        shorts[3] = min(shorts[3], taken - paid)
        for kind in range(KINDS):
            sums[kind, 0] += round[kind]
            sums[kind, 1] += round[kind] * round[kind]
