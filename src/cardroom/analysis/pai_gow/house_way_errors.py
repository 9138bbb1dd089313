"""The mistakes of a house way: hands for which another setting is worth more, and what they cost.

Two samples. Many hands are dealt and looked over quickly, as if the player's cards were not missing
from the bank's deck. From groups of them, by what that first look says, some are drawn and weighed
exactly: every setting against all 53,524,680 hands of the bank. So a mistake that is shown is one,
without doubt; sampled is only how often it comes, and the errors are of that.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from math import sqrt
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from cardroom.analysis.executor import Executor
from cardroom.analysis.kernels.pai_gow_tables import BACK_BITS, FRONT_BITS
from cardroom.analysis.pai_gow.hand_settings import (
    HANDS,
    Weighed,
    all_hands,
    unseen_values,
    weighed,
)
from cardroom.analysis.pai_gow.way_tables import WayTables
from cardroom.cards import CARDS, JOKER, Card
from cardroom.hands.house_way import HouseWay
from cardroom.hands.pai_gow import back_value, front_value, pai_gow_rank
from cardroom.hands.poker import Category

Longs = npt.NDArray[np.int64]

CHUNK: Final = 1 << 17
EDGES: Final = (-0.05, -0.02, -0.008, 0.0, 0.01, 0.03)
"""Groups by what the first look says that the best other setting gains."""
SPREADS: Final = (0.001, 0.002, 0.004, 0.006, 0.008, 0.012, 0.02)
"""How much the true gain may vary in a group, to share out the hands that are weighed: more
where more is to be learnt. A bad guess costs precision, nothing else."""
BY_RULE: Final = 2
"""From this group on, groups are split by the rule that decided."""
LEAST: Final = 8
"""Hands of a group that are weighed, and of a kind that is shown: fewer say little of their
spread."""
NAMES: Final = {
    Category.HIGH_CARD: "high cards",
    Category.PAIR: "a pair",
    Category.TWO_PAIR: "two pair",
    Category.TRIPS: "three of a kind",
    Category.STRAIGHT: "a straight",
    Category.FLUSH: "a flush",
    Category.FULL_HOUSE: "a full house",
    Category.QUADS: "four of a kind",
    Category.STRAIGHT_FLUSH: "a straight flush",
    Category.FIVE_ACES: "five aces",
}
SIGMAS: Final = 4


class Checked(NamedTuple):
    """A hand that was weighed exactly."""

    cards: tuple[Card, ...]
    rule: str
    own: Weighed
    best: Weighed
    guess: float
    """What the first look says the way's own setting is worth."""

    @property
    def cost(self) -> Fraction:
        return self.best.value - self.own.value


class Estimate(NamedTuple):
    value: float
    error: float


class Kind(NamedTuple):
    """Mistakes of one kind."""

    rule: str
    plays: str
    better: str
    seen: int
    share: Estimate
    """Of all hands."""
    cost: Estimate
    """Per wager, over all hands."""
    example: Checked
    """The costliest that was found."""


class Report(NamedTuple):
    looked_at: int
    checked: int
    mistaken: Estimate
    """Share of all hands."""
    cost: Estimate
    """Of all mistakes, per wager."""
    value: Estimate
    """Of the way, per wager, against this bank."""
    kinds: tuple[Kind, ...]
    """Those that are certain by four standard errors, the costliest first."""
    uncertain: int
    """Kinds that were seen, and are not in the list."""


class Group(NamedTuple):
    share: float
    hands: Sequence[Checked]


def mistakes(
    way: tuple[HouseWay, WayTables],
    bank: WayTables,
    executor: Executor,
    looked_at: int = 1_000_000,
    checked: int = 1_000,
    seed: int = 1,
    watch: Callable[[int, int], None] = lambda _, __: None,
) -> Report:
    """What the way costs against a bank; `watch` is told how many hands are weighed, and of how
    many."""
    values = unseen_values(bank)
    hands, found = _looked_over(way[1], values, looked_at, seed)
    groups = _groups(found)
    chosen = _chosen(groups, checked)
    work = [(hands[n], found[n]) for picked in chosen.values() for n in picked]
    done: list[Checked] = []
    for one in executor.map(lambda each: _check(way[0], bank, *each), work):
        done.append(one)
        watch(len(done), len(work))
    weighed_groups, at = [], 0
    for key, picked in chosen.items():
        part = done[at : at + len(picked)]
        weighed_groups.append(Group(len(groups[key]) / looked_at, part))
        at += len(picked)
    return _report(weighed_groups, looked_at, _guessed(way[1], values))


def _looked_over(
    way: WayTables, values: Longs, hands: int, seed: int
) -> tuple[npt.NDArray[np.uint8], Longs]:
    """Random hands, and what a first look says of each: see `kernels.bank_hands.weigh`."""
    from cardroom.analysis.kernels import bank_hands, deals  # noqa: PLC0415 - imports numba

    deck = np.arange(53, dtype=np.uint8)
    dealt = np.empty((hands, 7), np.uint8)
    found = np.zeros((hands, 4), np.int64)
    for start in range(0, hands, CHUNK):
        part = dealt[start : start + CHUNK]
        deals.deal(np.uint64(seed), np.uint64(start), deck, part)
        part.sort(axis=1)
        bank_hands.weigh(part, way.worths, values, found[start : start + CHUNK])
    return dealt, found


