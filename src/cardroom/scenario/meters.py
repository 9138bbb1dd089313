"""The progressive meter of a scenario: fed at "no more bets", read before it pays."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from fractions import Fraction
from typing import Any, Final

from cardroom.events import Event, ProgressiveBooked, ProgressiveRestarted, ProgressiveWon
from cardroom.games.side_bets.option import SIDE_BETS, with_seed
from cardroom.play.carryover import Carryover
from cardroom.rules.meter import Meter, seeded
from cardroom.rules.ruleset import Ruleset
from cardroom.scenario.fields import Fields

KEYS: Final = ("amount", "seed", "reserve", "contribution", "reserve_contribution")


def read_meter(top: Fields) -> Mapping[str, Any]:
    """`meter = { amount, seed, reserve, contribution, reserve_contribution }`, each optional."""
    if "meter" not in top.values:
        top.take("meter")
        return {}
    fields = top.fields("meter")
    amounts = {name: fields.amount(name) for name in KEYS[:3]}
    shares = {name: _share(fields, name) for name in KEYS[3:]}
    fields.done()
    return {name: value for name, value in {**amounts, **shares}.items() if value is not None}


def read_reading(entry: Fields) -> Mapping[str, int]:
    """`meter = { amount, reserve }` of a rewind: what it shows when it is read again."""
    if "meter" not in entry.values:
        entry.take("meter")
        return {}
    fields = entry.fields("meter")
    amounts = {name: fields.amount(name) for name in ("amount", "reserve")}
    fields.done()
    return {name: value for name, value in amounts.items() if value is not None}


def _share(fields: Fields, name: str) -> Fraction | None:
    """A part of each stake, with its unit: "24%" or "0.5%"."""
    value = fields.take(name)
    if value is None:
        return None
    share = Fraction(-1)
    if isinstance(value, str) and value.strip().endswith("%"):
        with suppress(ValueError, ZeroDivisionError):
            share = Fraction(value.strip().removesuffix("%").strip()) / 100
    if not 0 <= share <= 1:
        why = f'{name} is a part of each stake with its unit, like "24%", not {value!r}'
        raise fields.error(name, why)
    return share


class FollowedMeter:
    """The meter of one table, followed by its events."""

    def __init__(self, rules: Ruleset, told: Mapping[str, Any] | None = None) -> None:
        told = told or {}
        posted = Meter(Fraction(0)) if rules.meter is None else seeded(rules.meter.terms)
        self._figures = rules.meter_figures
        seed = told.get("seed", posted.seed)
        self._before = Meter(
            amount=Fraction(told.get("amount", seed)),
            reserve=Fraction(told.get("reserve", 0)),
            seed=seed,
            share=told.get("contribution", posted.share),
            reserve_share=told.get("reserve_contribution", posted.reserve_share),
            cap=posted.cap,
        )
        self._tally = Carryover()

    def follow(self, events: Iterable[Event], inputs: int) -> None:
        """What the round takes back goes back to the meter, as at a table.

        Without an input the events open a round: what earlier rounds changed stands.
        """
        if not inputs:
            self._before, self._tally = self.now, Carryover()
        self._tally = self._tally.add(events, inputs)

    def moved(self, shows: Mapping[str, int]) -> None:
        """Other tables have fed and won it: it shows this now, what this round fed included."""
        fed = Meter(Fraction(0), share=self._before.share, reserve_share=self._before.reserve_share)
        for fact in self._tally.facts:
            if isinstance(fact, ProgressiveBooked):
                fed = fed.fed(fact.stake)
        base = {name: value - getattr(fed, name) for name, value in shows.items()}
        self._before = self._before._replace(**base)

    @property
    def now(self) -> Meter:
        now = self._before
        for fact in self._tally.facts:
            match fact:
                case ProgressiveBooked():
                    now = now.fed(fact.stake)
                case ProgressiveWon():
                    now = now.paid(fact.award - fact.house)
                case ProgressiveRestarted():
                    now = now.restarted()
                case _:
                    pass
        return now

    def figures(self) -> Mapping[str, int]:
        """What a round may ask to read, in whole cents."""
        now = self.now
        return {name: now.shows(name) for name in self._figures}


def options_of(told: Mapping[str, Any], rules: Ruleset) -> dict[str, object]:
    """A given seed as the option of the posted game: a number of stakes."""
    on = rules.meter
    if on is None or "seed" not in told or told["seed"] % on.terms.stake:
        return {}
    seed = told["seed"] // on.terms.stake
    if on.seed_option:
        return {on.seed_option: seed}
    # A house's own bet has its seed in its file.
    bets = rules.options.get(SIDE_BETS.name)
    return {SIDE_BETS.name: with_seed(bets, seed)} if bets else {}
