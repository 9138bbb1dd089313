"""What a hand may do, as bits by the number of hands and the up card.

The rules are asked once for all hands that look the same to them. A rule that did not look at the
up card, or at the number of hands, has answered for all of them, too.
"""

from __future__ import annotations

from typing import cast

from cardroom.games.twentyone.engine.legality import Situation, mechanics
from cardroom.games.twentyone.game import PostedGame
from cardroom.hands.points import Key
from cardroom.model.answers import AnswersBy
from cardroom.model.ranks import UPS
from cardroom.model.verbs import VERBS, Stance


class _WatchedMode:
    """A mode that records whether a rule looked at the number of hands."""

    def __init__(self, stance: Stance, hands: int) -> None:
        self.doubled, self.bets, self.waived = stance
        self._hands, self.asked = hands, False

    @property
    def hands(self) -> int:
        self.asked = True
        return self._hands


class _WatchedSituation:
    """A situation that records whether a rule looked at the up card."""

    def __init__(self, at: PostedGame, key: Key, mode: _WatchedMode, up: int) -> None:
        self.policies, self.key, self.mode = at.policies, key, mode
        self._up, self.asked = up, False

    @property
    def up(self) -> int:
        self.asked = True
        return self._up


class LegalVerbs:
    """The legal verbs of every hand of a posted game."""

    def __init__(self, at: PostedGame, ups: list[int]) -> None:
        self._at, self._ups = at, ups
        self._asked = AnswersBy(self._ask)

    def of(self, key: Key, stance: Stance, hands: range) -> list[bytes]:
        """[hands, up] the bits of the legal verbs."""
        found = 0
        for verb in self._at.game.bars:
            found |= self._asked.of(key, verb, stance, hands)
        row = found.to_bytes(UPS * len(hands), "little")
        return [row[place : place + UPS] for place in range(0, len(row), UPS)]

    def _ask(self, key: Key, verb: str, stance: Stance, hands: range) -> int:
        """The bit of one verb, in a byte for each number of hands and each up card."""
        rows: list[int] = []
        counted = True
        for count in hands:
            if not counted:
                rows.append(rows[0])
                continue
            row, counted, seen = 0, False, True
            for up in self._ups:
                if seen:
                    mode = _WatchedMode(stance, count)
                    watched = _WatchedSituation(self._at, key, mode, up)
                    barred = mechanics(self._at.game.bars, verb, cast(Situation, watched))
                    seen = watched.asked
                    counted = counted or mode.asked
                if barred is None:
                    row |= 1 << (8 * up + VERBS.index(verb))
            rows.append(row)
        return sum(row << 8 * UPS * level for level, row in enumerate(rows))
