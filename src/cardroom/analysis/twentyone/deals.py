"""Rounds of the 21 games as claims: a fresh shoe for every round, perfect play."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from cardroom import model
from cardroom.analysis.bank.deals import Claims, Ints
from cardroom.analysis.bank.seats import FOLLOWED, Seats, WagerLine, orders
from cardroom.analysis.families import NotComputed
from cardroom.analysis.twentyone.odds import insurance
from cardroom.analysis.twentyone.simulator.policy import ByCards
from cardroom.analysis.twentyone.simulator.simulate import TwentyOneSimulator
from cardroom.analysis.twentyone.solver import exact
from cardroom.analysis.twentyone.solver.shoes import full_shoe
from cardroom.cards import CARDS
from cardroom.games.twentyone.engine.bank import action_box
from cardroom.games.twentyone.engine.game_type import policies
from cardroom.money import Ratio, owed


class TwentyOneDeals:
    """One table, one seed, and the best play for the cards of each hand."""

    play = "perfect play for the cards of the hand"

    def __init__(self, seats: Seats, seed: int, solution: exact.Solution | None = None) -> None:
        self.seats = seats
        rules = seats.rules
        tables = model.compile(rules)
        self.solution = solution or exact.solve(tables)
        self.script = ByCards(tables, self.solution.strategy)
        whole = TwentyOneSimulator(rules, tables, self.script, seed, len(seats.wagers))
        self.simulator = whole.shuffling_each_round()
        paths = self.simulator.automaton
        if paths.paid.any() or paths.insurance_stake:
            raise NotComputed("some bets are settled before the bank's hand is known")
        self.lines = self._lines()
        self.table = self._table()
        self.money = np.zeros((3, len(self.lines), paths.pay.size), np.int64)
        for place, line in enumerate(self.lines):
            insured = line.spot == "insurance"
            self.money[:, place] = self._insurance(line) if insured else self._hands(line)

    def _lines(self) -> tuple[WagerLine, ...]:
        """Wagers, insurance, then backline bets: each box's own bets come first."""
        seats, found = self.seats, []
        for box, bets in enumerate(seats.wagers):
            found.append(WagerLine(box, box, seats.main, bets[seats.main]))
            if box in seats.insured:
                chip = seats.limits.chip
                found.append(WagerLine(box, box, "insurance", bets[seats.main] // 2 // chip * chip))
        for place, bet in enumerate(seats.behind):
            found.append(WagerLine(len(seats.wagers) + place, bet.box, seats.main, bet.stake))
        return tuple(found)

    def _table(self) -> Any:
        from cardroom.analysis.kernels import twentyone_claims  # noqa: PLC0415 - imports numba

        seats, rules, paths = self.seats, self.seats.rules, self.simulator.automaton
        boxes = range(len(seats.wagers))
        at = {(line.owner, line.spot): place for place, line in enumerate(self.lines)}
        behind = [
            [(len(boxes) + n, bet) for n, bet in enumerate(seats.behind) if bet.box == box]
            for box in boxes
        ]
        rest = [each for some in behind for each in some]
        cards = [CARDS[card] for card in self._samples().tolist()]
        insured = paths.tables.insured
        return twentyone_claims.BoxLines(
            np.array([at[box, seats.main] for box in boxes], np.int64),
            np.array([at.get((box, "insurance"), -1) for box in boxes], np.int64),
            np.cumsum([0, *map(len, behind)]).astype(np.int64),
            np.array([at[owner, seats.main] for owner, _ in rest], np.int64),
            np.array(["split" in bet.follows for _, bet in rest], np.int64),
            np.array([action_box(rules, boxes, card) for card in cards], np.int64),
            orders(seats),
            np.array([paths.tables.ups.cls[card.rank] == insured for card in cards], np.uint8),
        )

    def _samples(self) -> Ints:
        """[code] one of its cards."""
        paths, cards = self.simulator.automaton, [card.index for card in self.seats.rules.deck]
        found = np.zeros(len(paths.up), np.int64)
        found[paths.codes[cards]] = cards
        return found

    @cached_property
    def _ranks(self) -> Ints:
        """[code] the rank of its cards."""
        found: Ints = self.simulator.automaton.tables.cards.rank[self._samples()]
        return found

    def _follows(self, line: WagerLine) -> Sequence[str]:
        boxes = len(self.seats.wagers)
        return FOLLOWED if line.owner < boxes else self.seats.behind[line.owner - boxes].follows

    def _hands(self, line: WagerLine) -> Ints:
        """[stake, win, lose; code] each wager on a hand is paid and rounded separately, as in play;
        a backline bet that does not follow a double remains one wager.
        """
        paths, rounding = self.simulator.automaton, policies(self.seats.rules).rounding
        found = np.zeros((3, paths.pay.size), np.int64)
        for end, (wagers, row) in enumerate(zip(paths.wagers.tolist(), paths.pay, strict=True)):
            made = wagers if "double" in self._follows(line) else 1
            for column, units in enumerate(row.tolist()):
                share = Fraction(units, paths.unit * wagers)
                net = made * owed(line.stake, Ratio(share.numerator, share.denominator), rounding)
                found[:, end * len(row) + column] = line.stake * made, max(net, 0), max(-net, 0)
        return found

    def _insurance(self, line: WagerLine) -> Ints:
        """[stake, win, lose; code] insurance depends only on the bank's hand, the code's column."""
        own, paths = policies(self.seats.rules), self.simulator.automaton
        assert own.insurance is not None
        wins = own.rounding.winnings(line.stake, own.insurance.odds)
        natural = paths.tables.pays.natural_class
        one = [np.full(len(natural), line.stake), natural * wins, (1 - natural) * line.stake]
        return np.tile(np.array(one, np.int64), len(paths.pay))

    @cached_property
    def means(self) -> tuple[Fraction | None, ...]:
        return tuple(self._mean(place) for place in range(len(self.lines)))

    def _mean(self, place: int) -> Fraction | None:
        """The exact mean of a line that follows every verb, if no payment is rounded."""
        line, paths = self.lines[place], self.simulator.automaton
        if line.spot == "insurance":
            return self._insurance_mean(line)
        exactly = (paths.pay.ravel() * line.stake / paths.unit).tolist()
        if (self.money[1, place] - self.money[2, place]).tolist() != exactly:
            return None
        whole = set(self._follows(line)) == set(FOLLOWED)
        return Fraction(self.solution.value) * line.stake if whole else None

    def _insurance_mean(self, line: WagerLine) -> Fraction:
        """The mean of insurance taken whenever it is offered, whatever the hand."""
        tables = self.simulator.automaton.tables
        (odds,) = insurance(tables)
        cards, up = full_shoe(tables), int(tables.ups.rank[tables.insured])
        assert odds.exact is not None
        return Fraction(cards[up], sum(cards)) * -odds.exact * line.stake

    def deal(self, first: int, rounds: int) -> Claims:
        from cardroom.analysis.kernels import twentyone_claims  # noqa: PLC0415 - imports numba

        marks, hands = self.simulator.hands_of(first, rounds)
        starts = np.zeros(len(marks) + 1, np.int64)
        ended = int(marks[-1, 1]) if len(marks) else 0
        most = ended * (2 + len(self.seats.behind))
        rows = np.empty((most, 3), np.int64)
        written = twentyone_claims.from_hands(marks, hands, self.table, starts, rows)
        return Claims(starts, rows[:written])

    def openings(self, first: int, rounds: int) -> Ints:
        """[round, 2] of the first box: the number of its pair among those that may be split, -1 for
        none, and the class of the up card."""
        from cardroom.analysis.kernels import deals  # noqa: PLC0415 - imports numba

        simulator, paths, boxes = self.simulator, self.simulator.automaton, len(self.seats.wagers)
        assert not paths.course.burn_each
        burn, seed = paths.course.burn, np.uint64(simulator.seed)
        dealt = np.empty((rounds, burn + 2 * boxes + 1), np.uint8)
        deals.deal(seed, np.uint64(first), simulator.deck, dealt)
        pairs = {pair.rank: place for place, pair in enumerate(self.solution.plan.pairs)}
        place_of = np.array([pairs.get(rank, -1) for rank in self._ranks], np.int64)
        own, up, other = dealt[:, burn], dealt[:, burn + boxes], dealt[:, burn + boxes + 1]
        same = self._ranks[own] == self._ranks[other]
        return np.stack([np.where(same, place_of[own], -1), paths.up[up]], axis=1)
