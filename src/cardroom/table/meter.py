"""A meter of the house: one or more tables contribute to it and win it, in one order.

A table decides what its rounds do, and the meter follows its facts. What a round has done to the
meter can be taken back until the table's next round begins: each change undoes exactly what it
did, on the meter's amount then. What another table has won meanwhile stays won.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final, Literal, assert_never

import msgspec

from cardroom.events import (
    Event,
    FigureRead,
    ProgressiveBooked,
    ProgressiveFact,
    ProgressivePaid,
    ProgressiveRestarted,
    ProgressiveReversed,
    ProgressiveWon,
)
from cardroom.events.table import (
    AwardPaid,
    MeterAgreed,
    MeterChanged,
    MeterFed,
    MeterPaid,
    MeterReversed,
    MeterSeeded,
    ReserveMoved,
)
from cardroom.money import ratio
from cardroom.play.round import Refusal
from cardroom.rules.meter import Meter, Terms, seeded
from cardroom.rules.ruleset import Ruleset
from cardroom.table import clauses
from cardroom.table.meter_commands import (
    Agree,
    ChangeMeter,
    Follow,
    ReportedFact,
    RetireMeter,
    Wish,
)


class ProgressiveChange(msgspec.Struct, frozen=True):
    """The change of the meter by one fact of a round: positive in, negative out."""

    fact: ProgressiveFact
    amount: Fraction
    reserve: Fraction
    number: int
    """Its number among all changes of this meter."""


class Win(msgspec.Struct, frozen=True):
    """An award that was won and is not paid yet; `number` gives the order."""

    number: int
    table: str
    round: int
    won: ProgressiveWon


WON_SINCE: Final = "another table has won from the meter since this reading; rewind to before it"


class OutOfStep(Exception):
    """A table and its meter are out of step: one of them was not read to its end."""


class MeterBook(msgspec.Struct, frozen=True):
    """A meter, its tables, and what can still be taken back."""

    id: str
    meter: Meter
    tables: Mapping[str, tuple[Terms, ...]] = {}
    rounds: Mapping[str, tuple[int, tuple[ProgressiveChange, ...]]] = {}
    """By table: its last round and the changes it made."""
    wins: tuple[Win, ...] = ()
    """Awards to be paid, oldest first."""
    changes: int = 0
    """The number of changes so far."""
    terms: Terms | None = None
    """Those in force; None before the first table."""
    prepared: Wish | None = None
    """A change that waits for its second signature."""
    approved: Wish | None = None
    """A change that was signed, and that the tables follow one after the other."""
    retired: bool = False

    @property
    def terms_to_post(self) -> tuple[Terms, ...]:
        """What a table on the meter may post: the terms in force, and those that were approved."""
        new = (self.approved.terms,) if isinstance(self.approved, ChangeMeter) else ()
        return new if self.terms is None else (self.terms, *new)

    def figure(self, name: str) -> int:
        return self.meter.shows(name)

    def follow(self, table: str, round: int, facts: Sequence[ReportedFact]) -> MeterBook:
        """While a command is decided; the command as a whole is `follow_round`'s."""
        book = self
        for fact in facts:
            moved = _follow(book, table, round, fact)
            if isinstance(moved, Refusal):
                raise OutOfStep(str(moved))
            book = moved[0]
        return book


class Readings(msgspec.Struct, frozen=True):
    """The meter's readings when a command was decided, in place of the meter itself."""

    values: tuple[int, ...]

    def figure(self, _name: str) -> int | None:
        return self.values[0] if self.values else None

    def follow(self, _table: str, _round: int, facts: Sequence[ReportedFact]) -> Readings:
        read = sum(isinstance(fact, FigureRead) for fact in facts)
        return Readings(self.values[read:])


Shown = MeterBook | Readings


def readings(rules: Ruleset, events: Sequence[Event]) -> tuple[int, ...]:
    """The readings of a meter under these rules."""
    facts = facts_for(rules, events)
    return tuple(fact.value for fact in facts if isinstance(fact, FigureRead))


def facts_for(rules: Ruleset, events: Sequence[Event]) -> tuple[ReportedFact, ...]:
    """The facts of a table that concern its meter, under the rules of their round."""
    figures = rules.meter_figures
    return tuple(
        event
        for event in events
        if isinstance(event, ProgressiveFact | ProgressiveReversed)
        or (isinstance(event, FigureRead) and event.name in figures)
    )


Moved = tuple[MeterBook, tuple[Event, ...]] | Refusal


