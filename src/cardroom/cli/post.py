"""`cardroom post GAME`: the posted game on paper, as a PDF."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cardroom import houses
from cardroom.analysis.families import NotComputed
from cardroom.cli._notices import notices
from cardroom.cli.common import (
    CommandError,
    HouseOption,
    PaperName,
    SetOption,
    SideBetFileOption,
    UncheckedOption,
    bars,
    console,
    given_options,
    options_of,
    side_bets_of,
)
from cardroom.houses.check import refuse_faults
from cardroom.signage.sheet import SheetKind, posting
from cardroom.signage.sheet import postings as postings_of
from cardroom.signage.sheets import SHEETS

if TYPE_CHECKING:
    from rich.progress import Progress

    from cardroom.signage.sheet import Posting, Sheet

SHEET_HELP = "; ".join(f"{name}: {each.about}" for name, each in SHEETS.items()) + "."


def post(
    game: Annotated[str, typer.Argument(metavar="[GAME]", help="A game; see: cardroom games")] = "",
    sheet: Annotated[SheetKind | None, typer.Option("--sheet", help=SHEET_HELP)] = None,
    settings: SetOption = None,
    house: HouseOption = "",
    side_bet: SideBetFileOption = None,
    everything: Annotated[
        bool,
        typer.Option("--all", help="Print every sheet of the game, or of all games of a house."),
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE|DIR", help="The PDF to write; with --all, a folder."),
    ] = None,
    paper: Annotated[
        PaperName, typer.Option("--paper", help="The strategy card is always A6.")
    ] = "letter",
    data: Annotated[
        bool,
        typer.Option("--data", help="Also write the figures of a math report, as JSON and CSV."),
    ] = False,
    unchecked: UncheckedOption = False,
) -> None:
    """Print a posted game: rules, table sign, layout, strategy card, math report."""
    if house and not unchecked:
        refuse_faults(houses.house(house))
    given: dict[str, object] = {**options_of(settings), **side_bets_of(side_bet)}
    if game:
        given = given_options(game, settings, side_bet)
    if everything:
        if sheet is not None:
            raise CommandError("--all prints every sheet: use --sheet or --all, not both")
        every(game, given, house, out or Path(), paper)
        return
    if not game or sheet is None:
        raise CommandError(
            "name a game and a sheet, like: cardroom post blackjack --sheet sign;"
            " or a house with --all, like: cardroom post --house washington --all --out sheets"
        )
    file = out or Path(f"{game}-{sheet}.pdf")
    if file.suffix.lower() != ".pdf":
        raise CommandError(f"--out {file}: a sheet is a PDF; write a name like {game}-{sheet}.pdf")
    if data and SHEETS[sheet].data is None:
        raise CommandError("--data writes the figures of a math report: add --sheet math")
    from cardroom.signage.press import pages as count  # noqa: PLC0415 - slow to load

    posted = posting(game, given, house)
    found = computed(posted, sheet)
    content = pressed(SHEETS[sheet].sheet(posted, found), paper)
    file.write_bytes(content)
    if data:
        write_figures(posted, sheet, found, file)
    pages = count(content)
    console().print(f"written to {file}, {pages} page{'s' * (pages > 1)}", soft_wrap=True)


def write_figures(posted: Posting, sheet: str, found: Any, file: Path) -> None:
    """The figures of a sheet next to it."""
    data = SHEETS[sheet].data
    assert data is not None, sheet
    for suffix, content in data(posted, found):
        file.with_suffix(suffix).write_bytes(content)
        console().print(f"written to {file.with_suffix(suffix)}", soft_wrap=True)


def every(game: str, given: dict[str, object], house: str, out: Path, paper: PaperName) -> None:
    """All sheets of one game, or of all games of a house, with a progress bar."""
    wanted = list(postings(game, given, house))
    out.mkdir(parents=True, exist_ok=True)
    missing: list[str] = []
    with bars() as shown:
        bar = shown.add_task("printing", total=len(wanted) * len(SHEETS))
        for each in wanted:
            for sheet in SHEETS:
                shown.update(bar, description=f"printing {each.rules.game}, {sheet}")
                try:
                    made = SHEETS[sheet].sheet(each, computed(each, sheet, shown))
                except (CommandError, NotComputed) as reason:
                    missing.append(f"{each.rules.game}, {sheet}: {reason}")
                else:
                    file = out / f"{each.rules.game}-{sheet}.pdf"
                    file.write_bytes(pressed(made, paper))
                shown.advance(bar)
    for line in missing:
        console().print(f"no sheet: {line}", soft_wrap=True)
    sheets = len(wanted) * len(SHEETS) - len(missing)
    console().print(f"{sheets} sheets written to {out}", soft_wrap=True)


def postings(game: str, given: dict[str, object], house: str) -> Iterator[Posting]:
    if not game and not house:
        raise CommandError("--all needs a game, or a house (--house NAME)")
    if not game and given:
        raise CommandError("--set and --side-bet change one game: name it, or leave them out")
    if not house:
        return iter((posting(game, given),))
    posted = houses.house(house)
    return postings_of(posted, [game] if game else [each.game for each in posted.game], given)


def computed(posting: Posting, sheet: str, shown: Progress | None = None) -> Any:
    """What is computed for a sheet."""
    with notices(shown) as tell:
        return SHEETS[sheet].computed(posting.rules, tell)


def pressed(sheet: Sheet, paper: PaperName) -> bytes:
    from cardroom.signage import press  # noqa: PLC0415 - slow to load

    try:
        return press.pdf(sheet, paper)
    except press.Unprintable as wrong:
        raise CommandError(f"{sheet.head['title']}, {sheet.kind}: {wrong}") from None
