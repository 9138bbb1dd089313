"""The cards of a shoe in groups, for counting: of one rank, and alike to a wager."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.counting.card_groups import grouped
from cardroom.analysis.counting.documents import Removal
from cardroom.analysis.counting.tags import LEVEL, Tags, TagSearch
from cardroom.cards import CARDS, JOKER_INDEX
from cardroom.hands.points import pip
from cardroom.model.ranks import JOKER_RANK

Ints = NDArray[np.int64]
Effect = Fraction | float


def rank_of(card: int) -> int:
    """Aces, 2 to 9, ten-values, jokers: the place of a card in a shoe as it is written."""
    return JOKER_RANK if card == JOKER_INDEX else pip(CARDS[card]) - 1


class ShoeGroups(NamedTuple):
    """A partition of the cards, and the effect of removing a card of each group."""

    cards: tuple[int, ...]
    """[card] how many the shoe has."""
    group: tuple[int, ...]
    """[card]"""
    whole: tuple[int, ...]
    """[group] how many cards there are."""
    effects: tuple[Effect, ...]
    """[group] on the player's expected value."""

    @property
    def by_card(self) -> list[Effect]:
        return [self.effects[group] for group in self.group]

    def removals(self) -> tuple[Removal, ...]:
        # Floats that differ in the last digits are the same effect.
        marks = [each if isinstance(each, Fraction) else round(each, 12) for each in self.by_card]
        return tuple(
            Removal(name, number, float(effect), effect if isinstance(effect, Fraction) else None)
            for name, number, effect in grouped(marks, self.cards)
        )

    def search(self, level: int = LEVEL) -> GroupSearch:
        """Cards of a rank with the same effect share a tag."""
        numbers: dict[tuple[int, Effect], int] = {}
        tagged = [-1] * len(self.whole)
        for card, group, count in zip(CARDS, self.group, self.cards, strict=True):
            if count:
                mark = (rank_of(card.index), round(float(self.effects[group]), 12))
                tagged[group] = numbers.setdefault(mark, len(numbers))
        tags: Ints = np.array(tagged, np.int64)
        counts = [0] * len(numbers)
        for place, count in zip(tagged, self.whole, strict=True):
            if count:
                counts[place] += count
        effects = [effect for _, effect in numbers]
        return GroupSearch(TagSearch([float(each) for each in effects], counts, level), tags)

    def tags_of(self, by_card: Sequence[int]) -> tuple[int, ...]:
        """[group] the tags of a count that is given by card."""
        found = [0] * len(self.whole)
        for group, tag, count in zip(self.group, by_card, self.cards, strict=True):
            if count:
                found[group] = tag
        return tuple(found)

    def to_cards(self, tags: Sequence[int]) -> tuple[int, ...]:
        """[card] the tags that are given by group."""
        return tuple(tags[group] for group in self.group)


class GroupSearch(NamedTuple):
    search: TagSearch
    tagged: Ints
    """[group] its place in the search."""

    def balanced(self) -> Tags | None:
        found = self.search.balanced()
        return None if found is None else self._spread(found)

    def unbalanced(self) -> list[Tags]:
        return [self._spread(each) for each in self.search.unbalanced()]

    def _spread(self, found: Tags) -> Tags:
        """One tag for each group of the shoe."""
        return found._replace(tags=tuple(found.tags[max(place, 0)] for place in self.tagged))


def shoe_groups(
    cards: Sequence[int], mark: Sequence[Hashable], effect: Callable[[int], Effect]
) -> ShoeGroups:
    """Cards of one rank and one `mark` are a group; `effect` is that of removing a card."""
    numbers: dict[Hashable, int] = {}
    group = [
        numbers.setdefault((rank_of(card.index), mark[card.index]), len(numbers)) for card in CARDS
    ]
    whole = [0] * len(numbers)
    for place, count in zip(group, cards, strict=True):
        whole[place] += count
    effects: list[Effect] = [0.0] * len(numbers)
    for card in CARDS:
        if cards[card.index]:
            effects[group[card.index]] = effect(card.index)
    return ShoeGroups(tuple(cards), tuple(group), tuple(whole), tuple(effects))
