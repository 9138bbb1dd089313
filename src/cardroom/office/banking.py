"""Players' banks: the playing book of each banking session, the rotation, and the buttons."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from typing import Any, Final

import msgspec

from cardroom import events
from cardroom.events import table as t
from cardroom.games import registry
from cardroom.houses.clock import HouseClock
from cardroom.office.reading import LEAN, ReadEntry, read
from cardroom.office.report import Column, Report, ReportTable
from cardroom.office.tally import BOT
from cardroom.store import Reader
from cardroom.table.journal import TABLES


class BankedRounds(msgspec.Struct):
    """Rounds that one player banked without another bank in between."""

    table: str
    player: str
    company: str
    badge: str
    began: int
    ended: int
    rounds: int = 0
    posted: int = 0
    """The first amount."""
    raised: int = 0
    """What was added to it later, beyond what came back."""
    paid: int = 0
    collected: int = 0
    covered: int = 0
    uncovered: int = 0
    fees: int = 0

    @property
    def result(self) -> int:
        return self.collected - self.paid - self.fees


class RotationEntry(msgspec.Struct, frozen=True):
    """One step of the rotation of the bank."""

    table: str
    at: int
    round: int
    """The last round before it."""
    what: str
    player: str = ""
    company: str = ""
    amount: int | None = None
    by: str = ""
    """Who did it, where it was not the player."""


class ButtonEntry(msgspec.Struct, frozen=True):
    table: str
    at: int
    round: int
    button: str
    what: str
    """issued, used, or expired."""
    owner: str
    amount: int | None = None


_PLACED, _SETTLED, _REVERSED = (
    LEAN[kind] for kind in (events.BetPlaced, events.BetSettled, events.BetReversed)
)
OFFERED: Final = "offered"
BROKEN: Final = "game broken"


class BankBook:
    """The banks of one table, entry by entry. Bots' banks and turns are left out."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.sessions: list[BankedRounds] = []
        self.rotation: list[RotationEntry] = []
        self.buttons: list[ButtonEntry] = []
        self._companies: dict[str, tuple[str, str]] = {}
        self._round = 0
        self._now: BankedRounds | None = None
        self._banker = ""
        self._returned = 0
        self._boxes: dict[int, str] = {}
        self._earned: frozenset[str] = frozenset()
        """The buttons that a bet earns in the posted game."""
        self._held: dict[tuple[str, str], None] = {}
        """By owner and button, in the order issued."""
        self._settled: dict[int, Any] = {}

    def follow(self, entries: Iterable[ReadEntry]) -> None:
        for entry in entries:
            for event in entry.events:
                step = STEPS.get(type(event))
                if step is not None:
                    step(self, entry, event)

    def _turn(self, entry: ReadEntry, what: str, player: str, amount: int | None = None) -> None:
        if player.startswith(BOT):
            return
        company, _ = self._companies.get(player, ("", ""))
        by = entry.actor if entry.actor != player and what != OFFERED else ""
        self.rotation.append(
            RotationEntry(self.table, entry.at, self._round, what, player, company, amount, by)
        )

    def _button(
        self, entry: ReadEntry, button: str, what: str, owner: str, amount: int | None = None
    ) -> None:
        self.buttons.append(
            ButtonEntry(self.table, entry.at, self._round, button, what, owner, amount)
        )

    # --- the rotation ---------------------------------------------------------------------------

    def company(self, _entry: ReadEntry, event: Any) -> None:
        self._companies[event.player] = event.company, event.badge

    def offered(self, entry: ReadEntry, event: Any) -> None:
        self._turn(entry, OFFERED, event.player)

    def accepted(self, entry: ReadEntry, event: Any) -> None:
        moves = self._now is not None and self._now.player != event.player
        what = "accepted: the bank moves" if moves else "accepted"
        self._turn(entry, what, event.player, event.amount)

    def declined(self, entry: ReadEntry, event: Any) -> None:
        lapsed = entry.role == "house"
        self._turn(entry, "lapsed" if lapsed else "declined", event.player)

    def broken(self, entry: ReadEntry, _event: Any) -> None:
        self._now = None
        # A table that has just been opened has no game that could be broken.
        if self.rotation and self.rotation[-1].what != BROKEN:
            self.rotation.append(RotationEntry(self.table, entry.at, self._round, BROKEN))

    # --- rounds ---------------------------------------------------------------------------------

    def began(self, _entry: ReadEntry, event: Any) -> None:
        self._round, self._banker = event.round, ""
        self._boxes.clear()
        self._settled.clear()

    def posted(self, entry: ReadEntry, event: Any) -> None:
        self._banker = event.owner
        if event.owner.startswith(BOT):
            self._now = None
            return
        now = self._now
        if now is None or now.player != event.owner:
            company, badge = self._companies.get(event.owner, ("", ""))
            now = BankedRounds(self.table, event.owner, company, badge, entry.at, entry.at)
            now.posted = event.amount
            self.sessions.append(now)
            self._now = now
        else:
            now.raised += max(0, event.amount - self._returned)

    def returned(self, _entry: ReadEntry, event: Any) -> None:
        self._returned = event.amount

    def placed(self, _entry: ReadEntry, event: Any) -> None:
        self._boxes[event.box] = event.owner

    def settled(self, entry: ReadEntry, event: Any) -> None:
        self._settled[event.bet] = event
        held = event.owner, event.spot
        if event.paid and held in self._held:
            del self._held[held]
            self._button(entry, event.spot, "used", event.owner, event.paid)
        now = self._now
        if now is not None and self._banker == now.player:
            now.paid += event.paid
            now.collected += event.taken
            now.covered += event.action
            now.uncovered += event.stake - event.action

    def reversed(self, _entry: ReadEntry, event: Any) -> None:
        before, now = self._settled.pop(event.bet, None), self._now
        if before is not None and now is not None and self._banker == now.player:
            now.paid -= before.paid
            now.collected -= before.taken
            now.covered -= before.action
            now.uncovered -= before.stake - before.action

    def fee(self, entry: ReadEntry, event: Any) -> None:
        now = self._now
        if now is not None and event.owner == now.player == self._banker:
            now.fees += event.amount
        if event.waived:
            button = event.bracket or "free collection"
            self._button(entry, button, "used", event.owner, event.waived)

    def cleared(self, entry: ReadEntry, _event: Any) -> None:
        now = self._now
        if now is not None and self._banker == now.player:
            now.rounds += 1
            now.ended = entry.at
        for owner, button in self._held:
            self._button(entry, button, "expired", owner)
        self._held.clear()

    # --- buttons --------------------------------------------------------------------------------

    def button_given(self, entry: ReadEntry, event: Any) -> None:
        self._button(entry, event.bracket or "free collection", "issued", event.owner)

    def button_returned(self, entry: ReadEntry, event: Any) -> None:
        if not event.waived:
            self._button(entry, event.bracket or "free collection", "expired", event.owner)

    def game_posted(self, _entry: ReadEntry, event: Any) -> None:
        family = registry.package_of(event.game)
        buttons = () if family is None else family.felt.earned
        self._earned = frozenset(button.name for button in buttons)

    def button_earned(self, entry: ReadEntry, event: Any) -> None:
        if event.button in self._earned and (owner := self._boxes.get(event.box, "")):
            self._held[owner, event.button] = None
            self._button(entry, event.button, "issued", owner)


