"""Side bets as tables that the simulator's kernel reads.

Every combination of the cards that a bet looks at is evaluated. Cards that no bet distinguishes
share a code, and combinations at which all bets pay the same form one class, so that a round is
counted in one place, however many bets there are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import lcm
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.side_bets.errors import NoSuchBet
from cardroom.analysis.side_bets.prices import pays_at
from cardroom.cards import CARDS
from cardroom.model import Tables
from cardroom.model.course import open_rounds
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.side_bet import Look, SideBet, Survival

Ints = NDArray[np.int64]
AXES: Final[tuple[Look, ...]] = ("own-first", "own-second", "bank-up", "own-third", "bank-busts")
THIRD, BUSTS = AXES.index("own-third"), AXES.index("bank-busts")
SEEN: Final[Mapping[Look, tuple[Any, ...]]] = {
    "own-first": CARDS,
    "own-second": CARDS,
    "bank-up": CARDS,
    "own-third": (None, *CARDS),
    "bank-busts": (False, True),
}
"""What may be seen at each axis; no third card, and a bank that does not bust, come first."""


class TabulatedBet(NamedTuple):
    """A side bet as numbers."""

    spot: str
    title: str
    unit: int
    """Amounts are in units of 1 / `unit` of its stake."""
    pays: Ints
    """[axes of `AXES`] net of the stake; an axis that the bet does not look at has length 1."""
    rounds: tuple[int, int]
    """1 where it can be made in the first round after a shuffle, and in later ones."""
    survives: Survival | None = None

    def looks(self, axis: int) -> bool:
        size: int = self.pays.shape[axis]
        return size > 1


def tabulated(
    rules: Ruleset, spots: Sequence[str], stake: int | None = None
) -> tuple[TabulatedBet, ...]:
    """The bets on these spots of a posted game, in the game's order, next to a wager of `stake`
    cents; None rounds nothing."""
    there = {bet.name: bet for bet in rules.side_bets}
    for name in spots:
        if name not in there:
            known = ", ".join(there) or "none"
            raise NoSuchBet(f"{rules.title} as posted has no bet {name!r} to take; it has: {known}")
        if not fits(there[name]):
            says = "it looks at more of a hand than the simulator keeps"
            raise NoSuchBet(f"{there[name].title} cannot be simulated with the wager: {says}")
    return tuple(_tabulated(rules, bet, stake) for name, bet in there.items() if name in spots)


def fits(bet: SideBet) -> bool:
    """Whether the kernel can see what the bet looks at.

    What a hand counts at its end is seen only as far as it keeps a bet on the bank's hand alive.
    """
    lives = bet.survives is None or "bank-busts" in bet.looks_at
    return lives and set(AXES).issuperset(bet.looks_at)


def _tabulated(rules: Ruleset, bet: SideBet, stake: int | None) -> TabulatedBet:
    """A meter shows its seed in every round."""
    terms = None if bet.meter is None else bet.meter.terms
    seed = Fraction(0) if terms is None else Fraction(terms.seed, terms.stake)
    pays = pays_at(rules, bet, stake)
    amounts = {row: pays(row, seed) for row in (*bet.rows, None)}
    unit = lcm(*(amount.denominator for amount in amounts.values()))
    units = {row: int(amount * unit) for row, amount in amounts.items()}
    samples, alike = zip(*map(_samples, bet.looks_at, _kinds(bet)), strict=True)
    found = np.array([units[bet.row(*each)] for each in product(*samples)], np.int64)
    found = found.reshape([len(each) for each in samples])[np.ix_(*alike)]
    order = np.argsort([AXES.index(look) for look in bet.looks_at])
    shape = [len(SEEN[axis]) if axis in bet.looks_at else 1 for axis in AXES]
    made = found.transpose(order).reshape(shape)
    return TabulatedBet(bet.name, bet.title, unit, made, open_rounds(rules, bet.spot), bet.survives)


def _kinds(bet: SideBet) -> tuple[tuple[int, ...], ...]:
    return bet.kinds or (tuple(range(len(CARDS))),) * len(bet.looks_at)


def _samples(look: Look, kinds: tuple[int, ...]) -> tuple[list[Any], list[int]]:
    """One sample of each kind, and the kind of every item."""
    if look == "bank-busts":
        return list(SEEN[look]), [0, 1]
    nothing = [None] if None in SEEN[look] else []
    places = {kind: len(nothing) + place for place, kind in enumerate(dict.fromkeys(kinds))}
    cards = [CARDS[kinds.index(kind)] for kind in places]
    return [*nothing, *cards], [*range(len(nothing)), *(places[kind] for kind in kinds)]


# --- all of them together -------------------------------------------------------------------------


def told_apart(bets: Sequence[TabulatedBet]) -> Ints:
    """[card] cards with the same number are alike to every bet."""
    found = np.zeros(len(CARDS), np.int64)
    for bet in bets:
        for axis in range(BUSTS):
            if bet.looks(axis):
                rows = np.moveaxis(bet.pays, axis, 0)[-len(CARDS) :].reshape(len(CARDS), -1)
                alike = np.unique(rows, axis=0, return_inverse=True)[1].reshape(-1)
                found = np.unique(found * len(CARDS) + alike, return_inverse=True)[1].reshape(-1)
    return found


def keeping(bets: Sequence[TabulatedBet], tables: Tables) -> Ints:
    """[key] 1 where a hand keeps the bets on the bank's hand alive; all 0 without such a bet."""
    rules = {bet.survives for bet in bets if bet.looks(BUSTS)}
    if len(rules) > 1:
        raise NoSuchBet("these bets cannot be simulated together: other hands keep each alive")
    alive = [
        survives is None or survives.when(key) for survives in rules for key in tables.keys.keys
    ]
    return np.array(alive or [False] * len(tables.keys.keys), np.int64)


class Classes(NamedTuple):
    """What the kernel reads about all bets; cards are codes."""

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


def classes_of(
    rules: Ruleset, tables: Tables, bets: Sequence[TabulatedBet], samples: Ints
) -> Classes:
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
            flat = each.reshape(-1, each.shape[THIRD] * each.shape[BUSTS])
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
    """The same table, indexed by codes instead of cards."""
    for axis in range(BUSTS):
        if pays.shape[axis] > 1:
            nothing = [0] if axis == THIRD else []
            pays = pays.take([*nothing, *(samples + len(nothing)).tolist()], axis)
    return pays
