"""Playing and insurance indices: the true counts at which the best play changes.

At a true count, the cards that are left are on average those of the full shoe, tilted in proportion
to the tags. Every hand is solved for such a shoe, at each whole count; between two of them, the
values of two plays cross where they are worth the same.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.counting.documents import Index
from cardroom.analysis.counting.shoe_groups import rank_of
from cardroom.analysis.documents import StrategyChart
from cardroom.analysis.hands import HandsRequest
from cardroom.analysis.hands_documents import HandValue
from cardroom.analysis.twentyone.hand_list import HandList, HitOrStand
from cardroom.analysis.twentyone.solver.plan import plan_of
from cardroom.cards import CARDS
from cardroom.model import Tables
from cardroom.model.ranks import JOKER_RANK, RANK_NAMES, RANKS, TEN_RANK
from cardroom.progress import ProgressNotice, Tell, silent
from cardroom.rules.ruleset import Ruleset

Floats = NDArray[np.float64]

COUNTS: Final = tuple(range(-7, 11))
"""True counts for which every hand is solved; beyond them, hardly a round is played."""
SOLVING: Final = "finding the best play at each count"
DECK: Final = 52
TENS: Final = 4
NONE: Final = 1e-12
FACES: Final = ("J", "Q", "K")
PLAIN: Final = {"hit", "stand"}
"""Plays of hands of any number of cards."""


class TiltedShoe(NamedTuple):
    """The cards that are left, as a count expects them."""

    whole: Floats
    """[rank] of the full shoe."""
    tags: Floats
    """[rank]"""

    def shift(self, seen: float) -> float:
        """What cards of a hand, with tags of this sum, add to the true count."""
        return seen * DECK / float(self.whole.sum())

    def at(self, count: float) -> list[float]:
        """[rank] at this true count, as many as in the full shoe: cards that a hand takes out of
        it change the shares as they do among the cards that were not seen."""
        share = self.whole / self.whole.sum()
        mean = float((share * self.tags).sum())
        apart = self.tags - mean
        spread = float((share * apart**2).sum())
        tilted = share * (1 - apart * count / (DECK * spread))
        found: list[float] = (np.clip(tilted, 0.0, None) * self.whole.sum()).tolist()
        return found


def tilted(shoe: Sequence[int], by_card: Sequence[int]) -> TiltedShoe:
    """A count that is given by card, on a shoe that is written by rank."""
    tags = np.zeros(RANKS)
    for card in CARDS:
        tags[rank_of(card.index)] = by_card[card.index]
    return TiltedShoe(np.array(shoe, np.float64), tags)


class SolvedCounts(NamedTuple):
    """Every hand at every whole count."""

    rows: Mapping[int, Mapping[tuple[str, str, str], HandValue]]
    """[count][kind, total, up]"""
    totals: Mapping[int, Mapping[tuple[str, str, str], HitOrStand]]
    """[count][block, row, up] of hands of any number of cards."""
    shift: Mapping[tuple[str, str, str], float]
    """What the cards of a two-card hand and the up card add to the count, on average."""
    shift_totals: Mapping[tuple[str, str, str], float]

    def moved(self, index: Index, shift: float) -> Index:
        """The count when the hand is played: its own cards and the up card have been seen."""
        crossing = index.crossing + shift
        return msgspec.structs.replace(index, crossing=crossing, index=math.ceil(crossing - NONE))


def solved(
    rules: Ruleset,
    chart: StrategyChart,
    shoe: TiltedShoe,
    stake: int | None,
    tell: Tell = silent,
) -> SolvedCounts:
    rows: dict[int, dict[tuple[str, str, str], HandValue]] = {}
    totals: dict[int, dict[tuple[str, str, str], HitOrStand]] = {}
    for done, count in enumerate(COUNTS, 1):
        hands = HandList(rules, HandsRequest(stake, shoe=tuple(shoe.at(count))), chart)  # type: ignore[arg-type]
        rows[count] = {
            (each.kind, each.total, each.up): each for each in hands.chart_rows() if each.options
        }
        totals[count] = hands.hit_or_stand()
        if count == 0:
            level = hands
        tell(ProgressNotice(SOLVING, done, len(COUNTS)))
    longer = {
        key: shoe.shift(float(each.cards @ shoe.tags) + float(shoe.tags[_rank(key[2])]))
        for key, each in totals[0].items()
    }
    return SolvedCounts(rows, totals, _two_cards(shoe, level), longer)


def _two_cards(shoe: TiltedShoe, hands: HandList) -> dict[tuple[str, str, str], float]:
    """What the up card and the two cards of a row add to the count, on average."""
    sums: dict[tuple[str, str, str], list[float]] = {}
    for each in hands.starting_hands():
        cards = [*each.cards.removesuffix(" suited").split(","), each.up]
        seen = sum(float(shoe.tags[_rank(card)]) for card in cards)
        pair = sums.setdefault((each.kind, each.total, each.up), [0.0, 0.0])
        pair[0] += each.chance * seen
        pair[1] += each.chance
    return {key: shoe.shift(seen / chance) for key, (seen, chance) in sums.items()}


def _rank(name: str) -> int:
    return TEN_RANK if name in FACES else RANK_NAMES.index(name)


def indices(found: SolvedCounts, frequency: Mapping[int, float]) -> tuple[Index, ...]:
    """Every change of play, the most valuable first; `frequency` is by count rounded down."""
    listed = []
    for key in found.rows[0]:
        by_count = {count: rows[key] for count, rows in found.rows.items() if key in rows}
        listed += [
            found.moved(each, found.shift[key]) for each in _crossings(key, by_count, frequency)
        ]
    for key in found.totals[0]:
        asked = {count: rows[key] for count, rows in found.totals.items() if key in rows}
        shift = found.shift_totals[key]
        listed += [found.moved(each, shift) for each in _totals(key, asked, frequency)]
    return tuple(sorted(listed, key=lambda each: -each.gain))


def _crossings(
    key: tuple[str, str, str], rows: Mapping[int, HandValue], frequency: Mapping[int, float]
) -> Iterator[Index]:
    basic = rows[0].best
    for count in sorted(rows)[:-1]:
        here, there = rows[count], rows.get(count + 1)
        if there is None or here.best == there.best:
            continue
        low, high = here.best, there.best
        if {low, high} == PLAIN or not {low, high} <= set(here.options) & set(there.options):
            continue
        before = here.options[high] - here.options[low]
        after = there.options[high] - there.options[low]
        crossing = count + before / (before - after) if before != after else float(count)
        kind, total, up = key
        departs = high if crossing > 0 else low
        gain = sum(
            frequency.get(each, 0.0)
            * row.chance
            * max(0.0, row.options[departs] - row.options[basic])
            for each, row in rows.items()
            if (each >= crossing) == (crossing > 0)
            and departs in row.options
            and basic in row.options
        )
        yield Index(f"{kind} {total}", up, low, high, math.ceil(crossing - NONE), crossing, gain)


def _totals(
    key: tuple[str, str, str], rows: Mapping[int, HitOrStand], frequency: Mapping[int, float]
) -> Iterator[Index]:
    """Where a total changes between hitting and standing, with any number of cards."""
    for count in sorted(rows)[:-1]:
        here, there = rows[count], rows.get(count + 1)
        if there is None or (here.stands > 0) == (there.stands > 0):
            continue
        crossing = count + here.stands / (here.stands - there.stands)
        low, high = ("stand", "hit") if here.stands > 0 else ("hit", "stand")
        gain = sum(
            frequency.get(each, 0.0) * row.comes * abs(row.stands)
            for each, row in rows.items()
            if (each >= crossing) == (crossing > 0) and (row.stands > 0) != (rows[0].stands > 0)
        )
        block, name, up = key
        yield Index(f"{block} {name}", up, low, high, math.ceil(crossing - NONE), crossing, gain)


def insurance_values(tables: Tables, shoes: Floats) -> Floats:
    """[...] a unit of insurance, from [..., rank] cards with the up card still among them."""
    up = int(tables.ups.rank[tables.insured])
    left = shoes.copy()
    left[..., up] -= 1
    makers = plan_of(tables).natural_seconds[up].astype(np.float64)
    makers[JOKER_RANK] = makers[int(tables.cards.rank[-1])]
    pushes = left[..., TEN_RANK] / TENS * tables.insurance_ten_pushes
    whole, wins = left.sum(axis=-1), left @ makers - pushes
    pays, per = tables.insurance_pays
    found: Floats = (wins * pays / per - (whole - wins - pushes)) / whole
    return found


def insurance_value(tables: Tables, shoe: Sequence[float]) -> float:
    """The same from one shoe."""
    return float(insurance_values(tables, np.array(shoe, np.float64)))


def insurance_index(tables: Tables, shoe: TiltedShoe) -> float | None:
    """The true count at which insurance is worth nothing; None where there is none."""
    if tables.insured < 0:
        return None
    low, high = (insurance_value(tables, shoe.at(count)) for count in (0.0, 1.0))
    if low == high:
        return None
    up = int(tables.ups.rank[tables.insured])
    return float(-low / (high - low)) + shoe.shift(float(shoe.tags[up]))
