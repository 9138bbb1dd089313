"""Rounds of the 21 games as claims: a fresh shoe for every round, perfect play."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache, cached_property
from typing import Any

import numpy as np

from cardroom import model
from cardroom.analysis.bank.deals import Claims, Ints
from cardroom.analysis.bank.seats import Seats, WagerLine, orders
from cardroom.analysis.families import NotComputed
from cardroom.analysis.twentyone.chart.chart import read_chart, strategy_of
from cardroom.analysis.twentyone.odds import insurance
from cardroom.analysis.twentyone.refusals import refusals
from cardroom.analysis.twentyone.simulator.policy import ByCards, Script, by_chart
from cardroom.analysis.twentyone.simulator.simulate import TwentyOneSimulator
from cardroom.analysis.twentyone.solver import exact
from cardroom.analysis.twentyone.solver.shoes import full_shoe
from cardroom.cards import CARDS
from cardroom.games.twentyone.engine.bank import action_box
from cardroom.games.twentyone.engine.game_type import policies
from cardroom.games.twentyone.engine.offers import half_in_chips
from cardroom.model.stakes import ratio_of
from cardroom.money import owed_together


def usual_play(seats: Seats) -> exact.Solution:
    """The best play for the first seat's wager, or the chart."""
    rules, stake = seats.rules, seats.wagers[0][seats.main]
    tables = model.at_stake(model.compile(rules), rules, stake)
    if seats.chart is None:
        return exact.solve(tables)
    with refusals():
        chart = read_chart(seats.chart.document)
        return exact.evaluate(tables, strategy_of(rules, tables, chart))


class TwentyOneDeals:
    """One table, one seed, and the best play for the cards of each hand."""

    play = "perfect play for the cards of the hand"

    def __init__(self, seats: Seats, seed: int, solution: exact.Solution | None = None) -> None:
        self.seats = seats
        rules = seats.rules
        tables = model.compile(rules)
        self.stake = seats.wagers[0][seats.main]
        self.solution = solution or usual_play(seats)
        """Everyone plays as is best for the first seat's wager, or by the chart."""
        self.script: Script = ByCards(tables, self.solution.strategy)
        if seats.chart is not None:
            self.play = f"the chart {seats.chart.name}"
            if solution is None:
                self.script = by_chart(rules, tables, read_chart(seats.chart.document))
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
                half = half_in_chips(bets[seats.main], seats.limits.chip)
                found.append(WagerLine(box, box, "insurance", half))
        for place, bet in enumerate(seats.behind):
            found.append(WagerLine(len(seats.wagers) + place, bet.box, seats.main, bet.stake))
        return tuple(found)

    def _table(self) -> Any:
        from cardroom.analysis.kernels import twentyone_claims  # noqa: PLC0415 - where it runs

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

    def _follows(self, line: WagerLine, verbs: Iterable[str]) -> bool:
        """A box's own wager follows everything; a bet behind it, what its owner has chosen."""
        behind = line.owner - len(self.seats.wagers)
        return behind < 0 or set(verbs) <= set(self.seats.behind[behind].follows)

    def _hands(self, line: WagerLine) -> Ints:
        """[stake, win, lose; code] original and added money are rounded apart, as in play; who does
        not follow a double keeps one wager."""
        paths, rounding = self.simulator.automaton, policies(self.seats.rules).rounding
        found = np.zeros((3, paths.pay.size), np.int64)
        whole = self._follows(line, ("double",))
        for end, (wagers, added) in enumerate(zip(paths.wagers, paths.added, strict=True)):
            made, more = (wagers, added) if whole else (1, int(added == wagers))
            stake, rest = line.stake * int(made), line.stake * int(more)
            for column, (units, extra) in enumerate(
                zip(paths.pay[end].tolist(), paths.pay_added[end].tolist(), strict=True)
            ):
                original = ratio_of(units - extra, paths.unit * max(1, int(wagers - added)))
                ratios = (original, ratio_of(extra, paths.unit * max(1, int(added))))
                net = owed_together(stake, rest, ratios, rounding)
                found[:, end * paths.pay.shape[1] + column] = stake, max(net, 0), max(-net, 0)
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
        """The exact mean of a line that plays or follows everything, its payments rounded."""
        line = self.lines[place]
        if line.spot == "insurance":
            return self._insurance_mean(line)
        whole = self._follows(line, self.seats.rules.backline or ())
        return Fraction(self._value(line.stake)) * line.stake if whole else None

    @cache  # noqa: B019 - a table of deals is short-lived, and has few stakes
    def _value(self, stake: int) -> float:
        """What a wager of this many cents brings per unit, in the play of this table."""
        rules = self.seats.rules
        tables = model.at_stake(model.compile(rules), rules, stake)
        return exact.evaluate(tables, self.solution.strategy).value

    def _insurance_mean(self, line: WagerLine) -> Fraction:
        """Taken whenever it is offered, whatever the hand."""
        if not line.stake:
            return Fraction(0)
        rules, tables = self.seats.rules, self.simulator.automaton.tables
        (odds,) = insurance(model.at_stake(tables, rules, 2 * line.stake))
        cards, up = full_shoe(tables), int(tables.ups.rank[tables.insured])
        assert odds.exact is not None
        return Fraction(cards[up], sum(cards)) * -odds.exact * line.stake

    def deal(self, first: int, rounds: int) -> Claims:
        from cardroom.analysis.kernels import twentyone_claims  # noqa: PLC0415 - where it runs

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
        from cardroom.analysis.kernels import deals  # noqa: PLC0415 - where it runs

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
