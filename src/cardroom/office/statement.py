"""A player's own statement: by gaming day, session, and game, and every round."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from cardroom.events import FeeTaken
from cardroom.events.office import RulingMade
from cardroom.events.table import (
    ChipsBought,
    ChipsCashed,
    PlayerSat,
    RoundBegan,
    RoundCleared,
    RulesPosted,
    SeatLeft,
    TableOpened,
)
from cardroom.houses.clock import HouseClock
from cardroom.ledger.round_results import RoundResult
from cardroom.office.reading import watched
from cardroom.office.report import Column, Report, ReportCell, ReportTable
from cardroom.progress import Tell, Watch, silent
from cardroom.store import Entry, Reader
from cardroom.table.journal import TABLES, read_table


class StatementEntry(msgspec.Struct, frozen=True):
    """One thing that happened to a player's chips."""

    at: int
    table: str
    game: str
    session: int
    """Sessions at a table, from sitting down until leaving."""
    what: str
    round: int = 0
    bought: int = 0
    cashed: int = 0
    result: int = 0
    """After collection, the player's bank included."""
    fees: int = 0


def entries(reader: Reader, player: str) -> Iterator[StatementEntry]:
    for name in sorted(reader.heads()):
        if name.startswith(TABLES):
            yield from _at_table(reader, name, player)


def _at_table(  # noqa: C901 - one case for each kind of fact
    reader: Reader, stream: str, player: str
) -> Iterator[StatementEntry]:
    table, game, session, seats = stream.removeprefix(TABLES), "", 0, 0
    result, playing = RoundResult(), False
    for entry in _about(reader.read(stream), player):
        for event in read_table(entry).events:
            where = entry.at, table, game, max(session, 1)
            result = result.after(event)
            match event:
                case TableOpened(chips="practice"):
                    return  # No money is played for there.
                case TableOpened() | RulesPosted():
                    game = event.game
                case PlayerSat() if event.player == player:
                    session, seats = session + (seats == 0), seats + 1
                case SeatLeft() if event.player == player:
                    seats -= 1
                case ChipsBought() if event.player == player:
                    yield StatementEntry(*where, "bought chips", bought=event.amount)
                case ChipsCashed() if event.player == player:
                    yield StatementEntry(*where, "cashed chips", cashed=event.amount)
                case RulingMade() if event.changes.get(player):
                    won = event.changes[player]
                    yield StatementEntry(*where, "ruling", event.round, result=won)
                case RoundBegan():
                    playing = True
                case FeeTaken() if event.owner == player and not playing:
                    # A half hour that is paid by leaving.
                    paid = event.amount
                    yield StatementEntry(*where, "time", result=-paid, fees=paid)
                case RoundCleared():
                    playing, results = False, result.results()
                    if player not in results:
                        continue
                    what = "void round" if result.void else "round"
                    fees = result.fees.get(player, 0)
                    won = results[player]
                    yield StatementEntry(*where, what, event.round, result=won, fees=fees)
                case _:
                    pass


def _about(entries: Iterable[Entry], player: str) -> Iterator[Entry]:
    """The entries of rounds that name the player, and others that may concern them.

    The rest of a long journal is skipped unread.
    """
    name = msgspec.json.encode(player)[1:-1]
    kept: list[Entry] = []
    named = False
    for entry in entries:
        body = entry.body
        if ROUND_BEGAN in body:
            kept, named = [], False
        kept.append(entry)
        named = named or name in body
        if not named and ALWAYS.search(body) is None:
            continue
        yield from kept if named else (entry,)
        kept = []


ROUND_BEGAN: Final = b'"round-began"'
ALWAYS: Final = re.compile(rb'"(?:table-opened|rules-posted)"')
"""Entries that are read in any case: they name the game."""

SUMS: Final = (
    Column("rounds", "Rounds", "number"),
    Column("bought", "Bought", "cents"),
    Column("cashed", "Cashed", "cents"),
    Column("fees", "Collection", "cents"),
    Column("result", "Result", "cents"),
)


def statement(reader: Reader, player: str, clock: HouseClock, tell: Tell = silent) -> Report:
    """Everything that the journal has about a player's chips."""
    found = sorted(entries(watched(reader, tell, TABLES), player), key=lambda entry: entry.at)
    watch = Watch("adding up", 4 * len(found), tell)

    def each_entry() -> Iterator[StatementEntry]:
        return watch.over(found, len(found))

    tables = (
        _summed("days", "By gaming day", (Column("day", "Day"),), each_entry(), clock),
        _summed(
            "sessions",
            "By session",
            (Column("day", "Day"), Column("table", "Table", "table"), Column("session", "Session")),
            each_entry(),
            clock,
        ),
        _summed("games", "By game", (Column("game", "Game", "game"),), each_entry(), clock),
        ReportTable(
            "entries",
            "Every round and every change of chips",
            (
                Column("at", "Time"),
                Column("table", "Table", "table"),
                Column("game", "Game", "game"),
                Column("what", "What"),
                Column("round", "Round", "number"),
                *SUMS[1:],
            ),
            tuple(
                (
                    clock.local(each.at).strftime("%Y-%m-%d %H:%M:%S"),
                    each.table,
                    each.game,
                    each.what,
                    each.round or None,
                    each.bought or None,
                    each.cashed or None,
                    each.fees or None,
                    each.result if each.round or each.fees else None,
                )
                for each in each_entry()
            ),
        ),
    )
    note = f"house clock: {clock.zone}; the result is after collection, with the player's own banks"
    return Report(f"Statement of {player}", note, tables)


def _summed(
    name: str,
    title: str,
    by: tuple[Column, ...],
    found: Iterable[StatementEntry],
    clock: HouseClock,
) -> ReportTable:
    groups: dict[tuple[ReportCell, ...], list[StatementEntry]] = {}
    for each in found:
        values: dict[str, ReportCell] = {
            "day": clock.day(each.at).isoformat(),
            "table": each.table,
            "session": str(each.session),
            "game": each.game,
        }
        groups.setdefault(tuple(values[column.name] for column in by), []).append(each)
    rows = tuple(
        (
            *key,
            sum(each.what == "round" for each in group),
            sum(each.bought for each in group),
            sum(each.cashed for each in group),
            sum(each.fees for each in group),
            sum(each.result for each in group),
        )
        for key, group in groups.items()
    )
    return ReportTable(name, title, (*by, *SUMS), rows, "Nothing.")
