"""The tables of a posted game for one wager in money: payments rounded as play rounds them."""

from __future__ import annotations

from fractions import Fraction
from math import lcm

import numpy as np
from numpy.typing import NDArray

from cardroom.games.common import rounding_of
from cardroom.games.twentyone.engine.offers import half_in_chips
from cardroom.model.keys import Keys
from cardroom.model.pays import Pays
from cardroom.model.ranks import Ints
from cardroom.model.tables import Tables
from cardroom.model.verbs import Stance
from cardroom.money import Odds, Ratio, Rounding, owed, owed_together
from cardroom.rules.ruleset import Ruleset


def at_stake(tables: Tables, rules: Ruleset, stake: int | None) -> Tables:
    """The tables for a wager of this number of cents; the same ones where nothing is rounded."""
    if stake is None:
        return tables
    rounding = rounding_of(rules)
    pays = _pays(tables, stake, rounding)
    half = half_in_chips(stake, rules.limits.chip)
    staked = tables._replace(
        pays=pays,
        even_pays=_reduced(owed(stake, Ratio(1), rounding), stake),
        natural_suited=_paid(tables.natural_suited, stake, rounding),
        insured=tables.insured if half else -1,
        insurance_pays=_paid(tables.insurance_pays, half, rounding) if half else (0, 1),
        insurance_share=_reduced(half, stake),
        stake=stake,
    )
    if _alike(staked, tables):
        return tables
    return staked._replace(digest=f"{tables.digest}/{stake}")


def _alike(one: Tables, other: Tables) -> bool:
    """Whether a wager brings the same by both."""
    named = ("even_pays", "natural_suited", "insured", "insurance_pays", "insurance_share")
    if any(getattr(one, name) != getattr(other, name) for name in named):
        return False
    return all(
        bool((mine * other.pays.unit == its * one.pays.unit).all())
        for mine, its in ((one.pays.first, other.pays.first), (one.pays.later, other.pays.later))
    )


def _pays(tables: Tables, stake: int, rounding: Rounding) -> Pays:
    pays, keys = tables.pays, tables.keys
    first = _money(pays, keys, 0, stake, rounding)
    later = _money(pays, keys, 1, stake, rounding) if tables.splits_add else first
    unit = lcm(pays.unit, *(each.denominator for each in (*first.flat, *later.flat)))

    def units(money: NDArray[np.object_]) -> Ints:
        shares: list[Fraction] = money.ravel().tolist()
        return np.array([int(each * unit) for each in shares], np.int64).reshape(money.shape)

    scale = unit // pays.unit
    return pays._replace(
        original=pays.original * scale,
        added=pays.added * scale,
        unit=unit,
        first=units(first),
        later=units(later),
    )


def _money(
    pays: Pays, keys: Keys, added: int, stake: int, rounding: Rounding
) -> NDArray[np.object_]:
    """[row, stance, column] what a hand brings of a wager; 1 is `added` where all of its money is
    added money."""
    found = np.empty(pays.first.shape, np.object_)
    known: dict[tuple[int, int, int], Fraction] = {}
    for row, number, column in np.ndindex(found.shape):
        mark = (int(pays.original[row, column]), int(pays.added[row, column]), number)
        if mark not in known:
            ratios = (ratio_of(mark[0], pays.unit), ratio_of(mark[1], pays.unit))
            cents = brought(stake, keys.stances[number], added, ratios, rounding)
            known[mark] = Fraction(cents, stake)
        found[row, number, column] = known[mark]
    return found


def brought(
    stake: int, stance: Stance, added: int, ratios: tuple[Ratio, Ratio], rounding: Rounding
) -> int:
    """What a hand brings in cents: its wager with what was added to it, and each Max Bet alone."""
    wagers = 1 + stance.added - stance.bets
    net = owed_together(stake * wagers, stake * (wagers - 1 + added), ratios, rounding)
    return net + stance.bets * owed_together(stake, stake, ratios, rounding)


def ratio_of(units: int, unit: int) -> Ratio:
    share = Fraction(units, unit)
    return Ratio(share.numerator, share.denominator)


def _paid(odds: tuple[int, int], stake: int, rounding: Rounding) -> tuple[int, int]:
    return _reduced(rounding.winnings(stake, Odds(*odds)), stake) if odds[0] else odds


def _reduced(over: int, under: int) -> tuple[int, int]:
    share = Fraction(over, under)
    return share.numerator, share.denominator
