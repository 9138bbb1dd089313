"""Two side bets in the same round: how far they win and lose together.

Two bets are one bet on everything that either looks at, with a row for each pair of their rows. So
whatever counts the rows of one bet also counts those of two.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod
from typing import Final

from cardroom.analysis.documents import BetPair
from cardroom.analysis.side_bets.prices import Pays
from cardroom.cards import CARDS, Composition, Deck
from cardroom.money import Odds
from cardroom.rules.side_bet import (
    CARD_LOOKS,
    Look,
    SideBet,
    SideRow,
    drawn_from,
    row_by_kind,
)

LOOKS: Final[tuple[Look, ...]] = (
    "own-first", "own-second", "bank-up", "own-third", "bank-second", "bank-busts", "bank-hand",
    "own-hand",
)  # fmt: skip
APART: Final = "\n"
"""Between the names of two rows; no row's own name has it."""
DEALS_MAX: Final = 150_000
"""Deals that are counted, about a second of work; beyond that, rounds are dealt instead."""
EVERY: Final = tuple(range(len(CARDS)))


def both(one: SideBet, other: SideBet) -> SideBet:
    """A bet on all that two bets look at; a row is a row of each, or of one of them."""
    looks = tuple(look for look in LOOKS if look in {*one.looks_at, *other.looks_at})

    made = cache(_made(one, other, looks))

    def row(name: str) -> SideRow:
        return SideRow(name, lambda *seen: made(*seen) == name, Odds(1, 1), one.loses)

    names = [["", *(row.name for row in bet.rows)] for bet in (one, other)]
    kinds = [[_kinds(bet, look) for look in looks] for bet in (one, other)]
    return one._replace(
        name=f"{one.name} and {other.name}",
        title=f"{one.title} and {other.title}",
        looks_at=looks,
        rows=tuple(row(APART.join(pair)) for pair in product(*names) if any(pair)),
        kinds=tuple(_merged(*at) for at in zip(*kinds, strict=True)),
        survives=None,
        meter=None,
    )


def _made(one: SideBet, other: SideBet, looks: Sequence[Look]) -> Callable[..., str]:
    """The names of the rows of two bets, by what both look at."""
    places = [[looks.index(look) for look in bet.looks_at] for bet in (one, other)]
    cards = CARD_LOOKS.issuperset(looks)
    rows = [row_by_kind(bet) if cards else bet.row for bet in (one, other)]

    def made(*seen: object) -> str:
        first, second = (
            row(*[seen[place] for place in at]) for row, at in zip(rows, places, strict=True)
        )
        return (
            f"{'' if first is None else first.name}{APART}{'' if second is None else second.name}"
        )

    return made


def is_short(bet: SideBet) -> bool:
    """Whether its deals are few enough to look at each of them."""
    return prod(len(set(kinds)) for kinds in bet.kinds) <= DEALS_MAX


def _kinds(bet: SideBet, look: Look) -> tuple[int, ...]:
    if look not in bet.looks_at:
        return (0,) * len(CARDS)
    return bet.kinds[bet.looks_at.index(look)] if bet.kinds else EVERY


def _merged(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    marks = list(zip(one, other, strict=True))
    return tuple(marks.index(mark) for mark in marks)


def counted_pair(
    one: SideBet, other: SideBet, deck: Deck | Composition, pays: Sequence[Pays], meter: Fraction
) -> BetPair | None:
    """Of bets that look at cards only, by every deal; None where there are too many. `meter` is a
    progressive meter, in stakes."""
    together = both(one, other)
    if not is_short(together):
        return None
    made = _made(one, other, together.looks_at)
    ways: Counter[str] = Counter()
    for cards, number in drawn_from(deck, together.kinds):
        ways[made(*cards)] += number
    every = ways.total()
    chances = {name: Fraction(number, every) for name, number in ways.items() if name != APART}
    return exact_pair(one, other, chances, pays, meter)


def exact_pair(
    one: SideBet,
    other: SideBet,
    chances: Mapping[str, Fraction],
    pays: Sequence[Pays],
    meter: Fraction,
) -> BetPair:
    """From the chance of each row of `both`."""
    nets = [
        {"": pay(None, meter), **{row.name: pay(row, meter) for row in bet.rows}}
        for bet, pay in zip((one, other), pays, strict=True)
    ]
    results: dict[tuple[Fraction, Fraction], Fraction] = {}
    for name, chance in {**chances, APART: 1 - sum(chances.values(), Fraction(0))}.items():
        first, second = name.split(APART)
        both_nets = (nets[0][first], nets[1][second])
        results[both_nets] = results.get(both_nets, Fraction(0)) + chance
    return pair_of((one, other), results)


def pair_of(
    bets: tuple[SideBet, SideBet], results: Mapping[tuple[Fraction, Fraction], Fraction]
) -> BetPair:
    """`results` are what the two bring in their stakes, and the chance of that."""

    def mean(of: Callable[[Fraction, Fraction], Fraction]) -> Fraction:
        return sum((of(*nets) * chance for nets, chance in results.items()), Fraction(0))

    first, second = mean(lambda one, _: one), mean(lambda _, other: other)
    covariance = mean(lambda one, other: one * other) - first * second
    variances = mean(lambda one, _: one**2) - first**2, mean(lambda _, other: other**2) - second**2
    spread = math.sqrt(variances[0] * variances[1])
    return BetPair(
        spots=(bets[0].name, bets[1].name),
        titles=(bets[0].title, bets[1].title),
        covariance=float(covariance),
        correlation=float(covariance) / spread if spread else 0.0,
        method="exact",
    )
