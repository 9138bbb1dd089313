"""Side bets on the box's first two cards, alone or with one more: the bank's up card, or the box's
third.

Play depends only on ranks, so a bet's return is averaged over the cards of each rank.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from math import perm
from typing import Final, NamedTuple

import numpy as np

from cardroom.analysis.side_bets.prices import pays_at
from cardroom.analysis.twentyone.solver.exact import ShoeSolver, Solution
from cardroom.analysis.twentyone.solver.plan import Floats
from cardroom.analysis.twentyone.third_card import ThirdCards
from cardroom.cards import CARDS, Composition, Deck
from cardroom.model import Tables
from cardroom.model.ranks import TEN_RANK
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.side_bet import (
    Look,
    SideBet,
    card_kinds,
    chances,
    drawn_from,
    kinds,
    row_by_kind,
)

FIRST_TWO: Final[tuple[Look, Look]] = ("own-first", "own-second")
ACE_RANK: Final = 0
OWN_CARDS: Final[frozenset[Look]] = frozenset({*FIRST_TWO, "own-third"})
LOST: Final = ""
"""No row."""
ANY: Final = -1
"""The rank of a third card that nothing looks at."""


def is_on_third(bet: SideBet) -> bool:
    """Whether a bet is on the box's third card, alone or with its first two."""
    return "own-third" in bet.looks_at and OWN_CARDS.issuperset(bet.looks_at)


class Ways(NamedTuple):
    """How many deals of given ranks make each row."""

    three: Counter[str]
    two: Counter[str]
    """The same deals without the third card."""


class Returns(NamedTuple):
    """The average return of a bet, per stake."""

    base: Floats
    """[opening hand]"""
    more: dict[float, list[tuple[int, int]]]
    """By how much more, with which opening hands and ranks of the third card."""

    def note(self, more: float, opening: int, third: int) -> None:
        if more:
            self.more.setdefault(more, []).append((opening, third))


