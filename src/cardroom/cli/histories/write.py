"""`cardroom histories write SOURCE`: hand histories of poker, from a scenario or a journal."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

import msgspec
import typer

from cardroom import scenario
from cardroom.cli.audit.reading import journal, reading_with_bar, steps_of, streams
from cardroom.cli.audit.rounds import when
from cardroom.cli.common import CommandError, notice_console
from cardroom.events import SURVEILLANCE
from cardroom.histories import HistoryError, has_history, open_hand_history, phh
from cardroom.histories.hand import left_out, retold
from cardroom.places import box
from cardroom.table.journal import TABLES, fold

if TYPE_CHECKING:
    from cardroom.play.round import Round
    from cardroom.store import Reader

SourceArgument = Annotated[
    str, typer.Argument(metavar="SOURCE", help="A scenario (.toml), or a journal.")
]
RoundArgument = Annotated[
    str, typer.Argument(metavar="TABLE:NUMBER", help="One hand of a journal; all by default.")
]
SeatOption = Annotated[
    int | None,
    typer.Option(
        "--seat",
        min=0,
        help="Show only what this seat knows; 0 is a spectator. By default, every card.",
    ),
]
FormatOption = Annotated[
    Literal["ohh", "phh"],
    typer.Option("--format", help="Open Hand History (one JSON object per line), or PHH."),
]
OutOption = Annotated[
    Path | None, typer.Option("--out", help="A file, or a directory for PHH; by default, print.")
]


def histories(
    source: SourceArgument,
    hand: RoundArgument = "",
    kind: FormatOption = "ohh",
    seat: SeatOption = None,
    out: OutOption = None,
) -> None:
    """Write poker hands as Open Hand History or PHH. Hands that PHH cannot express are listed."""
    texts: list[tuple[str, str]] = []
    for told in played(source, hand):
        try:
            texts.append((told.number.replace(":", "-"), _text(told, kind, seat)))
            for lost in _lost(told, kind):
                notice_console().print(f"{told.number}: {lost}", markup=False, soft_wrap=True)
        except HistoryError as without:
            if hand or source.endswith(".toml"):
                raise CommandError(f"{told.number}: {without}") from None
            typer.echo(f"{told.number}: {without}", err=True)
    if out is None:
        for _, text in texts:
            typer.echo(text, nl=kind == "ohh")
    elif kind == "phh" and (out.is_dir() or len(texts) > 1):
        out.mkdir(parents=True, exist_ok=True)
        for name, text in texts:
            (out / f"{name}.phh").write_text(text, encoding="utf-8")
    else:
        out.write_text("".join(text.rstrip("\n") + "\n" for _, text in texts), encoding="utf-8")


class Told(NamedTuple):
    """A hand with its number, table and time, which the round does not have."""

    round: Round
    number: str
    table: str = ""
    started: str | None = None


def played(source: str, hand: str) -> Iterator[Told]:
    if source.endswith(".toml"):
        yield _from_scenario(source)
    else:
        yield from _from_journal(source, hand)


def _from_scenario(file: str) -> Told:
    outcome = scenario.run(scenario.read(file))
    if outcome.round is None:
        raise CommandError(f"{file}: the round was refused and has no history")
    return Told(outcome.round, Path(file).stem)


def _from_journal(database: str, hand: str) -> Iterator[Told]:
    """Each hand as it ended; a hand given by number may still be on the table."""
    with journal(database) as store:
        if hand:
            steps = [step for step in steps_of(store, hand) if step.after.round is not None]
            if not steps or steps[-1].after.round is None:
                raise CommandError(f"{hand} has no cards on the table")
            table = hand.rpartition(":")[0]
            yield Told(steps[-1].after.round, hand, table, _utc(steps[0].entry.at))
            return
        names = streams(store)
        with reading_with_bar(store, "writing hands", names) as reader:
            for stream in names:
                yield from _hands(reader, stream)


def _hands(reader: Reader, stream: str) -> Iterator[Told]:
    name, started = stream.removeprefix(TABLES), ""
    for step in fold(reader.read(stream)):
        before, after = step.before, step.after
        if after.round is not None and (before is None or before.round is None):
            started = _utc(step.entry.at)
        if before is None or before.round is None or after.round is not None:
            continue
        if has_history(before.round.rules):
            yield Told(before.round, f"{name}:{before.number}", name, started)


def _utc(at: int) -> str:
    """Unix nanoseconds as the format writes a time."""
    return when(at).replace(" ", "T")


def _lost(told: Told, kind: str) -> list[str]:
    """What the text does not say. A hand that PHH cannot hold is not written at all."""
    if kind == "phh":
        return []
    hand = retold(told.round, frozenset({SURVEILLANCE}))
    return [f"Open Hand History has only a fold for this: {lost}" for lost in left_out(hand)]


def _text(told: Told, kind: str, seat: int | None) -> str:
    seen = frozenset({SURVEILLANCE} if seat is None else {box(seat)} if seat else ())
    if kind == "phh":
        return phh(told.round, seen, told.number)
    history = open_hand_history(
        told.round, seen, number=told.number, table=told.table, started=told.started
    )
    return msgspec.json.Encoder(decimal_format="number").encode(history).decode()
