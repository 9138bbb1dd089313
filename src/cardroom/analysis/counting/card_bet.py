"""A bet on a few cards of the shoe as one table, valued exactly for any cards that are left."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise, product
from math import lcm, perm, prod
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardroom.cards import CARDS
from cardroom.rules.side_bet import CARD_LOOKS, SideBet, SideRow, card_kinds

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

TABLE_MAX: Final = 200_000
"""Payments in a table; a larger one would take minutes to fill."""


class CardBet(NamedTuple):
    """Payments by the kinds of the cards that the bet looks at.

    Places at which more cards are told apart come first, so it is always known which kind of a
    later place a card is gone from.
    """

    places: tuple[int, ...]
    """Which card of `looks_at` each axis is."""
    kinds: Ints
    """[axis, card] what the axis and all later ones tell apart."""
    pays: Floats
    """[kind at each axis] whole units of 1 / `unit` of the stake, net."""
    unit: int

    @property
    def down(self) -> Ints:
        """[axis, kind at the first axis] the kind of such a card at a later axis."""
        found = np.zeros((len(self.kinds), self.pays.shape[0]), np.int64)
        for axis, row in enumerate(self.kinds):
            found[axis, self.kinds[0]] = row
        return found

    def counts(self, cards: Sequence[int]) -> Ints:
        """[kind] how many cards of each kind of the first axis there are, from [card]."""
        found = np.zeros(self.pays.shape[0], np.int64)
        np.add.at(found, self.kinds[0], np.array(cards, np.int64))
        return found

    def sums(self, counts: Ints) -> Floats:
        """[row] the sum of all payments over all deals from [row, kind]: whole numbers."""
        down = self.down
        held = []
        for axis, size in enumerate(self.pays.shape):
            each = np.zeros((len(counts), size))
            np.add.at(each.T, down[axis], counts.T)
            held.append(each)
        return _Sum(held, _steps(self.kinds)).total(self.pays, 0, ())

    def values(self, counts: Ints) -> Floats:
        """[row] the expected value of a unit."""
        ways = _falling(counts.sum(axis=1).astype(np.float64), self.pays.ndim)
        found: Floats = self.sums(counts) / (ways * self.unit)
        return found

    def exact(self, counts: Ints) -> Fraction:
        """The expected value from [kind] cards."""
        ways = perm(int(counts.sum()), self.pays.ndim)
        return Fraction(round(float(self.sums(counts[None])[0])), ways * self.unit)

    def known(self, place: int, cards: Sequence[int]) -> list[float]:
        """[card] the expected value if the card at this place of `looks_at` is known."""
        axis, counts = self.places.index(place), self.counts(cards)
        kinds, whole = self.kinds[axis], float(counts.sum())
        others = float(_falling(np.array([whole - 1]), self.pays.ndim - 1)[0]) * self.unit
        found = []
        for kind in range(self.pays.shape[axis]):
            pays = np.zeros_like(self.pays)
            there = (slice(None),) * axis + (kind,)
            pays[there] = self.pays[there]
            number = sum(count for count, each in zip(cards, kinds, strict=True) if each == kind)
            total = float(self._replace(pays=pays).sums(counts[None])[0])
            found.append(total / others / number if number else 0.0)
        return [found[int(kind)] for kind in kinds]


class _Sum:
    """Cards are drawn one after the other, without replacement."""

    def __init__(self, held: list[Floats], steps: list[Ints]) -> None:
        self.held, self.steps = held, steps
        self.whole = held[0].sum(axis=1)

    def total(self, pays: Floats, axis: int, gone: tuple[int, ...]) -> Floats:
        """`gone` are the kinds, at this axis, of the cards drawn before."""
        left = self.whole - len(gone)
        if (pays == pays.flat[0]).all():
            return float(pays.flat[0]) * _falling(left, pays.ndim)
        held = self.held[axis]
        if pays.ndim == 1:
            found: Floats = held @ pays - sum(float(pays[kind]) for kind in gone)
            return found
        if pays.ndim == 2:
            return self._two(pays, axis, gone)
        flat = pays.reshape(len(pays), -1)
        alike = (flat == flat[:, :1]).all(axis=1)
        constant = np.where(alike, flat[:, 0], 0.0)
        found = held @ constant - sum(float(constant[kind]) for kind in gone)
        found *= _falling(left - 1, pays.ndim - 1)
        for kind in np.flatnonzero(~alike).tolist():
            number = held[:, kind] - gone.count(kind)
            if number.any():
                later = tuple(int(self.steps[axis][each]) for each in (*gone, kind))
                found += number * self.total(pays[kind], axis + 1, later)
        return found

    def _two(self, pays: Floats, axis: int, gone: tuple[int, ...]) -> Floats:
        step, every = self.steps[axis], np.arange(len(pays))
        rest = self.held[axis + 1] @ pays.T - pays[every, step]
        number = self.held[axis].copy()
        for kind in gone:
            rest -= pays[:, step[kind]]
            number[:, kind] -= 1
        found: Floats = np.einsum("ia,ia->i", number, rest)
        return found


def _falling(whole: Floats, drawn: int) -> Floats:
    """[row] the number of ways to draw that many cards in order."""
    ways = np.ones(len(whole))
    for place in range(drawn):
        ways *= whole - place
    return ways


def _steps(kinds: Ints) -> list[Ints]:
    """[axis][kind] the kind of such a card at the next axis."""
    found = []
    for now, after in pairwise(kinds):
        step = np.zeros(int(now.max()) + 1, np.int64)
        step[now] = after
        found.append(step)
    return found


def is_card_bet(bet: SideBet) -> bool:
    """Whether the first cards decide it, and few enough of them are told apart."""
    if not set(bet.looks_at) <= CARD_LOOKS - {"own-third"}:
        return False
    return prod(int(row.max()) + 1 for row in _kinds(bet)[1]) <= TABLE_MAX


def _kinds(bet: SideBet) -> tuple[tuple[int, ...], list[Ints]]:
    """The axes, and [card] the kinds of each with all later axes."""
    own = card_kinds(bet)
    order = sorted(range(len(own)), key=lambda place: -len(set(own[place])))
    found = []
    for axis in range(len(order)):
        numbers: dict[object, int] = {}
        marks = [tuple(own[later][card.index] for later in order[axis:]) for card in CARDS]
        found.append(np.array([numbers.setdefault(mark, len(numbers)) for mark in marks]))
    return tuple(order), found


def card_bet(bet: SideBet, pays: Callable[[SideRow | None], Fraction]) -> CardBet:
    """The table of a bet on cards; `pays` is what a unit wins or loses by a row."""
    order, kinds = _kinds(bet)
    samples = [
        [CARDS[row.tolist().index(kind)] for kind in range(int(row.max()) + 1)] for row in kinds
    ]
    amounts = [pays(row) for row in (*bet.rows, None)]
    unit = lcm(*(amount.denominator for amount in amounts))
    units = {row: int(pays(row) * unit) for row in (*bet.rows, None)}
    back = [order.index(place) for place in range(len(order))]
    found = [units[bet.row(*(deal[axis] for axis in back))] for deal in product(*samples)]
    shape = [len(each) for each in samples]
    return CardBet(order, np.stack(kinds), np.array(found, np.float64).reshape(shape), unit)
