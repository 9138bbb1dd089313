"""Dealing against a bank: each family's rounds as claims in the order they are settled."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cached_property
from typing import Any, Final, NamedTuple, Protocol

import numpy as np

from cardroom import model
from cardroom.analysis import exact, three_card_odds
from cardroom.analysis.ante import policies_of
from cardroom.analysis.bank_seats import Seats, orders
from cardroom.analysis.plan import NotReckoned
from cardroom.analysis.program import Ints
from cardroom.analysis.script import ByCards
from cardroom.analysis.simulate import Simulator
from cardroom.analysis.way_tables import WayTables, way_tables
from cardroom.cards import CARDS
from cardroom.games.pai_gow.options import SEATS
from cardroom.games.pai_gow.state import faced, seat_of
from cardroom.games.three_card.resolution import Standing, forfeited, owed_on
from cardroom.games.twentyone.bank import action_box
from cardroom.games.twentyone.parts import policies
from cardroom.hands.house_way import way_named
from cardroom.hands.pai_gow import Face
from cardroom.money import Ratio, owed
from cardroom.rules.policies import PaiGow
from cardroom.rules.steps import Settle

DICE: Final = 6**3
FACES: Final = (Face.PLAYER, Face.BANK, Face.COPY)
"""As the kernel counts them."""
SPOTS: Final = ("ante", "play", "bonus")


class Claims(NamedTuple):
    starts: Ints
    """[round + 1] where its claims begin."""
    rows: Ints
    """[claim] step of the settlement, box, code."""


class Deals(Protocol):
    """A table of a posted game; rounds are functions of a seed and their number."""

    money: Ints
    """[stake, win, lose; box; code] in cents."""
    play: str
    means: tuple[Fraction | None, ...]
    """[box] what a round brings against an ample bank, in cents, where it is known exactly."""

    def deal(self, first: int, rounds: int) -> Claims: ...


def dealing(seats: Seats, seed: int) -> Deals:
    families: dict[str, Callable[[Seats, int], Deals]] = {
        "twentyone": TwentyOneDeals,
        "three-card": ThreeCardDeals,
        "pai-gow": PaiGowDeals,
    }
    family = seats.rules.family
    if family not in families:
        raise NotReckoned(f"{seats.rules.title} has no bank that covers wagers")
    return families[family](seats, seed)


def _kernels() -> Any:
    from cardroom.analysis.kernels import banked  # noqa: PLC0415 - imports numba

    return banked


class TwentyOneDeals:
    """Games of 21: a fresh shoe for every round, perfect play for the cards of the hand."""

    def __init__(self, seats: Seats, seed: int) -> None:
        rules = seats.rules
        tables = model.compile(rules)
        solution = exact.solve(tables)
        self.script = ByCards(tables, solution.strategy)
        whole = Simulator(rules, tables, self.script, seed, len(seats.wagers))
        self.simulator = whole.shuffling_each_round()
        paths = self.simulator.automaton
        if paths.course.peeks:
            raise NotReckoned("the bank looks for a natural, which ends the play of all boxes")
        if paths.paid.any() or paths.insurance_stake:
            raise NotReckoned("some bets are settled before the bank's hand is known")
        self.orders = orders(seats)
        boxes = range(len(seats.wagers))
        samples = np.zeros(len(paths.up), np.int64)
        samples[paths.codes[[card.index for card in rules.deck]]] = [c.index for c in rules.deck]
        self.action = np.array(
            [action_box(rules, boxes, CARDS[card]) for card in samples], np.int64
        )
        self.play = "perfect play for the cards of the hand"
        self.money = self._money(seats)
        value = Fraction(solution.value)
        exactly = self._exact_money(seats)
        self.means = tuple(value * bets["main"] if exactly else None for bets in seats.wagers)

    def _money(self, seats: Seats) -> Ints:
        """A hand's wagers are each paid and rounded by themselves, as in play."""
        paths, rounding = self.simulator.automaton, policies(seats.rules).rounding
        found = np.zeros((3, len(seats.wagers), paths.pay.size), np.int64)
        for box, bets in enumerate(seats.wagers):
            for end, (wagers, row) in enumerate(zip(paths.wagers.tolist(), paths.pay, strict=True)):
                for column, units in enumerate(row.tolist()):
                    share = Fraction(units, paths.unit * wagers)
                    ratio = Ratio(share.numerator, share.denominator)
                    net = wagers * owed(bets["main"], ratio, rounding)
                    code = end * len(row) + column
                    found[:, box, code] = bets["main"] * wagers, max(net, 0), max(-net, 0)
        return found

    def _exact_money(self, seats: Seats) -> bool:
        """Whether no payment is rounded, so that the exact odds hold to the cent."""
        paths = self.simulator.automaton
        nets = self.money[1] - self.money[2]
        return all(
            nets[box].tolist() == (paths.pay.ravel() * bets["main"] / paths.unit).tolist()
            for box, bets in enumerate(seats.wagers)
        )

    def deal(self, first: int, rounds: int) -> Claims:
        marks, hands = self.simulator.hands_of(first, rounds)
        starts = np.zeros(len(marks) + 1, np.int64)
        rows = np.empty((int(marks[-1, 1]) if len(marks) else 0, 3), np.int64)
        _kernels().from_hands(marks, hands, self.action, self.orders, starts, rows)
        return Claims(starts, rows)