def follow_round(book: MeterBook | None, id: str, command: Follow) -> Moved:
    """The meter after what a table's round did."""
    if book is None or command.table not in book.tables:
        return Refusal(clauses.METER, f"table {command.table} is not on meter {id}")
    events: list[Event] = []
    for fact in command.facts:
        moved = _follow(book, command.table, command.round, fact)
        if isinstance(moved, Refusal):
            return moved
        book, more = moved
        events += more
    return book, tuple(events)


def bars_terms(book: MeterBook | None, command: Agree) -> Refusal | None:
    """Why a table cannot post these terms now; a meter that is not there yet takes any."""
    if book is None or not command.terms:
        return None
    if book.retired or isinstance(book.approved, RetireMeter):
        return Refusal(clauses.METER, f"meter {book.id} is retired")
    for terms in command.terms:
        if terms not in book.terms_to_post and book.terms is not None:
            wrong = "; ".join(terms.against(book.terms))
            why = f"meter {book.id}: {wrong}; two people change the terms of a meter"
            return Refusal(clauses.METER, why)
    return None


def agree(book: MeterBook | None, id: str, command: Agree) -> Moved:
    """The meter with a table on these terms, or without the table.

    Journals of earlier versions have tables that changed the terms of a meter of their own.
    """
    table, terms = command.table, command.terms
    others = {} if book is None else {name: t for name, t in book.tables.items() if name != table}
    known = () if book is None else book.terms_to_post
    for name, theirs in sorted(others.items()):
        pairs = ((mine, posted) for mine in terms for posted in theirs)
        new = ((mine, posted) for mine, posted in pairs if not {mine, posted} <= set(known))
        for wrong in (text for mine, posted in new for text in mine.against(posted)):
            return Refusal(clauses.METER, f"meter {id}, table {name}: {wrong}")
    agreed = MeterAgreed(id, table, tuple(map(str, terms)))
    if book is None:
        if not terms:
            return Refusal(clauses.METER, f"there is no meter {id}")
        opened = seeded(terms[0])
        begun = MeterSeeded(id, terms[0].seed, "seed", after=ratio(opened.amount))
        seed = (begun,) if terms[0].seed else ()
        return MeterBook(id, opened, {table: terms}, terms=terms[0]), (agreed, *seed)
    tables = {**others, table: terms} if terms else others
    meter = book.meter.on(terms[0]) if terms else book.meter
    now = terms[0] if terms and terms[0] not in known else book.terms
    book, changed = arrived(msgspec.structs.replace(book, tables=tables, meter=meter, terms=now))
    return book, (agreed, *changed)


def arrived(book: MeterBook) -> tuple[MeterBook, tuple[Event, ...]]:
    """New terms are in force as soon as every table on the meter plays by them."""
    wish = book.approved
    if not isinstance(wish, ChangeMeter):
        return book, ()
    if any(terms[0] != wish.terms for terms in book.tables.values()):
        return book, ()
    book = msgspec.structs.replace(
        book, terms=wish.terms, approved=None, meter=book.meter.on(wish.terms)
    )
    return book, (MeterChanged(book.id, str(wish.terms)),)


def _follow(book: MeterBook, table: str, round: int, fact: ReportedFact) -> Moved:
    match fact:
        case FigureRead():
            shows = book.figure(fact.name)
            if fact.value == shows:
                return book, ()
            return Refusal(clauses.METER, f"{fact.name} shows {shows}, not {fact.value}")
        case ProgressiveReversed():
            return _take_back(book, table, round, fact)
        case _:
            return _do(book, table, round, fact)


def _do(book: MeterBook, table: str, round: int, fact: ProgressiveFact) -> Moved:
    # By the terms that the table posts: others may play by the terms before or after a change.
    then = book.meter.on(book.tables[table][0]) if table in book.tables else book.meter
    now, wins = then, book.wins
    number = book.changes + 1
    match fact:
        case ProgressiveBooked():
            now = then.fed(fact.stake)
        case ProgressiveWon():
            if fact.award - fact.house > then.whole:
                return Refusal(clauses.METER, f"{fact.award} cannot come off {then.whole}")
            now, wins = (
                then.paid(fact.award - fact.house),
                (
                    *wins,
                    Win(number, table, round, fact),
                ),
            )
        case ProgressiveRestarted():
            now = then.restarted()
        case ProgressivePaid():
            wins = tuple(win for win in wins if not _is(win, table, fact.bet))
        case _:
            assert_never(fact)
    change = ProgressiveChange(fact, now.amount - then.amount, now.reserve - then.reserve, number)
    last, done = book.rounds.get(table, (round, ()))
    kept = (round, (*done, change) if last == round else (change,))
    moved = msgspec.structs.replace(
        book, meter=now, wins=wins, rounds={**book.rounds, table: kept}, changes=number
    )
    return moved, _told(book.id, table, round, change, (then, now))


