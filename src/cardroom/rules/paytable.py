"""Pay tables: rows from best to least, each with its odds."""

from __future__ import annotations

import msgspec

from cardroom.money import Odds


class Row(msgspec.Struct, frozen=True):
    name: str
    odds: Odds


class PayTable(msgspec.Struct, frozen=True):
    name: str
    rows: tuple[Row, ...]

    def odds(self, row: str) -> Odds | None:
        """The odds of a row, or None if the table lacks the row (the wager then loses)."""
        for candidate in self.rows:
            if candidate.name == row:
                return candidate.odds
        return None
