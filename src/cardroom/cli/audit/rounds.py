"""`cardroom audit rounds|show|scenario|openings`: single rounds of a journal, for a dispute."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from cardroom import games
from cardroom import scenario as scenarios
from cardroom.cli.audit.reading import (
    journal,
    reading_with_bar,
    reporting_store_errors,
    round_named,
    rulings_on,
    steps_of,
    streams,
)
from cardroom.cli.common import CommandError, JsonOption, console, money, print_json
from cardroom.events import to_builtins
from cardroom.events.table import RoundCleared
from cardroom.events.table_words import tell
from cardroom.fairness import document
from cardroom.ledger.round_results import RoundResult
from cardroom.table.commands import SHOE_SECRETS
from cardroom.table.journal import TABLES, read_table
from cardroom.table.openings import proof, shown

if TYPE_CHECKING:
    from cardroom.play.round import Round
    from cardroom.store import Reader
    from cardroom.table.journal import TableStep

DatabaseArgument = Annotated[str, typer.Argument(metavar="DB", help="A journal.")]
RoundArgument = Annotated[
    str, typer.Argument(metavar="TABLE:NUMBER", help="A round; see: cardroom audit rounds")
]


@reporting_store_errors
def rounds(
    database: DatabaseArgument,
    table: Annotated[str, typer.Option("--table", help="This table only.")] = "",
    json: JsonOption = False,
) -> None:
    """List the rounds of a journal: the time, the hash of the entry, and each player's result.

    The result of a player's bank is included; collections are shown next to it.
    """
    with journal(database) as store:
        names = streams(store, table)
        with reading_with_bar(store, "reading rounds", names) as reader:
            found = [line for stream in names for line in _rounds(reader, stream)]
    if json:
        print_json(found)
        return
    terminal = console()
    for line in found:
        void = " void" if line["void"] else ""
        terminal.print(
            f"{line['round']}  {line['at']}  {str(line['hash'])[:16]}  {_won(line)}{void}",
            markup=False,
            soft_wrap=True,
        )


def _rounds(reader: Reader, stream: str) -> Iterator[dict[str, Any]]:
    result = RoundResult()
    for entry in reader.read(stream):
        for event in read_table(entry).events:
            result = result.after(event)
            if isinstance(event, RoundCleared):
                yield {
                    "round": f"{stream.removeprefix(TABLES)}:{event.round}",
                    "at": when(entry.at),
                    "hash": entry.hash.hex(),
                    "net": result.net,
                    "bank": result.bank,
                    "banker": result.banker,
                    "results": result.results(),
                    "fees": result.fees,
                    "void": result.void,
                }


def _won(line: Mapping[str, Any]) -> str:
    """Every player's result, the bank's among them; the house's where it banks; collections."""
    bank = line["banker"]
    said = [
        f"{player} {money(amount)}{' as bank' if player == bank else ''}"
        for player, amount in line["results"].items()
    ]
    said += [f"house {money(line['bank'])}"] if line["bank"] and not bank else []
    fees = sum(line["fees"].values())
    return ", ".join(said) + (f", collected {money(fees)}" if fees else "")


@reporting_store_errors
def show(database: DatabaseArgument, round: RoundArgument, json: JsonOption = False) -> None:
    """Show a round step by step: each command, what happened, and by which clause."""
    with journal(database) as store:
        steps = steps_of(store, round)
        ruled = rulings_on(store, round)
    if json:
        shown = [_step(step) for step in steps]
        shown += [
            {"seq": entry.seq, "at": when(entry.at), "hash": entry.hash.hex(), "ruling": ruling}
            for entry, ruling in ruled
        ]
        print_json(shown)
        return
    terminal = console()
    first = steps[0]
    terminal.print(
        f"round {round}  rules {first.after.rules.digest[:16]}  version {first.record.engine}",
        markup=False,
    )
    for step in steps:
        actor = step.record.actor
        asked = _asked(step)
        terminal.print(
            f"\n{step.entry.seq:>6}  {when(step.entry.at)}  {actor.id} ({actor.role}): {asked}",
            markup=False,
        )
        felt = games.felt_of(step.after.rules)
        for event in step.record.events:
            terminal.print(f"        {tell(event, felt)}", markup=False)
    for entry, ruling in ruled:
        terminal.print(f"\n{entry.seq:>6}  {when(entry.at)}  {tell(ruling)}", markup=False)
    terminal.print(f"\nhash of the last entry {steps[-1].entry.hash.hex()}", markup=False)


