"""A progressive meter: what is fed in, what is paid out, every fraction of a cent kept."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple


class Meter(NamedTuple):
    """Cents, exactly. Awards are whole cents; the fraction stays in the meter."""

    amount: Fraction
    reserve: Fraction = Fraction(0)
    seed: int = 0
    share: Fraction = Fraction(0)
    """Of each stake to the meter."""
    reserve_share: Fraction = Fraction(0)

    def fed(self, stake: int) -> Meter:
        return self._replace(
            amount=self.amount + stake * self.share,
            reserve=self.reserve + stake * self.reserve_share,
        )

    @property
    def whole(self) -> int:
        """The cents that can be paid."""
        return self.amount.numerator // self.amount.denominator

    def paid(self, award: int) -> Meter:
        """An award comes off; the meter never goes below zero, the house makes up the rest."""
        return self._replace(amount=self.amount - min(award, self.whole))

    def restarted(self) -> Meter:
        """After a jackpot: the seed, the reserve, and what was left of a cent."""
        return self._replace(amount=self.amount + self.seed + self.reserve, reserve=Fraction(0))
