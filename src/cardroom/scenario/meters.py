"""A progressive meter beside a round: fed at "no more bets", read before it pays."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, Final

from cardroom.events import (
    Event,
    Intervened,
    ProgressiveBooked,
    ProgressiveRestarted,
    ProgressiveWon,
    Rewound,
)
from cardroom.games.twentyone import blazing
from cardroom.rules.meter import Meter
from cardroom.rules.ruleset import Ruleset
from cardroom.scenario.fields import Fields

Change = ProgressiveBooked | ProgressiveWon | ProgressiveRestarted
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


def _share(fields: Fields, name: str) -> Fraction | None:
    """A part of each stake: "24%", or 24 for so many percent."""
    value = fields.take(name)
    if value is None:
        return None
    text = str(value).strip()
    try:
        share = Fraction(text.rstrip("%").strip()) / 100
    except (ValueError, ZeroDivisionError):
        share = Fraction(-1)
    if isinstance(value, (bool, float)) or not 0 <= share <= 1:
        raise fields.error(name, f'{name} is a part of each stake, like "24%", not {value!r}')
    return share


class Progressive:
    """The meter of one table, followed by its events."""

    def __init__(self, rules: Ruleset, told: Mapping[str, Any] | None = None) -> None:
        told = told or {}
        offered = rules.options.get("blazing_7s") is not None
        posted = blazing.meter(rules.options) if offered else Meter(Fraction(0))
        seed = told.get("seed", posted.seed)
        self.before = Meter(
            amount=Fraction(told.get("amount", seed)),
            reserve=Fraction(told.get("reserve", 0)),
            seed=seed,
            share=told.get("contribution", posted.share),
            reserve_share=told.get("reserve_contribution", posted.reserve_share),
        )

        self.changes: list[tuple[int, Change]] = []
        """With the number of inputs that the round had had when they came."""

    def follow(self, events: Iterable[Event], inputs: int) -> None:
        """A void round and a rewind take back what they undo, as at a table.

        Without an input they open a round: what earlier rounds changed stands.
        """
        if not inputs:
            self.before, self.changes = self.now, []
        for event in events:
            match event:
                case ProgressiveBooked() | ProgressiveWon() | ProgressiveRestarted():
                    self.changes.append((inputs, event))
                case Rewound(to=to):
                    self.changes = [change for change in self.changes if change[0] <= to]
                case Intervened(kind="void-round"):
                    self.changes.clear()
                case _:
                    pass

    @property
    def now(self) -> Meter:
        now = self.before
        for _, change in self.changes:
            match change:
                case ProgressiveBooked():
                    now = now.fed(change.stake)
                case ProgressiveWon():
                    now = now.paid(change.award - change.house)
                case ProgressiveRestarted():
                    now = now.restarted()
        return now

    def figures(self) -> Mapping[str, int]:
        """What a round may ask to read, in whole cents."""
        now = self.now
        reserve = now.reserve
        return {
            blazing.METER: now.whole,
            blazing.RESERVE: reserve.numerator // reserve.denominator,
        }


def options_of(told: Mapping[str, Any], stake: int) -> dict[str, object]:
    """A told seed as the option it is in the posted game: so many stakes."""
    if "seed" not in told or told["seed"] % stake:
        return {}
    return {"blazing_seed": told["seed"] // stake}
