"""Rounds of pai gow poker as claims: all hands set by a house way, with Fortune bets and envy."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from typing import Any, Final, NamedTuple, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.bank.deals import Claims, Ints, lines_by
from cardroom.analysis.bank.seats import Seats, WagerLine
from cardroom.analysis.kernels.pai_gow_tables import SevenCardRow
from cardroom.analysis.pai_gow.hands import HANDS, fortune_row, seven_card_counts
from cardroom.analysis.pai_gow.way_tables import WayTables
from cardroom.games.pai_gow.fortune import posted
from cardroom.games.pai_gow.options import SEATS
from cardroom.games.pai_gow.state import CARDS, deliveries, faced, policies, seat_of
from cardroom.games.pai_gow.steps import PayEnvy, PayFromActionSeat
from cardroom.hands.pai_gow import Face
from cardroom.money import Ratio, owed
from cardroom.rules.coverage import in_order
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.steps import Settle

Codes = NDArray[np.uint8]
Net = TypeVar("Net", np.int64, np.float64)

SPOTS: Final = ("main", "fortune", "envy")
FACES: Final = (Face.BANK, Face.COPY, Face.PLAYER)
"""One hand against the bank's, as the kernel counts: below, equal, above."""
RESULTS: Final = len(FACES) ** 2
"""Codes of a wager: front, then back."""
DICE: Final = 3
TOTALS: Final = 6 * DICE + 1
"""Totals of the dice; those below `DICE` do not occur."""
DECK: Final = np.arange(53, dtype=np.uint8)
FIRST_PILE: Final = 1
"""The pile that the bank has delivered first, always."""


class DealtRounds(NamedTuple):
    cards: Codes
    """[round, card]"""
    totals: Ints
    """[round] of the three dice."""


class RoundDealing(Protocol):
    """How rounds come out of a random stream."""

    @property
    def places(self) -> Ints:
        """[total of the dice, hand, 7] where a hand's cards lie; the bank's hand is last."""

    def deal(self, first: int, rounds: int) -> DealtRounds: ...


class ByPiles:
    """As at a table: dice and shuffle from one stream, then a card to each pile in turn."""

    def __init__(self, seed: int, boxes: int) -> None:
        self.seed = seed & (1 << 64) - 1
        self.places = np.zeros((TOTALS, boxes + 1, CARDS), np.int64)
        for total in range(DICE, TOTALS):
            piles = dict(deliveries(seat_of(SEATS, total), FIRST_PILE))
            for hand, seat in enumerate([*range(1, boxes + 1), SEATS]):
                self.places[total, hand] = piles[seat] - 1 + SEATS * np.arange(CARDS)

    def deal(self, first: int, rounds: int) -> DealtRounds:
        dice, cards = _drawn(self.seed, first, DECK, (rounds, SEATS * CARDS), DICE)
        return DealtRounds(cards, dice.sum(axis=1, dtype=np.int64))


class ByHands:
    """Only the hands in play, one after another, with the dice from a stream of their own.

    This draws fewer cards than a table does, with the same odds.
    """

    def __init__(self, seed: int, boxes: int) -> None:
        self.seed, self.boxes = seed, boxes
        whole = np.arange((boxes + 1) * CARDS).reshape(boxes + 1, CARDS)
        self.places = np.ascontiguousarray(np.broadcast_to(whole, (TOTALS, *whole.shape)))

    def deal(self, first: int, rounds: int) -> DealtRounds:
        _, cards = _drawn(self.seed, first, DECK, (rounds, CARDS * (self.boxes + 1)))
        return DealtRounds(cards, self.throws(first, rounds).sum(axis=1))

    def throws(self, first: int, rounds: int) -> Ints:
        """[round, die] 1 to 6, the three drawn as one number."""
        every = np.arange(6**DICE, dtype=np.uint8)
        _, thrown = _drawn(self.seed ^ (1 << 63), first, every, (rounds, 1))
        return 1 + thrown.astype(np.int64) // 6 ** np.arange(DICE) % 6


def _drawn(
    seed: int, first: int, deck: Codes, shape: tuple[int, int], dice: int = 0
) -> tuple[Codes, Codes]:
    """[round, die] and, in this shape, [round, card]: each round has a stream of its own."""
    from cardroom.analysis.kernels import deals  # noqa: PLC0415 - where it runs

    thrown, cards = np.empty((shape[0], dice), np.uint8), np.empty(shape, np.uint8)
    deals.throw_and_deal(np.uint64(seed), np.uint64(first), deck, thrown, cards)
    return thrown, cards


