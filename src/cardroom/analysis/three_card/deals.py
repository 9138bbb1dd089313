"""Rounds of Three Card Poker as claims: every hand at or above the lowest that plays is played."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from typing import Final

import numpy as np

from cardroom.analysis.bank.deals import Claims, lines_by
from cardroom.analysis.bank.seats import Seats, WagerLine, orders
from cardroom.analysis.three_card import chart, odds
from cardroom.analysis.three_card.pack import Pack, cards_in, pack_of
from cardroom.games.three_card.policies import ThreeCard, policies_of
from cardroom.games.three_card.resolution import AgainstBank, forfeited, owed_on
from cardroom.rules.steps import Settle

SPOTS: Final = ("ante", "play", "bonus")
FOLDED: Final = len(AgainstBank)
"""The standing of a hand that folds, after those of hands that play."""
STANDINGS: Final = (*AgainstBank, None)
"""None for a hand that folds."""
PLAY: Final = "every hand from the lowest that plays on plays, the others fold"


def played(seats: Seats, pack: Pack | None = None) -> tuple[odds.AntePlay, odds.Flags]:
    """The ante game at this table, and [value, rank the bank shows - 1] 1 where a hand plays."""
    rules, ante = seats.rules, seats.wagers[0]["ante"]
    own, cards = policies_of(rules), pack or pack_of(rules)
    if seats.chart is None:
        return odds.ante_play(own, cards, ante), odds.play_table(own, cards, ante)
    lowest = chart.read_lowest(seats.chart.document, own)
    return chart.play_by(own, cards, lowest, ante), chart.play_table(own, lowest)


class ThreeCardDeals:
    """One table, one seed; the bank's hand is dealt last, and its first card is shown."""

    play = PLAY

    def __init__(
        self, seats: Seats, seed: int, spots: Sequence[str] = SPOTS, pack: Pack | None = None
    ) -> None:
        """Claims are written for these spots; `pack` is another shoe than the posted decks."""
        from cardroom.analysis.kernels import deals, three_card  # noqa: PLC0415 - where it runs

        self._deals, self._kernels = deals, three_card
        rules = seats.rules
        if seats.chart is not None:
            self.play = f"the chart {seats.chart.name}: {PLAY}"
        self.ante = seats.wagers[0]["ante"]
        """Everyone plays as is best for the first seat's ante; that matters where it is rounded."""
        self.seats, self.seed = seats, np.uint64(seed & (1 << 64) - 1)
        self.pack = pack or pack_of(rules)
        self.deck = np.array([card.index for card in cards_in(self.pack)], np.uint8)
        self.lines = tuple(
            WagerLine(box, box, spot, bets["ante" if spot == "play" else spot])
            for box, bets in enumerate(seats.wagers)
            for spot in spots
            if spot != "bonus" or spot in bets
        )
        bets = lines_by(self.lines, len(seats.wagers), SPOTS)
        steps = [step for step in rules.procedure if isinstance(step, Settle)]
        self.table = three_card.Threes(
            odds.places(),
            odds.standings(),
            played(seats, self.pack)[1],
            odds.paid_alike(policies_of(rules)),
            FOLDED,
            bets,
            # A hand that folds has made no play wager.
            np.array([spot != "play" for spot in SPOTS], np.int64),
            np.ascontiguousarray(np.arange(len(bets), dtype=np.int64)[::-1]),
            np.ascontiguousarray(orders(seats)[0]),
            np.array([[spot in step.spots for spot in SPOTS] for step in steps], np.int64),
        )
        self.endings = endings(policies_of(rules))
        """[code of a claim] how the hand ended."""
        self.money = np.zeros((3, len(self.lines), len(self.endings)), np.int64)
        for place, line in enumerate(self.lines):
            for code, ending in enumerate(self.endings):
                self.money[:, place, code] = self._claim(line, ending)

    def _claim(self, line: WagerLine, ending: odds.ComparedHand) -> tuple[int, int, int]:
        if ending.stands is None:
            found = forfeited(line.spot, line.stake)
        else:
            policies = policies_of(self.seats.rules)
            found = owed_on(line.spot, policies, ending.value, ending.stands, line.stake)
        return line.stake, found.win, found.lose

    @cached_property
    def means(self) -> tuple[Fraction | None, ...]:
        return tuple(map(self._mean, self.lines))

    def _mean(self, line: WagerLine) -> Fraction:
        total = Fraction(0)
        for ending, chance in played(self.seats, self.pack)[0].endings.items():
            # The play wager of a hand that folds was never made.
            if ending.stands is not None or line.spot != "play":
                _, win, lose = self._claim(line, ending)
                total += chance * (win - lose)
        return total

    def deal(self, first: int, rounds: int) -> Claims:
        boxes = len(self.seats.wagers)
        dealt = np.empty((rounds, 3 * (boxes + 1)), np.uint8)
        self._deals.deal(self.seed, np.uint64(first), self.deck, dealt)
        starts = np.zeros(rounds + 1, np.int64)
        rows = np.empty((rounds * boxes * len(SPOTS), 3), np.int64)
        written = self._kernels.from_threes(dealt, self.table, starts, rows)
        return Claims(starts, rows[:written])


def endings(policies: ThreeCard) -> tuple[odds.ComparedHand, ...]:
    """Every way in which a hand ends; one hand represents all that are paid alike."""
    return tuple(
        odds.ComparedHand(value, stands)
        for value in odds.paid_values(policies)
        for stands in STANDINGS
    )
