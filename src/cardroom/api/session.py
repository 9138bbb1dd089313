"""How a session may end, as a result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cardroom.analysis import session as sessions
from cardroom.analysis import session_documents as documents
from cardroom.analysis.documents import builtins
from cardroom.analysis.session import SessionAsked
from cardroom.analysis.session_documents import Whose
from cardroom.analysis.stakes import mean_in_dollars
from cardroom.api.figure import Bar, Figure, bars
from cardroom.api.frame import Frame, frame
from cardroom.api.progress import watcher
from cardroom.api.result import Result
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
            f"{found.title}: {found.rounds:,} rounds of ${found.bet / 100:,.2f} bring the"
            f" {found.whose} {mean_in_dollars(found.mean)} ±"
            f" {mean_in_dollars(found.deviation)}{ruin}"
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
            Bar(f"{each.share:.1%} end no better than", each.result / 100)
            for each in self.document.quantiles
        ]
        return bars(shown, self.summary, f"result of the {self.document.whose}", "$,.0f")


def session_of(
    rules: Ruleset, *, bet: int, rounds: int, whose: Whose, boxes: int, bankroll: int | None
) -> Session:
    asked = SessionAsked(bet, rounds, whose, boxes, bankroll)
    return Session(sessions.session(rules, asked, watcher()))
