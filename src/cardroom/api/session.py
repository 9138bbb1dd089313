"""How a session may end, as a result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from cardroom.analysis import session as sessions
from cardroom.analysis import session_documents as documents
from cardroom.analysis.documents import builtins
from cardroom.analysis.session import SessionRequest
from cardroom.analysis.session_documents import Whose
from cardroom.analysis.simulation import NamedChart
from cardroom.analysis.stakes import mean_in_dollars
from cardroom.api.amounts import Amount, in_cents, maybe_cents
from cardroom.api.figure import Figure, PlottedBar, bars
from cardroom.api.frame import Frame, frame
from cardroom.api.progress import watcher
from cardroom.api.result import Result
from cardroom.errors import CardroomError
from cardroom.rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True, repr=False)
class Session(Result):
    """The distribution of what a session brings, for a player or for the house."""

    document: documents.Session
    """Every figure, typed; money is in cents. `to_dict` gives the same as plain values."""

    @property
    def mean(self) -> float:
        """The expected result in dollars."""
        return self.document.mean / 100

    @property
    def deviation(self) -> float:
        """The standard deviation of the result in dollars."""
        return self.document.deviation / 100

    @property
    def risk_of_ruin(self) -> float | None:
        """The chance to lose the bankroll before the session ends; None without a bankroll."""
        return None if self.document.ruin is None else self.document.ruin.within

    @property
    def summary(self) -> str:
        found = self.document
        ruin = "" if self.risk_of_ruin is None else f", risk of ruin {self.risk_of_ruin:.2%}"
        return (
            f"{found.title}: {found.rounds:,} rounds at ${found.bet / 100:,.2f} average"
            f" {mean_in_dollars(found.mean)} ± {mean_in_dollars(found.deviation)}"
            f" for the {found.whose}{ruin}"
        )

    @property
    def notes(self) -> Sequence[str]:
        found = self.document
        return [found.method, *found.assumptions, f"ruleset {found.digest[:16]}"]

    @property
    def table(self) -> Frame:
        """Of all sessions, this share ends no better than this."""
        rows = [(each.share, each.result / 100) for each in self.document.quantiles]
        names = ("share of sessions", "result:dollars")
        return frame(f"{self.document.title}: how a session ends", names, rows)

    def to_dict(self) -> dict[str, Any]:
        return dict(builtins(self.document))

    def plot(self) -> Figure:
        """The quantiles of the result."""
        shown = [
            PlottedBar(f"{each.share:.1%} end no better than", each.result / 100)
            for each in self.document.quantiles
        ]
        return bars(shown, self.summary, f"result of the {self.document.whose}", "$,.0f")


def session_of(
    rules: Ruleset,
    bet: Amount,
    length: tuple[int | None, float | None, float],
    *,
    whose: Whose,
    boxes: int,
    bankroll: Amount | None,
    chart: object,
    side_bets: Mapping[str, Amount],
    collections: Literal["pay", "leave"],
) -> Session:
    """`length` is a number of rounds, or hours and the rounds per hour."""
    asked = SessionRequest(
        bet=in_cents(bet, "bet"),
        rounds=_rounds(*length),
        whose=whose,
        boxes=boxes,
        bankroll=maybe_cents(bankroll, "bankroll"),
        chart=None if chart is None else NamedChart("chart", chart),
        hours=length[1],
        with_bets=tuple((spot, in_cents(stake, spot)) for spot, stake in side_bets.items()),
        collections=collections,
    )
    return Session(sessions.session(rules, asked, watcher()))


def _rounds(rounds: int | None, hours: float | None, pace: float) -> int:
    if (rounds is None) == (hours is None):
        raise CardroomError("give rounds or hours, and not both")
    found = rounds if rounds is not None else sessions.rounds_in(hours or 0, pace)
    if found < 1:
        raise CardroomError(f"a session has at least one round, not {found}")
    return found
