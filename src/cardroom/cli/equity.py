"""`cardroom equity`: each hand's share of the pot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from cardroom.analysis.documents import builtins
from cardroom.analysis.poker.equity import BoardGame, EquityError, ask
from cardroom.analysis.poker.equity import equity as solve
from cardroom.cards import show_cards
from cardroom.cli._notices import notices
from cardroom.cli.common import CommandError, JsonOption, console, pretty_cards, print_json
from cardroom.progress import ProgressNotice

if TYPE_CHECKING:
    from cardroom.analysis.poker.equity import PotShares

GAMES = ("texas-holdem", "omaha", "omaha-hi-lo")


def equity(
    hands: Annotated[
        list[str],
        typer.Argument(
            metavar="HANDS...",
            help='Hands, like "AsKs" "QhQd"; ?? is an unseen card, and random a hand of unseen '
            'cards; or ranges, like "QQ+, AKs, 20%".',
        ),
    ],
    board: Annotated[str, typer.Option(help="Three, four, or five cards of the board.")] = "",
    dead: Annotated[str, typer.Option(help="Dead cards.")] = "",
    game: Annotated[str, typer.Option(help=f"One of {', '.join(GAMES)}.")] = GAMES[0],
    samples: Annotated[
        int, typer.Option(help="Deals to simulate where there are too many to count.", min=1)
    ] = 5_000_000,
    seed: Annotated[int, typer.Option(help="Seed of the simulation.", min=0, max=2**63 - 1)] = 1,
    as_json: JsonOption = False,
) -> None:
    """Show each hand's share of the pot.

    Exact over every board if that takes seconds; otherwise simulated, with its standard error.
    """
    try:
        if game not in GAMES:
            raise EquityError(f"{game} is not a poker game; choose one of {', '.join(GAMES)}")
        question = ask(BoardGame(game), hands, board, dead)
    except EquityError as error:
        raise CommandError(str(error)) from None
    doing = "counting boards" if question.exact else "simulating"
    with notices() as tell:
        found = solve(
            question,
            lambda done, of: tell(ProgressNotice(doing, done, of)),
            samples=samples,
            seed=seed,
        )
    if as_json:
        print_json(builtins(found.shares))
    else:
        show(found.shares)


def show(found: PotShares) -> None:
    simulated = found.method == "simulated"
    how = "simulated, with one standard error" if simulated else "exact"
    board = f"board {show_cards(found.board)}; " if found.board else ""
    lows = any(player.low is not None for player in found.players)
    table = Table()
    table.add_column("hand")
    for name in ("equity", "wins", "ties", *(["low"] if lows else [])):
        table.add_column(name, justify="right")
    for player in found.players:
        error = player.standard_error
        share = f"{player.equity:.4%}" + (f" ± {error:.4%}" if error else "")
        figures = [player.win, player.tie, *([] if player.low is None else [player.low])]
        table.add_row(
            player.range or pretty_cards(player.hand), share, *(f"{each:.2%}" for each in figures)
        )
    out = console()
    out.print(f"{found.game}: {board}{found.deals:,} deals, {how}")
    out.print(table)
