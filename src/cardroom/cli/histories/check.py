"""`cardroom histories check FILES`: hands that other programs recorded, against our rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from cardroom.cli.common import CommandError, JsonOption, bars, console, print_json
from cardroom.histories.check import (
    HandCheck,
    HistoriesCheck,
    HistoryVerdict,
    check_file,
    history_files,
    summed_up,
)

if TYPE_CHECKING:
    from rich.console import Console

SHOWN: Final = 20
"""Hands on the screen; --json and --csv list all of them."""
WORDS: Final[dict[HistoryVerdict, str]] = {
    "agrees": "agree to the cent",
    "agrees-less-rake": "agree, less a rake",
    "differs": "differ",
    "undecided": "cannot be decided: the record does not say enough",
    "not-ours": "are of games that we do not have",
    "unreadable": "cannot be read",
}


def check(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILES",
            help="PHH (.phh, .phhs) or Open Hand History (.ohh, .json, .jsonl) files, or folders.",
        ),
    ],
    as_json: JsonOption = False,
) -> None:
    """Replay recorded poker hands under our rules, and compare who wins what.

    Hands are replayed with the recorded blinds and antes, and without a collection: what was taken
    from a recorded pot counts as rake. Exit code 0: no hand differs. 1: some differ, or cannot be
    read. 2: there is no such file.
    """
    found = tuple(checked(files))
    report = summed_up(len(history_files(files)), found)
    if as_json:
        print_json(report)
    else:
        show(report, console())
    raise typer.Exit(1 if report.verdicts["differs"] or report.verdicts["unreadable"] else 0)


def checked(places: list[Path]) -> Iterator[HandCheck]:
    """Every hand of every file, with a progress bar."""
    files = history_files(places)
    if not files:
        raise CommandError("there is no .phh, .phhs, .ohh, .json or .jsonl file here")
    with bars() as shown:
        task = shown.add_task("checking hands", total=len(files))
        for file in files:
            yield from check_file(file)
            shown.advance(task)


def show(report: HistoriesCheck, screen: Console) -> None:
    for verdict, words in WORDS.items():
        if report.verdicts[verdict]:
            screen.print(f"{report.verdicts[verdict]:>9,}  {words}")
    if report.decided:
        share = report.agreed / report.decided
        screen.print(f"{share:.3%} of {report.decided:,} hands that can be decided agree.")
    for verdict in ("undecided", "not-ours"):
        reasons = Counter(each.reason for each in report.others if each.verdict == verdict)
        for reason, count in reasons.most_common(3):
            screen.print(f"{count:>9,}  {verdict}: {reason}", markup=False)
    different = [each for each in report.others if each.verdict in ("differs", "unreadable")]
    for each in different[:SHOWN]:
        screen.print(f"{each.file}: {each.hand}: {each.reason}", markup=False, soft_wrap=True)
    if len(different) > SHOWN:
        screen.print(f"and {len(different) - SHOWN:,} more (--json, --csv)")
