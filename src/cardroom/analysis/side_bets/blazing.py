"""Blazing 7's, exactly: what it returns by the size of its meter.

With the dealer's up card as third card three sevens are three cards of the shoe. With the player's
own, a third card comes only if the pair of sevens is hit, doubled or split, so its chance hangs on
the play; which suits the three sevens have does not.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final, NamedTuple

from cardroom.analysis.side_bets.prices import SideBet
from cardroom.cards import CARDS, JOKER_INDEX
from cardroom.games.twentyone.blazing import bet as blazing
from cardroom.money import Odds
from cardroom.rules.ruleset import Ruleset

TENTH: Final = Fraction(1, 10)
METERS_SHOWN: Final = (1, 2, 5, 10)
"""In seeds: how the edge falls as the meter grows."""


def seven_rows(decks: int, table: int) -> dict[str, Fraction]:
    """The probability of each row of a Blazing 7's table, of three cards from a full shoe."""
    seven = [card for card in CARDS[:JOKER_INDEX] if card.rank == 7]
    other = CARDS[0]
    kinds = [(card, decks) for card in seven] + [(other, 48 * decks)]
    size = 52 * decks
    found: Counter[str] = Counter()
    for first, a in kinds:
        for second, b in kinds:
            for third, c in kinds:
                ways = a * (b - (second is first)) * (c - (third is first) - (third is second))
                row = blazing.best_row(table, first, second, third)
                if row is not None:
                    found[row] += ways
    every = size * (size - 1) * (size - 2)
    return {row: Fraction(ways, every) for row, ways in found.items()}


class Progressive(NamedTuple):
    """Blazing 7's, by the size of its jackpot; amounts in stakes."""

    rows: Mapping[str, Fraction]
    """The probability of each row."""
    pays: Mapping[str, str]
    """What the table says of each row."""
    contribution: Fraction
    reserve: Fraction
    seed: int
    stake: int
    """In cents."""
    all_off: int
    """1 where fixed awards come off the meter as well."""

    def gross(self, row: str, meter: Fraction) -> Fraction:
        """What a row returns of a stake: awards are "for 1", a share does not return the stake."""
        pays = self.pays[row]
        if pays == "100%":
            return meter
        if pays == "10%":
            return meter * TENTH
        odds = Odds.parse(pays)
        return 1 + Fraction(odds.pays, odds.per)

    @property
    def fixed(self) -> Fraction:
        """What fixed awards return of a stake."""
        return self.returned(Fraction(0))

    @property
    def jackpot(self) -> Fraction:
        """Chance of all of the meter."""
        return self._chance("100%")

    @property
    def small_share(self) -> Fraction:
        """Chance of an award of a tenth of the meter."""
        return self._chance("10%")

    @property
    def hit_frequency(self) -> Fraction:
        return sum(self.rows.values(), Fraction(0))

    def _chance(self, pays: str) -> Fraction:
        found = (chance for row, chance in self.rows.items() if self.pays[row] == pays)
        return sum(found, Fraction(0))

    def returned(self, meter: Fraction) -> Fraction:
        parts = (chance * self.gross(row, meter) for row, chance in self.rows.items())
        return sum(parts, Fraction(0))

    @property
    def hold(self) -> Fraction:
        """What the house keeps in the long run: the meter pays its awards, the house its seed.

        Where fixed awards come off the meter too, as long as it does not run dry.
        """
        kept = 1 - self.contribution - self.reserve - self.seed * self.jackpot
        return kept if self.all_off else kept - self.fixed

    @property
    def growth(self) -> Fraction:
        """What a bet adds to a meter at its seed, in the mean, while no jackpot is won."""
        taken = self.seed * TENTH * self.small_share
        return self.contribution - taken - (self.fixed if self.all_off else 0)

    def edge(self, meter: Fraction) -> Fraction:
        """Against the player with this much in the meter, whoever paid it in."""
        return 1 - self.returned(meter)

    def deviation(self, meter: Fraction) -> float:
        square = sum(
            (chance * self.gross(row, meter) ** 2 for row, chance in self.rows.items()), Fraction(0)
        )
        return math.sqrt(square - self.returned(meter) ** 2)

    @property
    def break_even(self) -> Fraction | None:
        """The meter at which the bet is fair; None where no award is a share of it."""
        share = self.jackpot + self.small_share * TENTH
        return (1 - self.fixed) / share if share else None

    @property
    def bets_between_jackpots(self) -> Fraction | None:
        """None where the jackpot cannot be won: three suited sevens need three decks."""
        return 1 / self.jackpot if self.jackpot else None


def progressive(rules: Ruleset, third_seven: Fraction | None = None) -> Progressive | None:
    """The posted Blazing 7's; None where it is not offered.

    `third_seven` is the chance of three sevens with the player's own third card, which the play
    decides (see `together`); without it, the third card is the dealer's.
    """
    table = rules.options.get("blazing_7s")
    if table is None:
        return None
    number = int(str(table))
    rows = seven_rows(rules.deck.packs, number)
    if third_seven is not None:
        three = {row: chance for row, chance in rows.items() if row.startswith("777")}
        share = third_seven / sum(three.values(), Fraction(0))
        two = rows["77"] + sum(three.values(), Fraction(0)) - third_seven
        rows = {**rows, **{row: chance * share for row, chance in three.items()}, "77": two}
    terms = blazing.terms(rules.options)
    assert terms is not None
    return Progressive(
        rows,
        blazing.TABLES[number],
        Fraction(*terms.share),
        Fraction(*terms.reserve_share),
        int(str(rules.options["blazing_seed"])),
        terms.stake,
        int(rules.options["blazing_meter_pays"] == "all"),
    )


def bet_of(found: Progressive, meter: Fraction, *, own_third: bool) -> SideBet:
    """The bet with so many stakes in the meter."""
    payments: dict[Fraction, Fraction] = {Fraction(-1): 1 - found.hit_frequency}
    for row, chance in found.rows.items():
        net = found.gross(row, meter) - 1
        payments[net] = payments.get(net, Fraction(0)) + chance
    third = "perfect play of the wager: it decides whether a third card comes" if own_third else ""
    shown = f"${float(meter * found.stake) / 100:,.2f}"
    return SideBet(
        blazing.SPOT,
        f"Blazing 7's at {shown}",
        payments,
        (
            "a full shoe, nothing known of it",
            f"the meter shows {shown}, this bet's contribution in it; nobody else wins of it",
            *([third] if third else []),
        ),
    )


def document(found: Progressive, meter: Fraction) -> dict[str, Any]:
    """Everything that a house or a player may ask of the bet, in dollars where it is money."""
    stake = Fraction(found.stake, 100)
    between, fair = found.bets_between_jackpots, found.break_even
    shown = sorted({Fraction(found.seed * times) for times in METERS_SHOWN} | {meter})
    return {
        "stake": float(stake),
        "meter": float(meter * stake),
        "edge": float(found.edge(meter)),
        "hit_frequency": float(found.hit_frequency),
        "jackpot": str(found.jackpot),
        "bets_between_jackpots": between and float(between),
        "break_even": fair and float(fair * stake),
        "hold": float(found.hold),
        "growth": float(found.growth * stake),
        "all_off": found.all_off,
        "contribution": float(found.contribution),
        "reserve": float(found.reserve),
        "seed": float(found.seed * stake),
        "edges": [
            {"meter": float(each * stake), "edge": float(found.edge(each))} for each in shown
        ],
        "rows": [
            {"row": row, "pays": found.pays[row], "chance": str(chance)}
            for row, chance in found.rows.items()
        ],
    }
