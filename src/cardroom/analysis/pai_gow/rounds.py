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

import numpy as np

from cardroom.analysis import resume
from cardroom.analysis.executor import Executor, apart
from cardroom.analysis.kernels.pai_gow_tables import Kind, Row
from cardroom.analysis.pai_gow.way_tables import WayTables
from cardroom.analysis.stopping import Goal, chunks, until_met
from cardroom.games.pai_gow.fortune import paid_row
from cardroom.games.pai_gow.options import ENVY, ENVY_STAKE, SEATS
from cardroom.hands.pai_gow import FortuneRow
from cardroom.money import Odds
from cardroom.rules.policies import PaiGow
from cardroom.rules.ruleset import Ruleset

CHUNK: Final = 1 << 18
"""Rounds in one piece of work: about a tenth of a second."""
BOXES_MAX: Final = SEATS - 1


class Seating(NamedTuple):
    """Who plays for how much, all boxes alike; money in cents."""

    boxes: int = 1
    stake: int = 1_000
    fortune: int = 0
    posted: int | None = None
    """The bank's amount; None is always enough."""


class Mean(NamedTuple):
    """Of a round or of a hand, with one standard error."""

    value: float
    error: float
    deviation: float
    """Of a round."""


class Totals(NamedTuple):
    """What was counted; parts add up to the same whole in any order."""

    rounds: int
    sums: tuple[tuple[int, int], ...]
    """By `Kind`: over rounds, and of the squares."""
    faces: tuple[tuple[int, ...], ...]
    """Front by back: player's, bank's, copy."""
    shorts: tuple[int, int, int]
    """Rounds in which the bank's amount had run out by the end of base wagers, of Fortune bets,
    of envy."""
    lowest: int
    """The bank's worst round, in cents."""

    def plus(self, other: Totals) -> Totals:
        return Totals(
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


EMPTY: Final = Totals(0, ((0, 0),) * len(Kind), ((0, 0, 0),) * 3, (0, 0, 0), 0)


class Figures(NamedTuple):
    """The figures of a simulation: shares of the players' hands, money of the bank a round."""

    seating: Seating
    totals: Totals

    def mean(self, kind: Kind, per: int = 1) -> Mean:
        """Of a round, over `per`; its error knows that hands of one round meet one bank."""
        rounds = self.totals.rounds
        total, squares = self.totals.sums[kind]
        value = total / rounds
        variance = max(0.0, squares / rounds - value * value)
        return Mean(value / per, math.sqrt(variance / rounds) / per, math.sqrt(variance) / per)

    def share(self, kind: Kind) -> Mean:
        """Of all players' hands."""
        return self.mean(kind, self.seating.boxes)

    @property
    def player(self) -> Mean:
        """What a player wins per unit wagered when every wager has full action."""
        return self.share(Kind.MARGIN)

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


class Simulator:
    """One posted game, the tables of the players' way and of the bank's, one seed."""

    def __init__(
        self, rules: Ruleset, ways: tuple[WayTables, WayTables], seating: Seating, seed: int = 1
    ) -> None:
        from cardroom.analysis.kernels import pai_gow_rounds as kernels  # noqa: PLC0415 - numba

        assert 1 <= seating.boxes <= BOXES_MAX, seating
        self.kernels, self.rules, self.seating, self.seed = kernels, rules, seating, seed
        self._seed = np.uint64(seed & (1 << 64) - 1)
        self.ways = kernels.Ways(*(way.worths for way in ways))
        self.pays = kernels.Pays(*fortune_pays(rules, seating.fortune))
        self.table = kernels.Table(
            seating.boxes,
            seating.stake,
            seating.fortune,
            ENVY_STAKE,
            -1 if seating.posted is None else seating.posted,
            int(rules.banking.limit == "combined"),
        )

    def deal(self, first: int, rounds: int) -> Totals:
        """Rounds from number `first` on."""
        tally = self._tally(0)
        self._run(first, rounds, tally)
        return Totals(
            rounds,
            tuple((int(a), int(b)) for a, b in tally.sums),
            tuple(tuple(map(int, row)) for row in tally.faces),
            (int(tally.shorts[0]), int(tally.shorts[1]), int(tally.shorts[2])),
            int(tally.shorts[3]),
        )

    def won(self, first: int, rounds: int) -> list[list[list[int]]]:
        """[round][box]: what it won by its wager, by Fortune and by envy, in cents."""
        tally = self._tally(rounds)
        self._run(first, rounds, tally)
        found: list[list[list[int]]] = tally.log.tolist()
        return found

    def run(
        self,
        goal: Goal,
        executor: Executor,
        before: Totals = EMPTY,
        watch: Callable[[Figures], None] = lambda _: None,
    ) -> Figures:
        """Deal on from what was dealt before until the goal is met."""
        work = chunks(before.rounds, goal, CHUNK)
        return until_met(
            goal,
            Figures(self.seating, before),
            lambda: executor.map(lambda at: self.deal(*at), work),
            lambda found, part: found._replace(totals=found.totals.plus(part)),
            watch,
        )

    def save(self, totals: Totals, path: Path) -> None:
        resume.save({**self._identity(), **totals._asdict()}, path)

    def load(self, path: Path) -> Totals:
        """What was counted before, if it was the same simulation."""
        return resume.load(path, self._identity(), NAMES, _read)

    def _identity(self) -> dict[str, Any]:
        """As JSON gives it back."""
        ways = [hashlib.sha256(way.tobytes()).hexdigest()[:24] for way in self.ways]
        seating = list(self.seating)
        return {"digest": self.rules.digest, "ways": ways, "seed": self.seed, "seating": seating}

    def _tally(self, logged: int) -> Any:
        kernels = self.kernels
        return kernels.Tally(
            apart((kernels.KINDS, 2), np.int64),
            apart((3, 3), np.int64),
            apart(4, np.int64),
            np.zeros((logged, self.seating.boxes, 3), np.int64),
        )

    def _run(self, first: int, rounds: int, tally: Any) -> None:
        self.kernels.deal(self._seed, first, rounds, self.table, self.ways, self.pays, tally)


NAMES: Final = {
    "digest": "game or options",
    "ways": "house ways",
    "seed": "seed",
    "seating": "boxes or amounts",
}


def _read(kept: dict[str, Any]) -> Totals:
    return Totals(
        int(kept["rounds"]),
        tuple((int(a), int(b)) for a, b in kept["sums"]),
        tuple(tuple(int(one) for one in row) for row in kept["faces"]),
        (int(kept["shorts"][0]), int(kept["shorts"][1]), int(kept["shorts"][2])),
        int(kept["lowest"]),
    )


def fortune_pays(rules: Ruleset, stake: int) -> tuple[Any, Any]:
    """[joker, row] in cents: what a Fortune bet of this stake wins or loses, and what envy pays."""
    rounding = _policies(rules).rounding
    won = np.zeros((2, len(Row)), np.int64)
    envy = np.zeros((2, len(Row)), np.int64)
    for jokers in (0, 1):
        for row in Row:
            paid, odds = _paid_row(rules, row, jokers)
            won[jokers, row] = rounding.winnings(stake, odds) if odds else -stake
            envy[jokers, row] = ENVY.get(paid, 0)
    return won, envy


def _paid_row(rules: Ruleset, row: Row, jokers: int) -> tuple[FortuneRow, Odds | None]:
    """The row of the pay table: two options decide what a hand that is two of them is paid."""
    policies = _policies(rules)
    rows: tuple[FortuneRow, ...]
    if row is Row.STRAIGHT_AND_TRIPS:
        rows = (FortuneRow.STRAIGHT, FortuneRow.TRIPS)
    elif row is Row.ROYAL_FLUSH_WITH_ROYAL_MATCH and jokers and policies.royal_match == "natural":
        rows = (FortuneRow.ROYAL_FLUSH,)
    else:
        rows = (FortuneRow[row.name],)
    return paid_row(policies, rows)


def _policies(rules: Ruleset) -> PaiGow:
    assert isinstance(rules.policies, PaiGow)
    return rules.policies
