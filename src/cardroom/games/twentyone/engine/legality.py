"""Which verbs a hand may answer, and the clauses that forbid the rest.

A rule is a `Bar`: a clause and when it applies. Each verb has a row of bars; the first that applies
is the reason for the refusal. Play, odds, charts and buttons read the same rows (`verdicts`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import NamedTuple

from cardroom.games.twentyone.policies import TwentyOne
from cardroom.hands.points import Key
from cardroom.rules.clauses import Clause


class Mode(NamedTuple):
    """The history of a hand's money and its box, as far as a rule may depend on it."""

    doubled: int = 0
    hands: int = 1
    """How many hands the box has now."""
    bets: int = 0
    """Max Bets made on this hand."""
    waived: int = 0
    """A card was taken without a Max Bet."""


class Situation(NamedTuple):
    policies: TwentyOne
    key: Key
    mode: Mode
    up: int
    """Rank of the bank's up card: 1 to 13, 0 for a joker, -1 before it is dealt."""


class Bar(NamedTuple):
    clause: Clause
    when: Callable[[Situation], bool]
    by_size: int = 0
    """1 if it looks at the number of cards only, which everybody sees even face down."""


Bars = Mapping[str, tuple[Bar, ...]]
Verdicts = tuple[tuple[str, Clause | None], ...]


def mechanics(bars: Bars, verb: str, situation: Situation) -> Clause | None:
    """The clause that forbids a verb, or None: it is allowed."""
    for bar in bars[verb]:
        if bar.when(situation):
            return bar.clause
    return None


class Legality:
    """The bars of one posted game; verdicts are cached."""

    def __init__(self, bars: Bars, policies: TwentyOne) -> None:
        self.bars = bars
        self.policies = policies
        self.verdicts = lru_cache(maxsize=None)(self._verdicts)

    def forget(self) -> None:
        """After all hands of a game were looked at: play asks about few of them again."""
        self.verdicts.cache_clear()

    def _verdicts(self, key: Key, mode: Mode, up: int) -> Verdicts:
        situation = Situation(self.policies, key, mode, up)
        return tuple([(verb, mechanics(self.bars, verb, situation)) for verb in self.bars])
