"""All settings of seven cards, each compared with every hand the bank may hold.

The bank sets its hand by a house way; its cards come from the 46 that are left: 53,524,680 hands,
each of them counted. So these values are fractions, and nothing is sampled.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from cardroom.analysis.kernels.hand_tables import place_of, rank_of
from cardroom.analysis.kernels.pai_gow_tables import (
    BACK_BITS,
    FRONT_BITS,
    JOKER_RANK,
    front_tables,
)
from cardroom.analysis.pai_gow.documents import HandSet, SettingValue, SettingValues
from cardroom.analysis.pai_gow.way_tables import FRONTS, WayTables, way_tables
from cardroom.cards import CARDS, JOKER, Card
from cardroom.hands.house_way import HouseWay, set_hand
from cardroom.hands.pai_gow import Setting, back_value, front_value, pai_gow_rank
from cardroom.progress import Tell, silent

if TYPE_CHECKING:
    from cardroom.analysis.kernels.bank_hands import BankWay

BANK_HANDS: Final = comb(46, 7)
HANDS: Final = comb(53, 7)
BACKS: Final = 1 << BACK_BITS

Longs = npt.NDArray[np.int64]

LISTED_MAX: Final = 4
_LISTED: Final[dict[int, tuple[npt.NDArray[np.uint32], tuple[BankWay, BankWay]]]] = {}
"""By the identity of a way's table, which stays the same as long as it is kept here."""


class Weighed(NamedTuple):
    """One setting, and of the bank's hands how many it beats, and how many beat it."""

    setting: Setting
    worth: int
    """Front and back as places among all values."""
    won: int
    lost: int

    @property
    def value(self) -> Fraction:
        """The expected value of a wager, per unit."""
        return Fraction(self.won - self.lost, BANK_HANDS)

    @property
    def pushed(self) -> int:
        return BANK_HANDS - self.won - self.lost


def settings_of(cards: Sequence[Card]) -> list[tuple[Setting, int]]:
    """Settings that are not foul, with their values; of several equal settings, the first."""
    fronts, places = front_tables()["fronts"], place_of()
    hand = sorted(cards, key=lambda card: (-pai_gow_rank(card), card is JOKER, card.suit))
    found: dict[int, Setting] = {}
    for two in combinations(hand, 2):
        setting = Setting(two, tuple(card for card in hand if card not in two))
        if setting.foul:
            continue
        a, b = (JOKER_RANK if card is JOKER else rank_of(card) for card in two)
        worth = int(fronts[a, b]) << BACK_BITS | places[back_value(setting.back)]
        found.setdefault(worth, setting)
    return [(setting, worth) for worth, setting in found.items()]


def weighed(cards: Sequence[Card], bank: WayTables) -> list[Weighed]:
    """Every sensible setting against all hands of a bank that follows this way, best first."""
    settings = settings_of(cards)
    fronts = np.unique([worth >> BACK_BITS for _, worth in settings])
    backs = np.unique([worth & BACKS - 1 for _, worth in settings])
    tally = _tally(cards, bank, fronts, backs)
    # Places below a bound are worth less than the setting; a copy is the bank's.
    below = tally.cumsum(0).cumsum(1)
    above = tally[::-1, ::-1].cumsum(0).cumsum(1)[::-1, ::-1]
    found = []
    for setting, worth in settings:
        f = int(np.searchsorted(fronts, worth >> BACK_BITS))
        b = int(np.searchsorted(backs, worth & BACKS - 1))
        found.append(Weighed(setting, worth, int(below[f, b]), int(above[f + 1, b + 1])))
    return sorted(found, key=lambda each: each.won - each.lost, reverse=True)


def hands_set(cards: Sequence[Card], ways: Sequence[HouseWay]) -> tuple[HandSet, ...]:
    """The hand as each house way sets it."""
    found = []
    for way in ways:
        placed = set_hand(cards, way)
        front, back = front_value(placed.front).label, back_value(placed.back).label
        rule = placed.rule
        found.append(HandSet(way.name, placed.front, front, placed.back, back, rule.id, rule.says))
    return tuple(found)


