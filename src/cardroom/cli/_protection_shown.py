"""The protection of a game on the screen and as CSV."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from rich.table import Table

from cardroom.cli.odds import settings_line
from cardroom.cli.output import data_output

if TYPE_CHECKING:
    from rich.console import Console

    from cardroom.analysis.counting.documents import (
        CountingResult,
        KnownCard,
        Protection,
        Verdict,
        WagerProtection,
    )

INDICES: Final = 18
"""On the screen; all are in --json."""
KNOWN: Final = 5
"""Known cards of a wager on the screen: those that are worth the most."""
ERRORS: Final = "± is one standard error of dollars that are simulated or sampled"
RISK: Final = {"none": "green", "low": "green", "moderate": "yellow", "high": "red"}


def show(found: Protection, wagers: Sequence[WagerProtection], screen: Console) -> None:
    screen.print(f"[bold]{found.title}[/]  {settings_line(found)}")
    screen.print(
        f"Game protection: {found.dealt:.0%} of the shoe is dealt; {found.rounds_per_hour:.0f}"
        f" rounds per hour with one player, {found.team_rounds_per_hour:.0f} with {found.boxes}"
    )
    _show_verdicts(found.wagers, screen)
    for each in wagers:
        _show_wager(each, screen)
    if found.simulated is not None:
        screen.print()
        screen.print("[bold]The main wager from the minimum to the maximum bet[/]")
        show_result(found.simulated, screen)
    _show_indices(found, screen)
    _show_known("Seen in time", found.information, screen)
    for line in (*found.unprotected, *found.assumptions):
        screen.print(f"  - {line}")
    screen.print(f"[dim]ruleset {found.digest[:16]}[/]")


def _show_verdicts(wagers: Sequence[WagerProtection], screen: Console) -> None:
    table = Table(box=None, pad_edge=False)
    for head in ("wager", "edge", "best count", "maximum", "one player", "a team", "verdict"):
        table.add_column(head, justify="left" if head in ("wager", "verdict") else "right")
    for each in wagers:
        own = each.verdict
        assumed = "" if own.posted == "posted" else " assumed"
        alone, team = _money(own.per_hour, own.error), _money(own.team_per_hour, own.team_error)
        table.add_row(
            each.title, f"{each.edge:.3%}", each.best or "none", f"{_money(own.bet_max)}{assumed}",
            f"{alone}/h", f"{team}/h", _says(own),
        )  # fmt: skip
    screen.print(table)
    if any(each.verdict.error for each in wagers):
        screen.print(f"{ERRORS}; --rounds N makes that of simulated wagers smaller.")
    for each in wagers:
        for line in (each.verdict.doubt, each.verdict.advice):
            if line:
                screen.print(f"{each.title}: {line}.")


def _says(verdict: Verdict) -> str:
    if verdict.doubt:
        return "[yellow]not known: see below[/]"
    return f"[{RISK[verdict.danger]}]{verdict.says}[/]"


def _show_wager(wager: WagerProtection, screen: Console) -> None:
    screen.print()
    screen.print(f"[bold]{wager.title}[/]: house edge {wager.edge:.4%}")
    effects = ", ".join(f"{each.cards} {each.effect:+.4%}" for each in wager.removals)
    screen.print(f"effect of removing a card: {effects}")
    if wager.counts:
        table = Table(box=None, pad_edge=False)
        for head in ("count", "tags", "correlation", "efficiency", "bet from"):
            table.add_column(head, justify="left" if head in ("count", "tags") else "right")
        for each in wager.counts:
            tags = ", ".join(f"{cards}: {tag:+d}" for cards, tag in each.tags.items())
            by = f"{each.trigger_by} {each.trigger:+d}" if each.trigger is not None else "never"
            table.add_row(each.name, tags, f"{each.correlation:.4f}", f"{each.efficiency:.1%}", by)
        screen.print(table)
    if wager.penetrations and any(row.frequency for row in wager.penetrations):
        _show_penetrations(wager, screen)
    if wager.leaving is not None:
        away, hourly = wager.leaving, _money(wager.leaving.per_hour, wager.leaving.error)
        screen.print(
            f"leaving poor shoes ({away.left:.0%} of them, below {away.below:+d};"
            f" {away.minutes_away:g} minutes to the next): bets in {away.frequency:.2%} of rounds,"
            f" {hourly} per hour"
        )
    _show_known("Known in advance", wager.known, screen)
    for line in (wager.method, *wager.assumptions):
        screen.print(f"  - {line}")


def _show_penetrations(wager: WagerProtection, screen: Console) -> None:
    table = Table(box=None, pad_edge=False)
    for head in (
        "dealt", "rounds per shoe", "bets", "advantage", "per shoe", "per hour", "team per shoe",
        "team per hour",
    ):  # fmt: skip
        table.add_column(head, justify="right")
    for row in wager.penetrations:
        table.add_row(
            f"{row.dealt:.0%}", f"{row.rounds:.1f}", f"{row.frequency:.2%}",
            f"{row.advantage:+.3%}",
            _money(row.per_shoe, row.error), _money(row.per_hour, row.per_hour_error),
            _money(row.team_per_shoe, row.team_per_shoe_error),
            _money(row.team_per_hour, row.team_per_hour_error),
        )  # fmt: skip
    screen.print(table)


def _show_known(title: str, known: Sequence[KnownCard], screen: Console) -> None:
    best = sorted((each for each in known if each.chance > 0), key=lambda each: -each.advantage)
    if not best:
        return
    screen.print(f"{title}:")
    for each in best[:KNOWN]:
        often = "" if each.chance > 0.9999 else f", {each.chance:.2%} of the time"
        screen.print(f"  {each.known}: {each.advantage:+.3%}{often}")


def _show_indices(found: Protection, screen: Console) -> None:
    if not found.indices:
        return
    screen.print()
    screen.print(f"[bold]Indices for {found.index_count}[/], the most valuable first")
    if found.insurance_index is not None:
        screen.print(f"insurance from a true count of {found.insurance_index:+.2f}")
    table = Table(box=None, pad_edge=False)
    for head in ("hand", "up card", "below", "at the index", "index", "exactly"):
        table.add_column(head, justify="right" if head in ("index", "exactly") else "left")
    for each in found.indices[:INDICES]:
        table.add_row(
            each.hand, each.up, each.below, each.at, f"{each.index:+d}", f"{each.crossing:+.2f}"
        )
    screen.print(table)


def show_result(found: CountingResult, screen: Console) -> None:
    """A spread and what it wins."""
    figures = Table(show_header=False, box=None, pad_edge=False)
    figures.add_column()
    figures.add_column(justify="right")
    rows = [
        ("count", found.count),
        ("rounds played", f"{found.played:.1%}"),
        *((("shoes left", f"{found.left:.1%}"),) if found.leave is not None else ()),
        ("mean bet", _money(found.mean_bet)),
        ("won per hour", _money(found.per_hour, found.per_hour_error)),
        ("standard deviation of an hour", _money(found.hourly_deviation)),
        ("SCORE", f"{found.score:.2f} ± {found.score_error:.2f}"),
        (
            "N0",
            "none" if found.n0 is None else f"{found.n0:,.0f} ± {found.n0_error:,.0f} rounds",
        ),
    ]
    if found.bankroll is not None and found.ruin is not None:
        rows.append((f"ruin with {_money(found.bankroll)}", f"{found.ruin:.3%}"))
    for row in rows:
        figures.add_row(*row)
    screen.print(figures)


def show_comparison(found: Protection, other: Protection, options: str, screen: Console) -> None:
    """The verdicts side by side."""
    screen.print(f"[bold]{found.title}[/]  {settings_line(found)}")
    table = Table(box=None, pad_edge=False)
    for head in ("wager", "as posted", options, "change"):
        table.add_column(head, justify="left" if head == "wager" else "right")
    there = {each.spot: each for each in other.wagers}
    for each in found.wagers:
        before, with_options = each.verdict.per_hour, there.get(each.spot)
        if with_options is None:
            offered = _money(before, each.verdict.error)
            table.add_row(each.title, f"{offered}/h", "not offered", "")
            continue
        own, after = each.verdict, with_options.verdict
        shown = (
            _money(before, own.error),
            _money(after.per_hour, after.error),
            _money(*own.change(after)),
        )
        table.add_row(each.title, *(f"{each}/h" for each in shown))
    screen.print(table)
    screen.print("per hour to one player, with the best count at the posted limits")
    screen.print(f"{ERRORS}.")


def write_csv(found: Protection) -> None:
    """One line for each wager and penetration."""
    out = csv.writer(data_output(), lineterminator="\n")
    out.writerow(
        ["spot", "title", "edge", "count", "trigger", "dealt", "rounds", "frequency", "advantage",
         "per_shoe", "error", "per_hour", "team_per_shoe", "team_per_hour", "danger",
         "per_hour_error", "team_per_shoe_error", "team_per_hour_error", "doubt"]
    )  # fmt: skip
    for wager in found.wagers:
        best = next((each for each in wager.counts if each.name == wager.best), None)
        trigger = "" if best is None or best.trigger is None else best.trigger
        for row in wager.penetrations:
            out.writerow(
                [wager.spot, wager.title, wager.edge, wager.best, trigger, row.dealt, row.rounds,
                 row.frequency, row.advantage, row.per_shoe / 100, row.error / 100,
                 row.per_hour / 100, row.team_per_shoe / 100, row.team_per_hour / 100,
                 wager.verdict.danger, row.per_hour_error / 100, row.team_per_shoe_error / 100,
                 row.team_per_hour_error / 100, wager.verdict.doubt]
            )  # fmt: skip


def _money(mean: float, error: float = 0.0) -> str:
    shown = f"{'-' if mean < 0 else ''}${abs(mean) / 100:,.2f}"
    return f"{shown} ± {error / 100:,.2f}" if error else shown
