"""A bet on a progressive meter: its return as a function of the meter."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final, NamedTuple

from cardroom.analysis.meter_documents import MeterEdge, MeterGrowth, MeterRow, ProgressiveOdds
from cardroom.analysis.side_bets.prices import FRESH, PricedBet, payments
from cardroom.rules.paytable import Share
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.side_bet import SideBet, chances, net

METERS_SHOWN: Final = (1, 2, 5, 10)
"""In seeds: how the edge falls as the meter grows."""
GROWTH_POINTS: Final = 24
"""Of the growth of a meter until three times the average number of bets between jackpots."""


class Progressive(NamedTuple):
    """A bet on a meter; amounts in stakes."""

    bet: SideBet
    rows: Mapping[str, Fraction]
    """The probability of each row."""
    contribution: Fraction
    reserve: Fraction
    seed: int
    stake: int
    """In cents."""
    all_off: int
    """1 where fixed awards come off the meter as well."""
    cap: Fraction | None = None
    """What the meter grows to."""

    def gross(self, row: str, meter: Fraction) -> Fraction:
        """What a row returns per stake: odds return the stake as well, a share of the meter does
        not.
        """
        return 1 + net(self.bet.named(row), meter)

    @property
    def fixed(self) -> Fraction:
        """The return of the fixed awards, per stake."""
        return self.returned(Fraction(0))

    @property
    def jackpot(self) -> Fraction:
        """The chance of winning the whole meter."""
        found = (chance for row, chance in self.rows.items() if self._share(row) == 1)
        return sum(found, Fraction(0))

    @property
    def smaller_shares(self) -> Fraction:
        """The average part of the meter that awards of less than the whole meter take from it."""
        shares = ((self._share(row), chance) for row, chance in self.rows.items())
        return sum((share * chance for share, chance in shares if share < 1), Fraction(0))

    def _share(self, row: str) -> Fraction:
        pays = self.bet.named(row).pays
        return pays.part if isinstance(pays, Share) else Fraction(0)

    @property
    def hit_frequency(self) -> Fraction:
        return sum(self.rows.values(), Fraction(0))

    def returned(self, meter: Fraction) -> Fraction:
        parts = (chance * self.gross(row, meter) for row, chance in self.rows.items())
        return sum(parts, Fraction(0))

    @property
    def hold(self) -> Fraction:
        """What the house keeps in the long run: the meter pays its awards, and the house pays the
        seed. If fixed awards come off the meter too, this assumes that it does not run dry.
        """
        kept = 1 - self.contribution - self.reserve - self.seed * self.jackpot
        return kept if self.all_off else kept - self.fixed

    @property
    def hold_deviation(self) -> float:
        """The standard deviation of what the house keeps of a bet: of the awards that it pays
        itself, and of the seed after a jackpot."""
        costs = [(self._house_pays(row), chance) for row, chance in self.rows.items()]
        mean = sum((cost * chance for cost, chance in costs), Fraction(0))
        square = sum((cost**2 * chance for cost, chance in costs), Fraction(0))
        return math.sqrt(square - mean**2)

    def _house_pays(self, row: str) -> Fraction:
        share = self._share(row)
        if share:
            return Fraction(self.seed if share == 1 else 0)
        return Fraction(0) if self.all_off else self.gross(row, Fraction(0))

    @property
    def growth(self) -> Fraction:
        """The average growth per bet of a meter at its seed, while no jackpot is won."""
        taken = self.seed * self.smaller_shares
        return self.contribution - taken - (self.fixed if self.all_off else 0)

    def _grows(self) -> Iterator[MeterGrowth]:
        """Smaller awards take a part of the meter, so it grows more slowly the higher it is."""
        if self.growth <= 0 or not 0 < self.jackpot < 1:
            return
        stake, seed, gains = self.stake / 100, float(self.seed), float(self.growth)
        stays = 1 - float(self.smaller_shares)
        for step in range(GROWTH_POINTS + 1):
            bets = 3 * step / (GROWTH_POINTS * float(self.jackpot))
            grown = gains * (bets if stays == 1 else (1 - stays**bets) / (1 - stays))
            meter = seed + grown if self.cap is None else min(seed + grown, float(self.cap))
            won = -math.expm1(bets * math.log1p(-float(self.jackpot)))
            yield MeterGrowth(bets, meter * stake, won)

    def edge(self, meter: Fraction) -> Fraction:
        """The house edge with this amount in the meter."""
        return 1 - self.returned(meter)

    @property
    def break_even(self) -> Fraction | None:
        """The meter at which the bet is fair; None where no award is a share of it."""
        share = self.jackpot + self.smaller_shares
        return (1 - self.fixed) / share if share else None

    @property
    def bets_between_jackpots(self) -> Fraction | None:
        """None if the jackpot cannot be won because the decks do not hold its cards."""
        return 1 / self.jackpot if self.jackpot else None

    def priced(self, meter: Fraction, assumed: tuple[str, ...] = ()) -> PricedBet:
        """The bet with this number of stakes in the meter; `assumed` is what else is granted."""
        shown = f"${float(meter * self.stake) / 100:,.2f}"
        return PricedBet(
            self.bet.name,
            f"{self.bet.title} at {shown}",
            payments(self.bet, self.rows, meter),
            (
                FRESH,
                f"the meter shows {shown}, this bet's contribution included; no other bet wins",
                *assumed,
            ),
        )

    def odds(self, meter: Fraction) -> ProgressiveOdds:
        """Everything that a house or a player may ask about the bet; money in dollars."""
        stake = Fraction(self.stake, 100)
        between, fair = self.bets_between_jackpots, self.break_even
        shown = sorted({Fraction(self.seed * times) for times in METERS_SHOWN} | {meter})
        return ProgressiveOdds(
            stake=float(stake),
            meter=float(meter * stake),
            edge=float(self.edge(meter)),
            hit_frequency=float(self.hit_frequency),
            jackpot=self.jackpot,
            bets_between_jackpots=None if between is None else float(between),
            break_even=None if fair is None else float(fair * stake),
            hold=float(self.hold),
            growth=float(self.growth * stake),
            all_off=self.all_off,
            contribution=float(self.contribution),
            reserve=float(self.reserve),
            seed=float(self.seed * stake),
            edges=tuple(MeterEdge(float(each * stake), float(self.edge(each))) for each in shown),
            rows=tuple(
                MeterRow(row, self.bet.named(row).posted, chance)
                for row, chance in self.rows.items()
            ),
            grows=tuple(self._grows()),
        )


def progressive(rules: Ruleset, rows: Mapping[str, Fraction] | None = None) -> Progressive | None:
    """The posted bet on a meter; None where none is offered.

    `rows` are the chances of its rows; without them it is taken for a bet on cards alone, as if a
    third card always came.
    """
    bet = rules.progressive
    if bet is None or bet.meter is None:
        return None
    terms = bet.meter.terms
    return Progressive(
        bet,
        chances(bet, rules.deck) if rows is None else rows,
        Fraction(*terms.share),
        Fraction(*terms.reserve_share),
        terms.seed // terms.stake,
        terms.stake,
        int(bet.meter.fixed_awards == "meter"),
        None if terms.cap is None else Fraction(terms.cap, terms.stake),
    )
