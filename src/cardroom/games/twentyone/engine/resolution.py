"""What a hand is owed against the bank's: rows of outcomes; the first that applies holds."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from cardroom.games.twentyone.engine.legality import Mode
from cardroom.games.twentyone.policies import TwentyOne
from cardroom.hands.points import Key
from cardroom.play.settle import Ratio, Result
from cardroom.rules.clauses import Clause


class FinishedHand(NamedTuple):
    """A finished hand, and the bank's (None where the bank's hand does not matter)."""

    policies: TwentyOne
    key: Key
    mode: Mode
    done: int
    """LIVE, SURRENDERED or STOOD."""
    bank: Key | None


LIVE, SURRENDERED, STOOD = 0, 1, 2


class Outcome(NamedTuple):
    clause: Clause
    when: Callable[[FinishedHand], bool]
    pays: Callable[[FinishedHand], tuple[Ratio, Ratio]]
    """For original and for added money."""
    ends: str = "paid"
    """What became of a hand that this settled at once."""
    row: Callable[[FinishedHand], str] = lambda _: ""
    """The bonus row that pays the original money."""


def both(ratio: Ratio) -> Callable[[FinishedHand], tuple[Ratio, Ratio]]:
    return lambda _: (ratio, ratio)


class Resolution:
    """The outcomes of a posted game: `instant` before the bank plays, `final` against its hand."""

    def __init__(
        self, instant: tuple[Outcome, ...], final: tuple[Outcome, ...], policies: TwentyOne
    ) -> None:
        self.instants, self.finals, self.policies = instant, final, policies
        self.ends = {row.clause.id: row.ends for row in (*final, *instant)}
        self.instant = lru_cache(maxsize=None)(self.at_once)
        self.compare = lru_cache(maxsize=None)(self.against)

    def forget(self) -> None:
        """As in `Legality.forget`."""
        self.instant.cache_clear()
        self.compare.cache_clear()

    def at_once(self, key: Key, mode: Mode, done: int) -> Result | None:
        """What the hand is owed at once, whatever the bank will have; None if it must wait.

        `instant` remembers it.
        """
        return self._first(self.instants, FinishedHand(self.policies, key, mode, done, None))

    def against(self, key: Key, mode: Mode, done: int, bank: Key) -> Result:
        """What the hand is owed against the bank's; `compare` remembers it."""
        result = self._first(self.finals, FinishedHand(self.policies, key, mode, done, bank))
        assert result is not None, "the last outcome applies to everything that is left"
        return result

    def _first(self, rows: tuple[Outcome, ...], hand: FinishedHand) -> Result | None:
        for row in rows:
            if row.when(hand):
                return Result(*row.pays(hand), row.clause, row.row(hand))
        return None
