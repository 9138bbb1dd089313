"""Pai gow poker's seven cards: counts of all hands, the Fortune bet, and what a house way does."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, sqrt
from pathlib import Path
from typing import Final, Literal, NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from cardroom.analysis.kernels.cache import stored
from cardroom.analysis.kernels.hand_tables import (
    VALUES,
    card_of,
    categories,
    hashed,
    key_sum,
    rainbow,
    rank_bags,
    rank_of,
)
from cardroom.analysis.kernels.pai_gow_tables import JOKER_RANK, PAI_GOW_SOURCES, Row
from cardroom.cards import JOKER, Card
from cardroom.hands import house_way
from cardroom.hands.house_way import HouseWay, set_hand
from cardroom.hands.pai_gow import FortuneRow, RoyalMatch
from cardroom.hands.poker import Category

HANDS: Final = comb(53, 7)
ENVY_STAKE: Final = 5
PLACES: Final = VALUES + 1
FRONTS: Final = 91
WAY_SOURCES: Final = (Path(house_way.__file__ or ""), Path(__file__))
Conflict = Literal["best-pay", "rank-order"]


class SevenCardCounts(NamedTuple):
    """How many of the 154,143,080 hands there are of each kind; index 1 holds the joker."""

    by_category: dict[Category, tuple[int, int]]
    by_row: dict[Row, tuple[int, int]]

    def category(self, category: Category) -> int:
        return sum(self.by_category[category])

    def fortune(
        self,
        pays: Mapping[FortuneRow, int],
        conflict: Conflict,
        royal_match: RoyalMatch = RoyalMatch.JOKER_ALLOWED,
    ) -> dict[FortuneRow, int]:
        """Hands by the row that pays them, `fortune_conflict` decided by the pay table."""
        trips_first = conflict == "best-pay" and (
            pays.get(FortuneRow.TRIPS, -1) > pays.get(FortuneRow.STRAIGHT, -1)
        )
        both = FortuneRow.TRIPS if trips_first else FortuneRow.STRAIGHT
        found: dict[FortuneRow, int] = {}
        for row, hands in self.by_row.items():
            paid = both if row is Row.STRAIGHT_AND_TRIPS else FortuneRow[row.name]
            found[paid] = found.get(paid, 0) + sum(hands)
        if royal_match is RoyalMatch.NATURAL_ONLY:
            with_joker = self.by_row[Row.ROYAL_FLUSH_WITH_ROYAL_MATCH][1]
            found[FortuneRow.ROYAL_FLUSH_WITH_ROYAL_MATCH] -= with_joker
            found[FortuneRow.ROYAL_FLUSH] += with_joker
        return found


@cache
def seven_card_counts() -> SevenCardCounts:
    from cardroom.analysis.kernels import pai_gow  # noqa: PLC0415 - imports numba

    values, rows = np.zeros((2, PLACES), np.int64), np.zeros((2, len(Row)), np.int64)
    pai_gow.count_naturals(0, 52, values[0], rows[0])
    pai_gow.count_jokers(0, 52, values[1], rows[1])
    kinds = categories()
    return SevenCardCounts(
        {c: (_total(values[0][kinds == c]), _total(values[1][kinds == c])) for c in Category},
        {row: (int(rows[0, row]), int(rows[1, row])) for row in Row},
    )


def _total(counts: npt.NDArray[np.int64]) -> int:
    return int(counts.sum())


def fortune_edge(
    pays: Mapping[FortuneRow, int],
    conflict: Conflict = "best-pay",
    royal_match: RoyalMatch = RoyalMatch.JOKER_ALLOWED,
) -> Fraction:
    """The bank's edge on the Fortune bet for one's own hand; `pays` is "to 1", rows unpaid lose."""
    counts = seven_card_counts().fortune(pays, conflict, royal_match)
    won = sum(hands * (pays[row] + 1) for row, hands in counts.items() if row in pays)
    return 1 - Fraction(won, HANDS)


def envy_value(
    envy: Mapping[FortuneRow, int],
    conflict: Conflict = "best-pay",
    royal_match: RoyalMatch = RoyalMatch.JOKER_ALLOWED,
) -> Fraction:
    """What one other player's hand is worth in envy, per dollar of the $5 that qualify."""
    counts = seven_card_counts().fortune(envy, conflict, royal_match)
    paid = sum(counts.get(row, 0) * dollars for row, dollars in envy.items())
    return Fraction(paid, HANDS * ENVY_STAKE)


class WayTables(NamedTuple):
    """A way by class of hand; the first index is 1 with the joker. Rows are padded alike."""

    ranked: npt.NDArray[np.uint16]
    suited: npt.NDArray[np.uint16]