def setting_values(
    cards: Sequence[Card], ways: Sequence[HouseWay], bank: HouseWay, tell: Tell = silent
) -> SettingValues:
    """Every sensible setting of a hand, and which of the ways choose it."""
    tables = way_tables(bank, tell)
    chosen = hands_set(cards, ways)
    found = []
    for each in weighed(cards, tables):
        (front, back), worth = each.setting, each.setting.values
        front_is, back_is = worth
        found.append(
            SettingValue(
                front=front,
                front_is=front_is.label,
                back=back,
                back_is=back_is.label,
                won=each.won,
                pushed=each.pushed,
                lost=each.lost,
                value=float(each.value),
                exact=each.value,
                set_so_by=tuple(
                    hand.way for hand in chosen if Setting(hand.front, hand.back).values == worth
                ),
            )
        )
    return SettingValues(bank.name, chosen, tuple(found))


def _tally(cards: Sequence[Card], bank: WayTables, fronts: Longs, backs: Longs) -> Longs:
    """The bank's hands, counted by how many of these fronts and backs theirs equal or beat."""
    front = _reached(fronts, 1 << FRONT_BITS)
    back = _reached(backs, BACKS)
    taken = set(cards)
    left = [card for card in CARDS if card not in taken]
    counts = tally(left, bank, front, back, (len(fronts) + 1, len(backs) + 1))
    assert counts.sum() == BANK_HANDS
    return counts


def _reached(values: Longs, places: int) -> Longs:
    """[place] how many of these values, in ascending order, it equals or beats."""
    steps = np.zeros(places, np.int64)
    steps[values] = 1
    return steps.cumsum()


def tally(
    left: Sequence[Card], way: WayTables, fronts: Longs, backs: Longs, shape: tuple[int, int]
) -> Longs:
    """Every hand of seven of the remaining cards, set by the way, counted by front and back.
    `fronts` and `backs` say where each value is counted.
    """
    from cardroom.analysis.kernels import bank_hands  # noqa: PLC0415 - where it runs

    suits = np.zeros(4, np.int64)
    for card in left:
        if card is not JOKER:
            suits[card.suit] |= 1 << rank_of(card)
    counts = np.zeros(shape, np.int64)
    for jokers in range(2 if JOKER in left else 1):
        bank_hands.tally(suits, jokers, _listed(way)[jokers], fronts, backs, counts)
    return counts


def _listed(way: WayTables) -> tuple[BankWay, BankWay]:
    """Without the joker, and with it; kept, because a way is asked about thousands of hands."""
    from cardroom.analysis.kernels.bank_hands import bank_way  # noqa: PLC0415 - where it runs

    kept = _LISTED.get(id(way.worths))
    if kept is None or kept[0] is not way.worths:
        if len(_LISTED) >= LISTED_MAX:
            _LISTED.clear()
        kept = (way.worths, (bank_way(way.worths, 0), bank_way(way.worths, 1)))
        _LISTED[id(way.worths)] = kept
    return kept[1]


def all_hands(way: WayTables) -> Longs:
    """[front, back] how many of the 154,143,080 hands the way sets like this."""
    fronts = np.minimum(np.arange(1 << FRONT_BITS), FRONTS - 1)
    counts = tally(CARDS, way, fronts, np.arange(BACKS), (FRONTS, BACKS))
    assert counts.sum() == HANDS
    return counts


def unseen_values(bank: WayTables) -> Longs:
    """[front, back] won less lost over all 154,143,080 hands of the bank.

    This ignores that the player's cards are missing from the deck; it only suggests where a way may
    err.
    """
    hands = all_hands(bank)
    won = np.zeros_like(hands)
    won[1:, 1:] = hands.cumsum(0).cumsum(1)[:-1, :-1]
    lost = hands[::-1, ::-1].cumsum(0).cumsum(1)[::-1, ::-1]
    return np.ascontiguousarray(won - lost)
