"""`cardroom rng-report`: the statistical battery, as a report for a test lab."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.progress import track

from cardroom.analysis.rng import battery, report
from cardroom.analysis.rng.source import NumberSource
from cardroom.cli.common import CommandError, notice_console

CHUNK_WORDS: Final = 1 << 20
STDOUT: Final = Path("-")


class Origin(StrEnum):
    """The numbers to test."""

    OS = "os"
    STREAM = "stream"


def rng_report(
    shuffles: Annotated[
        int,
        typer.Option(
            min=battery.SHUFFLES_MIN, max=10_000_000, help="Number of shuffles for each shoe size."
        ),
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
    raw: Annotated[
        Path | None,
        typer.Option(help="Write raw random bytes to this file, or to - for a pipe; no report."),
    ] = None,
    raw_bytes: Annotated[
        int, typer.Option(min=8, help="How many bytes --raw writes, in whole 64-bit words.")
    ] = 256_000_000,
) -> None:
    """Test random numbers and shuffles of 52 to 432 cards.

    The battery has every test that 58 Pa. Code 810a.5(c) names. To run another one on the same
    numbers: `cardroom rng-report --raw - --raw-bytes 100000000000 | dieharder -a -g 200`.

    Exit code 0: the source looks fair. 1: it does not. 2: the report cannot be written.
    """
    for path in (out, raw):
        if path is not None and (path.is_dir() or not path.parent.is_dir()):
            # Refuse before the work, not after it.
            raise CommandError(
                f"{path} cannot be written: its folder does not exist, or it is a folder itself"
            )
    sample = battery.os_sample() if source is Origin.OS else battery.stream_sample(seed)
    if raw is not None:
        write_raw(sample.source, raw, raw_bytes)
        return
    findings = list(
        track(
            battery.run(sample, shuffles),
            "testing",
            total=battery.TESTS,
            console=notice_console(),
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


def write_raw(source: NumberSource, path: Path, size: int) -> None:
    """Write the source's words to a file, or to the standard output for `-`."""
    words = size // 8
    shown = track(
        range(0, words, CHUNK_WORDS),
        "writing random numbers",
        console=notice_console(),
        transient=True,
    )
    try:
        with nullcontext(sys.stdout.buffer) if path == STDOUT else path.open("wb") as file:
            for start in shown:
                file.write(source.words(min(CHUNK_WORDS, words - start)).tobytes())
    except BrokenPipeError:
        sys.stderr.close()  # the reader has had enough
        return
    except OSError as error:
        raise CommandError(f"{path} cannot be written: {error.strerror}") from None
    typer.echo(f"{8 * words:,} bytes written to {path}: {source.name}.", err=path == STDOUT)
