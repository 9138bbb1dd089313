"""The value of every option of every hand: text, JSON, CSV and the heat map read these values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from cardroom.analysis.documents import GameDocument, LowestHand, StrategyChart

RANKS: Final = "..23456789TJQKA"


class HandValue(msgspec.Struct, frozen=True):
    """A starting hand against an up card; values per unit of the wager."""

    kind: str
    """ "hard", "pair", "high card" """
    total: str
    """The row of the chart: "16", the rank of a pair or of a high card, or "" where the kind is
    enough."""
    cards: str
    """The cards, "T,6" or "Q-9-2"; "" for all hands of the row together."""
    up: str
    chance: float
    """How often it is dealt."""
    options: Mapping[str, float]
    """By verb, the best first; empty where nothing is asked."""
    best: str
    """The best verb; "" where nothing is asked."""
    chart: str
    """What the chart does."""
    value: float
    """With the best verb."""

    @property
    def row(self) -> str:
        """ "hard 16" """
        return f"{self.kind} {self.total}".strip()

    def place(self, kinds: Sequence[str]) -> tuple[int, int]:
        """Rows are shown by kind, each from the lowest."""
        number = int(self.total) if self.total.isdecimal() else RANKS.find(self.total)
        return kinds.index(self.kind), number


class BankFinals(msgspec.Struct, frozen=True):
    """How the bank's hand ends that begins with an up card, if it plays out."""

    up: str
    chances: Mapping[str, float]
    """By final total, and "bust" and "natural"."""


class CompositionDeparture(msgspec.Struct, frozen=True):
    """A hand, card by card, that perfect play plays otherwise than the chart."""

    cards: str
    total: str
    """ "hard 16" """
    up: str
    chart: str
    best: str
    gain: float
    """Per unit, when the hand comes."""
    comes: float
    """How often the chart comes to it, per round."""

    @property
    def one_in(self) -> float:
        """The average number of rounds from one to the next."""
        return 1 / self.comes


class SizeChart(msgspec.Struct, frozen=True):
    """The best verb for hands of a number of cards, by total and up card."""

    cards: str
    """ "2", "3", "4", or "5 or more" """
    rows: Mapping[str, tuple[str, ...]]
    """By total, as "hard 16": a verb for each up card; "" where no such hand comes."""


class GameHands(GameDocument, frozen=True):
    """The hands of a posted game."""

    ups: tuple[str, ...]
    hands: tuple[HandValue, ...]
    """Rows of the chart first, then card by card."""
    bank: tuple[BankFinals, ...]
    departures: tuple[CompositionDeparture, ...]
    """The costliest first, over all rounds."""
    by_size: tuple[SizeChart, ...]
    chart: StrategyChart | tuple[LowestHand, ...]
    """That the hands are compared with."""
    stake: int | None
    paid: str
    method: str
    assumptions: tuple[str, ...]
    kinds: Mapping[str, str] = {}
    """Kinds of hands in the order in which they are shown, with titles; others follow."""
    letters: Mapping[str, str] = {}
    """Verbs in the order of the columns of a table, each with its letter; others follow."""

    @property
    def verbs(self) -> tuple[str, ...]:
        """Of the columns of a table: all that the options may have."""
        seen = (verb for hand in self.hands for verb in hand.options)
        return tuple(dict.fromkeys((*self.letters, *seen)))

    @property
    def rows(self) -> dict[str, dict[str, HandValue]]:
        """The rows of the chart as they are shown: by name, and by up card."""
        together = [hand for hand in self.hands if not hand.cards]
        kinds = list(dict.fromkeys((*self.kinds, *(hand.kind for hand in together))))
        found: dict[str, dict[str, HandValue]] = {}
        for hand in sorted(together, key=lambda hand: hand.place(kinds)):
            found.setdefault(hand.row, {})[hand.up] = hand
        return found

    def letter(self, verb: str) -> str:
        """A verb in a cell; its first letter unless the family has another."""
        return self.letters.get(verb, verb[:1].upper())
