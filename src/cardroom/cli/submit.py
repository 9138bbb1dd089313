"""`cardroom submit HOUSE`: all that a regulator asks for, in one folder and one portfolio."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardroom import houses
from cardroom.analysis.documents import builtins
from cardroom.cli._notices import notices
from cardroom.cli.common import CommandError, PaperName, bars, console, print_json
from cardroom.houses.check import refuse_faults
from cardroom.submission.changes import compared
from cardroom.submission.record import RECORD, read

if TYPE_CHECKING:
    from cardroom.progress import ProgressNotice
    from cardroom.submission.changes import Change
    from cardroom.submission.record import Record


def submit(
    house: Annotated[
        str, typer.Argument(metavar="[HOUSE]", help="A house, by name or as a file.")
    ] = "",
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="The folder to write; a new or an empty one."),
    ] = None,
    game: Annotated[
        list[str] | None, typer.Option("--game", help="Only this game; may be repeated.")
    ] = None,
    paper: Annotated[PaperName, typer.Option("--paper", help="The size of the paper.")] = "letter",
    draft: Annotated[
        bool, typer.Option("--draft", help="Leave out the math reports, which take a long time.")
    ] = False,
    compare: Annotated[
        tuple[Path, Path] | None,
        typer.Option(
            "--compare", metavar="OLD NEW", help="Show what changed between two submissions."
        ),
    ] = None,
    json: Annotated[
        bool, typer.Option("--json", help="With --compare: print JSON for programs.")
    ] = False,
) -> None:
    """Write everything that a house submits for approval, or compare two submissions.

    The folder has rules, layouts, signs, math reports, clauses with their proofs, controls, a
    report on random numbers, a bill of materials, and hashes; portfolio.pdf has all of it. The same
    house gives the same bytes. Exit code 1 with --compare: something changed.
    """
    if compare is not None:
        if house or out is not None:
            raise CommandError("--compare takes two folders, and no house and no --out")
        _compare(*compare, json)
        return
    if not house or out is None:
        raise CommandError(
            "name a house and a folder, like: cardroom submit washington --out submission"
        )
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise CommandError(f"--out {out}: not an empty folder")
    from cardroom.submission.contents import Contents  # noqa: PLC0415 - slow to load
    from cardroom.submission.pack import pack  # noqa: PLC0415 - slow to load

    posted = houses.house(house)
    refuse_faults(posted, unless="")
    known = [each.game for each in posted.game]
    for name in game or ():
        if name not in known:
            raise CommandError(f"{house} does not post {name!r}; it posts {', '.join(known)}")
    wanted = Contents(tuple(game or ()), paper, "without" if draft else "with")
    with bars() as shown, notices(shown) as tell:
        bar = shown.add_task("submitting", total=None)

        def step(notice: ProgressNotice) -> None:
            shown.update(bar, description=notice.text, completed=notice.done, total=notice.of)

        made = pack(posted, wanted, tell, step)
    for name, content in made.files.items():
        file = out / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    for line in made.missing:
        console().print(f"not included: {line}", soft_wrap=True)
    console().print(f"{len(made.files)} files written to {out}", soft_wrap=True)


def _compare(old: Path, new: Path, json: bool) -> None:
    found = compared((_record(old), _record(new)), (_sums(old), _sums(new)))
    if json:
        print_json(builtins(list(found)))
    else:
        _show(found)
    if found:
        raise typer.Exit(1)


def _record(folder: Path) -> Record:
    file = folder / RECORD
    try:
        return read(file.read_bytes(), str(file))
    except OSError as error:
        raise CommandError(f"{file}: {error.strerror}") from None


def _sums(folder: Path) -> str:
    """Nothing for a folder without them."""
    from cardroom.submission.pack import SUMS  # noqa: PLC0415 - slow to load

    file = folder / SUMS
    return file.read_text(encoding="utf-8") if file.is_file() else ""


def _show(found: tuple[Change, ...]) -> None:
    screen = console()
    if not found:
        screen.print("Nothing changed.")
    for game, lines in groupby(found, lambda change: change.game):
        screen.print(f"{game or 'the house'}:", style="bold")
        for change in lines:
            screen.print(f"  {_worded(change)}", soft_wrap=True, highlight=False, markup=False)


def _worded(change: Change) -> str:
    named = f"{change.what} {change.name}".rstrip()
    if not change.before:
        return f"{named} is new: {change.after}"
    if not change.after:
        return f"{named} is gone: {change.before}"
    return f"{named}: {change.before} -> {change.after}"
