"""A house way tabulated by class of hand, as the kernels read it.

How a hand is set depends on its ranks and, where a flush lies in it, on which ranks are in that
suit. There are 292,000 such classes for 154,143,080 hands.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from cardroom.analysis.kernels.cache import stored
from cardroom.analysis.kernels.hand_tables import five_card_values
from cardroom.analysis.kernels.pai_gow_tables import ACE, BACK_BITS, FRONT_BITS, PAI_GOW_SOURCES
from cardroom.analysis.notices import LEARNING
from cardroom.analysis.pai_gow import hand_classes as classes_of_hands
from cardroom.analysis.pai_gow.hand_classes import FLUSH_SUIT, RANKS, HandClasses, hand_classes
from cardroom.hands import house_way
from cardroom.hands.house_way import PLACES, HandPattern, HouseWay
from cardroom.hands.pai_gow import has_complete
from cardroom.progress import ProgressNotice, Tell, silent

FRONTS: Final = 91
CLASSES: Final = 292_253
WAY_SOURCES: Final = (
    Path(house_way.__file__ or ""),
    Path(classes_of_hands.__file__ or ""),
    Path(__file__),
)
RULE_BITS: Final = 6

Codes = npt.NDArray[np.int64]
Worths = npt.NDArray[np.uint32]


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
    from cardroom.analysis.kernels import house_way as kernel  # noqa: PLC0415 - where it runs

    settings = np.zeros(kernel.CLASS_PLACES, np.uint16)
    worths = np.zeros(kernel.CLASS_PLACES, np.uint32)
    setter, done = _ClassSetter(way), 0
    for classes in hand_classes(kernel.SIX_START, kernel.FLUSH_START.tolist()):
        at = classes.numbers
        settings[at], worths[at] = setter.set(classes)
        done += len(at)
        tell(ProgressNotice(LEARNING, done, CLASSES))
    assert done == CLASSES, done
    return WayTables(settings, worths)


class _ClassSetter:
    """Sets all hands with one order of ranks at once, by the rules of one way."""

    def __init__(self, way: HouseWay) -> None:
        assert len(way.rule) < 1 << RULE_BITS, "a setting has six bits for the rule"
        self.way = way
        self.complete: dict[int, bool] = {}
        self.spares = max(len(rule.spares) for rule in way.rule)
        values = five_card_values()
        self.allowed = [
            np.array([False, *(rule.allows(back) for back in values)]) for rule in way.rule
        ]

    def set(self, classes: HandClasses) -> tuple[Codes, Codes]:
        """Settings and worths, by class, in the kernels' bits."""
        worths, fits = classes.worths(), self._fits(classes)
        order = HandPattern.of(classes.hand(0)).order
        rules = np.full(len(worths), -1)
        fronts = np.zeros(len(worths), np.int64)
        for number, rule in enumerate(self.way.rule):
            asked = np.flatnonzero(fits[:, number] & (rules < 0))
            front, worth = self._best(number, order, worths[asked])
            follows = worth > 0
            if rule.if_front_beats is not None:
                other = self.way.rule.index(self.way.named(rule.if_front_beats))
                _, beaten = self._best(other, order, worths[asked])
                follows &= (worth >> BACK_BITS > beaten >> BACK_BITS) | (beaten == 0)
            rules[asked[follows]], fronts[asked[follows]] = number, front[follows]
        assert (rules >= 0).all(), "the last rule of a house way matches every hand"
        every = np.arange(len(worths))
        cards = classes.cards[every[:, None], np.array(PLACES)[fronts]]
        codes = RANKS[cards].astype(np.int64)
        codes |= (classes.flush & (cards // 13 == FLUSH_SUIT)) << 4
        settings: Codes = (rules << 5 | codes[:, 0]) << 5 | codes[:, 1]
        return settings, rules << FRONT_BITS + BACK_BITS | worths[every, fronts]

    def _best(self, rule: int, order: tuple[int, ...], worths: Worths) -> tuple[Codes, Worths]:
        """The best front that the rule allows, by its column, and its worth; 0 if there is none.
        Of equal settings, the first."""
        columns = [PLACES.index(two) for two in self.way.rule[rule].fronts(order)]
        if not columns:
            return np.zeros(len(worths), np.int64), np.zeros(len(worths), np.int64)
        some = worths[:, columns]
        some = np.where(self.allowed[rule][some & (1 << BACK_BITS) - 1], some, 0)
        first = some.argmax(axis=1)
        return np.array(columns)[first], some[np.arange(len(some)), first]

    def _fits(self, classes: HandClasses) -> npt.NDArray[np.bool_]:
        """[class, rule] asked once for all hands whose groups and highest spares are the same."""
        shape = HandPattern.of(classes.hand(0))
        ranks = [rank for rank, _ in shape.groups] + list(shape.spares[: self.spares])
        places = [shape.held.index(rank) for rank in ranks]
        held = np.minimum(classes.ranks, ACE).astype(np.int64)
        asked = self._complete(classes) * 13 ** len(places)
        asked += held[:, places] @ 13 ** np.arange(len(places))
        _, examples, alike = np.unique(asked, return_index=True, return_inverse=True)
        shapes = [HandPattern.of(classes.hand(example)) for example in examples]
        return np.array([[rule.fits(shape) for rule in self.way.rule] for shape in shapes])[alike]

    def _complete(self, classes: HandClasses) -> Codes:
        """[class] 1 if five of the seven make a straight or a flush. Without a flush, this is asked
        once for all hands of the same ranks."""
        if classes.flush:
            return np.ones(len(classes.cards), np.int64)
        ranks = np.bitwise_or.reduce(1 << classes.ranks.astype(np.int64), axis=1)
        _, examples, alike = np.unique(ranks, return_index=True, return_inverse=True)
        found = []
        for example in examples:
            key = int(ranks[example])
            if key not in self.complete:
                self.complete[key] = has_complete(classes.hand(example))
            found.append(self.complete[key])
        return np.array(found, np.int64)[alike]