class PaiGowDeals:
    """One table; `ways` are those of the players and of the bank."""

    def __init__(
        self, seats: Seats, dealing: RoundDealing, ways: tuple[WayTables, WayTables], play: str = ""
    ) -> None:
        self.seats, self.dealing, self.ways, self.play = seats, dealing, ways, play
        self.boxes = len(seats.wagers)
        self.lines = tuple(line for box in range(self.boxes) for line in self._lines(box))
        self.money = np.zeros((3, len(self.lines), max(RESULTS, 2 * len(SevenCardRow))), np.int64)
        for place, line in enumerate(self.lines):
            for code, claim in enumerate(self._claims(line)):
                self.money[:, place, code] = line.stake, *claim

    def _lines(self, box: int) -> Iterator[WagerLine]:
        for spot, stake in self.seats.wagers[box].items():
            yield WagerLine(box, box, spot, stake)
        envied, least = self.seats.rules.spot("envy"), policies(self.seats.rules).envy_stake
        if envied is not None and self.seats.wagers[box].get("fortune", 0) >= least:
            yield WagerLine(box, box, "envy", 0)

    def _claims(self, line: WagerLine) -> list[tuple[int, int]]:
        """[code] win and lose."""
        if line.spot == self.seats.main:
            rounding = policies(self.seats.rules).rounding
            nets = [owed(line.stake, ratio, rounding) for ratio in results()]
        else:
            fortune, envy = fortune_pays(self.seats.rules, line.stake)
            nets = (envy if line.spot == "envy" else fortune).ravel().tolist()
        return [(max(net, 0), max(-net, 0)) for net in nets]

    @cached_property
    def means(self) -> tuple[Fraction | None, ...]:
        return tuple(map(self._mean, self.lines))

    def _mean(self, line: WagerLine) -> Fraction | None:
        """Fortune and envy depend only on a hand's seven cards, which are counted exactly."""
        if line.spot == self.seats.main:
            return None
        own = sum((net * chance for net, chance in self._exact(line).items()), Fraction(0))
        return own * (self.boxes - 1 if line.spot == "envy" else 1)

    def chances(self, line: WagerLine) -> dict[int, float]:
        """What a Fortune bet wins in cents, and how often; for envy, by one other hand."""
        return {net: float(chance) for net, chance in self._exact(line).items()}

    def _exact(self, line: WagerLine) -> dict[int, Fraction]:
        hands = [
            seven_card_counts().by_row[row][jokers] for jokers in (0, 1) for row in SevenCardRow
        ]
        found: dict[int, Fraction] = {}
        for number, (win, lose) in zip(hands, self._claims(line), strict=True):
            found[win - lose] = found.get(win - lose, Fraction(0)) + Fraction(number, HANDS)
        return found

    @cached_property
    def _table(self) -> Any:
        from cardroom.analysis.kernels import pai_gow_rounds  # noqa: PLC0415 - where it runs

        boxes, order = range(self.boxes), self.seats.rules.banking.order
        orders = np.zeros((TOTALS, self.boxes), np.int64)
        for total in range(DICE, TOTALS):
            orders[total] = in_order(order, boxes, seat_of(SEATS, total) - 1)
        bets = lines_by(self.lines, self.boxes, SPOTS)
        turns = np.array([SPOTS.index(spot) for spot in settled_spots(self.seats.rules)], np.int64)
        worths = (way.worths for way in self.ways)
        rows = int((bets[:, 1:] >= 0).any())
        return pai_gow_rounds.Sevens(self.dealing.places, orders, bets, turns, rows, *worths)

    def deal(self, first: int, rounds: int) -> Claims:
        from cardroom.analysis.kernels import pai_gow_rounds  # noqa: PLC0415 - where it runs

        starts = np.zeros(rounds + 1, np.int64)
        rows = np.empty((rounds * self.boxes * (1 + 1 + self.boxes), 3), np.int64)
        dealt = self.dealing.deal(first, rounds)
        written = pai_gow_rounds.from_sevens(*dealt, self._table, starts, rows)
        return Claims(starts, rows[:written])

    def nets(self, first: int, rounds: int, worth: NDArray[Net]) -> NDArray[Net]:
        """[round, line] what it won; `worth[line, code]` of a claim."""
        starts, claims = self.deal(first, rounds)
        found = np.zeros((rounds, len(self.lines)), worth.dtype)
        dealt = np.repeat(np.arange(rounds), np.diff(starts))
        np.add.at(found, (dealt, claims[:, 1]), worth[claims[:, 1], claims[:, 2]])
        return found


def settled_spots(rules: Ruleset) -> Iterator[str]:
    """The spots in the order in which the procedure settles them."""
    for step in rules.procedure:
        match step:
            case PayFromActionSeat():
                yield "main"
            case Settle(spots=spots):
                yield from spots
            case PayEnvy():
                yield "envy"
            case _:
                pass


def results() -> list[Ratio]:
    """[code] what a wager is owed."""
    return [faced(FACES[code // 3], FACES[code % 3]).original for code in range(RESULTS)]


def fortune_pays(rules: Ruleset, stake: int) -> tuple[Ints, Ints]:
    """[joker, row] in cents: what a Fortune bet of this stake wins or loses, and what envy pays."""
    rounding = policies(rules).rounding
    won = np.zeros((2, len(SevenCardRow)), np.int64)
    envy = np.zeros((2, len(SevenCardRow)), np.int64)
    for jokers in (0, 1):
        for row in SevenCardRow:
            made, paid = fortune_row(rules, row, jokers)
            ratio, *_ = posted(rules).owes(paid)
            won[jokers, row] = owed(stake, ratio, rounding)
            envy[jokers, row] = policies(rules).envy_for(made)
    return won, envy
