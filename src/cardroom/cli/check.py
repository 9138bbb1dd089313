"""`cardroom check HOUSE`: all that is wrong with a house's posted games."""

from __future__ import annotations

from typing import Annotated

import typer


def register(app: typer.Typer) -> None:
    app.command("check")(check)


def check(
    house: Annotated[
        str, typer.Argument(metavar="HOUSE", help="A house's name, or the path of its file.")
    ],
    as_json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
) -> None:
    """All faults, warnings and deviations of a house's posted games, each with its citation."""
    from rich.console import Console
    from rich.table import Table

    from cardroom import houses
    from cardroom.events import encode
    from cardroom.houses.check import check as examine

    posted = houses.house(house)
    found = examine(posted)
    faults = [finding for finding in found if finding.level == "fault"]
    if as_json:
        rows = [finding._asdict() for finding in found]
        typer.echo(encode({"house": posted.name, "findings": rows}).decode())
        raise typer.Exit(1 if faults else 0)
    console = Console()
    console.print(f"[bold]{posted.title}[/], by the law of {posted.day}")
    if found:
        table = Table(box=None, pad_edge=False)
        for name in ("game", "level", "what", "clause", "citation"):
            table.add_column(name, overflow="fold")
        colours = {"fault": "red", "warning": "yellow", "deviation": "cyan"}
        for finding in found:
            colour = colours[finding.level]
            table.add_row(
                finding.game,
                f"[{colour}]{finding.level}[/]",
                finding.says,
                finding.clause,
                finding.cite,
            )
        console.print(table)
    games = ", ".join(game.game for game in posted.game)
    verdict = f"{len(faults)} faults" if faults else "It may be posted"
    console.print(f"{verdict}: {games}.")
    raise typer.Exit(1 if faults else 0)