def _is(win: Win, table: str, bet: int) -> bool:
    return (win.table, win.won.bet) == (table, bet)


def _told(
    id: str, table: str, round: int, change: ProgressiveChange, held: tuple[Meter, Meter]
) -> tuple[Event, ...]:
    """The facts of the meter, for the books."""
    fact, (then, now) = change.fact, held
    before, after = ratio(then.amount), ratio(now.amount)
    match fact:
        case ProgressiveBooked():
            shares = ratio(then.share), ratio(then.reserve_share)
            over = ratio(now.reserve - then.reserve - fact.stake * then.reserve_share)
            return (MeterFed(id, fact.stake, *shares, table, round, fact.bet, before, after, over),)
        case ProgressiveWon():
            return (
                MeterPaid(
                    id, fact.award, fact.house, fact.row, table, round, "", fact.bet, before, after
                ),
            )
        case ProgressiveRestarted():
            moved = ratio(then.amount + then.reserve - now.reserve)
            where = table, round, fact.bet
            reserve = ReserveMoved(id, "restart", *where, before, moved, ratio(now.reserve))
            seed = MeterSeeded(id, then.seed, "restart", *where, moved, after)
            return (reserve, seed) if then.seed else (reserve,)
        case ProgressivePaid():
            return (AwardPaid(id, fact.award, table, round, fact.bet),)


MeterMovement = Literal["contribution", "award", "restart", "payment"]


def _kind(fact: ProgressiveFact) -> MeterMovement:
    match fact:
        case ProgressiveBooked():
            return "contribution"
        case ProgressiveWon():
            return "award"
        case ProgressiveRestarted():
            return "restart"
        case ProgressivePaid():
            return "payment"
        case _:
            assert_never(fact)


def _take_back(book: MeterBook, table: str, round: int, undone: ProgressiveReversed) -> Moved:
    last, done = book.rounds.get(table, (round, ()))
    changes = [change for change in done if change.fact == undone.fact]
    if last != round or not changes:
        what = _kind(undone.fact)
        return Refusal(clauses.METER, f"round {round} of table {table} has no {what} to reverse")
    change, then, wins = changes[-1], book.meter, book.wins
    match change.fact:
        case ProgressiveBooked():
            # A restart may have moved the reserve into the meter since.
            reserve = min(change.reserve, then.reserve)
            amount = min(change.amount + change.reserve - reserve, then.amount)
            out, back = amount, -reserve
        case ProgressiveWon():
            out, back = change.amount, Fraction(0)
            wins = tuple(win for win in wins if not _is(win, table, change.fact.bet))
        case ProgressiveRestarted():
            # First what belongs to the players; the house's seed as far as the meter holds it.
            back = min(-change.reserve, then.amount)
            seed = change.amount + change.reserve
            out = back + min(seed, then.amount - back)
        case ProgressivePaid():
            out, back = Fraction(0), Fraction(0)
            again = (*wins, *_unpaid(done, table, round, change.fact.bet))
            wins = tuple(sorted(again, key=lambda win: win.number))
        case _:
            assert_never(change.fact)
    now = then._replace(amount=then.amount - out, reserve=then.reserve + back)
    left = list(done)
    left.remove(change)
    moved = msgspec.structs.replace(
        book, meter=now, wins=wins, rounds={**book.rounds, table: (round, tuple(left))}
    )
    told = MeterReversed(
        book.id,
        _kind(change.fact),
        undone.why,
        ratio(now.amount - then.amount),
        ratio(now.reserve - then.reserve),
        table,
        round,
        change.fact.bet,
        ratio(then.amount),
        ratio(now.amount),
    )
    return moved, (told,)


def _unpaid(done: Sequence[ProgressiveChange], table: str, round: int, bet: int) -> list[Win]:
    """The win of a bet whose payment was taken back."""
    return [
        Win(change.number, table, round, change.fact)
        for change in done
        if isinstance(change.fact, ProgressiveWon) and change.fact.bet == bet
    ]


def meter_of(table: str, meter: str, rules: Ruleset) -> str:
    """The id of a table's meter under these rules.

    It keeps its meter, the house's or its own. A table without one gets its own with the first
    progressive bet; no other meter's name has a slash.
    """
    return meter if meter or rules.meter is None else f"{table}/{rules.meter.name}"
