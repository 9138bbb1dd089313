"""The odds of a posted game: the question, and what a family has to answer."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Final, Literal, NamedTuple, Protocol

import msgspec

from cardroom.analysis.documents import GameOdds, Payment, RankCounts, WagerOdds
from cardroom.analysis.families import analysis_of, answered
from cardroom.analysis.result_cache import cached_for
from cardroom.progress import Tell, silent
from cardroom.rules.ruleset import Ruleset

FRACTION: Final = "exact: a fraction"


class OddsRequest(NamedTuple):
    """The request in addition to the posted game."""

    stake: int | None = None
    """The wager in cents; None is the table's minimum where payouts are rounded."""
    shoe: RankCounts = None
    """Cards other than the posted decks."""
    chart: object = None
    """Play by this chart, as `cardroom strategy --json` writes it; None is perfect play."""
    meter: int | None = None
    """What a progressive meter shows, in cents; None is its seed."""
    bets_per_hour: float | None = None
    """On that meter, all tables together."""
    unsolved: Literal["simulate", "leave"] = "leave"
    """Figures that cannot be solved exactly: found by simulation, or left out."""
    real_shoe: Literal["simulate", "leave"] = "leave"
    """What a cut card changes: simulated, or left out."""


AS_POSTED: Final = OddsRequest()


class OddsPart(Protocol):
    def __call__(self, rules: Ruleset, asked: OddsRequest, tell: Tell) -> GameOdds:
        """Every wager of a posted game. A family caches results that take long (see `result_cache`)
        and raises `NotComputed` for a question it cannot answer.
        """


def game_odds(rules: Ruleset, asked: OddsRequest = AS_POSTED, tell: Tell = silent) -> GameOdds:
    """Every wager of a posted game, by perfect play or by a chart."""
    found = _cached_odds(rules, asked, tell)
    if found.progressive is None:
        return found
    paced = msgspec.structs.replace(found.progressive, bets_per_hour=asked.bets_per_hour)
    return msgspec.structs.replace(found, progressive=paced)


def _cached_odds(rules: Ruleset, asked: OddsRequest, tell: Tell) -> GameOdds:
    """The whole answer of an earlier run, found before the solver of the family is imported."""

    def computed() -> GameOdds:
        return answered(rules, analysis_of(rules).odds)(rules, asked, tell)

    paced = asked._replace(bets_per_hour=None)
    return cached_for(rules, "answer", paced, GameOdds, computed)


def payment(net: Fraction, chance: Fraction | float) -> Payment:
    return Payment(net, float(chance), chance if isinstance(chance, Fraction) else None)


def exact_wager(
    spot: str,
    title: str,
    payments: Mapping[Fraction, Fraction],
    assumptions: tuple[str, ...],
    wagered: Fraction = Fraction(1),
    method: str = FRACTION,
) -> WagerOdds:
    """A wager whose payments all have exact probabilities, as fractions that add up to one."""

    def share(sign: int) -> Fraction:
        won = (chance for net, chance in payments.items() if (net > 0) - (net < 0) == sign)
        return sum(won, Fraction(0))

    edge = -sum((net * chance for net, chance in payments.items()), Fraction(0))
    square = sum((net**2 * chance for net, chance in payments.items()), Fraction(0))
    return WagerOdds(
        spot=spot,
        title=title,
        edge=float(edge),
        exact=edge,
        deviation=math.sqrt(square - edge**2),
        hit_frequency=float(share(1)),
        push_frequency=float(share(0)),
        wagered=float(wagered),
        element_of_risk=float(edge / wagered),
        payments=tuple(payment(net, chance) for net, chance in sorted(payments.items()) if chance),
        split_frequency=0.0,
        method=method,
        assumptions=assumptions,
        missing="",
        deviation_method="exact",
    )
