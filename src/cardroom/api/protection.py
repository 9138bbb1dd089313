"""Game protection as a result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cardroom.analysis.counting import documents
from cardroom.analysis.counting.question import ProtectionRequest, protect
from cardroom.analysis.documents import builtins
from cardroom.api.figure import Figure, PlottedBar, bars
from cardroom.api.frame import Cell, Frame, frame
from cardroom.api.progress import watcher
from cardroom.api.result import Result
from cardroom.errors import CardroomError
from cardroom.rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True, repr=False)
class Protection(Result):
    """What every wager of a posted game is worth to players who count, peek, or share cards."""

    document: documents.Protection
    """Every figure, typed; money is in cents. `to_dict` gives the same as plain values."""

    def wager(self, spot: str) -> documents.WagerProtection:
        """One wager by its name (`Game.wagers`)."""
        for each in self.document.wagers:
            if each.spot == spot:
                return each
        known = ", ".join(each.spot for each in self.document.wagers)
        raise CardroomError(f"no figures for {spot!r}; there are figures for {known}")

    @property
    def summary(self) -> str:
        found = self.document
        worst = max(found.wagers, key=lambda each: each.verdict.per_hour)
        return (
            f"{found.title}: {worst.title.lower()} is the wager that is worth most to a counter,"
            f" ${worst.verdict.per_hour / 100:,.2f} ± {worst.verdict.error / 100:,.2f} per hour"
            f" ({'danger not known' if worst.verdict.doubt else f'{worst.verdict.danger} danger'})"
        )

    @property
    def notes(self) -> Sequence[str]:
        found = self.document
        verdicts = [
            f"{each.title}: {each.verdict.doubt or each.verdict.says}" for each in found.wagers
        ]
        return [*verdicts, *found.unprotected, *found.assumptions, f"ruleset {found.digest[:16]}"]

    @property
    def table(self) -> Frame:
        """Every wager, with the best count against it and what that is worth per hour."""
        rows = [_row(each) for each in self.document.wagers]
        names = (
            "spot", "wager", "edge:edge", "best count", "correlation", "efficiency:share",
            "trigger", "maximum bet:dollars", "per hour:dollars", "team per hour:dollars", "danger",
            "error:dollars", "team error:dollars",
        )  # fmt: skip
        return frame(f"{self.document.title}: protection", names, rows)

    @property
    def removals(self) -> Frame:
        """What taking one card out of the full shoe does to each wager."""
        rows = [
            (wager.spot, each.cards, each.number, each.effect)
            for wager in self.document.wagers
            for each in wager.removals
        ]
        names = ("spot", "cards", "number", "effect:edge")
        return frame(f"{self.document.title}: effects of removal", names, rows)

    @property
    def counts(self) -> Frame:
        """The best counts against each wager, and those that were asked for."""
        rows: list[tuple[Cell, ...]] = [
            (
                wager.spot,
                each.name,
                each.kind,
                " ".join(f"{cards}: {tag:+d};" for cards, tag in each.tags.items()).rstrip(";"),
                each.correlation,
                each.efficiency,
                each.trigger,
            )
            for wager in self.document.wagers
            for each in wager.counts
        ]
        names = ("spot", "count", "kind", "tags", "correlation", "efficiency:share", "trigger")
        return frame(f"{self.document.title}: counts", names, rows)

    @property
    def penetrations(self) -> Frame:
        """What the best count brings, by the place of the cut card."""
        rows = [
            (wager.spot, each.dealt, each.frequency, each.advantage, each.per_shoe / 100,
             each.per_hour / 100, each.team_per_hour / 100, each.per_hour_error / 100,
             each.team_per_hour_error / 100)
            for wager in self.document.wagers
            for each in wager.penetrations
        ]  # fmt: skip
        names = (
            "spot", "dealt:share", "frequency:share", "advantage:edge", "per shoe:dollars",
            "per hour:dollars", "team per hour:dollars", "error:dollars", "team error:dollars",
        )  # fmt: skip
        return frame(f"{self.document.title}: by penetration", names, rows)

    @property
    def indices(self) -> Frame:
        """The true counts at which the best play changes, the most valuable first."""
        rows = [
            (each.hand, each.up, each.below, each.at, each.index, each.gain)
            for each in self.document.indices
        ]
        names = ("hand", "up", "below", "at and above", "index", "gain:edge")
        return frame(f"{self.document.title}: indices of {self.document.index_count}", names, rows)

    @property
    def known_cards(self) -> Frame:
        """What a wager is worth to a player who knows a card in advance."""
        found = self.document
        rows = [("", each.known, each.chance, each.advantage) for each in found.information]
        rows += [
            (wager.spot, each.known, each.chance, each.advantage)
            for wager in found.wagers
            for each in wager.known
        ]
        names = ("spot", "known", "chance:share", "advantage:edge")
        return frame(f"{found.title}: known cards", names, rows)

    def to_dict(self) -> dict[str, Any]:
        return dict(builtins(self.document))

    def plot(self) -> Figure:
        """What each wager is worth per hour to the best single player."""
        shown = [
            PlottedBar(f"{each.title}, {each.best}", each.verdict.per_hour / 100)
            for each in self.document.wagers
        ]
        title = f"{self.document.title}: worth to a counter"
        return bars(shown, title, "dollars per hour at the maximum bet", "$,.2f")


def _row(wager: documents.WagerProtection) -> tuple[Cell, ...]:
    best = next((each for each in wager.counts if each.name == wager.best), None)
    return (
        wager.spot,
        wager.title,
        wager.edge,
        wager.best,
        None if best is None else best.correlation,
        None if best is None else best.efficiency,
        None if best is None else best.trigger,
        wager.verdict.bet_max / 100,
        wager.verdict.per_hour / 100,
        wager.verdict.team_per_hour / 100,
        wager.verdict.danger,
        wager.verdict.error / 100,
        wager.verdict.team_error / 100,
    )


def protection_of(rules: Ruleset, asked: ProtectionRequest) -> Protection:
    return Protection(protect(rules, asked, watcher()))
