"""Options that games share, so that a name means the same in every game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from cardroom.money import Rounding
from cardroom.rules.limits import Limits
from cardroom.rules.options import Amount, Choice, OptionSpec
from cardroom.rules.ruleset import Ruleset

FLAG: Final = Choice((True, False))

ROUNDING: Final[Mapping[str, int]] = {"exact": 1, "0.50": 50, "1.00": 100}
"""What `payout_rounding` may be, in cents."""


def rounding(o: Mapping[str, Any]) -> Rounding:
    return Rounding(ROUNDING[o["payout_rounding"]], o["smallest_chip"])


def rounding_of(rules: Ruleset) -> Rounding:
    """How a posted game rounds payouts; a game without these options pays to the cent."""
    return rounding({"payout_rounding": "exact", "smallest_chip": 1, **rules.options})


BONUS_MIN: Final = OptionSpec(
    "bonus_min",
    Amount(optional=True),
    None,
    "minimum bonus wager, if it is not the table's",
    "bet.least",
    group="limits",
)
"""For games with side bets."""


READINGS: Final = OptionSpec(
    "readings",
    Choice(("current", "0.1")),
    "current",
    "the rule book is read as the readings on this page say, or as version 0.1 read it",
    "irregularity.card-in-error",
    base="0.1",
    group="procedure",
)
"""For every game. Rounds that version 0.1 recorded keep the readings that they were played by."""


AFFILIATES: Final = OptionSpec(
    "affiliates_may_alternate",
    FLAG,
    True,
    "people from one proposition company may bank one after the other, beyond two rounds",
    "bank.turn",
    group="bank",
)
"""For games that a player banks."""


LEGAL_LIMIT: Final = OptionSpec(
    "legal_limit",
    Amount(optional=True),
    None,
    "legal limit for a single wager, whatever limits a table posts",
    "bet.legal",
    group="limits",
)
"""For games that a house banks."""


def limits_of(o: Mapping[str, Any]) -> Limits:
    """The posted limits of a game that a house banks; the law limits them too."""
    posted = [most for most in (o["wager_max"], o["legal_limit"]) if most is not None]
    return Limits(o["wager_min"], min(posted, default=None), o["smallest_chip"])


def money_options(pays: str) -> tuple[OptionSpec, ...]:
    """What may be wagered and how it is paid; `pays` is the clause under which a game pays."""
    return (
        OptionSpec("wager_min", Amount(), 1, "minimum wager", "bet.least", group="limits"),
        OptionSpec(
            "wager_max", Amount(optional=True), None, "maximum wager", "bet.most", group="limits"
        ),
        OptionSpec(
            "smallest_chip",
            Amount(),
            1,
            "every amount is a multiple of this chip",
            "bet.chip",
            group="limits",
        ),
        OptionSpec(
            "payout_rounding",
            Choice(tuple(ROUNDING)),
            "exact",
            "payouts are exact to the cent, or rounded down to this chip",
            pays,
            group="pay",
        ),
    )
