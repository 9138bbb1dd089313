"""Simulated rounds of pai gow poker: house way against house way, with the bank's money counted.

A round is a function of seed and number, and results are sums of integers: the same for any number
of workers.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from cardroom.analysis import resume
from cardroom.analysis.bank.odds import AMPLE, settled
from cardroom.analysis.bank.seats import Seats
from cardroom.analysis.executor import Executor, apart
from cardroom.analysis.kernels.pai_gow_tables import Measure
from cardroom.analysis.pai_gow.deals import FACES, RESULTS, SPOTS, ByPiles, PaiGowDeals, results
from cardroom.analysis.pai_gow.way_tables import WayTables
from cardroom.analysis.stopping import Goal, chunks, pieces, until_met
from cardroom.games.pai_gow.options import SEATS
from cardroom.hands.pai_gow import Face
from cardroom.rules.ruleset import Ruleset

CHUNK: Final = 1 << 18
"""Rounds in one piece of work: about a tenth of a second."""
BOXES_MAX: Final = SEATS - 1
OF_HANDS: Final = tuple(kind for kind in Measure if kind < Measure.NET)
"""Kinds that are counted of hands; the others are the bank's money."""
SHOWN: Final = [FACES.index(face) for face in (Face.PLAYER, Face.BANK, Face.COPY)]
"""The order in which `PaiGowTotals.faces` has them."""


class Seating(NamedTuple):
    """The table: boxes, all alike, and their wagers in cents."""

    boxes: int = 1
    stake: int = 1_000
    fortune: int = 0
    posted: int | None = None
    """The bank's amount; None is always enough."""


class RoundMean(msgspec.Struct, frozen=True):
    """The mean of a round or of a hand, with one standard error."""

    value: float
    error: float
    deviation: float
    """Of a round."""


class PaiGowTotals(NamedTuple):
    """The counts; parts add up to the same whole in any order."""

    rounds: int
    sums: tuple[tuple[int, int], ...]
    """By `Measure`: over rounds, and of the squares."""
    faces: tuple[tuple[int, ...], ...]
    """Front by back: player's, bank's, copy."""
    shorts: tuple[int, int, int]
    """Rounds in which the bank's amount had run out by the end of base wagers, of Fortune bets,
    of envy."""
    lowest: int
    """The bank's worst round, in cents."""

    def plus(self, other: PaiGowTotals) -> PaiGowTotals:
        return PaiGowTotals(
            self.rounds + other.rounds,
            tuple((a + c, b + d) for (a, b), (c, d) in zip(self.sums, other.sums, strict=True)),
            tuple(
                tuple(a + b for a, b in zip(mine, yours, strict=True))
                for mine, yours in zip(self.faces, other.faces, strict=True)
            ),
            (
                self.shorts[0] + other.shorts[0],
                self.shorts[1] + other.shorts[1],
                self.shorts[2] + other.shorts[2],
            ),
            min(self.lowest, other.lowest),
        )


EMPTY: Final = PaiGowTotals(0, ((0, 0),) * len(Measure), ((0, 0, 0),) * 3, (0, 0, 0), 0)


class PaiGowFigures(NamedTuple):
    """The figures of a simulation: shares of the players' hands, and the bank's money per round."""

    seating: Seating
    totals: PaiGowTotals

    def mean(self, kind: Measure, per: int = 1) -> RoundMean:
        """The mean of a round over `per`; its error allows for hands sharing one bank."""
        rounds = self.totals.rounds
        total, squares = self.totals.sums[kind]
        value = total / rounds
        variance = max(0.0, squares / rounds - value * value)
        return RoundMean(value / per, math.sqrt(variance / rounds) / per, math.sqrt(variance) / per)

    def share(self, kind: Measure) -> RoundMean:
        """The share of all players' hands."""
        return self.mean(kind, self.seating.boxes)

    @property
    def player(self) -> RoundMean:
        """What a player wins per unit wagered when every wager has full action."""
        return self.share(Measure.MARGIN)

    def between_boxes(self) -> float:
        """The covariance of the wagers of two boxes in a round, for a unit on each.

        The bank covers every wager, so what it won on all of them, and how many hands it lost to,
        say what a winning hand is paid.
        """
        boxes, stake, rounds = self.seating.boxes, self.seating.stake, self.totals.rounds
        assert boxes > 1, "the covariance of two boxes"
        assert self.seating.posted is None, "every wager has full action"
        won, lost = self.totals.sums[Measure.WON][0], self.totals.sums[Measure.LOST][0]
        total, squares = self.totals.sums[Measure.BASE]
        paid = (lost * stake - total) / won
        mean = total / (rounds * boxes)
        one = (won * paid**2 + lost * stake**2) / (rounds * boxes) - mean**2
        every = squares / rounds - (total / rounds) ** 2
        return (every - boxes * one) / (boxes * (boxes - 1)) / stake**2

    @property
    def rounds(self) -> int:
        return self.totals.rounds

    @property
    def edge(self) -> float:
        """The bank's, per unit wagered."""
        return -self.player.value if self.rounds else 0.0

    @property
    def error(self) -> float:
        return self.player.error if self.rounds > 1 else math.inf


