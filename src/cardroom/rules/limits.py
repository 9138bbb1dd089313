"""What may be staked: least, most, and the smallest chip."""

from __future__ import annotations

import msgspec


class Limits(msgspec.Struct, frozen=True):
    """Cents; `most` None is no posted maximum."""

    least: int = 1
    most: int | None = None
    chip: int = 1

    def fault(self, stake: int) -> str | None:
        """Which bound a stake breaks: `chip`, `least`, `most`, or None."""
        if stake <= 0 or stake % self.chip:
            return "chip"
        if stake < self.least:
            return "least"
        if self.most is not None and stake > self.most:
            return "most"
        return None
