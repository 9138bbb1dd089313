"""Simulated rounds of Three Card Poker: ante and play, and the bonus bet.

Every round is a separate deal, a function of seed and number, and results are sums of integers: the
same for any number of workers.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from copy import copy
from fractions import Fraction
from math import lcm
from typing import Final

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.bank.seats import Seats
from cardroom.analysis.executor import Executor, apart
from cardroom.analysis.side_bets.errors import NoSuchBet
from cardroom.analysis.stakes import side_stake
from cardroom.analysis.stopping import Goal, chunks, pieces, until_met
from cardroom.analysis.three_card import odds
from cardroom.analysis.three_card.deals import (
    FOLDED,
    SPOTS,
    STANDINGS,
    ThreeCardDeals,
)
from cardroom.analysis.three_card.pack import Pack, pack_of
from cardroom.analysis.totals import SideTotals, Totals
from cardroom.games.three_card.policies import policies_of
from cardroom.rules.ruleset import Ruleset

Ints = NDArray[np.int64]

CHUNK: Final = 1 << 18
"""Rounds in one piece of work: some hundredths of a second."""
ANTE, _, BONUS = range(len(SPOTS))
MEASURES: Final = 2
"""What ante and play bring together, and what the bonus brings."""


class ThreeCardSimulator:
    """One posted game, all boxes alike, one seed; `bets` may name the bonus."""

    def __init__(
        self,
        rules: Ruleset,
        seed: int,
        boxes: int = 1,
        bets: Sequence[str] = (),
        stake: int | None = None,
        pack: Pack | None = None,
    ) -> None:
        """`stake` is the ante in cents; None rounds nothing. `pack` is another shoe than posted."""
        from cardroom.analysis.kernels import settle  # noqa: PLC0415 - where it runs

        name = SPOTS[BONUS]
        for other in bets:
            if other != name:
                says = f"{rules.title} as posted has no bet {other!r} to take; it has: {name}"
                raise NoSuchBet(says)
        self._kernels = settle
        self.rules, self.seed, self.boxes = rules, seed, boxes
        self.bets = [spot for spot in rules.spots if spot.name in bets]
        self.stake, self.ante = stake, odds.UNIT if stake is None else stake
        self.extra = self.ante
        for spot in self.bets:
            self.extra = side_stake(rules, spot, stake) or odds.UNIT
        wagers = {SPOTS[ANTE]: self.ante} | dict.fromkeys(bets, self.extra)
        # The code of the ante says how the play wager ended, too.
        seats = Seats(rules, (wagers,) * boxes, rules.limits)
        self.deals = ThreeCardDeals(seats, seed, list(wagers), pack)
        endings = self.deals.endings
        self.main, self.unit = _units([self._main(ending) for ending in endings])
        self.bonus, self.bonus_unit = _units([self._bonus(ending) for ending in endings])
        self._antes = [line.spot == SPOTS[ANTE] for line in self.deals.lines]
        self._worth = np.zeros((len(self._antes), len(endings), MEASURES), np.int64)
        self._worth[self._antes, :, 0] = self.main
        self._worth[np.logical_not(self._antes), :, 1] = self.bonus

    @property
    def plays(self) -> NDArray[np.uint8]:
        """[value, rank of the up card - 1] 1 where the hand plays."""
        found: NDArray[np.uint8] = self.deals.table.plays
        return found

    def _main(self, ending: odds.ComparedHand) -> Fraction:
        return odds.net_of(policies_of(self.rules), ending, self.ante)

    def _bonus(self, ending: odds.ComparedHand) -> Fraction:
        return odds.bonus_net(policies_of(self.rules), ending, self.extra)

    def playing(self, plays: NDArray[np.uint8]) -> ThreeCardSimulator:
        """The same table by another play: [value, rank the bank shows - 1] 1 where a hand plays."""
        other = copy(self)
        other.deals = copy(self.deals)
        other.deals.table = self.deals.table._replace(plays=plays)
        return other

    def empty(self) -> Totals:
        play = hashlib.sha256(self.plays.tobytes()).hexdigest()[:24]
        return Totals(
            digest=self.rules.digest
            + (f"/{self.stake}" if self.stake else "")
            + ("" if self.deals.pack == pack_of(self.rules) else f"/{self.deals.pack}"),
            script=", with ".join([play, *(bet.name for bet in self.bets)]),
            seed=self.seed,
            boxes=self.boxes,
            unit=self.unit,
            sides=tuple(SideTotals(bet.name, bet.title, self.bonus_unit) for bet in self.bets),
        )

    def deal(self, first: int, rounds: int) -> Totals:
        """Rounds from number `first` on."""
        by_line = apart((len(self._antes), len(self.deals.endings)), np.int64)
        sums = apart((MEASURES, 2), np.int64)
        for at, some in pieces(first, rounds):
            claims = self.deals.deal(at, some)
            self._kernels.count(*claims, self._worth, by_line, sums)
        # Every hand has an ante, and its code says how the hand ended.
        counts: Ints = by_line[self._antes].sum(axis=0)
        folded = int(counts[FOLDED :: len(STANDINGS)].sum())
        net = int(sums[0, 0])
        return self.empty()._replace(
            shoes=rounds,
            rounds=rounds,
            wagered=2 * rounds * self.boxes - folded,
            net=net,
            net_net=int(sums[0, 1]),
            squares=int(sums[0, 1]),
            net_rounds=net,
            rounds_rounds=rounds,
            nets=_counted(self.main, counts),
            sides=tuple(self._side(bet.title, counts, sums[1].tolist()) for bet in self.bets),
        )

    def _side(self, title: str, counts: Ints, sums: Sequence[int]) -> SideTotals:
        net, squares = sums
        made = int(counts.sum())
        return SideTotals(
            SPOTS[BONUS],
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
        """[box] the result of ante and play in one round, in antes; the bonus in its stakes."""
        nets = [0] * self.boxes
        bonus = [0] * self.boxes
        for _, line, code in self.deals.deal(number, 1).rows.tolist():
            box = self.deals.lines[line].box
            main, extra = self._worth[line, code].tolist()
            nets[box] += main
            bonus[box] += extra
        return [
            (Fraction(net, self.unit), Fraction(won, self.bonus_unit) if self.bets else None)
            for net, won in zip(nets, bonus, strict=True)
        ]

    def run(
        self,
        goal: Goal,
        executor: Executor,
        before: Totals | None = None,
        watch: Callable[[Totals], None] = lambda _: None,
    ) -> Totals:
        """Continue from the earlier counts until the goal is met."""
        totals = self.empty() if before is None else before
        work = chunks(totals.rounds, goal, CHUNK)
        return until_met(
            goal, totals, lambda: executor.map(lambda at: self.deal(*at), work), Totals.plus, watch
        )


def _units(nets: Sequence[Fraction]) -> tuple[Ints, int]:
    """Fractions as whole numbers of one unit."""
    unit = lcm(*(net.denominator for net in nets))
    return np.array([int(net * unit) for net in nets], np.int64), unit


def _counted(nets: Ints, counts: Ints) -> dict[int, int]:
    found: dict[int, int] = {}
    for net, count in zip(nets.tolist(), counts.tolist(), strict=True):
        if count:
            found[net] = found.get(net, 0) + count
    return dict(sorted(found.items()))
