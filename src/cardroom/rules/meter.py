"""A progressive meter: contributions, awards, and every fraction of a cent."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final, NamedTuple

import msgspec

from cardroom.money import Exact, dollars

RESERVE: Final = "/reserve"


def figures_of(meter: str) -> tuple[str, str]:
    """What a round reads before it pays, in whole cents, this round's contributions included.

    The meter's amount, and what it would show beyond its seed if all of that were won.
    """
    return meter, meter + RESERVE


class Terms(msgspec.Struct, frozen=True):
    """What all tables on one meter must post alike."""

    pays: str
    """The pay table, which awards come off the meter, and how two jackpots share it."""
    stake: int
    share: Exact
    """Of each stake to the meter."""
    reserve_share: Exact
    seed: int

    def against(self, other: Terms) -> Iterator[str]:
        """How these terms differ from others, in words."""
        for mine, theirs in zip(self._words(), other._words(), strict=True):
            if mine != theirs:
                yield f"{' '.join(mine)}, not {theirs[1]}"

    def __str__(self) -> str:
        return ", ".join(map(" ".join, self._words()))

    def _words(self) -> tuple[tuple[str, str], ...]:
        return (
            ("pay table", self.pays),
            ("stake", f"${dollars(self.stake)}"),
            ("contribution", f"{Fraction(*self.share) * 100}%"),
            ("reserve contribution", f"{Fraction(*self.reserve_share) * 100}%"),
            ("seed", f"${dollars(self.seed)}"),
        )


class Meter(NamedTuple):
    """Exact amounts in cents. Awards are whole cents; the fraction stays in the meter."""

    amount: Fraction
    reserve: Fraction = Fraction(0)
    seed: int = 0
    share: Fraction = Fraction(0)
    """Of each stake to the meter."""
    reserve_share: Fraction = Fraction(0)

    def on(self, terms: Terms) -> Meter:
        """The meter on new terms; its amount and its reserve stay."""
        return self._replace(
            seed=terms.seed,
            share=Fraction(*terms.share),
            reserve_share=Fraction(*terms.reserve_share),
        )

    def fed(self, stake: int) -> Meter:
        return self._replace(
            amount=self.amount + stake * self.share,
            reserve=self.reserve + stake * self.reserve_share,
        )

    @property
    def whole(self) -> int:
        """The whole cents that can be paid."""
        return self.amount.numerator // self.amount.denominator

    @property
    def beyond_seed(self) -> int:
        """The whole cents above its seed that the meter would restart with if it were won now."""
        left = self.amount - self.whole + self.reserve
        return left.numerator // left.denominator

    def shows(self, figure: str) -> int:
        """The value of one of the meter's figures (`figures_of`) when a round reads it."""
        return self.beyond_seed if figure.endswith(RESERVE) else self.whole

    def paid(self, award: int) -> Meter:
        """The meter less an award. It never goes below zero; the house makes up the rest."""
        return self._replace(amount=self.amount - min(award, self.whole))

    def restarted(self) -> Meter:
        """After a jackpot: the seed, the reserve, and the fraction of a cent that was left."""
        return self._replace(amount=self.amount + self.seed + self.reserve, reserve=Fraction(0))


def seeded(terms: Terms) -> Meter:
    """A new meter."""
    return Meter(Fraction(terms.seed)).on(terms)
