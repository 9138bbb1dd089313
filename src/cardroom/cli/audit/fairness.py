"""`cardroom audit fairness`: whether shuffles were committed before the bets, and look random."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.progress import Progress, track

from cardroom.cli.audit.reading import (
    FAULTY,
    UNREADABLE,
    counted,
    journal,
    reading_with_bar,
    reporting_store_errors,
    streams,
)
from cardroom.cli.common import JsonOption, notice_console, print_json
from cardroom.fairness import document
from cardroom.fairness.contribution import squared_out
from cardroom.table.journal import TABLES

if TYPE_CHECKING:
    from cardroom.replay.shuffle_audit import TableVerdict

GROUP = "audit"


@reporting_store_errors
def fairness(
    file: Annotated[
        str, typer.Argument(metavar="FILE|DB", help="A file of openings; with --all, a journal.")
    ],
    whole: Annotated[
        bool, typer.Option("--all", help="Audit every shuffle that a journal has recorded.")
    ] = False,
    square: Annotated[
        bool,
        typer.Option(
            "--square",
            help="With --all: compute the contributions that nobody opened (minutes for each).",
        ),
    ] = False,
    json: JsonOption = False,
) -> None:
    """Check shown cards against the root that was published before the bets.

    With --all, check all recorded shuffles of a journal, and test whether they look random.

    Exit code 0: no faults. 1: a card or a contribution does not fit, the house could compute the
    contributions, a shoe was shuffled after the first bet, or the shuffles look chosen. 2: the file
    cannot be read.
    """
    if whole:
        _audit(file, _square if square else None, json)
    else:
        _check(Path(file))


def _check(file: Path) -> None:
    try:
        parsed = document.parse(file.read_bytes())
        found = list(document.faults(parsed, _square))
    except OSError as error:
        typer.echo(f"{file}: {error.strerror}", err=True)
        raise typer.Exit(UNREADABLE) from None
    except document.DocumentError as error:
        typer.echo(f"{file}: {error}", err=True)
        raise typer.Exit(UNREADABLE) from None
    for fault in found:
        typer.echo(f"{file}: {fault}", err=True)
    if found:
        raise typer.Exit(FAULTY)
    shown = len(parsed.openings)
    typer.echo(
        f"{shown} of {parsed.size} cards shown; "
        f"all match the root {parsed.root[:16]} that was published before the deal."
    )
    if parsed.mix is not None:
        players = ", ".join(each.player for each in parsed.mix.contributions)
        typer.echo(f"The order was mixed with contributions from {players}.")
    if parsed.dice is not None:
        typer.echo(f"The dice {parsed.dice.dice} were committed to before the roll.")


def _square(modulus: int, squarings: int) -> bytes:
    """A contribution whose prime was not shown: this takes minutes of squaring."""
    with Progress(console=notice_console(), transient=True) as progress:
        task = progress.add_task("squaring a contribution", total=squarings)
        return squared_out(modulus, squarings, lambda done: progress.update(task, completed=done))


def _audit(database: str, square: document.Squarer | None, json: bool) -> None:
    from cardroom.replay import shuffle_audit  # noqa: PLC0415 - slow to load

    with journal(database) as store:
        names = streams(store)
        with reading_with_bar(store, "reading", names) as reader:
            found = [
                shuffle_audit.read(stream.removeprefix(TABLES), reader.read(stream))
                for stream in names
            ]
    verdicts = [
        shuffle_audit.judge(each, secrets.randbelow)
        for each in track(found, "auditing", console=notice_console(), transient=True)
    ]
    chosen = shuffle_audit.suspicious(verdicts)
    faults = [fault for each in found for fault in shuffle_audit.late_faults(each)]
    faults += [fault for each in found for fault in shuffle_audit.contribution_faults(each, square)]
    if json:
        suspicious = [name for name, _ in chosen]
        print_json({"tables": verdicts, "suspicious": suspicious, "faults": faults})
    else:
        for verdict in verdicts:
            _tell(verdict)
        for fault in faults:
            typer.echo(fault, err=True)
        for name, finding in chosen:
            typer.echo(
                f"table {name}: {finding.test}: random shuffles give this with a chance of"
                f" {finding.p:.2g}; the shuffles look chosen",
                err=True,
            )
        if not chosen:
            typer.echo("Nothing suggests that a shuffle was chosen.")
    if chosen or faults:
        raise typer.Exit(FAULTY)


def _tell(verdict: TableVerdict) -> None:
    typer.echo(
        f"table {verdict.table}: {counted(verdict.shuffles, 'shuffle')}, {verdict.mixed} mixed by"
        f" players, {counted(len(verdict.late), 'shuffle')} after the first bet"
    )
    if verdict.withheld:
        shown = f"{counted(verdict.withheld, 'contribution')} not opened by the contributor"
        typer.echo(f"  {shown}; --square computes them again")
    for finding in verdict.findings:
        typer.echo(
            f"  {finding.test}: {finding.statistic:.2f} ({finding.scale}), p {finding.p:.3f}"
        )
