"""A progressive meter: contributions, awards, and every fraction of a cent."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Final, NamedTuple

import msgspec

from cardroom.money import RESERVE, Exact, dollars, exact

STREAM_NAME: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")
"""The id of a meter, or of a table: its stream in the journal is called by it."""

AWARDS: Final = {"percentages": "percentages of it only", "all awards": "all"}
JACKPOTS: Final = {"in-order": "the second is paid after the reset", "shared": "both share it"}
PAYS: Final = re.compile(
    rf"(?P<table>.*), (?P<awards>{'|'.join(AWARDS)}) off the meter,"
    rf" two jackpots (?P<jackpots>{'|'.join(JACKPOTS)})"
)
"""How journals keep what a meter pays (`Terms.pays`)."""


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
    cap: int | None = None
    """What the meter grows to; contributions beyond it go to the reserve."""

    def against(self, other: Terms) -> Iterator[str]:
        """How these terms differ from others, in words."""
        mine, theirs = dict(self.words()), dict(other.words())
        for name in {**mine, **theirs}:
            if mine.get(name) != theirs.get(name):
                yield f"{name} {mine.get(name, 'none')}, not {theirs.get(name, 'none')}"

    def __str__(self) -> str:
        """As journals keep them: without the commas and the words of `words`, which came later."""
        pays = ("pay table", self.pays)
        return ", ".join(map(" ".join, (pays, *self._with(lambda amount: f"${dollars(amount)}"))))

    def words(self) -> tuple[tuple[str, str], ...]:
        """Each term by name, as it is posted."""
        found = PAYS.fullmatch(self.pays)
        if found is None:
            return ("pay table", self.pays), *self._with(exact)
        return (
            ("pay table", found["table"]),
            ("awards paid from the meter", AWARDS[found["awards"]]),
            ("two jackpots in one round", JACKPOTS[found["jackpots"]]),
            *self._with(exact),
        )

    def _with(self, money: Callable[[int], str]) -> tuple[tuple[str, str], ...]:
        capped = () if self.cap is None else (("cap", money(self.cap)),)
        return (
            ("stake", money(self.stake)),
            ("contribution", f"{Fraction(*self.share) * 100}%"),
            ("reserve contribution", f"{Fraction(*self.reserve_share) * 100}%"),
            ("seed", money(self.seed)),
            *capped,
        )


class Meter(NamedTuple):
    """Exact amounts in cents. Awards are whole cents; the fraction stays in the meter."""

    amount: Fraction
    reserve: Fraction = Fraction(0)
    seed: int = 0
    share: Fraction = Fraction(0)
    """Of each stake to the meter."""
    reserve_share: Fraction = Fraction(0)
    cap: int | None = None

    def on(self, terms: Terms) -> Meter:
        """The meter on new terms; its amount and its reserve stay."""
        return self._replace(
            seed=terms.seed,
            share=Fraction(*terms.share),
            reserve_share=Fraction(*terms.reserve_share),
            cap=terms.cap,
        )

    def fed(self, stake: int) -> Meter:
        """The meter with its share of a stake."""
        fed = self.received(stake * self.share)
        return fed._replace(reserve=fed.reserve + stake * self.reserve_share)

    def received(self, amount: Fraction) -> Meter:
        """The meter with more money; what would be beyond the cap goes to the reserve."""
        if self.cap is None:
            return self._replace(amount=self.amount + amount)
        over = min(amount, max(Fraction(0), self.amount + amount - self.cap))
        return self._replace(amount=self.amount + amount - over, reserve=self.reserve + over)

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
        """After a jackpot: the seed, the reserve, and the fraction of a cent that was left.

        What would be beyond the cap stays in the reserve.
        """
        seeded = self.amount + self.seed
        moved = self.reserve
        if self.cap is not None:
            moved = max(Fraction(0), min(moved, self.cap - seeded))
        return self._replace(amount=seeded + moved, reserve=self.reserve - moved)


def seeded(terms: Terms) -> Meter:
    """A new meter."""
    return Meter(Fraction(terms.seed)).on(terms)
