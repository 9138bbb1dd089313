"""One wager on a hand of 21 against banks that are short.

A hand that is not split is one claim, and ends in finitely many ways of known chance: exact, in
the usual play as well as in the best. Hands of a split share the bank's money as well as its hand:
those rounds are dealt, pair by pair and up card by up card, and each weighs as often as it exactly
comes; what it brings against an ample bank is known, and corrects the rest.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np

from cardroom import model
from cardroom.analysis.bank_deals import Claims, TwentyOneDeals
from cardroom.analysis.bank_odds import BankSimulator, Mean, corrected
from cardroom.analysis.bank_seats import Seats
from cardroom.analysis.exact import Solution, Work
from cardroom.analysis.opening import Choices
from cardroom.analysis.passes import Results
from cardroom.analysis.plan import Floats, plan_of
from cardroom.analysis.values import distribution
from cardroom.games.twentyone.parts import policies
from cardroom.money import Ratio, owed
from cardroom.rules.ruleset import Ruleset

SPLIT_DEALS: Final = 1 << 21
SPLIT_CHUNK: Final = 1 << 16
CLEARLY: Final = 2
"""Standard errors."""
HALVES: Final = 2
"""Whether a pair had better not be split is decided by one half of the deals, and what that gains
is valued by the other."""


class Cell(NamedTuple):
    """A pair that is split against an up card in the usual play."""

    pair: int
    up: int
    chance: float
    """That it is dealt and comes to be split."""
    worth: float
    """Of the split against an ample bank, in wagers."""
    comes: float
    """Of such pairs, those that come to their turn: the bank did not look and end the round."""


class HandAlone:
    """A hand with nobody else at the table, against each of some amounts; the first is ample."""

    def __init__(
        self, seats: Seats, seed: int, amounts: Sequence[int], shoe: Sequence[int] | None = None
    ) -> None:
        self.seats, self.amounts = seats, amounts
        self.stake = seats.wagers[0]["main"]
        self.work = Work(plan_of(model.compile(seats.rules)), shoe)
        self.usual = self.work.best("pair")
        self.unsplit = unsplit_payments(seats.rules, self.stake, self.work, self.usual)
        self.cells = list(_cells(self.work, self.usual))
        self.sums = np.zeros((HALVES, len(self.cells), len(amounts), 3))
        """[half, cell, amount] net, its square, its product with the ample one."""
        self.rounds = np.zeros((HALVES, len(self.cells)), np.int64)
        self.exactly = False
        if self.cells:
            self._deal(TwentyOneDeals(seats, seed, self.usual))

    def _deal(self, deals: TwentyOneDeals) -> None:
        """Rounds whose hand was split, by cell."""
        self.exactly = deals.means[0] is not None
        simulator = BankSimulator(self.seats, deals, self.amounts[1:])
        number = {(cell.pair, cell.up): place for place, cell in enumerate(self.cells)}
        for place, first in enumerate(range(1, SPLIT_DEALS, SPLIT_CHUNK)):
            opened = deals.openings(first, SPLIT_CHUNK)
            starts, claims = deals.deal(first, SPLIT_CHUNK)
            several = np.flatnonzero(np.diff(starts) > 1)
            rows = np.concatenate([np.arange(starts[n], starts[n + 1]) for n in several])
            begins = np.concatenate([[0], np.cumsum(np.diff(starts)[several])])
            kept = Claims(begins, np.ascontiguousarray(claims[rows]))
            nets = -simulator.settle(kept).nets.astype(np.float64)
            cells = np.array([number[each] for each in map(tuple, opened[several].tolist())])
            half = place % HALVES
            found = np.stack([nets, nets**2, nets * nets[0]], axis=2).transpose(1, 0, 2)
            np.add.at(self.sums[half], cells, found)
            np.add.at(self.rounds[half], cells, 1)

    # --- the usual play -------------------------------------------------------------------------

    def split(self, place: int) -> Mean:
        """What rounds with a split bring against an amount, of all rounds."""
        sums, rounds = self.sums.sum(axis=0), self.rounds.sum(axis=0)
        return _sum(
            (cell.chance, self._mean(sums[n], int(rounds[n]), cell, place))
            for n, cell in enumerate(self.cells)
        )

    def _mean(self, sums: Floats, rounds: int, cell: Cell, place: int) -> Mean:
        exact = cell.worth * self.stake if self.exactly else None
        if not rounds:
            return Mean(cell.worth * self.stake, self.stake)
        return corrected(rounds, tuple(sums[place].tolist()), tuple(sums[0].tolist()), exact)

    # --- the best play --------------------------------------------------------------------------

    def knowing(self, place: int, cut: Callable[[int], int]) -> tuple[Mean, float]:
        """What the best play brings beyond the usual one against an amount, and how often the first
        two cards are played otherwise.

        Exact but for pairs that are split as usual: those stay together where that is better, and
        the hands of a split are played as usual. So the best play is worth this at least.
        """
        work, usual, openings = self.work, self.usual, self.work.plan.openings[:, 2]
        choice, worth = self.best(cut)
        before = np.zeros(work.shape)
        work.induce(work.whole(), self._money(cut), Results(usual.strategy.choice, before))
        first, gains = worth[openings, 0], worth[openings, 0] - before[openings, 0]
        differs = choice[openings, 0] != usual.strategy.choice[openings, 0]
        together = []
        for n, cell in enumerate(self.cells):
            (hand,) = work.plan.pairs[cell.pair].openings
            unsplit = float(first[hand, cell.up]) / cell.comes
            tried, valued = (
                self._mean(self.sums[half][n], int(self.rounds[half][n]), cell, place)
                for half in range(HALVES)
            )
            # Clearly better: what chance alone shows would cost more than it gains.
            stays = tried.value + CLEARLY * tried.error < unsplit
            differs[hand, cell.up] = stays
            gains[hand, cell.up] = 0.0
            if stays:
                together.append((cell.chance, Mean(unsplit - valued.value, valued.error)))
        whole = float(np.where(usual.chance > 0, usual.chance * gains, 0).sum())
        apart = _sum(together)
        return Mean(whole + apart.value, apart.error), float((usual.chance * differs).sum())

    def best(self, cut: Callable[[int], int]) -> tuple[Choices, Floats]:
        """[node, stance, up class] the best verbs without a split, and what they bring in cents."""
        choice, worth = np.full(self.work.shape, -1, np.int8), np.zeros(self.work.shape)
        self.work.induce(self.work.whole(), self._money(cut), Results(choice, worth), optimise=1)
        return choice, worth

    def _money(self, cut: Callable[[int], int]) -> Floats:
        """[row, stance, class] what a hand brings in cents, cut to what the bank covers."""
        pays, more = self.work.tables.pays, self.work.tables.keys.added
        looked = pays.natural_class.astype(bool) & bool(self.work.tables.peeks)
        rounding = policies(self.seats.rules).rounding
        units = pays.original[:, None, :] + more[None, :, None] * pays.added[:, None, :]
        amounts, places = np.unique(units, return_inverse=True)
        nets = [owed(self.stake, Ratio(each, pays.unit), rounding) for each in amounts.tolist()]
        found: Floats = np.array([cut(net) for net in nets], np.float64)[
            places.reshape(units.shape)
        ]
        # A round that the bank's look ends is the same in any play.
        return np.where(looked, 0.0, found)


def _cells(work: Work, usual: Solution) -> Iterator[Cell]:
    looked = work.root.natural(work.chances) if work.tables.peeks else np.zeros(usual.chance.shape)
    for place, pair in enumerate(usual.plan.pairs):
        (hand,) = pair.openings
        chance, comes = usual.chance[hand], 1 - looked[hand]
        for up in np.flatnonzero(usual.strategy.splits[place] & (chance * comes > 0)).tolist():
            worth = float(usual.split_worth[place, up] / comes[up])
            yield Cell(place, up, float(chance[up] * comes[up]), worth, float(comes[up]))


def _sum(means: Iterator[tuple[float, Mean]] | Sequence[tuple[float, Mean]]) -> Mean:
    value, square = 0.0, 0.0
    for chance, mean in means:
        value += chance * mean.value
        square += (chance * mean.error) ** 2
    return Mean(value, math.sqrt(square))


def unsplit_payments(
    rules: Ruleset, stake: int, work: Work, solution: Solution
) -> dict[int, float]:
    """What a wager brings in rounds without a split, in cents, and how often."""
    nets, chances = distribution(work, solution)
    rounding = policies(rules).rounding
    found: dict[int, float] = defaultdict(float)
    for net, chance in zip(nets, chances, strict=True):
        if chance > 0:
            found[owed(stake, Ratio(net.numerator, net.denominator), rounding)] += chance
    return found