def _groups(found: Longs) -> dict[tuple[int, int], Longs]:
    gains = (found[:, 1] - found[:, 0]) / HANDS
    grades = np.searchsorted(EDGES, gains, side="left")
    rules = np.where(grades >= BY_RULE, found[:, 2] >> FRONT_BITS + BACK_BITS, -1)
    keys, places = np.unique(np.stack([grades, rules], axis=1), axis=0, return_inverse=True)
    return {
        (int(grade), int(rule)): np.flatnonzero(places.ravel() == number)
        for number, (grade, rule) in enumerate(keys)
    }


def _chosen(groups: Mapping[tuple[int, int], Longs], checked: int) -> dict[tuple[int, int], Longs]:
    """Hands to weigh: in the order in which they were dealt, which is random."""
    wants = {key: len(hands) * SPREADS[key[0]] for key, hands in groups.items()}
    unit = checked / sum(wants.values())
    return {key: hands[: max(LEAST, round(wants[key] * unit))] for key, hands in groups.items()}


def _check(way: HouseWay, bank: WayTables, dealt: npt.NDArray[np.uint8], found: Longs) -> Checked:
    hand = (CARDS[index] for index in dealt)
    cards = tuple(sorted(hand, key=lambda card: (-pai_gow_rank(card), card is JOKER, card.suit)))
    settings = weighed(cards, bank)
    worth = int(found[2])
    own = next(s for s in settings if s.worth == worth & (1 << FRONT_BITS + BACK_BITS) - 1)
    rule = way.rule[worth >> FRONT_BITS + BACK_BITS].id
    # Of settings that are worth the same, the way's own is as good as the best.
    best = own if settings[0].value == own.value else settings[0]
    return Checked(cards, rule, own, best, int(found[0]) / HANDS)


def _guessed(way: WayTables, values: Longs) -> float:
    """The mean of the first look over all hands, exactly."""
    return float((all_hands(way) * (values / HANDS)).sum()) / HANDS


def _report(groups: Sequence[Group], looked_at: int, guessed: float) -> Report:
    def estimate(measure: Callable[[Checked], float]) -> Estimate:
        return _estimate(groups, looked_at, measure)

    kinds: dict[tuple[str, str, str], list[Checked]] = defaultdict(list)
    for group in groups:
        for hand in group.hands:
            if hand.cost:
                kinds[_kind(hand)].append(hand)
    shown = []
    for key, hands in kinds.items():
        inside = frozenset(hand.cards for hand in hands)
        share = estimate(partial(_counts, inside))
        cost = estimate(partial(_costs, inside))
        example = max(hands, key=lambda hand: hand.cost)
        shown.append(Kind(*key, len(hands), share, cost, example))
    certain = [
        kind for kind in shown if kind.seen >= LEAST and kind.cost.value > SIGMAS * kind.cost.error
    ]
    difference = estimate(lambda hand: float(hand.own.value) - hand.guess)
    return Report(
        looked_at,
        sum(len(group.hands) for group in groups),
        estimate(lambda hand: float(hand.cost > 0)),
        estimate(lambda hand: float(hand.cost)),
        Estimate(guessed + difference.value, difference.error),
        tuple(sorted(certain, key=lambda kind: -kind.cost.value)),
        len(shown) - len(certain),
    )


def _counts(inside: frozenset[tuple[Card, ...]], hand: Checked) -> float:
    return float(hand.cards in inside)


def _costs(inside: frozenset[tuple[Card, ...]], hand: Checked) -> float:
    return float(hand.cost) if hand.cards in inside else 0.0


def _kind(hand: Checked) -> tuple[str, str, str]:
    return hand.rule, in_words(hand.own), in_words(hand.best)


def in_words(weighed: Weighed) -> str:
    """The kind of setting: what is in front, and what behind."""
    front = front_value(weighed.setting.front).category
    return f"{NAMES[front]} in front of {NAMES[back_value(weighed.setting.back).category]}"


def _estimate(
    groups: Sequence[Group], looked_at: int, measure: Callable[[Checked], float]
) -> Estimate:
    """A mean over all hands from two samples: the groups' sizes are of the first, what is in
    them of the second."""
    mean, variance, between = 0.0, 0.0, 0.0
    means = []
    for share, hands in groups:
        found = [measure(hand) for hand in hands]
        middle = sum(found) / len(found)
        means.append(middle)
        mean += share * middle
        if len(found) > 1:
            spread = sum((one - middle) ** 2 for one in found) / (len(found) - 1)
            variance += share**2 * spread / len(found)
    between = sum(
        share * (middle - mean) ** 2 for (share, _), middle in zip(groups, means, strict=True)
    )
    return Estimate(mean, sqrt(variance + between / looked_at))
