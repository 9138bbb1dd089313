"""A journal as another version would have written it, for tests of tables that are set aside."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import msgspec

from cardroom.events import BetSettled, enc_hook
from cardroom.store import Store, chain, open_store
from cardroom.table.journal import TABLES, read_table


def paid_more(source: Store, target: Store, cents: int) -> None:
    """Copy a journal, with every payment of a table this much higher."""
    for name in source.heads():
        for entry in source.read(name):
            text = entry.body
            if name.startswith(TABLES):
                record = read_table(entry)
                events = tuple(
                    msgspec.structs.replace(event, paid=event.paid + cents)
                    if isinstance(event, BetSettled) and event.paid
                    else event
                    for event in record.events
                )
                changed = msgspec.structs.replace(record, engine="0.0.9", events=events)
                text = msgspec.json.encode(changed, enc_hook=enc_hook)
            target.append(
                chain(target.heads(), [(name, text)], entry.at, f"{name}-{entry.seq}")
            ).result()


def rewrite(folder: Path, cents: int) -> None:
    """The same for the journal in the folder of a service that has stopped."""
    path, copy = folder / "journal.sqlite", folder / "copy.sqlite"
    with closing(open_store(str(path))) as source, closing(open_store(str(copy))) as target:
        paid_more(source, target, cents)
    for file in folder.glob("journal.sqlite*"):
        file.unlink()
    for file in folder.glob("copy.sqlite*"):
        file.rename(folder / file.name.replace("copy", "journal"))
