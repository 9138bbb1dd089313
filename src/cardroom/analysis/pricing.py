"""What a house's posted games cost who plays them, and a warning where they cost the bank.

The figures are those of `odds`: this only puts them beside each other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, Final, NamedTuple

from cardroom import games
from cardroom.analysis.families import NotComputed
from cardroom.analysis.notices import Tell, silent
from cardroom.analysis.report import odds_document
from cardroom.games.pai_gow.options import SEATS
from cardroom.houses.check import Finding
from cardroom.money import percent
from cardroom.rules.ruleset import Ruleset

GROUPS: Final = {"monte-carlo": "Monte Carlo"}
"""Bets of many kinds, which are one name on a line."""
OTHERS_MAX: Final = SEATS - 2
"""Players at a full table of pai gow beside oneself and the bank."""
LEAST: Final = 0.00005
"""What is below it is 0.00% with two decimals."""


class Price(NamedTuple):
    spot: str
    title: str
    edge: float
    """The bank's, per unit of the wager."""
    method: str
    """How it was got, and the error of what was simulated."""


class Prices(NamedTuple):
    """The wagers of one posted game."""

    rules: Ruleset
    wagers: tuple[Price, ...]
    hold: float | None
    """Of a progressive bet in the long run, whatever its meter shows; None without one."""
    fair_meter: float | None
    """Dollars on its meter at which the bet is fair."""
    unpriced: str
    """Why some of it has no price; "" where all has."""

    @property
    def line(self) -> str:
        """Every wager and its edge, bets of one kind together."""
        found: dict[str, list[float]] = {}
        for price in self.wagers:
            title = GROUPS.get(price.spot.partition("/")[0], price.title)
            found.setdefault(title, []).append(price.edge)
        shown = [f"{title}: {_range(edges)}" for title, edges in found.items()]
        if self.hold is not None:
            shown.append(f"its hold in the long run: {_percent(self.hold)}")
        if self.fair_meter is not None:
            shown.append(f"fair at a meter of ${self.fair_meter:,.2f}")
        return "; ".join(shown + ([self.unpriced] if self.unpriced else []))

    def document(self) -> dict[str, Any]:
        return {
            "game": self.rules.game,
            "digest": self.rules.digest,
            "wagers": [price._asdict() for price in self.wagers],
            "hold": self.hold,
            "fair_meter": self.fair_meter,
            "unpriced": self.unpriced,
        }


def prices(rules: Ruleset, tell: Tell = silent) -> Prices:
    """The edge of every wager that can be reckoned, by perfect play; kept between runs."""
    if rules.family == "poker":
        return Prices(rules, (), None, None, "no bank: players play for each other's money")
    try:
        found = odds_document(rules, tell=tell)
    except NotComputed as reason:
        return Prices(rules, (), None, None, f"not priced: {reason}")
    wagers = tuple(
        Price(each["spot"], each["title"], each["edge"], each["method"]) for each in found["wagers"]
    )
    progressive: Mapping[str, Any] = found.get("progressive") or {}
    missing = [f"{each['title']} not priced: {each['why']}" for each in found["not_reckoned"]]
    hold, fair = progressive.get("hold"), progressive.get("break_even")
    return Prices(rules, wagers, hold, fair, "; ".join(missing))


def favours(found: Prices) -> Iterator[Finding]:
    """A warning for every wager that is better for the player than for the bank."""
    for price in found.wagers:
        edge = price.edge
        if price.spot == "envy":
            # No bet of its own: it comes with Fortune, more of it the more players there are.
            edge = OTHERS_MAX * edge + sum(p.edge for p in found.wagers if p.spot == "fortune")
        if edge < 0:
            how = price.method.partition(":")[0]
            says = f"{price.title} favours the player by {_percent(-edge)} ({how})"
            yield _warning(found.rules, price.spot, says)
    bet = found.rules.progressive
    if bet is not None and found.hold is not None and found.hold < 0:
        says = f"what the meter gives away is more than it takes: a hold of {_percent(found.hold)}"
        yield _warning(found.rules, bet.name, says)


def _warning(rules: Ruleset, spot: str, says: str) -> Finding:
    """Where the rule book itself speaks of the edge, it is cited."""
    clause, known = f"{spot}.edge", games.game(rules.game).clauses
    if clause in known:
        return Finding(rules.game, "warning", says, clause, known[clause].cite)
    return Finding(rules.game, "warning", says, "odds", f"cardroom odds {rules.game}")


def _range(edges: list[float]) -> str:
    least, most = _percent(min(edges)), _percent(max(edges))
    return least if least == most else f"{least} to {most}"


def _percent(share: float) -> str:
    """Two decimals, and more where two say nothing."""
    shows = share == 0 or abs(share) >= LEAST
    return percent(Fraction(share)) if shows else f"{share:.5%}"