STEPS: Final = {
    LEAN[t.TableOpened]: BankBook.game_posted,
    LEAN[t.RulesPosted]: BankBook.game_posted,
    LEAN[t.CompanyNoted]: BankBook.company,
    LEAN[t.BankOffered]: BankBook.offered,
    LEAN[t.BankAccepted]: BankBook.accepted,
    LEAN[t.BankDeclined]: BankBook.declined,
    LEAN[t.GameBroken]: BankBook.broken,
    LEAN[t.RoundBegan]: BankBook.began,
    LEAN[t.RoundCleared]: BankBook.cleared,
    LEAN[t.FreeCollectionReturned]: BankBook.button_returned,
    LEAN[events.BankPosted]: BankBook.posted,
    LEAN[events.BankReturned]: BankBook.returned,
    LEAN[events.FeeTaken]: BankBook.fee,
    LEAN[events.FreeCollectionGiven]: BankBook.button_given,
    LEAN[events.ButtonPlaced]: BankBook.button_earned,
    _PLACED: BankBook.placed,
    _SETTLED: BankBook.settled,
    _REVERSED: BankBook.reversed,
}


def bank_books(reader: Reader) -> Iterator[BankBook]:
    """The banks of every table."""
    for name in sorted(reader.heads()):
        if name.startswith(TABLES):
            book = BankBook(name.removeprefix(TABLES))
            book.follow(read(reader, name))
            yield book


