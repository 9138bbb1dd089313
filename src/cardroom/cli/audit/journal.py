"""`cardroom audit`: whether a journal is intact, and whether the rules agree with it."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from msgspec import structs

from cardroom.cli._notices import notices
from cardroom.cli.audit.reading import (
    DIFFERENT,
    FAULTY,
    counted,
    journal,
    posted_streams,
    reading_with_bar,
    reporting_store_errors,
)
from cardroom.cli.common import CommandError, JsonOption, print_json
from cardroom.ledger import Ledger
from cardroom.store import DamagedError, archive, audit, open_store
from cardroom.store import checkpoint as checkpoints
from cardroom.store.audit import Evidence
from cardroom.store.checkpoint import COPY
from cardroom.store.export import is_export
from cardroom.store.keys import HOUSE_KEYS, create_key, load_key
from cardroom.store.opening import is_address
from cardroom.table.journal import known_stream
from cardroom.table.replay import imbalances, replay_journal, replay_table

if TYPE_CHECKING:
    from cardroom.store.audit import AuditReport
    from cardroom.store.checkpoint import Checkpoint

GROUP = "audit"
KEY_BYTES = 32
SEVERAL_KEYS = (
    "If the house has changed its key, name the old and the new one:"
    " --key OLD --key NEW (or --key-file)."
)

Database = Annotated[
    str, typer.Argument(metavar="DB", help="A journal file, or a postgresql:// address.")
]
JournalFile = Annotated[str, typer.Argument(metavar="DB", help="A journal file.")]
Copies = Annotated[
    list[Path] | None,
    typer.Option("--checkpoint", metavar="FILE", help="A signed checkpoint kept elsewhere."),
]
Trusted = Annotated[
    list[str] | None,
    typer.Option("--key", metavar="HEX", help="The house's public key; no other key is trusted."),
]
OnlyTable = Annotated[str, typer.Option("--table", metavar="ID", help="This table only.")]


@reporting_store_errors
def verify(
    database: Annotated[
        str,
        typer.Argument(
            metavar="DB", help="A journal file, a postgresql:// address, or an export (JSON lines)."
        ),
    ],
    checkpoints: Copies = None,
    keys: Trusted = None,
    key_files: Annotated[
        list[Path] | None,
        typer.Option(
            "--key-file",
            metavar="FILE",
            help="The house's signing key: entries after the last checkpoint must be written"
            " with it. By default the one in the journal's folder, if there is one.",
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Look for changed, missing, rechained, or forged entries; compare with signed checkpoints.

    Exit code 0: nothing is wrong. 1: something is wrong. 2: this cannot be read as a journal.
    """
    address = is_address(database)
    folder = None if address else Path(database).parent
    evidence = _evidence(folder, checkpoints or [], keys or [], key_files or [])
    with notices() as tell:
        if address:
            with journal(database) as reader:
                report = audit.verify(reader, evidence, tell)
        elif is_export(Path(database)):
            report = audit.verify_export(Path(database), evidence, tell)
        else:
            report = audit.verify_file(Path(database), evidence, tell)
    if json:
        print_json({"journal": database, **structs.asdict(report)})
    else:
        _tell(database, report)
    if report.faults:
        raise typer.Exit(FAULTY)


def _evidence(
    folder: Path | None, copies: list[Path], keys: list[str], key_files: list[Path]
) -> Evidence:
    """The options given, or the files a service keeps in the folder of its journal."""
    if folder is not None and not key_files:
        key_files = sorted(folder.glob(HOUSE_KEYS))
    if folder is not None and not copies:
        copies = sorted(folder.glob(COPY))
    signing = [load_key(file) for file in key_files]
    # After a restore with a new key, the house has both.
    trusted = (*(public_key(text) for text in keys), *(key.public for key in signing))
    return Evidence(
        tuple(copy_of(file) for file in copies),
        trusted,
        tuple(key.author for key in signing),
        known_stream,
    )


