"""A simulated table at which cards are counted.

The play may depend on the count; what is bet does not change the cards. So the simulation adds up
results by count and by how much of the shoe was dealt, and every spread of bets, every trigger, and
every penetration is computed from those sums afterward.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.counting.documents import Trigger
from cardroom.analysis.executor import Executor
from cardroom.analysis.kernels.simulate_tables import CountTables
from cardroom.analysis.notices import DEALING_SHOES
from cardroom.analysis.twentyone.simulator.minimise import minimised
from cardroom.analysis.twentyone.simulator.policy import Script
from cardroom.analysis.twentyone.simulator.simulate import TwentyOneSimulator
from cardroom.analysis.twentyone.simulator.stacked import stacked
from cardroom.cards import CARDS
from cardroom.model import Tables
from cardroom.progress import ProgressNotice, Tell, silent

Ints = NDArray[np.int64]

DEPTHS: Final = 40
"""Parts of a shoe that are told apart."""
DECK: Final = 52
CHUNKS: Final = 32


class CardCount(NamedTuple):
    """A count, and the bet whose results it sorts."""

    by_card: tuple[int, ...]
    by: Trigger
    low: int
    """All counts up to it are one."""
    high: int
    """All counts from it on are one."""
    scale: int = DECK
    """Of a true count: per how many cards."""
    bet: int = -1
    """The place of a side bet of the simulator; -1 is the wager."""


class Cells(NamedTuple):
    """Results by depth and count."""

    counted: Ints
    """[depth, bin, 3] boxes, what they won in units, its square."""
    low: int
    unit: int
    shoes: int
    boxes: int
    left: int = 0
    """Shoes that were left for another table."""

    def until(self, dealt: float) -> NDArray[np.float64]:
        """[bin, 3] of the rounds that begin before that share of the shoe; a part of the shoe that
        is dealt in part counts in part."""
        share = np.clip(dealt * DEPTHS - np.arange(DEPTHS), 0.0, 1.0)
        found: NDArray[np.float64] = np.einsum("d,dbk->bk", share, self.counted)
        return found


class Counter:
    """One table, and several counts that are kept at it."""

    def __init__(
        self,
        simulator: TwentyOneSimulator,
        counts: Sequence[CardCount],
        play: Sequence[int] = (),
        leave: int | None = None,
    ) -> None:
        """`play` is [bin of the first count] the script that is played; `leave` is the first count
        below which the player leaves for another table, and the rest of the shoe is not dealt."""
        self.simulator, self.counts = simulator, tuple(counts)
        self.leave = 0 if leave is None else max(0, leave - counts[0].low)
        codes = simulator.automaton.codes
        self.tags = np.zeros((len(counts), int(codes.max()) + 1), np.int64)
        for row, count in zip(self.tags, counts, strict=True):
            for card in CARDS:
                if simulator.automaton.tables.cards.in_deck[card.index]:
                    row[codes[card.index]] = count.by_card[card.index]
        size = len(simulator.deck)
        self.depth = np.arange(size + 1) * DEPTHS // size
        self.per = np.ones((len(counts), size + 1))
        for place, count in enumerate(counts):
            if count.by == "true count":
                self.per[place, 1:] = count.scale / np.arange(1, size + 1)
        self.bins = max(count.high - count.low + 1 for count in counts)
        self.play = np.array([*play, *[0] * (self.bins - len(play))], np.int64)

    def deal(self, first: int, shoes: int) -> tuple[Ints, int]:
        """[count, depth, bin, 3], and how many shoes were left."""
        left = np.zeros(1, np.int64)
        cells = np.zeros((len(self.counts), DEPTHS + 1, self.bins, 3), np.int64)
        tables = CountTables(
            tags=self.tags,
            per=self.per,
            depth=self.depth,
            low=np.array([count.low for count in self.counts]),
            source=np.array([count.bet for count in self.counts]),
            play=self.play,
            cells=cells,
            ups=len(self.simulator.automaton.tables.ups.rank),
            leave=self.leave,
            left=left,
        )
        self.simulator.count(first, shoes, tables)
        return cells, int(left[0])

    def run(self, shoes: int, executor: Executor, tell: Tell = silent) -> list[Cells]:
        """The same sums for any number of workers."""
        size = max(1, min(self.simulator.chunk, shoes // CHUNKS))
        work = [(first, min(size, shoes + 1 - first)) for first in range(1, shoes + 1, size)]
        total = np.zeros((len(self.counts), DEPTHS + 1, self.bins, 3), np.int64)
        left = 0
        dealt = executor.map(lambda at: self.deal(*at), work)
        for (part, leaving), (first, number) in zip(dealt, work, strict=True):
            total += part
            left += leaving
            tell(ProgressNotice(DEALING_SHOES, first + number - 1, shoes))
        return [
            Cells(each[:DEPTHS], count.low, self._unit(count), shoes, self.simulator.boxes, left)
            for each, count in zip(total, self.counts, strict=True)
        ]

    def _unit(self, count: CardCount) -> int:
        if count.bet < 0:
            return self.simulator.automaton.unit
        return self.simulator.bets[count.bet].unit


def rounds_per_shoe(simulator: TwentyOneSimulator, shoes: int) -> float:
    """On average over the first shoes. A count that sees nothing is kept there, because dealing
    without any is other code, which would be compiled for nothing else."""
    counted, _ = Counter(simulator, [CardCount((0,) * len(CARDS), "running count", 0, 0)]).deal(
        1, shoes
    )
    return int(counted[..., 0].sum()) // simulator.boxes / shoes


def playing(
    simulator: TwentyOneSimulator, tables: Tables, scripts: Iterable[Script]
) -> TwentyOneSimulator:
    """The same table with several scripts; `Counter` says which one is played at which count."""
    parts = [minimised(simulator.rules, tables, each, simulator.bets) for each in scripts]
    return simulator.playing(stacked(parts))
