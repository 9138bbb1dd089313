"""One wager on a hand of 21 against banks that are short.

A hand that is not split is one claim, and ends in finitely many ways of known chance: exact, in
the usual play as well as in the best. Hands of a split share the bank's money as well as its hand:
those rounds are dealt, pair by pair and up card by up card, and each is weighted by its exact
chance; what it brings against an ample bank is known, and corrects the rest.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple

import numpy as np

from cardroom import model
from cardroom.analysis.bank.deals import Claims
from cardroom.analysis.bank.documents import Exactness
from cardroom.analysis.bank.odds import AMPLE, BankSimulator, Mean, corrected
from cardroom.analysis.bank.one_wager import Knowing, ShortBank, first_seat, reached
from cardroom.analysis.bank.seats import Seats
from cardroom.analysis.twentyone.deals import TwentyOneDeals, usual_play
from cardroom.analysis.twentyone.odds import distribution
from cardroom.analysis.twentyone.solver.exact import ShoeSolver, Solution
from cardroom.analysis.twentyone.solver.induction import InductionResults
from cardroom.analysis.twentyone.solver.plan import Floats, plan_of
from cardroom.analysis.twentyone.solver.starting_hands import Choices
from cardroom.model.verbs import SPLIT

SPLIT_DEALS: Final = 1 << 21
SPLIT_CHUNK: Final = 1 << 16
TIE_CENTS: Final = 1e-9
"""Two plays that are worth the same differ by rounding alone; the usual one is then kept."""
CLEARLY: Final = 2
"""Standard errors."""
HALVES: Final = 2
"""Whether a pair had better not be split is decided by one half of the deals, and what that gains
is valued by the other."""


def against_banks(seats: Seats, amounts: Sequence[int], seed: int = 1) -> list[ShortBank]:
    """The first seat alone against a bank that covers everything, and against these amounts."""
    alone = first_seat(seats)
    every = (AMPLE, *amounts)
    hand = HandAlone(alone, seed, every)
    return [_against(hand, place) for place in range(len(every))]


def _against(hand: HandAlone, place: int) -> ShortBank:
    amount, banking = hand.amounts[place], hand.seats.rules.banking
    cut = partial(reached, posted=amount, banking=banking)
    payments: dict[int, float] = defaultdict(float)
    for net, chance in hand.unsplit.items():
        payments[cut(net)] += chance
    rest = sum(net * chance for net, chance in payments.items())
    split = hand.split(place)
    usual = Mean(rest + split.value, split.error)
    ample = amount == AMPLE
    gain, changed = (Mean(0.0, 0.0), 0.0) if ample else hand.knowing(place, cut)
    known = Mean(usual.value + gain.value, math.hypot(usual.error, gain.error))
    bound: Exactness = "at-least" if hand.cells else "exact"
    return ShortBank(
        None if ample else amount,
        usual,
        None,
        {},
        dict(sorted(payments.items())),
        Knowing(known, None, changed, bound),
    )


class Cell(NamedTuple):
    """A pair that may be split against an up card."""

    pair: int
    up: int
    hand: int
    """Its number among the opening hands."""
    chance: float
    """That it is dealt and comes to its turn."""
    comes: float
    """Of such pairs, those that come to their turn: the bank did not look and end the round."""
    usual: bool
    """Whether it is split in the usual play."""


class SplitRounds:
    """Rounds in which a pair is split, dealt; by cell and by half of the deals."""

    def __init__(self, deals: TwentyOneDeals, amounts: Sequence[int], rounds: int) -> None:
        """The first amount is ample."""
        ups = deals.solution.split_worth.shape
        self.worth = deals.solution.split_worth * deals.seats.wagers[0]["main"]
        """[pair, up class] against an ample bank, in cents; nothing where the bank looks."""
        self.sums = np.zeros((HALVES, *ups, len(amounts), 3))
        """[half, pair, up class, amount] net, its square, its product with the ample one."""
        self.rounds = np.zeros((HALVES, *ups), np.int64)
        self.stake = deals.seats.wagers[0]["main"]
        simulator = BankSimulator(deals.seats, deals, amounts[1:])
        for place, first in enumerate(range(1, rounds, SPLIT_CHUNK)):
            opened = deals.openings(first, SPLIT_CHUNK)
            starts, claims = deals.deal(first, SPLIT_CHUNK)
            several = np.flatnonzero(np.diff(starts) > 1)
            rows = np.flatnonzero(np.repeat(np.diff(starts) > 1, np.diff(starts)))
            begins = np.concatenate([[0], np.cumsum(np.diff(starts)[several])])
            kept = Claims(begins, np.ascontiguousarray(claims[rows]))
            nets = -simulator.settle(kept).nets.astype(np.float64)
            found = np.stack([nets, nets**2, nets * nets[0]], axis=2).transpose(1, 0, 2)
            cells = tuple(opened[several].T)
            np.add.at(self.sums[place % HALVES], cells, found)
            np.add.at(self.rounds[place % HALVES], cells, 1)

    def mean(self, cell: Cell, place: int, halves: Sequence[int] = range(HALVES)) -> Mean:
        """What a round with that split brings against an amount."""
        at, half = (cell.pair, cell.up), list(halves)
        rounds = int(self.rounds[half][:, *at].sum())
        ample = float(self.worth[at]) / cell.comes
        if not rounds:
            return Mean(ample, self.stake)
        own, other = (self.sums[half][:, *at, n].sum(axis=0) for n in (place, 0))
        return corrected(rounds, tuple(own.tolist()), tuple(other.tolist()), ample)


class HandAlone:
    """A hand with nobody else at the table, against each of some amounts; the first is ample."""

    def __init__(
        self, seats: Seats, seed: int, amounts: Sequence[int], shoe: Sequence[int] | None = None
    ) -> None:
        self.seats, self.seed, self.amounts = seats, seed, amounts
        self.stake = seats.wagers[0]["main"]
        tables = model.at_stake(model.compile(seats.rules), seats.rules, self.stake)
        self.work = ShoeSolver(plan_of(tables), shoe)
        self.usual = usual_play(seats) if seats.chart else self.work.best("pair")
        self.unsplit = unsplit_payments(self.stake, self.work, self.usual)
        self.cells = list(_cells(self.work, self.usual))
        self.dealt = self._dealt(self.usual, amounts, SPLIT_DEALS)

    def _dealt(self, play: Solution, amounts: Sequence[int], rounds: int) -> SplitRounds | None:
        if not self.cells:
            return None
        return SplitRounds(TwentyOneDeals(self.seats, self.seed, play), amounts, rounds)

    # --- the usual play -------------------------------------------------------------------------

    def split(self, place: int) -> Mean:
        """What rounds with a split bring against an amount, of all rounds."""
        if self.dealt is None:
            return Mean(0.0, 0.0)
        return _sum(
            (cell.chance, self.dealt.mean(cell, place)) for cell in self.cells if cell.usual
        )

    # --- the best play --------------------------------------------------------------------------

    def knowing(self, place: int, cut: Callable[[int], int]) -> tuple[Mean, float]:
        """What the best play brings beyond the usual one against an amount, and how often the first
        two cards are played otherwise.

        Exact but for pairs that may be split. Such a pair stays together, is split and played as
        usual, or is split and each of its hands played as if it were alone with the bank: the best
        of the three. Hands that look at what the others have used up could do better still, so the
        best play is worth this at least.
        """
        work, usual, openings = self.work, self.usual, self.work.plan.openings[:, 2]
        choice, worth = self.best(cut)
        before = np.zeros(work.shape)
        work.induce(work.whole(), self._money(cut), InductionResults(usual.strategy.choice, before))
        first, gains = worth[openings, 0], worth[openings, 0] - before[openings, 0]
        gains[gains < TIE_CENTS] = 0.0
        differs = (choice[openings, 0] != usual.strategy.choice[openings, 0]) & (gains > 0)
        amounts = (self.amounts[0], self.amounts[place])
        apart = self._dealt(self.apart(cut, choice), amounts, SPLIT_DEALS // 2)
        changed = []
        for cell in self.cells:
            assert self.dealt is not None
            assert apart is not None
            whole = Mean(float(first[cell.hand, cell.up]) / cell.comes, 0.0)
            tried, valued = (
                {
                    "usual": self.dealt.mean(cell, place, (half,)) if cell.usual else whole,
                    "together": whole,
                    "apart": apart.mean(cell, 1, (half,)),
                }
                for half in range(HALVES)
            )
            taken = max(tried, key=lambda way: _clearly(tried[way], tried["usual"]))
            if cell.usual:
                gains[cell.hand, cell.up] = 0.0
                differs[cell.hand, cell.up] = taken == "together"
            elif taken == "apart":
                differs[cell.hand, cell.up] = True
            if taken != "usual":
                gain = valued[taken].value - valued["usual"].value
                error = math.hypot(valued[taken].error, valued["usual"].error)
                changed.append((cell.chance, Mean(gain, error)))
        unsplit = float(np.where(usual.chance > 0, usual.chance * gains, 0).sum())
        pairs = _sum(changed)
        return Mean(unsplit + pairs.value, pairs.error), float((usual.chance * differs).sum())

    def apart(self, cut: Callable[[int], int], choice: Choices) -> Solution:
        """Every pair that may be split is, and its hands play as if alone with the bank; other
        hands play by `choice`."""
        strategy, money = self.usual.strategy, self._money(cut)
        later = tuple(self.work.regrow(pair, money, choice) for pair in self.work.plan.pairs)
        splits = np.zeros(strategy.splits.shape, bool)
        for cell in self.cells:
            splits[cell.pair, cell.up] = True
        return self.work.given(
            strategy._replace(
                choice=choice, later=tuple((own, own) for own in later), splits=splits
            )
        )

    def best(self, cut: Callable[[int], int]) -> tuple[Choices, Floats]:
        """[node, stance, up class] the best verbs without a split, and what they bring in cents."""
        choice, worth = np.full(self.work.shape, -1, np.int8), np.zeros(self.work.shape)
        self.work.induce(
            self.work.whole(), self._money(cut), InductionResults(choice, worth), optimise=1
        )
        return choice, worth

    def _money(self, cut: Callable[[int], int]) -> Floats:
        """[row, stance, class] what a hand brings in cents, cut to what the bank covers."""
        pays = self.work.tables.pays
        looked = pays.natural_class.astype(bool) & bool(self.work.tables.peeks)
        amounts, places = np.unique(pays.first, return_inverse=True)
        nets = [each * self.stake // pays.unit for each in amounts.tolist()]
        found: Floats = np.array([cut(net) for net in nets], np.float64)[
            places.reshape(pays.first.shape)
        ]
        # A round that the bank's look ends is the same in any play.
        return np.where(looked, 0.0, found)


def _cells(work: ShoeSolver, usual: Solution) -> Iterator[Cell]:
    plan, keys = work.plan, work.tables.nodes.key
    looked = work.root.natural(work.chances) if work.tables.peeks else np.zeros(usual.chance.shape)
    for place, pair in enumerate(plan.pairs):
        (hand,) = pair.openings
        chance, comes = usual.chance[hand], 1 - looked[hand]
        allowed = plan.legal[keys[pair.pair_node], 0] >> SPLIT & 1
        for up in np.flatnonzero((allowed > 0) & (chance * comes > 0)).tolist():
            splits = bool(usual.strategy.splits[place, up])
            yield Cell(place, up, hand, float(chance[up] * comes[up]), float(comes[up]), splits)


def _clearly(mean: Mean, usual: Mean) -> float:
    """How much better it is, beyond what chance alone may show: that would cost more than it
    gains."""
    return (
        mean.value - usual.value - CLEARLY * math.hypot(mean.error, usual.error) * (mean != usual)
    )


def _sum(means: Iterator[tuple[float, Mean]] | Sequence[tuple[float, Mean]]) -> Mean:
    value, square = 0.0, 0.0
    for chance, mean in means:
        value += chance * mean.value
        square += (chance * mean.error) ** 2
    return Mean(value, math.sqrt(square))


def unsplit_payments(stake: int, work: ShoeSolver, solution: Solution) -> dict[int, float]:
    """What a wager brings in rounds without a split, in cents, and how often."""
    nets, chances = distribution(work, solution)
    found: dict[int, float] = defaultdict(float)
    for net, chance in zip(nets, chances, strict=True):
        if chance > 0:
            found[int(net * stake)] += chance
    return found
