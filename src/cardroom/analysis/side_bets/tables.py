"""Bets beside the hand as tables that the simulator's kernel reads.

A bet looks at the box's first two cards, the bank's up card, the card that the box takes first, and
whether the bank went over while a hand of the box kept the bet alive; not all of them at most of
these. Each is asked of its game at every point of what it looks at. Cards that no bet tells apart
stay one code, and points at which all bets bring the same are one class, so that a round counts in
one place however many bets there are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import lcm
from typing import Any, Final, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.side_bets.blazing import progressive
from cardroom.cards import CARDS, Card
from cardroom.games.twentyone.blackjack import bet_the_set, dealer_bust
from cardroom.games.twentyone.blazing import bet as blazing
from cardroom.games.twentyone.maxtime import rules as maxtime
from cardroom.games.twentyone.safari import monte_carlo
from cardroom.model import Tables
from cardroom.model.course import open_rounds
from cardroom.money import Odds
from cardroom.rules.ruleset import Ruleset

Ints = NDArray[np.int64]
Axis = Literal["first", "second", "up", "third", "over"]
AXES: Final[tuple[Axis, ...]] = ("first", "second", "up", "third", "over")
THIRD, OVER = AXES.index("third"), AXES.index("over")
SEEN: Final[Mapping[Axis, tuple[Any, ...]]] = {
    "first": CARDS,
    "second": CARDS,
    "up": CARDS,
    "third": (None, *CARDS),
    "over": (0, 1),
}
"""What may be seen at each axis; no third card, and the bank not over, come first."""
Net = Callable[..., Fraction]


class NoSuchBet(ValueError):
    """A bet that the posted game does not have, or that the simulator cannot take."""


class Beside(NamedTuple):
    """A bet beside the hand."""

    spot: str
    title: str
    unit: int
    """Amounts are in units of 1 / `unit` of its stake."""
    pays: Ints
    """[first, second, up, third, over], each of length 1 where the bet does not look at it."""
    rounds: tuple[int, int]
    """1 where it can be made in the first round after a shuffle, and in later ones."""

    def looks(self, axis: int) -> bool:
        size: int = self.pays.shape[axis]
        return size > 1


def bets_beside(rules: Ruleset, spots: Sequence[str]) -> tuple[Beside, ...]:
    """The bets on these spots of a posted game, in the game's order."""
    there = {spot.name: spot for spot in rules.spots if spot.name.partition("/")[0] in NETS}
    for name in spots:
        if name not in there:
            known = ", ".join(there) or "none"
            raise NoSuchBet(f"{rules.title} as posted has no bet {name!r} to take; it has: {known}")
    found = []
    for name, spot in there.items():
        if name in spots:
            axes, net = NETS[name.partition("/")[0]](rules, name)
            found.append(_tabulated(name, spot.title, axes, net, open_rounds(rules, spot)))
    return tuple(found)


def _tabulated(
    spot: str, title: str, axes: tuple[Axis, ...], net: Net, rounds: tuple[int, int]
) -> Beside:
    nets = [net(*seen) for seen in product(*(SEEN[axis] for axis in axes))]
    distinct = set(nets)
    unit = lcm(*(each.denominator for each in distinct))
    amounts = {each: int(each * unit) for each in distinct}
    shape = [len(SEEN[axis]) if axis in axes else 1 for axis in AXES]
    pays = np.array([amounts[each] for each in nets], np.int64).reshape(shape)
    return Beside(spot, title, unit, pays, rounds)


# --- what each bet brings, asked of its game ------------------------------------------------------


def _net(odds: Odds | None) -> Fraction:
    return Fraction(-1) if odds is None else Fraction(odds.pays, odds.per)


def _monte_carlo(_: Ruleset, spot: str) -> tuple[tuple[Axis, ...], Net]:
    bet = monte_carlo.BY_NAME[spot]
    return ("first",), lambda first: _net(bet.odds if bet.names(first) else None)


def _pair(rules: Ruleset, _: str) -> tuple[tuple[Axis, ...], Net]:
    table = bet_the_set.pay_table(str(rules.options["pay_table"]))

    def net(*cards: Card) -> Fraction:
        row = bet_the_set.row_of(cards)
        return _net(bet_the_set.odds_of(table, row) if row else None)

    return ("first", "second"), net


def _maxtyme(rules: Ruleset, _: str) -> tuple[tuple[Axis, ...], Net]:
    def net(first: Card, second: Card) -> Fraction:
        won = maxtime.in_diamonds(rules, first, second)
        return _net(maxtime.MAXTYME_ODDS if won else None)

    return ("first", "second"), net


def _blazing(rules: Ruleset, spot: str) -> tuple[tuple[Axis, ...], Net]:
    """The meter shows its seed in every round."""
    meters, table = progressive(rules), int(str(rules.options["blazing_7s"]))
    assert meters is not None
    awards = {row: meters.gross(row, Fraction(meters.seed)) - 1 for row in meters.pays}

    def net(*cards: Card) -> Fraction:
        row = blazing.best_row(table, *cards)
        return Fraction(-1) if row is None else awards[row]

    posted = rules.spot(spot)
    assert posted is not None
    return ("first", "second", "third" if "own-third" in posted.needs else "up"), net