class ThreeCardDeals:
    """Three Card Poker: every hand from the lowest that plays on plays."""

    def __init__(self, seats: Seats, seed: int) -> None:
        rules, kernels = seats.rules, _kernels()
        self.seats, self.seed = seats, np.uint64(seed)
        own, decks = policies_of(rules), rules.deck.packs
        found = three_card_odds.ante_play(own, decks)
        values = three_card_odds.values()
        lowest = [found.lowest[rank if own.bank_shows else 0] for rank in range(1, 14)]
        self.deck = np.array([card.index for card in rules.deck], np.uint8)
        bets = [[1, 1, int("bonus" in bets)] for bets in seats.wagers]
        steps = [step for step in rules.procedure if isinstance(step, Settle)]
        settled = [[spot in step.spots for spot in SPOTS] for step in steps]
        self.table = kernels.Threes(
            three_card_odds.places(),
            three_card_odds.standings(),
            np.array([[value >= low for low in lowest] for value in values], np.uint8),
            np.array([three_card_odds.bonus_row(value) for value in values], np.uint8),
            np.array(bets, np.int64),
            np.ascontiguousarray(np.arange(len(bets), dtype=np.int64)[::-1]),
            np.ascontiguousarray(orders(seats)[0]),
            np.array(settled, np.int64),
        )
        self.play = "every hand from the lowest that plays on plays, the others fold"
        self.money = np.zeros(
            (3, len(seats.wagers), len(SPOTS) * kernels.ROWS * kernels.STANDS), np.int64
        )
        self.means: tuple[Fraction | None, ...] = tuple(
            self._mean(box) for box in range(len(seats.wagers))
        )
        for box, spot, row, stands in np.ndindex(
            len(seats.wagers), 3, kernels.ROWS, kernels.STANDS
        ):
            code = (spot * kernels.ROWS + row) * kernels.STANDS + stands
            self.money[:, box, code] = self._claim(box, SPOTS[spot], row, stands)

    def _claim(self, box: int, spot: str, row: int, stands: int) -> tuple[int, int, int]:
        stake = self.seats.wagers[box].get("ante" if spot == "play" else spot, 0)
        if stands == _kernels().FOLDED:
            found = forfeited(spot, stake)
        else:
            value = three_card_odds.first_of(three_card_odds.BonusRow(row))
            policies = policies_of(self.seats.rules)
            found = owed_on(spot, policies, value, Standing(stands), stake)
        return stake, found.win, found.lose

    def _mean(self, box: int) -> Fraction:
        own, decks = policies_of(self.seats.rules), self.seats.rules.deck.packs
        total = Fraction(0)
        for ending, chance in three_card_odds.ante_play(own, decks).endings.items():
            row = three_card_odds.bonus_row(ending.value)
            stands = _kernels().FOLDED if ending.stands is None else ending.stands
            spots = ("ante", "bonus") if ending.stands is None else SPOTS
            found = [self._claim(box, spot, row, stands) for spot in spots]
            total += chance * sum(win - lose for _, win, lose in found)
        return total

    def deal(self, first: int, rounds: int) -> Claims:
        from cardroom.analysis.kernels import deals  # noqa: PLC0415 - imports numba

        dealt = np.empty((rounds, 3 * (len(self.seats.wagers) + 1)), np.uint8)
        deals.deal(self.seed, np.uint64(first), self.deck, dealt)
        starts = np.zeros(rounds + 1, np.int64)
        rows = np.empty((rounds * len(self.seats.wagers) * 3, 3), np.int64)
        _kernels().from_threes(dealt, self.table, starts, rows)
        return Claims(starts, rows)


