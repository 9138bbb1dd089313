"""The odds of banking as a result."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cardroom.analysis.bank.documents import BankReport, BankResult
from cardroom.analysis.bank.report import bank_report, bank_request
from cardroom.analysis.bank.seats import table_of
from cardroom.analysis.executor import Threads
from cardroom.analysis.simulation import NamedChart
from cardroom.analysis.stakes import mean_in_dollars
from cardroom.api.amounts import Amount
from cardroom.api.figure import Figure, PlottedBar, bars
from cardroom.api.frame import Cell, Frame, frame
from cardroom.api.game import DEALS, Game, game
from cardroom.api.progress import watcher
from cardroom.api.result import Result
from cardroom.events import to_builtins
from cardroom.rules.ruleset import Ruleset

if TYPE_CHECKING:
    from msgspec import UnsetType


@dataclass(frozen=True, slots=True, repr=False)
class Bank(Result):
    """What banking a table is worth, by the amount that the bank posts."""

    document: BankReport
    """Every figure, typed; money is in cents. `to_dict` gives the same as plain values."""

    @property
    def summary(self) -> str:
        found = self.document
        ample = found.banks[0]
        return (
            f"{found.title}: banking ${found.action / 100:,.2f} of wagers is worth"
            f" {mean_in_dollars(ample.value)} per round if the bank covers everything"
        )

    @property
    def notes(self) -> Sequence[str]:
        found = self.document
        how = f"simulated, {found.deals:,} rounds; {found.play}"
        return [found.answers_for, how, *found.assumptions, f"ruleset {found.digest[:16]}"]

    @property
    def table(self) -> Frame:
        """One row for each bank; dollars per round. `None` posted covers everything."""
        rows = [_bank_row(each) for each in self.document.banks]
        names = (
            "posted:dollars", "wins:dollars", "standard error:dollars", "collection:dollars",
            "value:dollars", "standard deviation:dollars", "risk of ruin:share",
        )  # fmt: skip
        return frame(f"{self.document.title}: the bank, per round", names, rows)

    @property
    def seats(self) -> Frame:
        """What each seat loses to each bank, as a share of its wager, and what it pays."""
        rows = [
            (
                None if bank.posted is None else bank.posted / 100,
                seat.seat, seat.wager / 100, seat.edge, seat.edge_error, seat.full_action,
                seat.no_action, seat.collection_after_buttons / 100, seat.cost,
            )
            for bank in self.document.banks
            for seat in bank.seats
        ]  # fmt: skip
        names = (
            "posted:dollars", "seat", "wager:dollars", "edge:edge", "standard error:share",
            "full action:share", "no action:share", "collection:dollars", "cost:edge",
        )  # fmt: skip
        return frame(f"{self.document.title}: seats", names, rows)

    @property
    def ruin(self) -> Frame:
        """The risk of ruin by the amount posted and the number of rounds; None is forever."""
        rows: list[tuple[Cell, ...]] = []
        for bank in self.document.banks:
            if bank.posted is None or not bank.ruin:
                continue
            posted = bank.posted / 100
            rows += [(posted, each.rounds, _set(each.chance)) for each in bank.ruin.within]
            rows.append((posted, None, _set(bank.ruin.forever.chance)))
        names = ("posted:dollars", "rounds", "risk of ruin:share")
        bankroll = f"a bankroll of ${self.document.bankroll / 100:,.2f}"
        return frame(f"{self.document.title}: risk of ruin with {bankroll}", names, rows)

    @property
    def sessions(self) -> Frame:
        """How numbers of rounds end after the collections: quantiles, by the amount posted."""
        rows: list[tuple[Cell, ...]] = [
            (None if bank.posted is None else bank.posted / 100, each.rounds, quantile.share,
             quantile.result / 100)
            for bank in self.document.banks
            for each in bank.sessions
            for quantile in each.quantiles
        ]  # fmt: skip
        names = ("posted:dollars", "rounds", "share that ends no better:share", "result:dollars")
        return frame(f"{self.document.title}: sessions", names, rows)

    def to_dict(self) -> dict[str, Any]:
        return dict(to_builtins(self.document))

    def plot(self) -> Figure:
        """What the bank is worth per round, by the amount posted."""
        shown = [
            PlottedBar(
                "covers everything"
                if each.posted is None
                else f"posts {mean_in_dollars(each.posted)}",
                each.value / 100,
                each.error / 100,
            )
            for each in self.document.banks
        ]
        title = f"{self.document.title}: the bank after its collection"
        return bars(shown, title, "dollars per round, ± one standard error", "$,.2f")


def _bank_row(bank: BankResult) -> tuple[Cell, ...]:
    within = bank.ruin.within[-1].chance if bank.ruin and bank.ruin.within else None
    return (
        None if bank.posted is None else bank.posted / 100,
        bank.net / 100,
        bank.error / 100,
        bank.collection / 100,
        bank.value / 100,
        bank.deviation / 100,
        None if within is None else _set(within),
    )


def _set(figure: float | UnsetType) -> float | None:
    return figure if isinstance(figure, (int, float)) else None


def _bank(posted: int | None) -> str:
    return "covers everything" if posted is None else f"posts {mean_in_dollars(posted)}"


def banked(
    rules: Ruleset,
    wagers: Sequence[int],
    bonuses: Sequence[int],
    *,
    posted: Iterable[int],
    bankroll: int | None,
    rounds: Iterable[int],
    deals: int,
    seed: int,
    workers: int,
    chart: object,
) -> Bank:
    named = None if chart is None else NamedChart("your chart", chart)
    seats = table_of(rules, wagers, bonuses, chart=named)
    asked = bank_request(seats, posted, bankroll, rounds, deals, seed)
    return Bank(bank_report(seats, asked, Threads(workers), watcher()))


def bank(
    name: str | Game,
    wagers: Amount | Iterable[Amount] = (),
    *,
    bonuses: Iterable[Amount] = (),
    posted: Amount | Iterable[Amount] = (),
    bankroll: Amount | None = None,
    rounds: Iterable[int] = (100, 1000),
    deals: int = DEALS,
    seed: int = 1,
    workers: int = 0,
    chart: object = None,
) -> Bank:
    """What banking a table is worth: `cardroom.game(name).bank(...)`, in one call.

    Examples:
        >>> import cardroom as cr
        >>> found = cr.bank("three-card-poker", [50, 25], posted=[40], deals=1000)
        >>> found.table.to_dict()["posted"]
        [None, 40.0]
    """
    posted_game = name if isinstance(name, Game) else game(name)
    return posted_game.bank(
        wagers,
        bonuses=bonuses,
        posted=posted,
        bankroll=bankroll,
        rounds=rounds,
        deals=deals,
        seed=seed,
        workers=workers,
        chart=chart,
    )