class PaiGowSimulator:
    """One posted game, the tables of the players' way and of the bank's, one seed."""

    def __init__(
        self, rules: Ruleset, ways: tuple[WayTables, WayTables], seating: Seating, seed: int = 1
    ) -> None:
        from cardroom.analysis.kernels import settle  # noqa: PLC0415 - where it runs

        assert 1 <= seating.boxes <= BOXES_MAX, seating
        self._kernels, self.rules, self.seating, self.seed = settle, rules, seating, seed
        stakes = {"main": seating.stake, "fortune": seating.fortune}
        wagers = {spot: stake for spot, stake in stakes.items() if stake}
        self.seats = Seats(rules, (wagers,) * seating.boxes, rules.limits)
        self.deals = PaiGowDeals(self.seats, ByPiles(seed, seating.boxes), ways)
        self.posted = (AMPLE if seating.posted is None else seating.posted,)
        self._main = [line.spot == self.seats.main for line in self.deals.lines]
        self._worth = np.zeros((*self.deals.money.shape[1:], len(OF_HANDS)), np.int64)
        self._worth[self._main, :RESULTS] = _measures()

    def empty(self) -> PaiGowFigures:
        return PaiGowFigures(self.seating, EMPTY)

    def deal(self, first: int, rounds: int) -> PaiGowTotals:
        """Rounds from number `first` on."""
        counts = apart(self.deals.money.shape[1:], np.int64)
        hands = apart((len(OF_HANDS), 2), np.int64)
        money = apart((len(Measure) - len(OF_HANDS), 2), np.int64)
        shorts, lowest = apart(len(SPOTS), np.int64), 0
        for at, some in pieces(first, rounds):
            claims = self.deals.deal(at, some)
            self._kernels.count(*claims, self._worth, counts, hands)
            if self._counts_suffice:
                continue
            books = settled(self.seats, self.deals, claims, self.posted, len(SPOTS))
            self._kernels.count_money(books.flows[0], money, shorts)
            lowest = min(lowest, int(books.nets.min()))
        if self._counts_suffice:
            lowest = self._add_money(counts[0], money)
        by_face = counts[self._main, :RESULTS].sum(axis=0).reshape(3, 3)[np.ix_(SHOWN, SHOWN)]
        steps = len(SPOTS) if self.seating.fortune else 1
        base, fortune, envy = (n * (step < steps) for step, n in enumerate(shorts.tolist()))
        return PaiGowTotals(
            rounds,
            tuple((total, squares) for total, squares in [*hands.tolist(), *money.tolist()]),
            tuple(map(tuple, by_face.tolist())),
            (base, fortune, envy),
            lowest,
        )

    @property
    def _counts_suffice(self) -> bool:
        """A single wager that is always covered: how often it won says what the bank won."""
        return self.seating.posted is None and len(self.deals.lines) == 1

    def _add_money(self, counts: NDArray[np.int64], money: NDArray[np.int64]) -> int:
        """Add what the bank won to the sums of its money; its worst round."""
        nets = self.deals.money[2, 0] - self.deals.money[1, 0]
        for kind in (Measure.NET, Measure.BASE):
            money[kind - Measure.NET] += (counts @ nets, counts @ nets**2)
        return min(0, int(nets[counts > 0].min()))

    def won(self, number: int) -> list[list[int]]:
        """[box] what it won in one round on its wager, Fortune, and envy, in cents."""
        books = settled(self.seats, self.deals, self.deals.deal(number, 1), self.posted)
        found = [[0] * len(SPOTS) for _ in range(self.seating.boxes)]
        for place, line in enumerate(self.deals.lines):
            net = int(books.parts[0, place, self._kernels.NET])
            found[line.box][SPOTS.index(line.spot)] = net
        return found

    def run(
        self,
        goal: Goal,
        executor: Executor,
        before: PaiGowFigures | None = None,
        watch: Callable[[PaiGowFigures], None] = lambda _: None,
    ) -> PaiGowFigures:
        """Continue from the earlier counts until the goal is met."""
        begun = self.empty() if before is None else before
        work = chunks(begun.rounds, goal, CHUNK)
        return until_met(
            goal,
            begun,
            lambda: executor.map(lambda at: self.deal(*at), work),
            lambda found, part: found._replace(totals=found.totals.plus(part)),
            watch,
        )

    def save(self, counted: PaiGowFigures, path: Path) -> None:
        resume.save({**self._identity(), **counted.totals._asdict()}, path)

    def load(self, path: Path) -> PaiGowFigures:
        """The earlier counts, if they are from the same simulation."""
        return PaiGowFigures(self.seating, resume.load(path, self._identity(), NAMES, _read))

    def _identity(self) -> dict[str, Any]:
        """What identifies the simulation, as JSON reads it back."""
        ways = [hashlib.sha256(way.worths.tobytes()).hexdigest()[:24] for way in self.deals.ways]
        seating = list(self.seating)
        return {"digest": self.rules.digest, "ways": ways, "seed": self.seed, "seating": seating}


NAMES: Final = {
    "digest": "game or options",
    "ways": "house ways",
    "seed": "seed",
    "seating": "boxes or amounts",
}


def _read(kept: dict[str, Any]) -> PaiGowTotals:
    return PaiGowTotals(
        int(kept["rounds"]),
        tuple((int(a), int(b)) for a, b in kept["sums"]),
        tuple(tuple(int(one) for one in row) for row in kept["faces"]),
        (int(kept["shorts"][0]), int(kept["shorts"][1]), int(kept["shorts"][2])),
        int(kept["lowest"]),
    )


def _measures() -> NDArray[np.int64]:
    """[code, measure] what the result of a wager adds to each count of hands."""
    found = np.zeros((RESULTS, len(OF_HANDS)), np.int64)
    for code, ratio in enumerate(results()):
        margin = (ratio.over > 0) - (ratio.over < 0)
        copies = [FACES[code // 3] is Face.COPY, FACES[code % 3] is Face.COPY]
        found[code] = margin == 1, margin == 0, margin == -1, margin, *copies
    return found