class PaiGowDeals:
    """The base game of pai gow poker, everybody's hand set the house way."""

    def __init__(self, seats: Seats, seed: int) -> None:
        rules = seats.rules
        assert isinstance(rules.policies, PaiGow)
        self.way = way = way_named(rules.policies.way)
        self.seed, self.boxes = seed, len(seats.wagers)
        self.orders = orders(seats)
        self.deck = np.arange(53, dtype=np.uint8)
        self.play = f"everybody sets by the house way of {way.title}"
        self.means: tuple[Fraction | None, ...] = (None,) * self.boxes
        self.money = np.zeros((3, self.boxes, 9), np.int64)
        for box, bets in enumerate(seats.wagers):
            for code in range(9):
                result = faced(FACES[code // 3], FACES[code % 3])
                net = owed(bets["main"], result.original, rules.policies.rounding)
                self.money[:, box, code] = bets["main"], max(net, 0), max(-net, 0)
        self.first = self._first()

    @cached_property
    def tables(self) -> WayTables:
        """What the way does with every class of hands; built when it is first asked."""
        return way_tables(self.way)

    def _first(self) -> Ints:
        """[throw of three dice] the box that is settled first: the seat of the dice, or the next
        one with a wager; the bank sits behind the last seat."""
        found = []
        for throw in range(DICE):
            total = 3 + sum(throw // 6**die % 6 for die in range(3))
            seat = seat_of(SEATS, total) - 1
            found.append(seat if seat < self.boxes else 0)
        return np.array(found, np.int64)

    def throws(self, first: int, rounds: int) -> Ints:
        """Three dice as one number; from a stream of their own."""
        from cardroom.analysis.kernels import deals  # noqa: PLC0415 - imports numba

        thrown = np.empty((rounds, 1), np.uint8)
        every = np.arange(DICE, dtype=np.uint8)
        deals.deal(np.uint64(self.seed ^ (1 << 63)), np.uint64(first), every, thrown)
        return thrown[:, 0].astype(np.int64)

    def hands(self, first: int, rounds: int) -> Any:
        """[round, 7 * (boxes + 1)] the cards of every box and the bank, each seven in order."""
        from cardroom.analysis.kernels import deals  # noqa: PLC0415 - imports numba

        dealt = np.empty((rounds, 7 * (self.boxes + 1)), np.uint8)
        deals.deal(np.uint64(self.seed), np.uint64(first), self.deck, dealt)
        return np.ascontiguousarray(np.sort(dealt.reshape(-1, 7), axis=1).reshape(dealt.shape))

    def deal(self, first: int, rounds: int) -> Claims:
        starts = np.zeros(rounds + 1, np.int64)
        rows = np.empty((rounds * self.boxes, 3), np.int64)
        action = self.first[self.throws(first, rounds)]
        hands = self.hands(first, rounds)
        _kernels().from_sevens(hands, self.tables.worths, action, self.orders, starts, rows)
        return Claims(starts, rows)