def _dealer_bust(rules: Ruleset, _: str) -> tuple[tuple[Axis, ...], Net]:
    table = dealer_bust.pay_table(int(str(rules.options["pay_table"])))

    def net(up: Card, over: int) -> Fraction:
        return _net(table.odds(dealer_bust.row_of(up.rank)) if over else None)

    return ("up", "over"), net


NETS: Final[Mapping[str, Callable[[Ruleset, str], tuple[tuple[Axis, ...], Net]]]] = {
    "monte-carlo": _monte_carlo,
    "bet-the-set": _pair,
    "maxtyme": _maxtyme,
    blazing.SPOT: _blazing,
    dealer_bust.SPOT: _dealer_bust,
}


# --- all of them together -------------------------------------------------------------------------


def told_apart(bets: Sequence[Beside]) -> Ints:
    """[card] cards with one number are alike to every bet."""
    found = np.zeros(len(CARDS), np.int64)
    for bet in bets:
        for axis in range(OVER):
            if bet.looks(axis):
                rows = np.moveaxis(bet.pays, axis, 0)[-len(CARDS) :].reshape(len(CARDS), -1)
                alike = np.unique(rows, axis=0, return_inverse=True)[1].reshape(-1)
                found = np.unique(found * len(CARDS) + alike, return_inverse=True)[1].reshape(-1)
    return found


def keeping(bets: Sequence[Beside], tables: Tables) -> Ints:
    """[key] 1 where a hand keeps a bet on the bank's hand alive; all 0 without such a bet."""
    if not any(bet.looks(OVER) for bet in bets):
        return np.zeros(len(tables.keys.keys), np.int64)
    return np.array([dealer_bust.keeps(key) for key in tables.keys.keys], np.int64)


class Classes(NamedTuple):
    """What the kernel reads of all bets; cards are codes."""

    base: Ints
    """[not the first round, up or 0, first, second] what is known when the cards are dealt."""
    last: Ints
    """[base, third + 1 or 0, over] the class of a box at the end of the round."""
    won: Ints
    """[class, bet] in the bet's units."""
    made: Ints
    """[class, bet] 1 where it was made."""
    over: Ints
    """[column] 1 where the bank's hand is over."""
    later: int
    """1 where no round is the first after a shuffle."""


def classes_of(rules: Ruleset, tables: Tables, bets: Sequence[Beside], samples: Ints) -> Classes:
    """`samples` has one card of every code."""
    if not bets:
        base, last = np.zeros((2, 1, 1, 1), np.int64), np.zeros((1, 1, 1), np.int64)
        none = np.zeros((1, 0), np.int64)
        return Classes(base, last, none, none, np.zeros(1, np.int64), 0)
    pays = [_by_code(bet.pays, samples) for bet in bets]
    dealt = np.broadcast_shapes(*(each.shape[:THIRD] for each in pays), (len(samples),) * 2 + (1,))
    ends = np.broadcast_shapes(*(each.shape[THIRD:] for each in pays), (1, 1))
    rows: list[Ints] = []
    for later in (0, 1):
        # What a bet will bring, as far as the deal decides it; -1 where it cannot be made.
        marks = np.zeros(dealt, np.int64)
        for bet, each in zip(bets, pays, strict=True):
            flat = each.reshape(-1, each.shape[THIRD] * each.shape[OVER])
            mark = np.unique(flat, axis=0, return_inverse=True)[1].reshape(each.shape[:THIRD])
            mark = mark if bet.rounds[later] else np.full_like(mark, -1)
            marks = np.unique(marks * (each.size + 2) + mark + 1, return_inverse=True)[1]
            marks = marks.reshape(dealt)
        rows.append(marks)
    count = int(rows[0].max()) + 1
    base = np.stack([rows[0], rows[1] + count])
    places = np.unique(base, return_index=True)[1]
    points = np.stack(np.unravel_index(places, base.shape), axis=1).tolist()
    nets = np.zeros((len(points), *ends, len(bets)), np.int64)
    made = np.zeros(nets.shape, np.int64)
    for number, (since, *point) in enumerate(points):
        for place, (bet, each) in enumerate(zip(bets, pays, strict=True)):
            at = tuple(min(one, size - 1) for one, size in zip(point, each.shape, strict=False))
            made[number, ..., place] = bet.rounds[since]
            nets[number, ..., place] = each[at] * bet.rounds[since]
    whole = np.concatenate([nets, made], axis=-1).reshape(-1, 2 * len(bets))
    classes, last = np.unique(whole, axis=0, return_inverse=True)
    over = np.zeros(len(tables.pays.natural_class), np.int64)
    over[tables.pays.bank_class[np.flatnonzero(tables.bank.over)]] = 1
    return Classes(
        np.ascontiguousarray(np.moveaxis(base, 3, 1)),
        last.reshape(len(points), *ends),
        classes[:, : len(bets)],
        classes[:, len(bets) :],
        over,
        int(rules.shoe.kind == "continuous"),
    )


def _by_code(pays: Ints, samples: Ints) -> Ints:
    """The same table by codes instead of cards."""
    for axis in range(OVER):
        if pays.shape[axis] > 1:
            nothing = [0] if axis == THIRD else []
            pays = pays.take([*nothing, *(samples + len(nothing)).tolist()], axis)
    return pays
