"""`cardroom audit fairness FILE`: whether cards were fixed before the first one was dealt."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

GROUP = "audit"


def register(app: typer.Typer) -> None:
    """Add the command to the `audit` group, and make the group if there is none yet."""
    groups = {info.name: info.typer_instance for info in app.registered_groups}
    audit = groups.get(GROUP)
    if audit is None:
        audit = typer.Typer(help="Check what was dealt and recorded.")
        audit.callback()(lambda: None)
        app.add_typer(audit, name=GROUP)
    if all(info.name != "fairness" for info in audit.registered_commands):
        audit.command("fairness")(fairness)


def fairness(
    file: Annotated[Path, typer.Argument(help="JSON with root, size and openings.")],
) -> None:
    """Check shown cards against the root that was published before the first card.

    Exit code 0: every card fits. 1: a card does not fit. 2: the file cannot be read.
    """
    from cardroom.fairness import document

    try:
        parsed = document.parse(file.read_bytes())
        found = list(document.faults(parsed))
    except OSError as error:
        typer.echo(f"{file}: {error.strerror}", err=True)
        raise typer.Exit(2) from None
    except document.DocumentError as error:
        typer.echo(f"{file}: {error}", err=True)
        raise typer.Exit(2) from None
    for fault in found:
        typer.echo(f"{file}: {fault}", err=True)
    if found:
        raise typer.Exit(1)
    shown = len(parsed.openings)
    typer.echo(
        f"{shown} of {parsed.size} cards shown; "
        f"all fit the root {parsed.root[:16]} that was published before the deal."
    )