class CardBets:
    """Side bets under perfect play of a posted game from a full shoe."""

    def __init__(
        self,
        rules: Ruleset,
        work: ShoeSolver,
        solution: Solution,
        stake: int | None = None,
        cards: Composition | None = None,
    ) -> None:
        """`cards` is a shoe other than the posted decks."""
        self.stake, self.deck = stake, cards or rules.deck
        self.rules, self.tables, self.solution = rules, work.tables, solution
        self.third = ThirdCards(work, solution)
        self.openings = {ranks: place for place, ranks in enumerate(self.third.openings)}

    def rows(self, bet: SideBet) -> Mapping[str, Fraction]:
        """The probability of each row; the box gets a third card only if the strategy draws one."""
        if "own-third" not in bet.looks_at:
            return chances(bet, self.deck)
        found = dict.fromkeys((row.name for row in bet.rows), Fraction(0))
        whole = perm(len(self.deck), 3)
        for (*ranks, third), ways in self._ways(bet).items():
            drawn = Fraction(0)
            if ways.three != ways.two:
                drawn = self.third.chance(self.openings[*ranks], third) / ways.three.total()
            for row in found:
                found[row] += Fraction(ways.two[row], whole)
                found[row] += drawn * (ways.three[row] - ways.two[row])
        return found

    def is_known(self, bet: SideBet) -> bool:
        """Whether the solver distinguishes the hands that the bet distinguishes."""
        if len({*FIRST_TWO, *bet.looks_at}) > 3 or len(self.openings) < len(self.third.openings):
            return False  # where the wager itself looks at suits, an opening hand has two of them
        if self.tables.natural_suited[0] and "own-third" in bet.looks_at:
            return False  # a natural may be doubled for its suit, and then draws a third card
        return "own-third" not in bet.looks_at or all(
            self.third.is_known(self.openings[*ranks], third)
            for (*ranks, third), ways in self._ways(bet).items()
            if ways.three != ways.two
        )

    def product(self, bet: SideBet, meter: Fraction, brought: Floats) -> float:
        """The mean of the wager's result times the bet's return.

        `brought` is [opening hand, up class] the chance of a hand times what it wins; `meter` is
        what the bet's meter shows, in stakes.
        """
        third, ups = "own-third" in bet.looks_at, self.tables.ups.rank
        found = self._without_third(bet, meter) if third else self._usual(bet, meter)
        product = float((brought * (found.base[:, None] * np.ones(len(ups)))).sum())
        for difference, where in found.more.items():
            if third:
                product += difference * sum(self.third.worth(*each) for each in where)
            else:
                there = np.zeros(brought.shape, bool)
                for opening, rank in where:
                    there[opening] |= ups == rank
                product += difference * float((brought * there).sum())
        return product

    def of_naturals(self, bet: SideBet, meter: Fraction, suit: int) -> Floats:
        """[in the suit or not, up class] the average return of a bet on a natural."""
        ranks, held = self.tables.cards.rank, list(kinds(self.deck))
        pairs = [
            (first, second, number * more)
            for first, number in held
            for second, more in held
            if {int(ranks[first.index]), int(ranks[second.index])} == {ACE_RANK, TEN_RANK}
        ]
        found = np.zeros((2, len(self.tables.ups.rank)))
        row_of = row_by_kind(bet)
        for place, rank in enumerate(self.tables.ups.rank.tolist()):
            ways: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
            for first, second, number in pairs:
                for up, more in held:
                    if ranks[up.index] == rank:
                        seen = {"own-first": first, "own-second": second, "bank-up": up}
                        row = row_of(*(seen[look] for look in bet.looks_at))
                        left = more - (up == first) - (up == second)
                        other = not first.suit == second.suit == suit
                        ways[other][LOST if row is None else row.name] += number * left
            found[:, place] = [float(self._gross(bet, each, meter)) for each in ways]
        return found

    def _without_third(self, bet: SideBet, meter: Fraction) -> Returns:
        """With the first two cards alone, and what a third card changes."""
        found = Returns(np.zeros(len(self.openings)), {})
        both: dict[int, Counter[str]] = {}
        for (*ranks, third), ways in self._ways(bet).items():
            opening = self.openings[*ranks]
            both.setdefault(opening, Counter()).update(ways.two)
            two, three = (float(self._gross(bet, each, meter)) for each in (ways.two, ways.three))
            found.note(three - two, opening, third)
        for opening, each in both.items():
            found.base[opening] = self._gross(bet, each, meter)
        return found

    def _usual(self, bet: SideBet, meter: Fraction) -> Returns:
        """With most up cards, and what the others change."""
        found = Returns(np.zeros(len(self.openings)), {})
        # Some opening hands cannot come from a small shoe, and return nothing.
        means: dict[int, dict[int, float]] = {}
        for (*ranks, up), ways in self._ways(bet).items():
            means.setdefault(self.openings[*ranks], {})[up] = float(
                self._gross(bet, ways.three, meter)
            )
        for opening, returned in means.items():
            ((usual, _),) = Counter(returned.values()).most_common(1)
            found.base[opening] = usual
            for up, mean in returned.items():
                found.note(mean - usual, opening, up)
        return found

    def _gross(self, bet: SideBet, ways: Counter[str], meter: Fraction) -> Fraction:
        """What deals return of a stake, on average."""
        pays = pays_at(self.rules, bet, self.stake)
        returned = (
            number * (1 + pays(bet.named(row) if row else None, meter))
            for row, number in ways.items()
        )
        return sum(returned, Fraction(0)) / ways.total()

    def _ways(self, bet: SideBet) -> Mapping[tuple[int, int, int], Ways]:
        return ways_of(bet, self.deck, self.tables)


@lru_cache(maxsize=16)
def ways_of(
    bet: SideBet, deck: Deck | Composition, tables: Tables
) -> Mapping[tuple[int, int, int], Ways]:
    """By the ranks of the first two cards, the lower one first, and of the third."""
    ranks = tables.cards.rank.tolist()
    rank_of = dict(zip(CARDS, ranks, strict=True))
    thirds = [look for look in bet.looks_at if look not in FIRST_TWO]
    alike = dict(zip(bet.looks_at, card_kinds(bet, rank_of.__getitem__), strict=True))
    looks = (*FIRST_TWO, *thirds)
    places = [looks.index(look) for look in bet.looks_at]
    drawn = "own-third" in bet.looks_at
    found: dict[tuple[int, int, int], Ways] = defaultdict(lambda: Ways(Counter(), Counter()))
    row_of = row_by_kind(bet)
    for cards, number in drawn_from(deck, [alike.get(look, ranks) for look in looks]):
        low, high = sorted((rank_of[cards[0]], rank_of[cards[1]]))
        ways = found[low, high, rank_of[cards[2]] if thirds else ANY]
        row = row_of(*[cards[place] for place in places])
        two = row
        if drawn:
            two = row_of(*[None if place > 1 else cards[place] for place in places])
        ways.three[LOST if row is None else row.name] += number
        ways.two[LOST if two is None else two.name] += number
    return dict(found)
