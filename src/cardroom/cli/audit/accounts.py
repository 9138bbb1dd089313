"""`cardroom audit accounts`: who may do what, and whether everybody got it by the rules."""

from __future__ import annotations

from typing import Annotated

import typer

from cardroom.cli.audit.reading import FAULTY, counted, journal, reporting_store_errors
from cardroom.cli.common import JsonOption, columns, console, print_json
from cardroom.service.accounts.account_book import audit
from cardroom.table.journal import ACCOUNTS


@reporting_store_errors
def accounts(
    database: Annotated[
        str, typer.Argument(metavar="DB", help="A journal file, or a postgresql:// address.")
    ],
    json: JsonOption = False,
) -> None:
    """List accounts and roles as recorded; report changes that the rules do not allow.

    Exit code 0: everything was allowed. 1: something was not. 2: this cannot be read as a journal.
    """
    with journal(database) as store:
        book, found = audit(store.read(ACCOUNTS))
    everybody = [book.accounts[key] for key in sorted(book.accounts)]
    waiting = list(book.proposals.values())
    if json:
        print_json({"accounts": everybody, "proposals": waiting, "faults": found})
    else:
        rows = [(each.name, each.role, "disabled" if each.disabled else "") for each in everybody]
        if rows:
            columns(console(), ("name", "role", ""), rows)
        for fault in found:
            typer.echo(f"{ACCOUNTS} {fault.seq}: {fault.text}", err=True)
        verdict = counted(len(found), "fault") if found else "every change was allowed"
        proposed = f", {counted(len(waiting), 'proposal')} waiting" if waiting else ""
        said = f"{database}: {counted(len(everybody), 'account')}{proposed}; {verdict}."
        typer.echo(said, err=bool(found))
    if found:
        raise typer.Exit(FAULTY)
