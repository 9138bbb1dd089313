"""What a bank of a given size does to every seat, and what banking is worth: simulated.

Each deal is settled once for every amount of the bank. Against an ample bank a seat's value is
often known exactly; the difference between that and what the same deals gave serves as a control
variate, which makes the errors of the other results small.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from cardroom.analysis.bank.deals import Claims, Deals, Ints
from cardroom.analysis.bank.seats import Seats
from cardroom.analysis.executor import Executor
from cardroom.rules.coverage import losers_first

if TYPE_CHECKING:
    from cardroom.analysis.kernels.settle import Books

CHUNK: Final = 1 << 14
AMPLE: Final = 1 << 50
"""More cents than a round can move."""


class Mean(NamedTuple):
    """Cents per round, and one standard error."""

    value: float
    error: float


class Reach(NamedTuple):
    """One wager, or all of one owner, against a bank of some amount; per round."""

    net: Mean
    """What it brings, before the collection."""
    action: float
    """What of the stakes that win or lose has action."""
    full: float
    """Of those wagers, how many have full action,"""
    none: float
    """and how many none."""
    paid: float
    """What is paid of what is owed to winners."""
    bare: float
    """Rounds in which it would win or lose and no cent moves, of all rounds."""


class BankAt(NamedTuple):
    posted: int | None
    """Cents; None is an ample bank."""
    net: Mean
    """What the bank wins, before its collection."""
    deviation: float
    owners: tuple[Reach, ...]
    lines: tuple[Reach, ...]
    nets: Mapping[int, int]
    """How often it won each number of cents."""


class Tallied(NamedTuple):
    """Sums over rounds; parts add up."""

    rounds: int
    sums: Ints
    """[amount, owner, kind] as the kernel counts them."""
    parts: Ints
    """[amount, line, kind]"""
    bank: tuple[tuple[int, int, int], ...]
    """[amount] net, its square, its product with the net of an ample bank."""
    nets: tuple[Counter[int], ...]
    """[amount] how often the bank won each number of cents."""

    def plus(self, other: Tallied) -> Tallied:
        return Tallied(
            self.rounds + other.rounds,
            self.sums + other.sums,
            self.parts + other.parts,
            tuple(
                (a + x, b + y, c + z)
                for (a, b, c), (x, y, z) in zip(self.bank, other.bank, strict=True)
            ),
            tuple(
                Counter(one) + Counter(two) for one, two in zip(self.nets, other.nets, strict=True)
            ),
        )


def settled(
    seats: Seats, deals: Deals, claims: Claims, posted: Sequence[int], steps: int = 0
) -> Books:
    """Rounds that were dealt, each against every amount: by owner and line, or by step."""
    from cardroom.analysis.kernels import settle as kernels  # noqa: PLC0415 - where it runs

    banking, amounts, dealt = seats.rules.banking, len(posted), len(claims.starts) - 1
    books = kernels.Books(
        np.zeros((amounts, 0 if steps else seats.owners, kernels.SUMS), np.int64),
        np.zeros((amounts, 0 if steps else len(deals.lines), kernels.SUMS), np.int64),
        np.zeros((amounts, dealt), np.int64),
        np.zeros((amounts, dealt, steps, kernels.FLOWS), np.int64),
    )
    kernels.settle(
        *claims,
        deals.money,
        np.array([line.owner for line in deals.lines], np.int64),
        np.array(posted, np.int64),
        np.array([banking.together, losers_first(banking.order)], np.int64),
        books,
    )
    return books


class BankSimulator:
    """One table, one seed, several amounts that the bank may post."""

    def __init__(self, seats: Seats, deals: Deals, posted: Sequence[int]) -> None:
        self.seats, self.deals = seats, deals
        self.posted = (AMPLE, *posted)

    def settle(self, claims: Claims) -> Books:
        """Rounds that were dealt, each against every amount."""
        return settled(self.seats, self.deals, claims, self.posted)

    def tally(self, first: int, rounds: int) -> Tallied:
        sums, parts, nets, _ = self.settle(self.deals.deal(first, rounds))
        bank = tuple((int(row.sum()), int(row @ row), int(row @ nets[0])) for row in nets)
        counted = []
        for row in nets:
            amounts, times = np.unique(row, return_counts=True)
            counted.append(Counter(dict(zip(amounts.tolist(), times.tolist(), strict=True))))
        return Tallied(nets.shape[1], sums, parts, bank, tuple(counted))

    def run(
        self, rounds: int, executor: Executor, watch: Callable[[int], None] = lambda _: None
    ) -> list[BankAt]:
        """The results of this number of deals, the ample bank first; the workers do not matter."""
        total: Tallied | None = None
        for part in executor.map(lambda work: self.tally(*work), _chunks(rounds)):
            total = part if total is None else total.plus(part)
            watch(total.rounds)
        assert total is not None
        return [self._at(total, place) for place in range(len(self.posted))]

    def _at(self, total: Tallied, place: int) -> BankAt:
        n, bank, lines = total.rounds, total.bank, self.deals.lines
        means = self.deals.means
        by_owner = [
            _whole(mean for line, mean in zip(lines, means, strict=True) if line.owner == owner)
            for owner in range(self.seats.owners)
        ]
        whole = _whole(means)
        mean = bank[place][0] / n
        return BankAt(
            posted=None if place == 0 else self.posted[place],
            net=corrected(n, bank[place], bank[0], None if whole is None else -whole),
            deviation=math.sqrt(max(0.0, bank[place][1] / n - mean * mean)),
            owners=tuple(
                _reach(n, total.sums[[place, 0], owner], mean)
                for owner, mean in enumerate(by_owner)
            ),
            lines=tuple(
                _reach(n, total.parts[[place, 0], line], mean) for line, mean in enumerate(means)
            ),
            nets=total.nets[place],
        )


def _whole(means: Iterable[Fraction | None]) -> Fraction | None:
    """The sum, if all of it is known."""
    known = list(means)
    found = [mean for mean in known if mean is not None]
    return sum(found, Fraction(0)) if len(found) == len(known) else None


def _reach(rounds: int, counted: Ints, mean: Fraction | None) -> Reach:
    """The results counted against this amount and against an ample bank, by kind."""
    from cardroom.analysis.kernels import settle as k  # noqa: PLC0415 - where it runs

    sums, ample = counted.tolist()
    own = sums[k.NET], sums[k.NET_NET], sums[k.NET_AMPLE]
    full = ample[k.NET], ample[k.NET_NET], ample[k.NET_NET]
    return Reach(
        net=corrected(rounds, own, full, mean),
        action=sums[k.ACTION] / max(1, sums[k.STAKED]),
        full=sums[k.FULL] / max(1, sums[k.MOVED]),
        none=sums[k.NONE] / max(1, sums[k.MOVED]),
        paid=sums[k.PAID] / max(1, sums[k.OWED]),
        bare=sums[k.BARE] / rounds,
    )


def _chunks(rounds: int) -> Iterator[tuple[int, int]]:
    for first in range(1, rounds + 1, CHUNK):
        yield first, min(CHUNK, rounds + 1 - first)


Sums = tuple[float, float, float]


def corrected(rounds: int, own: Sums, ample: Sums, exact: Fraction | float | None) -> Mean:
    """A mean and its error, by regression on the ample bank where that is known exactly."""
    mean, other = own[0] / rounds, ample[0] / rounds
    spread = own[1] / rounds - mean * mean
    if exact is None:
        return Mean(mean, math.sqrt(max(0.0, spread) / rounds))
    apart = ample[1] / rounds - other * other
    shared = own[2] / rounds - mean * other
    slope = shared / apart if apart else 0.0
    rest = max(0.0, spread - slope * shared)
    if own == ample or rest <= 1e-12 * spread:
        rest = 0.0
    return Mean(mean - slope * (other - float(exact)), math.sqrt(rest / rounds))
