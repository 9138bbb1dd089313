"""Counting drills: the running count of cards that were dealt.

The tags of a count are given by the program that has the odds; the school only adds them up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from cardroom import houses
from cardroom.cards import Card, Stream, shuffled
from cardroom.rules.ruleset import Ruleset
from cardroom.school.course import AS_WRITTEN, CARDS, Posed, drill_posting, stratum_of
from cardroom.school.drill import Drill, DrillLevel, SchoolError
from cardroom.school.library import PostedAt
from cardroom.school.question import NumberAnswer, Question, Scene, SceneHand

LENGTHS: Final = (3, 5, 8, 12, 18, 26, 39, 52)
"""How many cards are shown."""
TENS: Final = "TJQK"
ROW: Final = 13
"""Cards in a row of the scene."""


class CountCourse:
    """`tags` by rank; ten-values have the tag of T, and a card without one counts nothing."""

    def __init__(
        self, drill: Drill, tags: Mapping[str, int], posting: PostedAt = AS_WRITTEN
    ) -> None:
        self.drill, self.posting, self._tags = drill, drill_posting(drill, posting), tags
        self.rules: Ruleset = houses.ruleset(
            drill.game, dict(self.posting.options), self.posting.house
        )
        deck = len(tuple(self.rules.deck))
        self.strata: Mapping[str, Sequence[int]] = {
            f"{cards} cards": (cards,) for cards in LENGTHS if cards <= deck
        }
        if self.rules.deals_to_seats:
            raise SchoolError(f"there is no card counting in {self.rules.title}")

    def question(self, seed: int, number: int, level: DrillLevel) -> Posed:
        return self.about(stratum_of(self.strata, seed, number), seed, number, level)

    def hardest(self, strata: Sequence[str]) -> str:
        """The most cards."""
        return max(strata, key=lambda stratum: self.strata[stratum][0])

    def about(self, stratum: str, seed: int, number: int, level: DrillLevel) -> Posed:
        chance = Stream(seed, CARDS + number)
        dealt = shuffled(tuple(self.rules.deck), chance.below)[: self.strata[stratum][0]]
        asked = Question(
            f"What is the running count ({self.drill.count})?",
            Scene(hands=_rows(dealt)),
            NumberAnswer(sum(self.tag(card) for card in dealt)),
            (),
            stratum,
            tuple(self._working(dealt)),
        )
        return Posed(
            self.drill.name, self.rules.game, self.rules.digest, level.name, level.seconds,
            seed, number, stratum, asked,
        )  # fmt: skip

    def tag(self, card: Card) -> int:
        rank = card.text[0]
        return self._tags.get("T" if rank in TENS else rank, 0)

    def _working(self, dealt: Sequence[Card]) -> list[str]:
        """By tag: how many cards have it."""
        counts: dict[int, int] = {}
        for card in dealt:
            counts[self.tag(card)] = counts.get(self.tag(card), 0) + 1
        ranks: dict[int, list[str]] = {}
        for rank, tag in self._tags.items():
            ranks.setdefault(tag, []).append(rank)
        return [
            f"{tag:+d} ({' '.join(ranks.get(tag, []))}): {count} cards, {tag * count:+d}."
            for tag, count in sorted(counts.items(), reverse=True)
            if tag
        ]


def _rows(dealt: Sequence[Card]) -> tuple[SceneHand, ...]:
    rows = [dealt[first : first + ROW] for first in range(0, len(dealt), ROW)]
    return tuple(
        SceneHand(f"row {n}", tuple(card.text for card in row)) for n, row in enumerate(rows, 1)
    )