def _asked(step: TableStep) -> str:
    """The command, without the secrets of a shoe that may still be dealt."""
    said = to_builtins(step.record.command)
    for secret in SHOE_SECRETS:
        said.pop(secret, None)
    name = said.pop("command")
    given = said.pop("input", said)
    return " ".join([name, *(f"{key}={value}" for key, value in given.items())])


def _step(step: TableStep) -> dict[str, object]:
    return {
        "seq": step.entry.seq,
        "at": when(step.entry.at),
        "hash": step.entry.hash.hex(),
        "actor": step.record.actor,
        "command": _asked(step),
        "events": step.record.events,
    }


@reporting_store_errors
def scenario(
    database: DatabaseArgument,
    round: RoundArgument,
    out: Annotated[Path | None, typer.Option("--out", help="Write it to this file.")] = None,
) -> None:
    """Write a round as a scenario file that `cardroom settle` accepts."""
    with journal(database) as store:
        played = _played(steps_of(store, round), round)
    table, number = round_named(round)
    text = scenarios.write(played, f"Round {number} of table {table}")
    if out is None:
        typer.echo(text, nl=False)
    else:
        out.write_text(text, encoding="utf-8")
        typer.echo(f"{out}: round {number} of table {table}")


@reporting_store_errors
def openings(
    database: DatabaseArgument,
    round: RoundArgument,
    out: Annotated[Path | None, typer.Option("--out", help="Write it to this file.")] = None,
    number: Annotated[
        int | None,
        typer.Option("--shoe", help="The shoe, if there was a shuffle during the round."),
    ] = None,
    whole: Annotated[
        bool, typer.Option("--all", help="Include every card of the shoe: for surveillance only.")
    ] = False,
) -> None:
    """Write the shown cards of a round to a file that `cardroom audit fairness` checks."""
    with journal(database) as store:
        steps = steps_of(store, round)
    if not steps[0].after.shoe.root:
        raise CommandError(
            f"round {round} was dealt without a published root, so nothing can be checked"
        )
    dealt = {each.shoe.number: each for each in shown(steps)}
    if number is None and len(dealt) > 1:
        several = " and ".join(map(str, dealt))
        raise CommandError(f"round {round} was dealt from shoes {several}; choose one with --shoe")
    chosen = dealt.get(next(iter(dealt)) if number is None else number)
    if chosen is None:
        raise CommandError(f"round {round} was dealt from shoe {', '.join(map(str, dealt))}")
    shoe = chosen.shoe
    if whole:
        chosen = msgspec.structs.replace(chosen, positions=tuple(range(len(shoe.order))))
    positions = chosen.positions
    text = document.encode(proof(chosen, steps[0].after.rules.deck))
    if out is None:
        typer.echo(text.decode())
    else:
        out.write_bytes(text + b"\n")
        typer.echo(f"{out}: {len(positions)} of {shoe.size} cards of shoe {shoe.number}")


def _played(steps: list[TableStep], name: str) -> Round:
    over = [step.after.round for step in steps if step.after.round and step.after.round.over]
    if not over:
        raise CommandError(f"round {name} is not over yet")
    return over[-1]


def when(at: int) -> str:
    """Unix nanoseconds as a date and time in UTC."""
    return datetime.fromtimestamp(at // 1_000_000_000, UTC).strftime("%Y-%m-%d %H:%M:%S")
