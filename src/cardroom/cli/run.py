"""`cardroom run`: the tables in the browser, from one process on this machine."""

from __future__ import annotations

import os
import socket
import ssl
import sys
import threading
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardroom.cli.common import CommandError, DatabaseOption, UncheckedOption
from cardroom.cli.configuration import ConfigOption
from cardroom.games import registry
from cardroom.houses import house, keep
from cardroom.houses.check import refuse_faults
from cardroom.school.drill import in_folder
from cardroom.service.accounts.people import bars_name
from cardroom.service.coach.help import LEVELS
from cardroom.service.http import worker_processes
from cardroom.service.http.server import address_of, listen, serve
from cardroom.service.logs import LOG_FORMATS, LogFormat
from cardroom.service.move import shown
from cardroom.service.room_files import bar_address
from cardroom.service.settings import DATA_VARIABLE, Settings, default_data
from cardroom.store import StoreError
from cardroom.store.opening import is_address

if TYPE_CHECKING:
    from cardroom.houses import House
    from cardroom.service.live.room import Room
    from cardroom.table.commands import Help


def run(
    port: Annotated[
        int | None,
        typer.Option(
            min=0, max=65535, help="Port to listen on; by default 8021, or the next free one."
        ),
    ] = None,
    data: Annotated[
        Path | None,
        typer.Option(
            envvar=DATA_VARIABLE,
            help="Folder of journal and accounts (default: cardroom in the user's data directory).",
        ),
    ] = None,
    database: DatabaseOption = "",
    workers: Annotated[
        int,
        typer.Option(
            min=1, max=64, help="Processes that serve the room; more than one requires --database."
        ),
    ] = 1,
    worker_host: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS", help="This machine's address for workers on other machines."
        ),
    ] = "127.0.0.1",
    host: Annotated[
        str, typer.Option(help="Address to listen on; by default only this machine can connect.")
    ] = "127.0.0.1",
    name: Annotated[
        list[str] | None,
        typer.Option(help="Another host name of the service, for browsers; may be repeated."),
    ] = None,
    behind: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS",
            help="A proxy whose X-Forwarded-For is trusted; may be repeated (default: none).",
        ),
    ] = None,
    certificate: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A PEM certificate; the service is then https only."),
    ] = None,
    private_key: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Its PEM key, readable by its owner only.")
    ] = None,
    metrics_from: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS", help="An address that may read /metrics, besides this machine."
        ),
    ] = None,
    log: Annotated[
        str,
        typer.Option(
            metavar="plain|json", help="The format of the log: for people, or for programs."
        ),
    ] = "plain",
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Do not open a browser.")
    ] = False,
    house: Annotated[
        str,
        typer.Option(help="Open the tables of this house: its name, or the path of its file."),
    ] = "",
    unchecked: UncheckedOption = False,
    drills: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Also offer the drills in this folder in the school."),
    ] = None,
    no_bots: Annotated[bool, typer.Option("--no-bots", help="Seat no bots at any table.")] = False,
    help_max: Annotated[
        str,
        typer.Option(metavar="none|charts|coach", help="The most help that any table may permit."),
    ] = "coach",
    admin: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="Make NAME an administrator; prints a link that sets a password."
        ),
    ] = None,
    config: ConfigOption = None,
    test_shoe: Annotated[bool, typer.Option("--test-shoe", hidden=True)] = False,
) -> None:
    """Open the card room in the browser. Play money only."""
    del config  # its callback has read the file
    folder = data or default_data()
    _check_places(folder, database, workers)
    check_tls(certificate, private_key)
    if admin is not None:
        _check_name(admin)
    settings = Settings(
        data=folder,
        database=database,
        worker_host=worker_host,
        log=_log_format(log),
        host=host,
        hosts=tuple(name or ()),
        proxies=tuple(behind or ()),
        certificate=certificate,
        private_key=private_key,
        metrics_from=tuple(metrics_from or ()),
        test_shoe=test_shoe,
        port=port or 0,
        house=_posting(house, unchecked),
        drills=_readable(drills),
        help_max=_level(help_max),
        bots="none" if no_bots else "seated",
    )
    if house.endswith(".toml"):
        # The room's folder has all that the room needs, and so does a backup of it.
        keep(Path(house), folder / "houses")
    listener = worker_processes.inherited() or listen(
        host, 8021 if port is None else port, exactly=port is not None
    )
    if workers > 1 and not os.environ.get(worker_processes.NUMBER):
        raise typer.Exit(_run_workers(listener, workers, admin))
    address = address_of(listener, "https" if certificate else "http")

    def started(room: Room) -> None:
        lines = [
            f"cardroom is open: {address}",
            f"  journal and accounts: {shown(database) if database else folder}",
            f"  documentation:        {address}/docs",
        ]
        if admin is not None:
            link = room.people.make_admin(admin)
            lines.append(f"  {admin} is an administrator. Within a day, set a password at:")
            lines.append(f"    {address}/#/password/{link}")
        lines += _advice(room)
        if unchecked:
            lines.append("  NOT CHECKED: this house's games are posted despite faults")
        if test_shoe:
            lines.append("  TEST SHOES: the order of the cards can be set; do not play here")
        lines += [f"  {fault}" for fault in registry.faults()]
        worker_processes.say_ready()
        if os.environ.get(worker_processes.NUMBER, "1") != "1":
            return
        typer.echo("\n".join(lines))
        if not no_browser:
            _open_browser(address)

    try:
        serve(settings, listener, started)
    except StoreError as broken:
        raise CommandError(str(broken)) from None


