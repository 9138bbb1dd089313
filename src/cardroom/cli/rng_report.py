"""`cardroom rng-report`: the statistical battery, as a report for a test lab."""

from __future__ import annotations

from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import track

from cardroom.analysis.rng import battery, report
from cardroom.cli.common import CommandError


class Origin(StrEnum):
    """The numbers to test."""

    OS = "os"
    STREAM = "stream"


def rng_report(
    shuffles: Annotated[
        int, typer.Option(min=1000, max=10_000_000, help="Number of shuffles for each shoe size.")
    ] = 20_000,
    out: Annotated[
        Path | None, typer.Option(help="Write the report to this file instead of the screen.")
    ] = None,
    source: Annotated[
        Origin,
        typer.Option(help="os: the entropy used for dealing; stream: the simulator's generator."),
    ] = Origin.OS,
    seed: Annotated[int, typer.Option(help="Seed of the stream.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="JSON instead of Markdown.")] = False,
) -> None:
    """Test random numbers and shuffles of 52 to 432 cards.

    Exit code 0: the source looks fair. 1: it does not. 2: the report cannot be written.
    """
    if out is not None and (out.is_dir() or not out.parent.is_dir()):
        # Refuse before the work, not after it.
        raise CommandError(
            f"{out} cannot be written: its folder does not exist, or it is a folder itself"
        )
    sample = battery.os_sample() if source is Origin.OS else battery.stream_sample(seed)
    findings = list(
        track(
            battery.run(sample, shuffles),
            "testing",
            total=battery.TESTS,
            console=Console(stderr=True),
            transient=True,
        )
    )
    made = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
    result = report.make_report(sample.source.name, shuffles, made, findings)
    text = report.to_json(result).decode() if as_json else report.to_markdown(result)
    if out is None:
        typer.echo(text, nl=False)
    else:
        try:
            out.write_text(text, encoding="utf-8")
        except OSError as error:
            typer.echo(f"{out}: {error.strerror}", err=True)
            raise typer.Exit(2) from None
        typer.echo(f"{report.conclusion(result.verdict)} Written to {out}.")
    if not result.verdict.accepted:
        raise typer.Exit(1)