def way_tables(way: HouseWay) -> WayTables:
    """Ask the way once for each of its 290,000 classes of hands; kept for the next time."""
    key = hashlib.sha256(msgspec.json.encode(way)).hexdigest()[:12]
    kept = stored(f"way-{key}", lambda: _build_way(way)._asdict(), (*PAI_GOW_SOURCES, *WAY_SOURCES))
    return WayTables(kept["ranked"], kept["suited"])


def _build_way(way: HouseWay) -> WayTables:
    numbers = {rule.id: number for number, rule in enumerate(way.rule)}
    assert len(numbers) < 1 << 6, "a setting has six bits for the rule"

    def code(hand: tuple[Card, ...], suit: int) -> int:
        placed = set_hand(hand, way)
        packed = numbers[placed.rule.id]
        for card in placed.front:
            rank = JOKER_RANK if card is JOKER else rank_of(card)
            packed = packed << 5 | (card.suit == suit) << 4 | rank
        return packed

    ranked, suited = [], np.zeros((2, (1 << 13) * 14 * 14), np.uint16)
    for jokers in (0, 1):
        bags = list(rank_bags(7 - jokers))
        held = [(*rainbow(bag), *[JOKER] * jokers) for bag in bags]
        ranked.append(hashed([key_sum(b) for b in bags], [code(hand, -2) for hand in held]).values)
        for place, hand in _flush_classes(jokers):
            suited[jokers, place] = code(hand, 0)
    both = np.zeros((2, max(map(len, ranked))), np.uint16)
    for jokers, table in enumerate(ranked):
        both[jokers, : len(table)] = table
    return WayTables(both, suited)


def _flush_classes(jokers: int) -> Iterator[tuple[int, tuple[Card, ...]]]:
    """Hands with a flush: the ranks of its suit, and those of the up to two other cards."""
    for missing in range(3):
        for ranks in combinations(range(13), 7 - jokers - missing):
            bits = sum(1 << rank for rank in ranks)
            cards = tuple(card_of(rank, 0) for rank in ranks)
            for others in combinations_with_replacement(range(13), missing):
                a, b = (*others, JOKER_RANK, JOKER_RANK)[:2]
                rest = tuple(card_of(rank, suit) for suit, rank in enumerate(others, start=1))
                yield bits * 14 * 14 + a * 14 + b, (*cards, *rest, *[JOKER] * jokers)


class WayProof(NamedTuple):
    hands: int
    fouls: int
    by_rule: dict[str, int]
    by_front: tuple[int, ...]
    """Hands by the value of their front, 3-2 first, a pair of aces last."""
    by_back: tuple[int, ...]
    """Hands by the place of their back among all values of five cards, place 0 unused."""


def prove_way(way: HouseWay) -> WayProof:
    """Set every one of the 154,143,080 hands; a hand that could not be laid out counts as foul."""
    from cardroom.analysis.kernels import house_way as kernel  # noqa: PLC0415 - imports numba

    tables = way_tables(way)
    tally = np.zeros((3, PLACES), np.int64)
    fouls = sum(
        kernel.lay_all(jokers, 0, 52, tables.ranked[jokers], tables.suited[jokers], tally)
        for jokers in (0, 1)
    )
    rules, fronts, backs = (tuple(map(int, row)) for row in tally)
    by_rule = {rule.id: count for rule, count in zip(way.rule, rules, strict=False)}
    return WayProof(sum(rules), int(fouls), by_rule, fronts[:FRONTS], backs)


class DuelOdds(NamedTuple):
    """Player against bank, both house way, copies to the bank; shares of all rounds."""

    rounds: int
    player: float
    push: float
    bank: float
    front_copies: float
    back_copies: float

    def error(self, share: float) -> float:
        """One standard error of such a share."""
        return sqrt(share * (1 - share) / self.rounds)


def duel_odds(way: HouseWay, rounds: int, seed: int = 1, chunk: int = 1 << 18) -> DuelOdds:
    from cardroom.analysis.kernels import deals  # noqa: PLC0415 - imports numba
    from cardroom.analysis.kernels import house_way as kernel  # noqa: PLC0415

    tables = way_tables(way)
    faces = np.zeros((3, 3), np.int64)
    deck = np.arange(53, dtype=np.uint8)
    for start in range(0, rounds, chunk):
        dealt = np.empty((min(chunk, rounds - start), 14), np.uint8)
        deals.deal(np.uint64(seed), np.uint64(start), deck, dealt)
        hands = np.sort(dealt.reshape(-1, 7), axis=1).reshape(-1, 14)
        fouls = kernel.duels(hands, tables.ranked, tables.suited, faces)
        assert not fouls, "a house way never fouls"
    share = faces / rounds
    player, bank = float(share[0, 0]), float(share[1:, 1:].sum())
    copies = float(share[2].sum()), float(share[:, 2].sum())
    return DuelOdds(rounds, player, 1 - player - bank, bank, *copies)
