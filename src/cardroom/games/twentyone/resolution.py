"""What a hand is owed against the bank's: rows of outcomes; the first that applies holds."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from cardroom.games.twentyone.legality import Mode
from cardroom.hands.points import Key
from cardroom.play.settle import Ratio, Result
from cardroom.rules.clauses import Clause
from cardroom.rules.policies import TwentyOne


class Showdown(NamedTuple):
    """A finished hand, and the bank's (None where the bank's hand does not matter)."""

    policies: TwentyOne
    key: Key
    mode: Mode
    surrendered: int
    bank: Key | None


class Outcome(NamedTuple):
    clause: Clause
    when: Callable[[Showdown], bool]
    pays: Callable[[TwentyOne], tuple[Ratio, Ratio]]
    """For original and for added money."""


def both(ratio: Ratio) -> Callable[[TwentyOne], tuple[Ratio, Ratio]]:
    return lambda _: (ratio, ratio)


class Resolution:
    """The outcomes of a posted game: `instant` before the bank plays, `final` against its hand."""

    def __init__(
        self, instant: tuple[Outcome, ...], final: tuple[Outcome, ...], policies: TwentyOne
    ) -> None:
        self.instants, self.finals, self.policies = instant, final, policies
        self.instant = lru_cache(maxsize=None)(self._instant)
        self.compare = lru_cache(maxsize=None)(self._compare)

    def _instant(self, key: Key, mode: Mode, surrendered: int) -> Result | None:
        """What the hand is owed at once, whatever the bank will have; None if it must wait."""
        return self._first(self.instants, Showdown(self.policies, key, mode, surrendered, None))

    def _compare(self, key: Key, mode: Mode, surrendered: int, bank: Key) -> Result:
        result = self._first(self.finals, Showdown(self.policies, key, mode, surrendered, bank))
        assert result is not None, "the last outcome applies to everything that is left"
        return result

    def _first(self, rows: tuple[Outcome, ...], showdown: Showdown) -> Result | None:
        for row in rows:
            if row.when(showdown):
                return Result(*row.pays(self.policies), row.clause)
        return None
