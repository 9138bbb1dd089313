"""The cards that are left to deal, as the exact odds count them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from cardroom.analysis.twentyone.solver.plan import Floats, Plan
from cardroom.cards import CARDS, JOKER_INDEX, Composition
from cardroom.errors import CardroomError
from cardroom.hands.points import pip
from cardroom.model import Tables
from cardroom.model.ranks import JOKER_RANK, RANKS, TEN_RANK

SUITS: Final = 4
TENS: Final = 4
"""Ranks that count ten."""
COUNT_MAX: Final = 1_000_000
"""Beyond it a card more or less is lost in the last digits of a float."""


UNEVEN: Final = (
    "the shoe does not say which cards it holds: write as many of each suit and of each ten-value"
)


class ShoeFault(CardroomError):
    """A shoe from which no round can be dealt."""


class ShoeCounts(NamedTuple):
    counts: Floats
    """[rank] all cards, a joker that counts ten among the tens."""
    suitless: Floats
    """[rank] cards of no suit among them."""

    @property
    def own(self) -> Floats:
        """[rank] cards of any one suit."""
        each: Floats = (self.counts - self.suitless) / SUITS
        return each


def full_shoe(tables: Tables) -> tuple[int, ...]:
    """The posted deck as a shoe is written: aces, 2 to 9, ten-values, jokers."""
    found = [0] * RANKS
    for index, (rank, count) in enumerate(
        zip(tables.cards.rank.tolist(), tables.cards.in_deck.tolist(), strict=True)
    ):
        found[JOKER_RANK if index == JOKER_INDEX else rank] += count
    return tuple(found)


def shoe_of(plan: Plan, given: Sequence[int] | None) -> ShoeCounts:
    """The shoe as numbers, or why no round can be dealt from it."""
    tables = plan.tables
    written = full_shoe(tables) if given is None else given
    if len(written) != RANKS:
        raise ShoeFault(
            f"a shoe has {RANKS} ranks (A, 2 to 9, ten-values, jokers), not {len(written)}"
        )
    if any(count < 0 for count in written):
        raise ShoeFault("a shoe cannot hold a negative number of cards")
    if any(count > COUNT_MAX for count in written):
        raise ShoeFault(
            f"a shoe has at most {COUNT_MAX:,} cards of a rank; that many are as good as endless"
        )
    if written[JOKER_RANK] and not tables.cards.in_deck[JOKER_INDEX]:
        raise ShoeFault("this game is played without jokers")
    if tables.ups.own.any() and not even_suits(written):
        raise ShoeFault(
            "rows for suited hands need the same number of cards of each suit in every rank"
        )
    counts, suitless = np.array(written, np.float64), np.zeros(RANKS)
    joker = int(tables.cards.rank[JOKER_INDEX])
    suitless[joker] = written[JOKER_RANK]
    if joker != JOKER_RANK:
        counts[joker] += counts[JOKER_RANK]
        counts[JOKER_RANK] = 0
    _lasts(plan, counts)
    return ShoeCounts(counts, suitless)


def cards_of(written: Sequence[int]) -> Composition | None:
    """The cards of a shoe that was written by rank, as many of each suit and of each ten-value;
    None where they do not come out even."""
    if not even_suits(written) or written[TEN_RANK] % (SUITS * TENS):
        return None
    counts = [0] * len(CARDS)
    for card in CARDS:
        if card.index == JOKER_INDEX:
            counts[card.index] = written[JOKER_RANK]
        else:
            rank = pip(card) - 1
            counts[card.index] = written[rank] // (SUITS * (TENS if rank == TEN_RANK else 1))
    return Composition(tuple(counts))


def any_cards_of(written: Sequence[int]) -> Composition:
    """Cards of a shoe that was written by rank, whichever of its suits and ten-values these are."""
    alike: dict[int, list[int]] = {}
    for card in CARDS:
        rank = JOKER_RANK if card.index == JOKER_INDEX else pip(card) - 1
        alike.setdefault(rank, []).append(card.index)
    counts = [0] * len(CARDS)
    for rank, indices in alike.items():
        each, over = divmod(written[rank], len(indices))
        for place, index in enumerate(indices):
            counts[index] = each + (place < over)
    return Composition(tuple(counts))


def even_suits(written: Sequence[int]) -> bool:
    """Whether there may be as many cards of each suit in every rank."""
    return all(count % SUITS == 0 for count in written[:JOKER_RANK])


def _lasts(plan: Plan, counts: Floats) -> None:
    hands = max((pair.hands for pair in plan.pairs if counts[pair.rank] > 1), default=1)
    # A hand draws at 20 at most and a bank at 16: with more points than that nothing runs out.
    needed = 30 * hands + 26
    points = int((np.arange(1, JOKER_RANK + 1) * counts[:JOKER_RANK]).sum())
    if points <= needed:
        raise ShoeFault(
            f"the shoe may run out in a round: its cards count {points} points with aces as 1,"
            f" and {hands} hands and the bank may draw {needed}"
        )