def _run_workers(listener: socket.socket, workers: int, admin: str | None) -> int:
    command = worker_processes.command_of(sys.argv[1:], "--admin")
    first = [] if admin is None else ["--admin", admin]
    return worker_processes.WorkerProcesses(listener, command, first, workers).run()


def _check_places(folder: Path, database: str, workers: int) -> None:
    """Refuse an address where a folder is meant, and the other way around."""
    bar_address(folder)
    if workers > 1 and not database:
        raise CommandError("--workers: several workers share a database; add --database ADDRESS")
    if database and not is_address(database):
        raise CommandError(
            f"--database {database}: give an address such as postgresql://cardroom@localhost/cardroom"
        )


def _log_format(text: str) -> LogFormat:
    found = next((form for form in LOG_FORMATS if form == text), None)
    if found is None:
        raise CommandError(f"--log {text}: choose one of {', '.join(LOG_FORMATS)}")
    return found


def _level(text: str) -> Help:
    found = next((level for level in LEVELS if level == text), None)
    if found is None:
        raise CommandError(f"--help-max {text}: choose one of {', '.join(LEVELS)}")
    return found


def _readable(drills: Path | None) -> Path | None:
    """A folder whose drills can be asked; otherwise the faulty file is named, and its line."""
    if drills is not None:
        in_folder(drills)
    return drills


def _posting(name: str, unchecked: bool) -> House | None:
    """A house whose games may be posted; `cardroom check` lists the faults of others."""
    if not name:
        return None
    found = house(name)
    if not unchecked:
        refuse_faults(found)
    return found


def check_tls(certificate: Path | None, key: Path | None) -> None:
    """Refuse files that cannot be used before the room is opened."""
    if certificate is None and key is None:
        return
    if certificate is None or key is None:
        raise CommandError("--certificate and --private-key go together: give both, or neither")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        if key.stat().st_mode & 0o077:
            raise CommandError(f"{key}: other users can read this key; run chmod 600 on it first")
        context.load_cert_chain(certificate, key, password=lambda: "")
    except ssl.SSLError as wrong:
        reason = (wrong.reason or "unreadable").replace("_", " ").lower()
        raise CommandError(
            f"{certificate}, {key}: not a certificate and its key: {reason}"
        ) from None
    except OSError as wrong:
        raise CommandError(f"{wrong.filename or key}: {wrong.strerror}") from None


def _check_name(name: str) -> None:
    no = bars_name(name)
    if no is not None:
        raise typer.BadParameter(str(no))


def _advice(room: Room) -> list[str]:
    """Staff need two administrators."""
    book = room.people.book
    admins = sum(book.is_admin(name) for name in book.accounts)
    if not admins:
        return ["  no administrator yet; to make one: cardroom run --admin NAME"]
    if admins == 1:
        return ["  one administrator only; staff roles need two: cardroom run --admin NAME"]
    return []


def _open_browser(address: str) -> None:
    # On its own thread: some browsers block the caller until they are closed.
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
