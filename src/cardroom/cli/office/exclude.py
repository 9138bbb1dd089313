"""`cardroom office exclude`: people who are not seated."""

from __future__ import annotations

import asyncio
import secrets
from pathlib import Path
from typing import Annotated

import typer

from cardroom.cli.audit.reading import journal, reporting_store_errors
from cardroom.cli.common import CommandError
from cardroom.play.round import Refusal
from cardroom.store import open_store
from cardroom.store.journal import fresh_blind
from cardroom.store.keys import HOUSE_KEY, load_key
from cardroom.store.opening import is_address
from cardroom.table.cashier import Cashier, Exclude, Readmit
from cardroom.table.floor import HOUSE, Floor
from cardroom.table.journal import CASHIER, fold_cashier


@reporting_store_errors
def exclude(
    database: Annotated[str, typer.Argument(metavar="DB", help="A journal.")],
    name: Annotated[str, typer.Argument(metavar="NAME", help="The person.")] = "",
    why: Annotated[str, typer.Option("--why", help="The reason; without it the list is shown.")] = (
        ""
    ),
    readmit: Annotated[
        bool, typer.Option("--readmit", help="Take the person off the list.")
    ] = False,
) -> None:
    """Exclude a person from the tables, readmit one, or show who is excluded.

    An open room follows within half a minute; changes on its page "Exclusions" apply at once.
    """
    with journal(database) as reader:
        listed = fold_cashier(reader.read(CASHIER), Cashier()).excluded
    if not name or not why:
        if readmit:
            raise CommandError("--readmit needs a name and --why")
        shown = {each: said for each, said in listed.items() if name.lower() in ("", each)}
        for each, said in sorted(shown.items()):
            typer.echo(f"{each}: {said}")
        if not shown:
            typer.echo("Nobody is excluded." if not name else f"{name} is not excluded.")
        return
    if is_address(database):
        raise CommandError("for a room in a database, use the page Office, Exclusions")
    key_file = Path(database).parent / HOUSE_KEY
    # Written with the house's key, or an audit would take the entry for a forged one.
    store = open_store(database, load_key(key_file).blind if key_file.exists() else fresh_blind)
    try:
        command = Readmit(name, why) if readmit else Exclude(name, why)
        key = f"exclude-{secrets.token_hex(8)}"
        answer = asyncio.run(Floor(store).ask_cashier(key, HOUSE, command))
    finally:
        store.close()
    if isinstance(answer, Refusal):
        raise CommandError(str(answer))
    typer.echo(f"{name} may be seated again" if readmit else f"{name} is excluded")
