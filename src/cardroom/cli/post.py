"""`cardroom post GAME`: the posted game on paper, as a PDF."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, Literal, get_args

import typer

from cardroom import houses
from cardroom.analysis.families import NotComputed
from cardroom.analysis.strategy import best_strategy
from cardroom.cli._notices import notices
from cardroom.cli.common import (
    CommandError,
    HouseOption,
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
from cardroom.signage import layout, rules, sign, strategy
from cardroom.signage.sheet import posting
from cardroom.signage.sheet import postings as sheets_of

if TYPE_CHECKING:
    from rich.progress import Progress

    from cardroom.signage.figures import Figures
    from cardroom.signage.sheet import Kind, Posting, Sheet

SheetName = Literal["rules", "sign", "layout", "strategy", "math"]
SHEETS: Final[tuple[SheetName, ...]] = get_args(SheetName)
SHEET_HELP = (
    "rules: the rule page; sign: limits, pay tables and collection for the table; layout: the felt;"
    " strategy: best play on a pocket card; math: the report for a test laboratory."
)
PaperName = Literal["a4", "letter"]


def post(
    game: Annotated[str, typer.Argument(metavar="[GAME]", help="A game; see: cardroom games")] = "",
    sheet: Annotated[SheetName | None, typer.Option("--sheet", help=SHEET_HELP)] = None,
    settings: SetOption = None,
    house: HouseOption = "",
    side_bet: SideBetFileOption = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Every sheet of the game, or of all games of a house.")
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
        typer.Option("--data", help="Write the figures of a math report too, as JSON and CSV."),
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
    if data and sheet != "math":
        raise CommandError("--data writes the figures of a math report: add --sheet math")
    from cardroom.signage.press import pages as count  # noqa: PLC0415 - slow to load

    posted = posting(game, given, house)
    if data:
        from cardroom.signage import math  # noqa: PLC0415 - slow to load

        found = computed(posted)
        content = pressed(math.sheet(posted, found), paper)
    else:
        content = pressed(printed(posted, sheet), paper)
    file.write_bytes(content)
    if data:
        write_figures(posted, found, file)
    pages = count(content)
    console().print(f"written to {file}, {pages} page{'s' * (pages > 1)}", soft_wrap=True)


def write_figures(posted: Posting, found: Figures, file: Path) -> None:
    """The appendix of a math report next to it."""
    from cardroom.signage import figures  # noqa: PLC0415 - needs the extra `odds`

    for suffix, content in (
        (".json", figures.appendix(posted.rules, found)),
        (".csv", figures.table(found).encode("utf-8")),
    ):
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
                    made = printed(each, sheet, shown)
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
    return sheets_of(posted, [game] if game else [each.game for each in posted.game], given)


def printed(posting: Posting, kind: Kind, shown: Progress | None = None) -> Sheet:
    """A sheet, with the figures of `strategy` and `odds`."""
    match kind:
        case "rules":
            return rules.sheet(posting)
        case "sign":
            return sign.sheet(posting)
        case "layout":
            return layout.sheet(posting)
        case "strategy":
            with notices(shown) as tell:
                return strategy.sheet(posting, best_strategy(posting.rules, tell=tell))
        case "math":
            from cardroom.signage import math  # noqa: PLC0415 - slow to load

            return math.sheet(posting, computed(posting, shown))


def computed(posting: Posting, shown: Progress | None = None) -> Figures:
    """The figures of the math report."""
    from cardroom.signage import figures  # noqa: PLC0415 - needs the extra `odds`

    with notices(shown) as tell:
        return figures.figures(posting.rules, tell)


def pressed(sheet: Sheet, paper: PaperName) -> bytes:
    from cardroom.signage import press  # noqa: PLC0415 - slow to load

    try:
        return press.pdf(sheet, paper)
    except press.Unprintable as wrong:
        raise CommandError(f"{sheet.head['title']}, {sheet.kind}: {wrong}") from None
