"""A house way tabulated by class of hand, as the kernels read it.

How a hand is set depends on its ranks and, where a flush lies in it, on which ranks are in that
suit. There are 292,000 such classes for 154,143,080 hands.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from cardroom.analysis.kernels.cache import stored
from cardroom.analysis.kernels.hand_tables import (
    VALUES,
    card_of,
    hashed,
    key_sum,
    place_of,
    rainbow,
    rank_bags,
    rank_of,
)
from cardroom.analysis.kernels.pai_gow_tables import (
    BACK_BITS,
    FRONT_BITS,
    JOKER_RANK,
    PAI_GOW_SOURCES,
    pai_gow_tables,
)
from cardroom.analysis.notices import LEARNING, ProgressNotice, Tell, silent
from cardroom.cards import JOKER, Card
from cardroom.hands import house_way
from cardroom.hands.house_way import HandSetter, HouseWay
from cardroom.hands.pai_gow import back_value

PLACES: Final = VALUES + 1
FRONTS: Final = 91
CLASSES: Final = 292_253
WAY_SOURCES: Final = (Path(house_way.__file__ or ""), Path(__file__))
TOLD_EVERY: Final = 2_000


class WayTables(NamedTuple):
    """A way by class of hand, at the places of `kernels.house_way.class_of`."""

    settings: npt.NDArray[np.uint16]
    """The rule, and which cards are in front."""
    worths: npt.NDArray[np.uint32]
    """The rule, and front and back as places among all values."""


def way_tables(way: HouseWay, tell: Tell = silent) -> WayTables:
    """Apply the way once to each class of hands; the result is cached."""
    key = hashlib.sha256(msgspec.json.encode(way)).hexdigest()[:12]
    sources = (*PAI_GOW_SOURCES, *WAY_SOURCES)
    kept = stored(f"way-{key}", lambda: _build(way, tell)._asdict(), sources)
    return WayTables(**{name: kept[name] for name in WayTables._fields})


def _build(way: HouseWay, tell: Tell) -> WayTables:
    from cardroom.analysis.kernels import house_way as kernel  # noqa: PLC0415 - imports numba

    asked = _Asked(way, tell)
    settings = np.zeros(kernel.CLASS_PLACES, np.uint16)
    worths = np.zeros(kernel.CLASS_PLACES, np.uint32)
    for jokers in (0, 1):
        bags = list(rank_bags(7 - jokers))
        found = [asked.of((*rainbow(bag), *[JOKER] * jokers), -2) for bag in bags]
        # An empty place of the hash has number 0, and no hand belongs to its class.
        numbers = hashed([key_sum(b) for b in bags], range(len(bags))).values
        start = kernel.SIX_START * jokers
        settings[start : start + len(numbers)] = np.array([c for c, _ in found])[numbers]
        worths[start : start + len(numbers)] = np.array([w for _, w in found])[numbers]
        for place, hand in _flush_classes(jokers):
            at = int(kernel.FLUSH_START[jokers]) + place
            settings[at], worths[at] = asked.of(hand, 0)
    assert asked.done == CLASSES, asked.done
    return WayTables(settings, worths)


class _Asked:
    """The way's setting of a hand, in the kernels' bits."""

    def __init__(self, way: HouseWay, tell: Tell) -> None:
        self.setter, self.tell, self.done = HandSetter(way), tell, 0
        self.numbers = {rule.id: number for number, rule in enumerate(way.rule)}
        assert len(self.numbers) < 1 << 6, "a setting has six bits for the rule"
        self.fronts, self.places = pai_gow_tables()["fronts"], place_of()

    def of(self, hand: tuple[Card, ...], suit: int) -> tuple[int, int]:
        """The setting with its front's cards, and the worth of its two hands."""
        self.done += 1
        if self.done % TOLD_EVERY == 0:
            self.tell(ProgressNotice(LEARNING, self.done, CLASSES))
        placed = self.setter.place(hand)
        rule = self.numbers[placed.rule.id]
        ranks = [JOKER_RANK if card is JOKER else rank_of(card) for card in placed.front]
        code = rule
        for card, rank in zip(placed.front, ranks, strict=True):
            code = code << 5 | (card.suit == suit) << 4 | rank
        front = int(self.fronts[ranks[0], ranks[1]])
        back = self.places[back_value(placed.back)]
        return code, (rule << FRONT_BITS | front) << BACK_BITS | back


def _flush_classes(jokers: int) -> Iterator[tuple[int, tuple[Card, ...]]]:
    """Hands with a flush: the ranks of its suit, and those of the up to two other cards."""
    for missing in range(3):
        for ranks in combinations(range(13), 7 - jokers - missing):
            bits = sum(1 << rank for rank in ranks)
            cards = tuple(card_of(rank, 0) for rank in ranks)
            for others in combinations_with_replacement(range(13), missing):
                a, b = (*others, JOKER_RANK, JOKER_RANK)[:2]
                rest = tuple(card_of(rank, suit) for suit, rank in enumerate(others, start=1))
                yield bits * 14 * 14 + a * 14 + b, (*cards, *rest, *[JOKER] * jokers)
