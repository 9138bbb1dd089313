"""Shared by the commands: options that name a posted game, and printing."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer
from rich.console import Console
from rich.text import Text

from cardroom.events import to_builtins
from cardroom.money import exact

if TYPE_CHECKING:
    from pathlib import Path

    from rich.progress import Progress

    from cardroom.cards import Card
    from cardroom.rules.ruleset import Ruleset

GameArgument = Annotated[str, typer.Argument(metavar="GAME", help="A game; see: cardroom games")]
SetOption = Annotated[
    list[str] | None,
    typer.Option(
        "--set", metavar="OPTION=VALUE", help="Change an option of the game; may be repeated."
    ),
]
HouseOption = Annotated[
    str,
    typer.Option("--house", metavar="NAME", help="The game as this house posts it, or a file."),
]
UncheckedOption = Annotated[
    bool,
    typer.Option("--unchecked", help="Post a house despite faults; it is marked as not checked."),
]
SideBetFileOption = Annotated[
    list[str] | None,
    typer.Option("--side-bet", metavar="FILE", help="Add a side bet from a file; may be repeated."),
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
SHOE_HELP = (
    'Another shoe: the number of aces, 2s to 9s and ten-values, as "24 24 ... 96", and of jokers if'
    " there are any."
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
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]


class CommandError(ValueError):
    """A wrong command; the message says what would be right."""


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
    # 0.2 s that a command without a posted game does not pay
    from cardroom import houses

    return houses.ruleset(game, given_options(game, settings, side_bets), house)


def given_options(
    game: str, settings: Iterable[str] | None = None, side_bets: Iterable[str] | None = None
) -> dict[str, object]:
    """`--set` and `--side-bet`, with what is in the files that they name."""
    from cardroom import games  # late, as above

    given = games.game(game).catalogue.with_files(options_of(settings), Path())
    return {**given, **side_bets_of(side_bets)}


def side_bets_of(files: Iterable[str] | None) -> dict[str, object]:
    """`--side-bet FILE` as an option of the game."""
    if not files:
        return {}
    from pathlib import Path

    from cardroom.games.side_bets.files import read_file

    return {"side_bets": [read_file(Path(file)) for file in files]}


def console() -> Console:
    """Rich on the terminal; plain text, as wide as it needs to be, in a pipe."""
    terminal = Console(highlight=False, emoji=False)
    return terminal if terminal.is_terminal else Console(highlight=False, emoji=False, width=110)


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
    from cardroom.money import MoneyError, cents

    if not text:
        return None
    try:
        found = cents(text)
    except MoneyError as wrong:
        raise CommandError(f"--stake: {wrong}") from None
    if found <= 0:
        raise CommandError(f"--stake {text}: write an amount above 0")
    return found


def counts_of(text: str) -> tuple[int, ...] | None:
    """The counts of a shoe; ten of them, or eleven with the jokers."""
    words = text.replace(",", " ").split()
    if not words:
        return None
    if not all(word.isdecimal() for word in words) or len(words) not in (10, 11):
        raise CommandError("--shoe: write ten whole numbers: aces, 2 to 9, ten-values")
    counts = [int(word) for word in words]
    return tuple(counts + [0] * (11 - len(counts)))


def json_file(path: Path) -> object:
    """The value in a JSON file."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        raise CommandError(f"{path} is not JSON: {error}") from None


def print_json(value: Any) -> None:
    """Stable and readable: indented, in the order it was built."""
    json.dump(to_builtins(value), sys.stdout, indent=2, ensure_ascii=False)
    sys.stdout.write("\n")


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


def bars() -> Progress:
    """A progress bar for long work, next to what is printed; it disappears at the end."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), TextColumn("{task.description}"), TimeRemainingColumn())
    return Progress(*columns, console=Console(stderr=True), transient=True)
