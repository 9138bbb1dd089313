"""`cardroom games`: the list of games."""

from __future__ import annotations

import sys

from rich.table import Table

from cardroom.cli.common import JsonOption, console, hint, print_json
from cardroom.games import registry
from cardroom.houses import house, names


def games(json: JsonOption = False) -> None:
    """List the games and the houses that post them."""
    houses = [house(name) for name in names()]
    listed = [
        {
            "game": game.id,
            "title": game.title,
            "source": game.ruleset({}).source,
            "options": len(game.catalogue.options),
            "clauses": len(game.clauses),
            "houses": [
                there.name
                for there in houses
                if any(posted.game == game.id for posted in there.game)
            ],
        }
        for game in registry.games().values()
    ]
    for fault in registry.faults():
        print(fault, file=sys.stderr)
    if json:
        print_json(listed)
        return
    shown = Table(box=None, pad_edge=False, header_style="bold")
    for column in ("game", "title", "source", "options", "clauses", "houses"):
        right = column in ("options", "clauses")
        shown.add_column(column, justify="right" if right else "left", no_wrap=column == "game")
    for row in listed:
        houses_text = ", ".join(str(name) for name in row["houses"])  # type: ignore[attr-defined]
        shown.add_row(
            f"[bold]{row['game']}[/]", str(row["title"]), str(row["source"]),
            str(row["options"]), str(row["clauses"]), houses_text,
        )  # fmt: skip
    terminal = console()
    terminal.print(shown)
    hint(terminal, "\ncardroom rules GAME shows the rules, cardroom play GAME opens a table.")
