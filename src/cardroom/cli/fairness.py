"""`cardroom audit fairness FILE`: were these cards fixed before the first one was dealt?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

GROUP = "audit"


def register(app: typer.Typer) -> None:
    """Add the command to the `audit` group, which is made unless another module has made it."""
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

    Ends with 0 if every opening fits, 1 if one does not, 2 if the file cannot be read.
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
