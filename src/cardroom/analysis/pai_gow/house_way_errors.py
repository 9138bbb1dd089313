"""The mistakes of a house way: hands for which another setting is worth more, and what they cost.

There are two samples. Many hands are dealt and examined quickly, ignoring that the player's cards
are missing from the bank's deck. That first estimate sorts them into groups, and some hands of each
group are evaluated exactly: every setting against all 53,524,680 hands of the bank. So every
mistake shown is certain; only its frequency is sampled, and the errors given are those of the
frequency.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from math import sqrt
from typing import Final, NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from cardroom.analysis.executor import Executor
from cardroom.analysis.kernels.pai_gow_tables import BACK_BITS, FRONT_BITS
from cardroom.analysis.pai_gow.documents import (
    Mistake,
    MistakenHand,
    WayEstimate,
    WayMistakes,
)
from cardroom.analysis.pai_gow.hand_settings import (
    HANDS,
    Weighed,
    all_hands,
    unseen_values,
    weighed,
)
from cardroom.analysis.pai_gow.way_tables import WayTables, way_tables
from cardroom.analysis.result_cache import cached
from cardroom.cards import CARDS, JOKER, Card
from cardroom.hands.house_way import RULES_MAX, HouseWay
from cardroom.hands.pai_gow import back_value, front_value, pai_gow_rank
from cardroom.hands.poker import Category
from cardroom.progress import ProgressNotice, Tell, silent

Longs = npt.NDArray[np.int64]

CHUNK: Final = 1 << 17
EDGES: Final = (-0.05, -0.02, -0.008, 0.0, 0.01, 0.03)
"""Groups by what the first look says that the best other setting gains."""
SPREADS: Final = (0.001, 0.002, 0.004, 0.006, 0.008, 0.012, 0.02)
"""How much the true gain may vary in a group, to share out the hands that are weighed: more
where more is to be learned. A bad guess costs precision, nothing else."""
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


class CheckedHand(NamedTuple):
    """A hand that was evaluated exactly."""

    cards: tuple[Card, ...]
    rule: str
    own: Weighed
    best: Weighed
    guess: float
    """What the first look says the way's own setting is worth."""

    @property
    def cost(self) -> Fraction:
        return self.best.value - self.own.value


class HandGroup(NamedTuple):
    share: float
    hands: Sequence[CheckedHand]


class Sampling(NamedTuple):
    looked_at: int = 1_000_000
    """Hands that are dealt and looked over quickly."""
    weighed: int = 2_000
    """Hands that are weighed exactly, or a few more."""
    seed: int = 1


USUAL: Final = Sampling()


def mistakes(
    way: HouseWay,
    bank: HouseWay,
    executor: Executor,
    sampling: Sampling = USUAL,
    tell: Tell = silent,
) -> WayMistakes:
    """The cost of a way's mistakes against a bank with its own way; cached between runs."""
    ways = hashlib.sha256(msgspec.json.encode([way, bank])).hexdigest()
    return cached(
        "house-way",
        ways,
        list(sampling),
        WayMistakes,
        lambda: _mistakes(way, bank, executor, sampling, tell),
    )


def _mistakes(
    way: HouseWay, bank: HouseWay, executor: Executor, sampling: Sampling, tell: Tell
) -> WayMistakes:
    tables, bank_tables = way_tables(way, tell), way_tables(bank, tell)
    values = unseen_values(bank_tables)
    hands, found = _looked_over(tables, values, sampling.looked_at, sampling.seed)
    groups = _groups(found)
    chosen = _chosen(groups, sampling.weighed)
    work = [(hands[n], found[n]) for picked in chosen.values() for n in picked]
    done: list[CheckedHand] = []
    for one in executor.map(lambda each: _check(way, bank_tables, *each), work):
        done.append(one)
        tell(ProgressNotice("weighing hands", len(done), len(work)))
    weighed_groups, at = [], 0
    for key, picked in chosen.items():
        part = done[at : at + len(picked)]
        weighed_groups.append(HandGroup(len(groups[key]) / sampling.looked_at, part))
        at += len(picked)
    report = _report(weighed_groups, sampling, _guessed(tables, values))
    return msgspec.structs.replace(report, way=way.name, against=bank.name)


