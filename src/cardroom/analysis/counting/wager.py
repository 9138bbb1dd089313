"""The counts of one wager, and what they win along the shoe."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.counting.card_groups import grouped
from cardroom.analysis.counting.depths import (
    Found,
    Profits,
    Samples,
    ShoePace,
    ShoeProfit,
    best_trigger,
    followed,
)
from cardroom.analysis.counting.documents import (
    CountKind,
    CountSystem,
    Leaving,
    PenetrationRow,
    Trigger,
)
from cardroom.analysis.counting.shoe_groups import ShoeGroups
from cardroom.analysis.counting.tags import correlation

Floats = NDArray[np.float64]

PENETRATIONS: Final = (0.5, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9)
SAME: Final = 0.005
DECK: Final = 52
UNBALANCED_TRIED: Final = 24
"""Counts of different sums that are played out, the most correlated first."""


WORTH_LEAVING: Final = 100
"""Cents per hour that leaving must win more than staying."""
LEVELED: Final = "unbalanced, leveled"
"""By the true count: what the cards seen add on average is subtracted first."""


class CountingTables(NamedTuple):
    """The tables that a shoe is dealt at, and the posted cut card."""

    alone: ShoePace
    full: ShoePace
    boxes: int
    """At the full table."""
    alone_pace: float
    """Rounds per hour."""
    full_pace: float
    dealt: float
    """The share of the shoe that is dealt."""
    minutes_away: float = 0.0
    """On the way from a shoe that is left to the next one."""

    def hours(self, rounds: float, left: float) -> float:
        """Of a shoe with one player, by its rounds and the chance that it is left."""
        return rounds / self.alone_pace + left * self.minutes_away / 60

    @property
    def penetrations(self) -> tuple[float, ...]:
        """The posted one, and usual ones that are not the same to the eye."""
        posted = round(self.dealt, 4)
        return tuple(sorted({posted, *(p for p in PENETRATIONS if abs(p - posted) >= SAME)}))


WorthOf = Callable[[Samples], Floats]
"""[depth, sample] the value of a unit."""


class PlayedCount(NamedTuple):
    """A count that was played out on random shoes."""

    system: CountSystem
    by_card: tuple[int, ...]
    found: Found


class CountedWager:
    """A wager whose value is known for any cards that are left."""

    def __init__(
        self,
        groups: ShoeGroups,
        samples: Samples,
        worth: WorthOf,
        tables: CountingTables,
        level: int,
        known: int | None = None,
    ) -> None:
        """`known` is the group of a card that has been seen when the bet is made, such as the up
        card."""
        self.groups, self.samples, self.worth = groups, samples, worth
        self.tables, self.level, self.known = tables, level, known
        self.values = values = worth(samples)
        self.perfect = Profits(samples, values, values > 0)
        self.rounds = tables.alone.rounds(samples, tables.dealt)

    def _shoe(self, found: Profits) -> float:
        return found.per_shoe(self.tables.alone, self.tables.dealt).wins

    def played(self, given: Mapping[str, Sequence[int]]) -> tuple[PlayedCount, ...]:
        """The best balanced and unbalanced count, and those that are given by card."""
        search = self.groups.search(self.level)
        found = []
        balanced = search.balanced()
        if balanced is not None:
            found.append(self._play("balanced", "balanced", balanced.tags, "true count"))
        ranked = sorted(search.unbalanced(), key=lambda each: -each.correlation)
        tried = [
            self._play("unbalanced", "unbalanced", each.tags, "running count")
            for each in ranked[:UNBALANCED_TRIED]
        ]
        if tried:
            found.append(max(tried, key=lambda each: each.found.wins))
        if ranked and ranked[0].correlation > (balanced.correlation if balanced else 0.0):
            found.append(self._play(LEVELED, "unbalanced", ranked[0].tags, "true count"))
        for name, by_card in given.items():
            tags = self.groups.tags_of(by_card)
            even = sum(n * tag for n, tag in zip(self.groups.whole, tags, strict=True)) == 0
            found.append(self._play(name, "given", tags, "true count" if even else "running count"))
        return tuple(found)

    def _play(self, name: str, kind: CountKind, tags: Sequence[int], by: Trigger) -> PlayedCount:
        groups = self.groups
        found = best_trigger(
            self.samples, self.values, self.samples.counts(tags, by, self.known), self.rounds
        )
        whole = self._shoe(self.perfect)
        by_card = groups.to_cards(tags)
        decks = sum(groups.whole) / DECK
        summed = sum(n * tag for n, tag in zip(groups.whole, tags, strict=True))
        system = CountSystem(
            name=name,
            kind=kind,
            tags=named_tags(by_card, groups.cards),
            per_deck=summed / decks,
            correlation=correlation(tags, [float(each) for each in groups.effects], groups.whole),
            efficiency=found.wins / whole if whole > 0 else 0.0,
            trigger_by=by,
            trigger=found.trigger,
        )
        return PlayedCount(system, by_card, found)

    def rows(self, found: Profits, bet: int) -> tuple[PenetrationRow, ...]:
        """What a count wins by penetration, with this maximum bet in cents."""
        return tuple(self._row(found, bet, dealt) for dealt in self.tables.penetrations)

    def _row(self, found: Profits, bet: int, dealt: float) -> PenetrationRow:
        alone = found.per_shoe(self.tables.alone, dealt)
        full = found.per_shoe(self.tables.full, dealt)
        team = full.wins * bet * self.tables.boxes
        return PenetrationRow(
            dealt=dealt,
            rounds=alone.rounds,
            frequency=alone.bets / alone.rounds,
            advantage=alone.wins / alone.bets if alone.bets else 0.0,
            per_shoe=alone.wins * bet,
            error=alone.error * bet,
            per_hour=alone.wins / alone.rounds * self.tables.alone_pace * bet,
            team_per_shoe=team,
            team_per_hour=team / full.rounds * self.tables.full_pace,
            per_hour_error=alone.error / alone.rounds * self.tables.alone_pace * bet,
            team_per_shoe_error=full.error * bet * self.tables.boxes,
            team_per_hour_error=full.error
            * bet
            * self.tables.boxes
            / full.rounds
            * self.tables.full_pace,
        )

    def leaving(self, played: PlayedCount, bet: int) -> Leaving | None:
        """The count below which leaving wins the most; None where that is worth too little."""
        trigger, tables, system = played.found.trigger, self.tables, played.system
        staying = played.found.profits.per_shoe(tables.alone, tables.dealt)
        stays = self._hourly(staying)
        if trigger is None or stays <= 0:
            return None
        shoes = followed(self.groups.whole)
        tags = self.groups.tags_of(played.by_card)
        counts = shoes.counts(tags, system.trigger_by, self.known)
        profits = Profits(shoes, self.worth(shoes), counts >= trigger)
        # The same shoes with and without leaving: how much more it wins.
        usual = self._hourly(profits.leaving(tables.alone, tables.dealt, counts < counts.min()))
        most, found = stays * bet + WORTH_LEAVING, None
        for below in range(int(counts.min()) + 1, trigger + 1):
            poor = counts < below
            poor[0] = False  # the shoe has just begun
            shoe = profits.leaving(tables.alone, tables.dealt, poor)
            hourly = self._hourly(shoe) / usual * stays * bet if usual > 0 else 0.0
            if hourly > most:
                most = hourly
                # Of the ratio to the same shoes without leaving, that of the shoes at most.
                error = hourly * math.hypot(shoe.relative_error, staying.relative_error)
                found = Leaving(
                    below, shoe.left, tables.minutes_away, shoe.bets / shoe.rounds, hourly, error
                )
        return found

    def _hourly(self, shoe: ShoeProfit) -> float:
        """What a unit wins per hour."""
        return shoe.wins / self.tables.hours(shoe.rounds, shoe.left)

    def perfect_per_hour(self, bet: int) -> float:
        """To a player who knows every card that is left."""
        alone = self.perfect.per_shoe(self.tables.alone, self.tables.dealt)
        return alone.wins / alone.rounds * self.tables.alone_pace * bet


def named_tags(by_card: Sequence[int], cards: Sequence[int]) -> dict[str, int]:
    """The tags of a count by the cards that have them, without those that count nothing."""
    return {name: tag for name, _, tag in grouped(list(by_card), list(cards)) if tag}


def linear(groups: ShoeGroups, samples: Samples, base: float) -> Floats:
    """[depth, sample] a wager's value, estimated from the effects of removal.

    If the value is the mean over the cards that are left of a number for each card, removing one
    of N cards changes it by that number's distance from the mean, divided by N - 1.
    """
    effects = np.array([float(each) for each in groups.effects])
    whole = np.array(groups.whole)
    effects = effects - (effects * whole).sum() / whole.sum()
    gone = whole - samples.left
    left = samples.left.sum(axis=2)
    found: Floats = base + (gone @ effects) * (samples.cards - 1) / left
    return found


ValueOf = Callable[[NDArray[np.int64]], Floats]
"""[row, group] cards that are left to [row] the value of a unit."""


def valued(samples: Samples, value: ValueOf) -> Floats:
    """[depth, sample]"""
    return np.stack([value(each) for each in samples.left])