# --- reports --------------------------------------------------------------------------------------

BOOK: Final = (
    Column("table", "Table", "table"),
    Column("player", "Banker"),
    Column("company", "Company"),
    Column("badge", "Badge"),
    Column("began", "From"),
    Column("ended", "To"),
    Column("rounds", "Rounds", "number"),
    *(
        Column(name, name.capitalize(), "cents")
        for name in (
            *("posted", "raised", "paid", "collected"),
            *("covered", "uncovered", "fees", "result"),
        )
    ),
)


def playing_book(books: Iterable[BankBook], day: date, clock: HouseClock) -> Report:
    """Every banking session that began on a gaming day."""
    sessions = [
        session
        for book in books
        for session in book.sessions
        if clock.day(session.began) == day and session.rounds
    ]
    rows = tuple(
        tuple(
            _clock(clock, getattr(session, column.name))
            if column.name in ("began", "ended")
            else getattr(session, column.name)
            for column in BOOK
        )
        for session in sessions
    )
    total = {
        name: sum(getattr(session, name) for session in sessions)
        for name in ("rounds", "paid", "collected", "fees", "result")
    }
    sums = ReportTable(
        "total",
        "All sessions",
        (
            Column("rounds", "Rounds", "number"),
            *(Column(name, name.capitalize(), "cents") for name in list(total)[1:]),
        ),
        (tuple(total.values()),),
    )
    table = ReportTable("sessions", "Banking sessions", BOOK, rows, "No player banked.")
    note = f"house clock: {clock.zone}; bots are not counted"
    return Report(f"Playing book, {day.isoformat()}", note, (table, sums), day=day.isoformat())


def rotation_record(books: Iterable[BankBook], day: date, clock: HouseClock) -> Report:
    """Every offer, acceptance, refusal, lapse, and broken game of a gaming day, and the buttons."""
    listed = list(books)
    turns = tuple(
        (
            entry.table,
            _clock(clock, entry.at),
            entry.round,
            entry.what,
            entry.player,
            entry.company,
            entry.amount,
            entry.by,
        )
        for book in listed
        for entry in book.rotation
        if clock.day(entry.at) == day
    )
    buttons = tuple(
        (
            entry.table,
            _clock(clock, entry.at),
            entry.round,
            entry.button,
            entry.what,
            entry.owner,
            entry.amount,
        )
        for book in listed
        for entry in book.buttons
        if clock.day(entry.at) == day and not entry.owner.startswith(BOT)
    )
    where = (
        Column("table", "Table", "table"),
        Column("at", "Time"),
        Column("round", "After round", "number"),
    )
    turned = (
        *where,
        Column("what", "What"),
        Column("player", "Player"),
        Column("company", "Company"),
        Column("posted", "Posted", "cents"),
        Column("by", "By"),
    )
    given = (
        *where,
        Column("button", "Button"),
        Column("what", "What"),
        Column("owner", "Player"),
        Column("worth", "Worth", "cents"),
    )
    tables = (
        ReportTable("rotation", "Rotation of the bank", turned, turns, "No bank was offered."),
        ReportTable("buttons", "Buttons given to players", given, buttons, "None."),
    )
    note = f"house clock: {clock.zone}; bots are not counted"
    return Report(f"Rotation record, {day.isoformat()}", note, tables, day=day.isoformat())


def _clock(clock: HouseClock, at: int) -> str:
    return clock.local(at).strftime("%H:%M:%S")
