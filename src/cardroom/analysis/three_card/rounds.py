"""Simulated rounds of Three Card Poker: ante and play, and the bonus bet beside them.

Every round is a deal of its own, a function of seed and number, and results are sums of integers:
the same for any number of workers.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import lcm
from typing import Final

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.executor import Executor, apart
from cardroom.analysis.side_bets.tables import NoSuchBet
from cardroom.analysis.stopping import Goal, chunks, until_met
from cardroom.analysis.three_card import odds
from cardroom.analysis.twentyone.simulator.results import SideTotals, Totals
from cardroom.games.three_card.resolution import Standing, forfeited, owed_on
from cardroom.rules.policies import ThreeCard
from cardroom.rules.ruleset import Ruleset

Ints = NDArray[np.int64]

CHUNK: Final = 1 << 18
"""Rounds in one piece of work: some hundredths of a second."""
BONUS: Final = "bonus"
PLAY: Final = "every hand from the lowest that plays on plays, the others fold"
STANDS: Final = (*Standing, None)
"""How a hand ends; the last has folded."""


class Simulator:
    """One posted game, all boxes alike, one seed; `bets` may name the bonus."""

    def __init__(self, rules: Ruleset, seed: int, boxes: int = 1, bets: Sequence[str] = ()) -> None:
        from cardroom.analysis.kernels import deals, three_card  # noqa: PLC0415 - import numba

        for name in bets:
            if name != BONUS:
                says = f"{rules.title} as posted has no bet {name!r} to take; it has: {BONUS}"
                raise NoSuchBet(says)
        assert isinstance(rules.policies, ThreeCard)
        self.rules, self.policies, self.seed, self.boxes = rules, rules.policies, seed, boxes
        self._deals, self._kernels = deals, three_card
        self._seed = np.uint64(seed & (1 << 64) - 1)
        self.deck = np.array([card.index for card in rules.deck], np.uint8)
        self.plays = odds.play_table(rules.policies, rules.deck.packs)
        self.rows = np.array([odds.bonus_row(value) for value in odds.values()], np.uint8)
        self.main, self.unit = _units(self._by_row(self._main))
        self.bonus, self.bonus_unit = _units(self._by_row(self._bonus))
        self.bets = [spot for spot in rules.spots if spot.name in bets]
        self._table = three_card.Rounds(
            odds.places(), odds.standings(), self.plays, self.rows, self.main, self.bonus
        )

    def _by_row(self, net: Callable[[odds.Ending], Fraction]) -> list[list[Fraction]]:
        """[row, standing] of a hand that stands for all that are paid alike."""
        return [
            [net(odds.Ending(odds.first_of(row), stands)) for stands in STANDS]
            for row in odds.BonusRow
        ]

    def _main(self, ending: odds.Ending) -> Fraction:
        return odds.net_of(self.policies, ending)

    def _bonus(self, ending: odds.Ending) -> Fraction:
        if ending.stands is None:
            return -Fraction(forfeited(BONUS, odds.UNIT).lose, odds.UNIT)
        found = owed_on(BONUS, self.policies, ending.value, ending.stands, odds.UNIT)
        return Fraction(found.win - found.lose, odds.UNIT)

    def empty(self) -> Totals:
        play = hashlib.sha256(self.plays.tobytes()).hexdigest()[:24]
        return Totals(
            digest=self.rules.digest,
            script=", with ".join([play, *(bet.name for bet in self.bets)]),
            seed=self.seed,
            boxes=self.boxes,
            unit=self.unit,
            sides=tuple(SideTotals(bet.name, bet.title, self.bonus_unit) for bet in self.bets),
        )

    def deal(self, first: int, rounds: int) -> Totals:
        """Rounds from number `first` on."""
        counts = apart((len(odds.BonusRow), len(STANDS)), np.int64)
        squares = apart(2, np.int64)
        self._kernels.count(self._dealt(first, rounds), self._table, counts, squares)
        net, played = int((self.main * counts).sum()), int(counts[:, :-1].sum())
        return self.empty()._replace(
            shoes=rounds,
            rounds=rounds,
            wagered=rounds * self.boxes + played,
            net=net,
            net_net=int(squares[0]),
            net_rounds=net,
            rounds_rounds=rounds,
            nets=_counted(self.main, counts),
            sides=tuple(self._side(bet.title, counts, int(squares[1])) for bet in self.bets),
        )

    def _side(self, title: str, counts: Ints, squares: int) -> SideTotals:
        net, made = int((self.bonus * counts).sum()), int(counts.sum())
        return SideTotals(
            BONUS,
            title,
            self.bonus_unit,
            made=made,
            net=net,
            net_net=squares,
            net_made=net * self.boxes,
            made_made=made * self.boxes,
            product=int((self.main * self.bonus * counts).sum()),
            nets=_counted(self.bonus, counts),
        )

    def brought(self, number: int) -> list[tuple[Fraction, Fraction | None]]:
        """[box] what ante and play brought in one round, in antes, and the bonus in its stakes."""
        dealt = self._dealt(number, 1)
        found: list[tuple[Fraction, Fraction | None]] = []
        for box in range(self.boxes):
            # The kernel's own count, of this box alone against the bank.
            own = np.ascontiguousarray(dealt[:, [*range(3 * box, 3 * box + 3), -3, -2, -1]])
            counts = np.zeros((len(odds.BonusRow), len(STANDS)), np.int64)
            self._kernels.count(own, self._table, counts, np.zeros(2, np.int64))
            main, bonus = (int((each * counts).sum()) for each in (self.main, self.bonus))
            beside = Fraction(bonus, self.bonus_unit) if self.bets else None
            found.append((Fraction(main, self.unit), beside))
        return found

    def _dealt(self, first: int, rounds: int) -> NDArray[np.uint8]:
        """[round, card] three cards to every box, the bank's last; its first card is shown."""
        found = np.empty((rounds, 3 * (self.boxes + 1)), np.uint8)
        self._deals.deal(self._seed, np.uint64(first), self.deck, found)
        return found

    def run(
        self,
        goal: Goal,
        executor: Executor,
        before: Totals | None = None,
        watch: Callable[[Totals], None] = lambda _: None,
    ) -> Totals:
        """Deal on from what was dealt before until the goal is met."""
        totals = self.empty() if before is None else before
        work = chunks(totals.rounds, goal, CHUNK)
        return until_met(
            goal, totals, lambda: executor.map(lambda at: self.deal(*at), work), Totals.plus, watch
        )


def _units(table: list[list[Fraction]]) -> tuple[Ints, int]:
    """Fractions as whole numbers of one unit."""
    unit = lcm(*(net.denominator for row in table for net in row))
    return np.array([[int(net * unit) for net in row] for row in table], np.int64), unit


def _counted(nets: Ints, counts: Ints) -> dict[int, int]:
    found: dict[int, int] = {}
    for net, count in zip(nets.ravel().tolist(), counts.ravel().tolist(), strict=True):
        if count:
            found[net] = found.get(net, 0) + count
    return dict(sorted(found.items()))
