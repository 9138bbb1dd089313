"""Every hand of a deck: counted by its value, and set by a house way.

The odds look at classes of hands. These kernels look at one hand after the other, and prove that
nothing is lost.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from cardroom.analysis.kernels import house_way, omaha, poker7
from cardroom.analysis.kernels.cache import compiler
from cardroom.analysis.kernels.four_hands import KEYS, THREES
from cardroom.analysis.kernels.hand_tables import VALUES, card_of
from cardroom.analysis.kernels.house_way import FLOORS, FRONTS, JOKER, back_place, class_of, summed
from cardroom.analysis.kernels.omaha import five_value
from cardroom.analysis.kernels.pai_gow_tables import BACK_BITS, FRONT_BITS
from cardroom.analysis.kernels.poker7 import BITS, SHIFTS, SUIT, seven_value
from cardroom.analysis.pai_gow.way_tables import FRONTS as FRONT_VALUES
from cardroom.analysis.pai_gow.way_tables import way_tables
from cardroom.hands.house_way import HouseWay
from cardroom.hands.low import EIGHT

Cards = npt.NDArray[np.uint8]
Codes = npt.NDArray[np.uint16]
Worths = npt.NDArray[np.uint32]
Counts = npt.NDArray[np.int64]


def low_rank_counts() -> npt.NDArray[np.uint8]:
    """By the bits of the ranks held: how many of them count for an eight-or-better low."""
    low_ranks = [rank for rank in range(13) if card_of(rank, 0).rank <= EIGHT]
    return np.array([sum(b >> rank & 1 for rank in low_ranks) for b in range(1 << 13)], np.uint8)


LOWS: Final = low_rank_counts()
njit = compiler(
    __file__,
    *house_way.TABLES,
    *(omaha.ROWS, omaha.FIVE, poker7.ROWS, poker7.SEVEN, poker7.FLUSH, SHIFTS, LOWS),
)


@njit("void(uint8[:, ::1], uint16[::1])")
def five_values(hands: Cards, out: Codes) -> None:
    """The place of each hand of five cards, as Omaha looks them up."""
    for i in range(hands.shape[0]):
        key, bits = THREES, np.uint64(0)
        for j in range(5):
            key += KEYS[hands[i, j]]
            bits |= BITS[hands[i, j]]
        out[i] = five_value(key, bits)


@njit("void(int64, int64, int64[::1], int64[::1])")
def count_seven(start: int, stop: int, by_value: Counts, by_lows: Counts) -> None:
    """All seven-card hands whose first card is in start .. stop - 1.

    By place, and by the number of their different ranks that count for a low.
    """
    for a in range(start, stop):
        for b in range(a + 1, 52):
            key_b, bits_b = THREES + KEYS[a] + KEYS[b], BITS[a] | BITS[b]
            for c in range(b + 1, 52):
                key_c, bits_c = key_b + KEYS[c], bits_b | BITS[c]
                for d in range(c + 1, 52):
                    key_d, bits_d = key_c + KEYS[d], bits_c | BITS[d]
                    for e in range(d + 1, 52):
                        key_e, bits_e = key_d + KEYS[e], bits_d | BITS[e]
                        for f in range(e + 1, 52):
                            key_f, bits_f = key_e + KEYS[f], bits_e | BITS[f]
                            for g in range(f + 1, 52):
                                bits = bits_f | BITS[g]
                                by_value[seven_value(key_f + KEYS[g], bits)] += 1
                                halves = bits | bits >> SHIFTS[2]
                                by_lows[LOWS[(halves | halves >> SHIFTS[1]) & SUIT]] += 1


@njit("int64(uint8[::1], int64)")
def flush_suit(cards: npt.NDArray[np.uint8], jokers: int) -> int:
    """The suit that makes a flush of the natural cards, -1 if none does."""
    held = np.zeros(4, np.int64)
    for i in range(7 - jokers):
        held[cards[i] // 13] += 1
    for suit in range(4):
        if held[suit] + jokers >= 5:
            return suit
    return -1


@njit("int64(uint8[::1], int64, int64, int64, int64)")
def find(cards: npt.NDArray[np.uint8], jokers: int, suit: int, wanted: int, taken: int) -> int:
    """Where the card lies that five bits of a setting name; -1 if the hand does not hold it."""
    rank, inside = wanted & 15, wanted >> 4
    if rank == JOKER:
        return 6 if jokers else -1
    for i in range(7 - jokers):
        if i == taken or (cards[i] + 12) % 13 != rank:
            continue
        if suit < 0 or (cards[i] // 13 == suit) == (inside == 1):
            return i
    return -1


@njit("int64(uint8[::1], int64, uint16[::1], int64[::1])")
def lay(cards: npt.NDArray[np.uint8], jokers: int, settings: Codes, found: Counts) -> int:
    """Set one hand, naturals before the joker: found = [rule, front, back]; returns 1 if it is
    foul or cannot be laid."""
    suit = flush_suit(cards, jokers)
    key, bits = summed(cards, 7 - jokers)
    code = int(settings[class_of(key, bits, jokers)])
    first = find(cards, jokers, suit, code >> 5 & 31, -1)
    second = find(cards, jokers, suit, code & 31, first)
    if first < 0 or second < 0:
        return 1
    a, b = code >> 5 & 15, code & 15
    one, two = cards[first], cards[second]
    left = 0 if JOKER in (a, b) else jokers
    found[0], found[1] = code >> 10, FRONTS[a, b]
    found[2] = back_place(key - KEYS[one] - KEYS[two], bits ^ BITS[one] ^ BITS[two], left)
    return 1 if found[2] < FLOORS[a, b] else 0


@njit("int64(int64, int64, int64, uint16[::1], uint32[::1], int64[:, ::1])")
def lay_all(
    jokers: int, start: int, stop: int, settings: Codes, worths: Worths, tally: Counts
) -> int:
    """All hands whose first natural card is in start .. stop - 1; returns how many are foul,
    or are worth something else than the tables say.

    `tally` counts by rule, by front and by back.
    """
    size = 7 - jokers
    cards = np.full(7, 52, np.uint8)
    found = np.zeros(3, np.int64)
    fouls, level = 0, 0
    cards[0] = start
    while cards[0] < stop:
        if level < size - 1:
            cards[level + 1] = cards[level] + 1
            level += 1
            continue
        while cards[level] < 52:
            foul = lay(cards, jokers, settings, found)
            laid = (found[0] << FRONT_BITS | found[1]) << BACK_BITS | found[2]
            key, bits = summed(cards, 7 - jokers)
            fouls += 1 if foul or worths[class_of(key, bits, jokers)] != laid else 0
            for kind in range(3):
                tally[kind, found[kind]] += 1
            cards[level] += 1
        while level > 0 and cards[level] > 52 - size + level - 1:
            level -= 1
        cards[level] += 1
    return fouls


class WayProof(NamedTuple):
    hands: int
    fouls: int
    by_rule: dict[str, int]
    by_front: tuple[int, ...]
    """Hands by the value of their front, 3-2 first, a pair of aces last."""
    by_back: tuple[int, ...]
    """Hands by the place of their back among all values of five cards, place 0 unused."""


def prove_way(way: HouseWay) -> WayProof:
    """Set every one of the 154,143,080 hands and evaluate the two hands again.

    A hand that could not be laid out, or is worth something else than the tables say, counts as
    foul.
    """
    tables = way_tables(way)
    tally = np.zeros((3, VALUES + 1), np.int64)
    fouls = sum(lay_all(jokers, 0, 52, *tables, tally) for jokers in (0, 1))
    rules, fronts, backs = (tuple(map(int, row)) for row in tally)
    by_rule = {rule.id: count for rule, count in zip(way.rule, rules, strict=False)}
    return WayProof(sum(rules), int(fouls), by_rule, fronts[:FRONT_VALUES], backs)
