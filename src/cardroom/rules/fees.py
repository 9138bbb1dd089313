"""Collection fees: flat, by bracket, and known before the deal. Never a share of a wager."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Literal

import msgspec

from cardroom.money import dollars, exact
from cardroom.rules.limits import Limits


class Bracket(msgspec.Struct, frozen=True):
    """The fee in cents for amounts from `least` through `most`; None means "and above"."""

    most: int | None
    fee: int
    least: int = 0

    @property
    def name(self) -> str:
        if self.most is None:
            return f"{dollars(self.least)} and above"
        if self.least:
            return f"{dollars(self.least)}-{dollars(self.most)}"
        return f"{dollars(self.most)} or less"


class PotFee(msgspec.Struct, frozen=True):
    """The fee in cents from the pot if at least `players` were dealt in."""

    players: int
    fee: int


class Schedule(msgspec.Struct, frozen=True):
    """What players pay per wager or for time, what the bank pays per round, and what comes out of a
    pot."""

    player: tuple[Bracket, ...] = ()
    bank: tuple[Bracket, ...] = ()
    basis: Literal["wager", "table-limit"] = "wager"
    spots: tuple[str, ...] = ("main",)
    """The spots whose wagers pay a fee; bonus bets pay only if listed here."""
    bank_spots: tuple[str, ...] = ("main",)
    """The spots whose wagers add up to what the bank pays by."""
    between: Literal["higher", "refused"] = "higher"
    """Whether a wager that fits no row pays the next higher one or is refused."""
    free_button: Literal["none", "no-action"] = "none"
    """`no-action`: a wager without any action earns a free collection for the next round."""
    pot: tuple[PotFee, ...] = ()
    """What is taken from the pot, rows from the most players down."""
    half_hour: int = 0
    """What each seated player pays for each half hour; 0 if there is no time collection."""
    paid: Literal["at-end", "in-advance"] = "at-end"
    """When a half hour is due: when it ends, or when it begins."""

    def row(self, rows: tuple[Bracket, ...], amount: int, limits: Limits) -> Bracket:
        """The amount's row; between two rows the higher one, and above all of them the last."""
        if self.basis == "table-limit":
            # A table without a posted maximum is above every row.
            return rows[-1] if limits.most is None else row_of(rows, limits.most)
        return row_of(rows, amount)

    def fee(self, rows: tuple[Bracket, ...], amount: int, limits: Limits) -> int:
        """Nothing where the house posts no rows."""
        return self.row(rows, amount, limits).fee if rows else 0

    def charges(self, spot: str) -> bool:
        """Whether players pay for a wager on this spot."""
        return bool(self.player) and spot in self.spots

    def players_pay(self, wagers: Iterable[tuple[str, int]], limits: Limits) -> int:
        """The fees of players' wagers, each a spot and a stake."""
        rows = self.player
        return sum(self.fee(rows, stake, limits) for spot, stake in wagers if self.charges(spot))

    def bank_row(self, wagers: Iterable[tuple[str, int]], limits: Limits) -> Bracket | None:
        """The bank's row: the wagers on its spots together, bets behind a box included."""
        total = sum(stake for spot, stake in wagers if spot in self.bank_spots)
        return self.row(self.bank, total, limits) if self.bank else None

    def bank_pays(self, wagers: Iterable[tuple[str, int]], limits: Limits) -> int:
        row = self.bank_row(wagers, limits)
        return 0 if row is None else row.fee

    def player_span(self, limits: Limits) -> tuple[int, int]:
        """The lowest and the highest fee for one wager within the posted limits."""
        return self._span(self.player, limits, limits.most)

    def bank_span(self, limits: Limits) -> tuple[int, int]:
        """The lowest and the highest fee that the bank pays for a round, however many wagers it
        has."""
        return self._span(self.bank, limits, None)

    def _span(self, rows: tuple[Bracket, ...], limits: Limits, most: int | None) -> tuple[int, int]:
        """Of amounts from the posted minimum to `most`; a higher row may have a lower fee."""
        if not rows:
            return 0, 0
        first = last = self.row(rows, limits.least, limits)
        if self.basis == "wager":
            last = rows[-1] if most is None else self.row(rows, most, limits)
        fees = [row.fee for row in rows[rows.index(first) : rows.index(last) + 1]]
        return min(fees), max(fees)

    def bank_most(self, limits: Limits) -> int:
        """The most that can be collected from the bank, whatever the players wager."""
        if self.basis == "table-limit":
            return self.fee(self.bank, limits.least, limits)
        return max((row.fee for row in self.bank), default=0)

    def refuses(self, spot: str, stake: int) -> str | None:
        """Why no fee can be charged for a player's wager, or None."""
        if self.charges(spot) and self.between == "refused" and not fits(self.player, stake):
            return f"a wager of {exact(stake)} fits no collection row"
        return None

    def rates(self) -> dict[str, int]:
        """How many different fees there are, by payer."""
        fees = {
            "player": {row.fee for row in self.player},
            "bank": {row.fee for row in self.bank},
            "pot": {row.fee for row in self.pot},
        }
        return {payer: len(found) for payer, found in fees.items() if found}

    def faults(self) -> tuple[str, ...]:
        """Rows that are not in ascending order."""
        found = []
        for name, rows in (("player", self.player), ("bank", self.bank)):
            tops = [row.most for row in rows]
            if any(top is None for top in tops[:-1]) or any(
                a >= b for a, b in pairwise(tops) if a is not None and b is not None
            ):
                found.append(f"the {name} brackets are not in ascending order")
        return tuple(found)


NO_FEES = Schedule()


def bracket_of(rows: tuple[Bracket, ...], amount: int) -> Bracket | None:
    """The first bracket that reaches the amount; between two rows, the higher one."""
    for row in rows:
        if row.most is None or amount <= row.most:
            return row
    return None


def row_of(rows: tuple[Bracket, ...], amount: int) -> Bracket:
    """The bracket of the amount, or the last row if the amount is above all rows."""
    return bracket_of(rows, amount) or rows[-1]


def fits(rows: tuple[Bracket, ...], amount: int) -> bool:
    """Whether the amount lies within a row."""
    row = bracket_of(rows, amount)
    return row is not None and amount >= row.least