def _tell(database: str, report: AuditReport) -> None:
    for fault in report.faults:
        typer.echo(str(fault), err=True)
    entries, streams = counted(report.entries, "entry"), counted(report.streams, "stream")
    said = f"{database}: {entries} in {streams}, {counted(report.checkpoints, 'checkpoint')}"
    if report.faults:
        typer.echo(f"{said}; {counted(len(report.faults), 'fault')}", err=True)
        if any(checkpoints.OTHER_KEY in fault.text for fault in report.faults):
            typer.echo(SEVERAL_KEYS, err=True)
        return
    typer.echo(f"{said}; nothing is wrong{', sealed and untouched' if report.sealed else ''}.")
    if not report.checkpoints:
        typer.echo("There is no checkpoint: entries cut off at the end would go unnoticed.")
    elif report.unsigned:
        newer = counted(report.unsigned, "entry")
        typer.echo(f"Newer than the last checkpoint: {newer}.")
    if report.erased:
        erased = counted(report.erased, "entry")
        typer.echo(f"Entries from which a name was erased, as recorded: {erased}.")
    if report.withheld:
        withheld = counted(report.withheld, "entry")
        typer.echo(
            f"Entries with parts left out, of which only the hash links were checked: {withheld}."
        )


def copy_of(file: Path) -> Checkpoint:
    try:
        return checkpoints.decode(file.read_bytes())
    except DamagedError as error:
        raise DamagedError(f"{file}: {error}") from None


def public_key(text: str) -> bytes:
    try:
        key = bytes.fromhex(text)
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        raise CommandError(f"--key {text}: write the public key as 64 hex digits")
    return key


@reporting_store_errors
def replay(database: Database, table: OnlyTable = "", json: JsonOption = False) -> None:
    """Decide every command again by the rules of this version; compare every event and cent.

    Exit code 0: everything agrees. 1: this version recorded something else. 3: only entries of
    another version are decided differently now; each is listed with the clause that decides it.
    """
    with journal(database) as store:
        names = posted_streams(store, table)
        with reading_with_bar(store, "replaying", names) as reader:
            if table:
                whole = replay_table(reader.read(names[0]), Ledger())
            else:
                whole = replay_journal(names, reader.read)
    found = whole.differences
    # One table is not enough to check the wallets.
    unequal = [] if table else list(imbalances(whole.ledger))
    wrong = bool(unequal) or any(not difference.newer for difference in found)
    if json:
        document = {
            "journal": database,
            "commands": whole.entries,
            "rounds": whole.rounds,
            "differences": found,
            "imbalances": unequal,
        }
        print_json(document)
    else:
        for difference in found:
            typer.echo(f"{difference} [{difference.clause or difference.kind}]", err=True)
        for text in unequal:
            typer.echo(text, err=True)
        verdict = "every fact and every cent as recorded; the accounts add up to 0."
        if wrong:
            verdict = "the journal does not agree with the rules"
        elif found:
            verdict = "this version decides differently"
        done = f"{counted(whole.entries, 'command')}, {counted(whole.rounds, 'round')}"
        said = f"{database}: {done}; {verdict}"
        typer.echo(said, err=bool(found or wrong))
    if found or wrong:
        raise typer.Exit(FAULTY if wrong else DIFFERENT)


@reporting_store_errors
def checkpoint(
    database: Database,
    key: Annotated[
        Path,
        typer.Option(
            "--key-file", help="The house's signing key; created if the file does not exist."
        ),
    ],
    out: Annotated[
        Path | None, typer.Option("--out", help="Also write a copy, to keep elsewhere.")
    ] = None,
) -> None:
    """Sign where every stream ends now, in the journal and, with --out, in a copy."""
    # Signing a journal must not create one.
    with journal(database):
        pass
    signing = load_key(key) if key.exists() else create_key(key)
    store = open_store(database)
    try:
        signed = checkpoints.record(store, signing, time.time_ns())
    finally:
        store.close()
    if out is not None:
        out.write_bytes(checkpoints.encode(signed))
    typer.echo(f"checkpoint {signed.number} over {len(signed.marks)} streams")
    typer.echo(f"public key {signing.public.hex()}")


@reporting_store_errors
def backup(
    database: JournalFile,
    target: Annotated[Path, typer.Argument(metavar="COPY", help="A file that does not exist yet.")],
) -> None:
    """Copy a journal as of one moment, while play continues."""
    if is_address(database):
        # The address may hold a password.
        with notices() as tell:
            archive.backup_database(database, target, tell)
        typer.echo(f"{target}: a copy of the journal in PostgreSQL")
        return
    with notices() as tell:
        archive.backup(Path(database), target, tell)
    typer.echo(f"{target}: a copy of {database}")


@reporting_store_errors
def restore(
    copy: Annotated[Path, typer.Argument(metavar="COPY")],
    target: Annotated[Path, typer.Argument(metavar="DB", help="A file that does not exist yet.")],
) -> None:
    """Restore a backup, if nothing is wrong with it."""
    with notices() as tell:
        report = archive.restore(copy, target, tell)
    typer.echo(f"{target}: restored, {report.entries} entries in {report.streams} streams")
