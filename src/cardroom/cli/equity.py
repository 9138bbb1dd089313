"""`cardroom equity`: how much of the pot each hand is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from cardroom.cli.common import CommandError, JsonOption, console, pretty_cards, print_json

if TYPE_CHECKING:
    from cardroom.analysis.poker.equity import Equity

GAMES = ("texas-holdem", "omaha", "omaha-hi-lo")


def register(app: typer.Typer) -> None:
    app.command(name="equity")(equity)


def equity(
    hands: Annotated[
        list[str],
        typer.Argument(
            metavar="HANDS...", help='"AsKs" "QhQd"; ?? is an unseen card, random a hand of them.'
        ),
    ],
    board: Annotated[str, typer.Option(help="Three, four or five cards of the board.")] = "",
    dead: Annotated[str, typer.Option(help="Cards that cannot come.")] = "",
    game: Annotated[str, typer.Option(help=f"One of {', '.join(GAMES)}.")] = GAMES[0],
    samples: Annotated[
        int, typer.Option(help="Deals to simulate where there are too many to count.", min=1)
    ] = 5_000_000,
    seed: Annotated[int, typer.Option(help="Of the simulation.", min=0, max=2**63 - 1)] = 1,
    as_json: JsonOption = False,
) -> None:
    """How much of the pot each hand is worth.

    Exact over every board, up to two billion evaluations; beyond that simulated, with its error.
    """
    from rich.console import Console
    from rich.progress import Progress

    from cardroom.analysis.poker.equity import EquityError, Game, ask
    from cardroom.analysis.poker.equity import equity as solve

    try:
        if game not in GAMES:
            raise EquityError(f"no such game: {game}; one of {', '.join(GAMES)}")
        question = ask(Game(game), hands, board, dead)
    except EquityError as error:
        raise CommandError(str(error)) from None
    with Progress(console=Console(stderr=True), transient=True) as bars:
        bar = bars.add_task("counting boards" if question.exact else "simulating", total=None)
        found = solve(
            question,
            lambda done, total: bars.update(bar, completed=done, total=total),
            samples=samples,
            seed=seed,
        )
    if as_json:
        print_json(as_document(found))
    else:
        _print(found)


def as_document(found: Equity) -> dict[str, object]:
    """What --json prints."""
    question = found.question
    players: list[dict[str, object]] = []
    for player in found.players:
        shown: dict[str, object] = {
            "hand": [card.text for card in player.hand],
            "equity": float(player.equity),
            "win": player.wins / found.boards,
            "tie": player.ties / found.boards,
        }
        if question.game == "omaha-hi-lo":
            shown["low"] = player.lows / found.boards
        if (error := found.error(player)) is None:
            shown["exact"] = str(player.equity)
        else:
            shown["standard_error"] = error
        players.append(shown)
    return {
        "game": str(question.game),
        "board": [card.text for card in question.board],
        "dead": [card.text for card in question.dead],
        "method": found.method,
        "deals": found.boards,
        "players": players,
    }


def _print(found: Equity) -> None:
    from rich.table import Table

    from cardroom.cards import show_cards

    question = found.question
    simulated, low = found.method == "simulated", question.game == "omaha-hi-lo"
    how = "simulated, with one standard error" if simulated else "every one counted"
    board = f"board {show_cards(question.board)}; " if question.board else ""
    table = Table()
    table.add_column("hand")
    for name in ("equity", "wins", "ties", *(["low"] if low else [])):
        table.add_column(name, justify="right")
    for player in found.players:
        error = found.error(player)
        share = f"{float(player.equity):.4%}" + (f" ± {error:.4%}" if error else "")
        counts = [player.wins, player.ties, *([player.lows] if low else [])]
        shown = [f"{count / found.boards:.2%}" for count in counts]
        table.add_row(pretty_cards(player.hand), share, *shown)
    out = console()
    out.print(f"{question.game}: {board}{found.boards:,} deals, {how}")
    out.print(table)