def _looked_over(
    way: WayTables, values: Longs, hands: int, seed: int
) -> tuple[npt.NDArray[np.uint8], Longs]:
    """Random hands, each with its first estimate (see `kernels.bank_hands.weigh`)."""
    from cardroom.analysis.kernels import bank_hands, deals  # noqa: PLC0415 - where it runs

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
    groups = grades * RULES_MAX + rules + 1
    return {
        (number // RULES_MAX, number % RULES_MAX - 1): np.flatnonzero(groups == number)
        for number in np.flatnonzero(np.bincount(groups)).tolist()
    }


def _chosen(groups: Mapping[tuple[int, int], Longs], checked: int) -> dict[tuple[int, int], Longs]:
    """The hands to evaluate, in the order they were dealt, which is random."""
    wants = {key: len(hands) * SPREADS[key[0]] for key, hands in groups.items()}
    unit = checked / sum(wants.values())
    return {key: hands[: max(LEAST, round(wants[key] * unit))] for key, hands in groups.items()}


def _check(
    way: HouseWay, bank: WayTables, dealt: npt.NDArray[np.uint8], found: Longs
) -> CheckedHand:
    hand = (CARDS[index] for index in dealt)
    cards = tuple(sorted(hand, key=lambda card: (-pai_gow_rank(card), card is JOKER, card.suit)))
    settings = weighed(cards, bank)
    worth = int(found[2])
    own = next(s for s in settings if s.worth == worth & (1 << FRONT_BITS + BACK_BITS) - 1)
    rule = way.rule[worth >> FRONT_BITS + BACK_BITS].id
    # Of settings that are worth the same, the way's own is as good as the best.
    best = own if settings[0].value == own.value else settings[0]
    return CheckedHand(cards, rule, own, best, int(found[0]) / HANDS)


def _guessed(way: WayTables, values: Longs) -> float:
    """The exact mean of the first estimate over all hands."""
    return float((all_hands(way) * (values / HANDS)).sum()) / HANDS


def _report(groups: Sequence[HandGroup], sampling: Sampling, guessed: float) -> WayMistakes:
    def estimate(measure: Callable[[CheckedHand], float]) -> WayEstimate:
        return _estimate(groups, sampling.looked_at, measure)

    kinds: dict[tuple[str, str, str], list[CheckedHand]] = defaultdict(list)
    for group in groups:
        for hand in group.hands:
            if hand.cost:
                kinds[_kind(hand)].append(hand)
    shown = []
    for (rule, plays, better), hands in kinds.items():
        inside = frozenset(hand.cards for hand in hands)
        share = estimate(partial(_counts, inside))
        cost = estimate(partial(_costs, inside))
        example = _example(max(hands, key=lambda hand: hand.cost))
        shown.append(Mistake(rule, plays, better, len(hands), share, cost, example))
    certain = [
        kind for kind in shown if kind.seen >= LEAST and kind.cost.value > SIGMAS * kind.cost.error
    ]
    difference = estimate(lambda hand: float(hand.own.value) - hand.guess)
    return WayMistakes(
        way="",
        against="",
        seed=sampling.seed,
        hands_looked_at=sampling.looked_at,
        hands_weighed=sum(len(group.hands) for group in groups),
        method="sampled hands, each weighed exactly against all hands of the bank",
        mistaken=estimate(lambda hand: float(hand.cost > 0)),
        cost=estimate(lambda hand: float(hand.cost)),
        value=WayEstimate(guessed + difference.value, difference.error),
        kinds=tuple(sorted(certain, key=lambda kind: -kind.cost.value)),
        kinds_uncertain=len(shown) - len(certain),
    )


def _example(hand: CheckedHand) -> MistakenHand:
    return MistakenHand(
        cards=hand.cards,
        plays=hand.own.setting.front,
        better=hand.best.setting.front,
        cost=float(hand.cost),
        exact=hand.cost,
    )


def _counts(inside: frozenset[tuple[Card, ...]], hand: CheckedHand) -> float:
    return float(hand.cards in inside)


def _costs(inside: frozenset[tuple[Card, ...]], hand: CheckedHand) -> float:
    return float(hand.cost) if hand.cards in inside else 0.0


def _kind(hand: CheckedHand) -> tuple[str, str, str]:
    return hand.rule, in_words(hand.own), in_words(hand.best)


def in_words(weighed: Weighed) -> str:
    """The kind of setting: what is in front, and what behind."""
    front = front_value(weighed.setting.front).category
    return f"{NAMES[front]} in front of {NAMES[back_value(weighed.setting.back).category]}"


def _estimate(
    groups: Sequence[HandGroup], looked_at: int, measure: Callable[[CheckedHand], float]
) -> WayEstimate:
    """A mean over all hands from two samples: the first gives the sizes of the groups, the second
    their contents.
    """
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
    return WayEstimate(mean, sqrt(variance + between / looked_at))
