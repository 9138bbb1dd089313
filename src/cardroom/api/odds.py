"""The odds of a posted game as a result."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from cardroom.analysis.documents import GameOdds, WagerOdds, builtins
from cardroom.analysis.odds import OddsRequest, game_odds
from cardroom.api.figure import Figure
from cardroom.api.frame import Frame, frame
from cardroom.api.progress import watcher
from cardroom.api.result import Result
from cardroom.errors import CardroomError
from cardroom.rules.ruleset import Ruleset

COLUMNS = (
    "spot",
    "wager",
    "edge:edge",
    "exact",
    "standard deviation",
    "hit frequency:share",
    "wagered",
    "element of risk:edge",
    "method",
)


@dataclass(frozen=True, slots=True, repr=False)
class Odds(Result):
    """The house edge of every wager of a posted game, and how it was computed."""

    document: GameOdds
    """Every figure, typed; `to_dict` gives the same as plain values."""

    @property
    def edge(self) -> float:
        """The edge of the main wager against the player, as a share of it."""
        return self.document.wagers[0].edge

    @property
    def wagers(self) -> tuple[WagerOdds, ...]:
        """Every wager that could be computed, the main one first."""
        return self.document.wagers

    def wager(self, spot: str) -> WagerOdds:
        """One wager by its name (`Game.wagers`)."""
        for each in self.document.wagers:
            if each.spot == spot:
                return each
        known = ", ".join(each.spot for each in self.document.wagers)
        why = [each.why for each in self.document.unpriced if each.title.lower() == spot.lower()]
        says = f"{spot!r} has no odds; there are odds of {known}"
        raise CardroomError("; ".join([says, *why]))

    @property
    def summary(self) -> str:
        found = self.document
        return f"{found.title}: {found.edge_name} {self.edge:+.5%} of the {self._main}"

    @property
    def _main(self) -> str:
        return self.document.wagers[0].title.lower()

    @property
    def notes(self) -> Sequence[str]:
        found = self.document
        paid = [f"Figures are {found.paid}."] if found.paid else []
        unpriced = [f"{each.title}: not computed: {each.why}" for each in found.unpriced]
        assumed = dict.fromkeys(line for each in found.wagers for line in each.assumptions)
        return [*paid, *unpriced, *assumed, f"ruleset {found.digest[:16]}"]

    @property
    def table(self) -> Frame:
        rows = [
            (
                each.spot,
                each.title,
                each.edge,
                None if each.exact is None else str(each.exact),
                each.deviation,
                each.hit_frequency,
                each.wagered,
                each.element_of_risk,
                each.method,
            )
            for each in self.document.wagers
        ]
        return frame(f"{self.document.title}: wagers", COLUMNS, rows)

    @property
    def payments(self) -> Frame:
        """Every possible result of every wager, per unit of it, and its probability."""
        rows = [
            (
                each.spot,
                float(paid.net),
                str(paid.net),
                paid.chance,
                None if paid.exact is None else str(paid.exact),
            )
            for each in self.document.wagers
            for paid in each.payments
        ]
        names = ("spot", "net", "net as a fraction", "chance:share", "chance as a fraction")
        return frame(f"{self.document.title}: payments", names, rows)

    @property
    def covariances(self) -> Frame:
        """Every two wagers of a box in the same rounds, one unit on each."""
        main = self.document.wagers[0].spot
        rows = [
            (main, each.spot, each.covariance, each.correlation, each.error)
            for each in self.document.paired
        ]
        rows += [
            (*each.spots, each.covariance, each.correlation, each.error)
            for each in self.document.pairs
        ]
        names = ("spot", "other spot", "covariance", "correlation", "standard error")
        return frame(f"{self.document.title}: covariances", names, rows)

    def to_dict(self) -> dict[str, Any]:
        return dict(builtins(self.document))

    def plot(self, spot: str = "") -> Figure:
        """How often a wager pays each amount; the main one, or the one that `spot` names."""
        from cardroom.signage.distribution import drawing

        wager = self.wager(spot) if spot else self.document.wagers[0]
        if not wager.payments:
            raise CardroomError(f"{wager.title}: its payments were not computed")
        return Figure(drawing(wager, "sans-serif"))


def odds_of(
    rules: Ruleset,
    *,
    stake: int | None = None,
    chart: object = None,
    shoe: Iterable[int] | None = None,
    meter: int | None = None,
    real_shoe: Literal["simulate", "leave"] = "leave",
) -> Odds:
    if meter is not None and rules.meter is None:
        raise CardroomError(f"meter: {rules.title} as posted has no progressive bet")
    asked = OddsRequest(
        stake=stake,
        shoe=None if shoe is None else tuple(shoe),
        chart=chart,
        meter=meter,
        unsolved="simulate",
        real_shoe=real_shoe,
    )
    return Odds(game_odds(rules, asked, watcher()))
