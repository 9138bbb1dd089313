"""Shared by the commands: options that name a posted game, and printing."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import zip_longest
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

import typer
from rich.console import Console
from rich.text import Text

from cardroom.cli import completing
from cardroom.cli.output import quiet, write_document
from cardroom.data_file import read_text
from cardroom.errors import CardroomError
from cardroom.events import to_builtins
from cardroom.money import MoneyError, cents, exact

if TYPE_CHECKING:
    from rich.progress import Progress

    from cardroom.analysis.executor import Executor
    from cardroom.cards import Card
    from cardroom.rules.ruleset import Ruleset

GameArgument = Annotated[
    str,
    typer.Argument(
        metavar="GAME", help="A game; see: cardroom games", autocompletion=completing.games
    ),
]
SetOption = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="OPTION=VALUE",
        help="Change an option of the game; may be repeated.",
        autocompletion=completing.settings,
    ),
]
HouseOption = Annotated[
    str,
    typer.Option(
        "--house",
        metavar="NAME",
        help="A house that posts the game: its name, or the path of its file.",
        autocompletion=completing.houses,
    ),
]
UncheckedOption = Annotated[
    bool,
    typer.Option("--unchecked", help="Post a house despite faults; it is marked as not checked."),
]
SideBetFileOption = Annotated[
    list[str] | None,
    typer.Option(
        "--side-bet",
        metavar="FILE",
        help="Add a side bet from a file; may be repeated.",
        autocompletion=completing.files,
    ),
]
SeedOption = Annotated[
    int,
    typer.Option(
        "--seed",
        min=0,
        max=2**63 - 1,
        help="Shuffle seed; the same seed gives the same results.",
    ),
]
WorkersOption = Annotated[
    int, typer.Option("--workers", min=0, help="Threads (default: one for each core).")
]
ClusterOption = Annotated[
    str,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help="Work on the machines of this Dask scheduler, like tcp://host:8786.",
    ),
]
SHOE_HELP = (
    'Another shoe: the number of aces, 2s to 9s, and ten-values, like "24 24 ... 96", and of'
    " jokers if there are any; in Three Card Poker thirteen numbers, from aces to kings."
)
ShoeOption = Annotated[str, typer.Option("--shoe", metavar="COUNTS", help=SHOE_HELP)]
StakeOption = Annotated[
    str,
    typer.Option(
        "--stake",
        metavar="DOLLARS",
        help="The wager that payouts are rounded for (default: the table's minimum where the house"
        " posts chips or rounding; otherwise figures are exact).",
    ),
]
DatabaseOption = Annotated[
    str,
    typer.Option(
        envvar="CARDROOM_DATABASE",
        metavar="ADDRESS",
        help="A postgresql:// address, if journal and accounts are not in the folder.",
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
PaperName = Literal["a4", "letter"]
"""The choices of `--paper`. They are those of `signage/press.py`, which imports typst."""


class CommandError(CardroomError):
    """A wrong command; the message says what would be right."""


@contextmanager
def executor_of(workers: int = 0, cluster: str = "") -> Iterator[Executor]:
    """Threads of this machine, or the workers of a cluster."""
    from cardroom.analysis.executor import Threads  # noqa: PLC0415 - slow to load

    if not cluster:
        yield Threads(workers)
        return
    try:
        from cardroom.analysis.cluster import Cluster  # noqa: PLC0415 - needs an extra
    except ModuleNotFoundError:
        needs = 'a cluster needs the extra of that name: pip install "cardroom[cluster]"'
        raise CommandError(f"--cluster: {needs}") from None
    with Cluster(cluster) as machines:
        yield machines


def options_of(settings: Iterable[str] | None) -> dict[str, object]:
    """`--set decks=2 --set surrender=late` as options."""
    found: dict[str, object] = {}
    for setting in settings or ():
        name, equals, value = setting.partition("=")
        if not equals:
            raise CommandError(f"--set {setting}: write an option and its value, like decks=2")
        found[name.strip()] = value.strip()
    return found


def posted(
    game: str,
    settings: Iterable[str] | None = None,
    house: str = "",
    side_bets: Iterable[str] | None = None,
) -> Ruleset:
    """The game that the user named, with `--house`, `--set`, and `--side-bet`."""
    from cardroom import houses  # noqa: PLC0415 - 0.2 s that a command without a game does not pay

    return houses.ruleset(game, given_options(game, settings, side_bets), house)


def given_options(
    game: str, settings: Iterable[str] | None = None, side_bets: Iterable[str] | None = None
) -> dict[str, object]:
    """`--set` and `--side-bet`, with what is in the files that they name."""
    from cardroom import games  # noqa: PLC0415 - slow to load
    from cardroom.games.side_bets.option import with_changes  # noqa: PLC0415 - slow to load

    given = games.game(game).catalogue.with_files(options_of(settings), Path())
    return with_changes(given, side_bets_of(side_bets))


def side_bets_of(files: Iterable[str] | None) -> dict[str, object]:
    """`--side-bet FILE` as an option of the game, which adds the bet to those that are posted."""
    if not files:
        return {}
    from cardroom.games.side_bets.files import read_file  # noqa: PLC0415 - slow to load
    from cardroom.games.side_bets.option import AddedBets  # noqa: PLC0415 - slow to load

    return {"side_bets": AddedBets(read_file(Path(file)) for file in files)}


PIPE_WIDTH: Final = 110


def console() -> Console:
    """Rich on the terminal, plain text in a pipe; `COLUMNS` and `NO_COLOR` are obeyed."""
    terminal = Console(highlight=False, emoji=False)
    if terminal.is_terminal or os.environ.get("COLUMNS", "").isdecimal():
        return terminal
    return Console(highlight=False, emoji=False, width=PIPE_WIDTH)


def notice_console() -> Console:
    """The console next to the output, for progress and notices; silent with `--quiet`."""
    return Console(stderr=True, highlight=False, emoji=False, quiet=quiet())


def hint(terminal: Console, text: str) -> None:
    """What the user may do next, unless only results are wanted."""
    if not quiet():
        terminal.print(f"[dim]{text}[/]")


CELL_MAX: Final = 30
"""The maximum width of a middle column; longer text wraps."""


def columns(terminal: Console, header: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """A plain table: the first column bold, the others wrapped, blank lines kept.

    Rich's own tables measure and wrap every cell, which took most of the time for a rule page.
    """
    widths = [max(len(row[column]) for row in [header, *rows]) for column in range(len(header))]
    widths[1:-1] = [min(width, CELL_MAX) for width in widths[1:-1]]
    left = sum(widths[:-1]) + 2 * (len(widths) - 1)
    widths[-1] = max(terminal.width - left, 24)
    for number, row in enumerate([header, *rows]):
        cells = [_wrapped(cell, width) for cell, width in zip(row, widths, strict=True)]
        shown = Text()
        for below, parts in enumerate(zip_longest(*cells, fillvalue="")):
            padded = [f"{part:<{width + 2}}" for part, width in zip(parts, widths, strict=True)]
            shown.append("\n" if below else "")
            shown.append(padded[0], style="bold" if number else "dim")
            shown.append("".join(padded[1:]).rstrip(), style="not bold" if number else "dim")
        terminal.print(shown, soft_wrap=True)


def _wrapped(text: str, width: int) -> list[str]:
    if len(text) <= width and "\n" not in text:
        return [text]
    return [
        part
        for line in text.split("\n")
        for part in wrap(line, width, break_on_hyphens=False) or [""]
    ]


def stake_in_cents(text: str) -> int | None:
    """`--stake 7.50` in cents."""
    return amount_in_cents("--stake", text) if text else None


def amount_in_cents(option: str, text: str) -> int:
    """Dollars that an option wants, more than none."""
    found = dollars_in_cents(option, text)
    if found <= 0:
        raise CommandError(f"{option} {text}: write an amount above 0")
    return found


def dollars_in_cents(option: str, text: str) -> int:
    try:
        return cents(text)
    except MoneyError as wrong:
        raise CommandError(f"{option}: {wrong}") from None


def counts_of(text: str) -> tuple[int, ...] | None:
    """The counts of a shoe: ten, eleven with the jokers, or thirteen from aces to kings."""
    words = text.replace(",", " ").split()
    if not words:
        return None
    if not all(word.isdecimal() for word in words) or len(words) not in (10, 11, 13):
        raise CommandError(
            "--shoe: write ten whole numbers: aces, 2s to 9s, ten-values (and jokers, if"
            " there are any); or thirteen, from aces to kings"
        )
    counts = [int(word) for word in words]
    return tuple(counts + [0] * (11 - len(counts)))


def chart_file(path: Path) -> dict[str, object]:
    """The chart in a JSON file; whether it fits the game is for the game to say."""
    try:
        found = json.loads(read_text(path))
    except (json.JSONDecodeError, RecursionError) as wrong:
        says = "it is nested too deeply" if isinstance(wrong, RecursionError) else str(wrong)
        raise CommandError(f"{path} is not JSON: {says}") from None
    if not isinstance(found, dict):
        raise CommandError(f"{path} is not a chart: write a JSON object, as docs/charts.md shows")
    return found


def print_json(value: Any) -> None:
    """Stable and readable: indented, in the order it was built; with `--csv` its main table."""
    write_document(to_builtins(value))


SUITS = "♣♦♥♠"


def pretty(card: Card) -> Text:
    """A card for people: A♠, red suits in red."""
    if card.suit < 0:
        return Text(card.text, style="bold magenta" if card.rank == 0 else "dim")
    rank = "10" if card.text[0] == "T" else card.text[0]
    return Text(rank + SUITS[card.suit], style="bold red" if card.red else "bold")


def pretty_cards(cards: Iterable[Card]) -> Text:
    return Text(" ").join(pretty(card) for card in cards)


def money(amount: int) -> str:
    """$7.50, -$3: dollars for people."""
    return exact(amount)


SPEED_SECONDS: Final = 900


def bars() -> Progress:
    """A progress bar for long work, next to what is printed; it disappears at the end."""
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn  # noqa: PLC0415 - slow to load

    screen = notice_console()
    # Where no bar is shown, it would end with an empty line nevertheless.
    screen.quiet = screen.quiet or not screen.is_interactive
    columns = (BarColumn(), TextColumn("{task.description}"), TimeRemainingColumn())
    return Progress(
        *columns,
        console=screen,
        transient=True,
        # The time that is left is known from the steps of this time; a step may take minutes.
        speed_estimate_period=SPEED_SECONDS,
    )
