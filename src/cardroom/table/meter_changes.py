"""Changes of a meter by people: two of them sign, and the tables on it get notice.

The terms belong to the meter. After the second signature a table may post the new ones; each does
so between two of its rounds, and until all have, each bet is played by the terms of its table.
"""

from __future__ import annotations

from fractions import Fraction
from typing import assert_never

import msgspec

from cardroom.events.table import (
    MeterChangeApproved,
    MeterChangePrepared,
    MeterChangeVoided,
    MeterReceived,
    MeterRetired,
)
from cardroom.money import exact, ratio
from cardroom.play.round import Refusal
from cardroom.table import clauses
from cardroom.table.actors import Actor, other_signer
from cardroom.table.meter import MeterBook, Moved, agree, arrived, follow_round
from cardroom.table.meter_commands import (
    Agree,
    ChangeMeter,
    EmptyMeter,
    FillMeter,
    Follow,
    MeterCommand,
    MeterOrder,
    RetireMeter,
    SignedMeterCommand,
    SignMeter,
    VoidMeterChange,
    Wish,
)


def apply_meter(book: MeterBook | None, id: str, command: MeterCommand) -> Moved:
    """The meter after a command; None is no meter yet."""
    if isinstance(command, Agree):
        return agree(book, id, command)
    if isinstance(command, Follow):
        return follow_round(book, id, command)
    if book is None:
        return Refusal(clauses.METER, f"there is no meter {id}")
    match command:
        case ChangeMeter() | RetireMeter():
            return _prepare(book, command)
        case SignMeter():
            return _sign(book, command)
        case VoidMeterChange():
            return _void(book, command)
        case EmptyMeter():
            return _empty(book, command)
        case FillMeter():
            return _fill(book, command)
        case _:
            assert_never(command)


def bars_order(actor: Actor, command: MeterOrder) -> Refusal | None:
    """Why an actor's role does not permit an order; people sign for themselves."""
    if isinstance(command, SignedMeterCommand) and command.by != actor.id:
        return Refusal(clauses.ROLE, other_signer(actor, command.by))
    roles = ("floor", "cashier") if isinstance(command, SignedMeterCommand) else ("house",)
    if actor.role in roles:
        return None
    return Refusal(clauses.ROLE, f"{actor.id} ({actor.role}) may not change a meter")


def _prepare(book: MeterBook, wish: Wish) -> Moved:
    if book.prepared is not None:
        why = f"a change by {book.prepared.by} waits for a second signature; sign or void it first"
        return Refusal(clauses.METER_CHANGE, why)
    if book.approved is not None:
        why = "a change was signed, and not every table has followed it yet"
        return Refusal(clauses.METER_CHANGE, why)
    if (barred := _bars_wish(book, wish)) is not None:
        return barred
    terms, into = _words(wish)
    event = MeterChangePrepared(book.id, wish.by, wish.why, terms, into)
    return msgspec.structs.replace(book, prepared=wish), (event,)


def _words(wish: Wish) -> tuple[str, str]:
    return ("", wish.into) if isinstance(wish, RetireMeter) else (str(wish.terms), "")


def _bars_wish(book: MeterBook, wish: Wish) -> Refusal | None:
    """Why a change cannot be made, also if the meter has moved since it was prepared."""
    if not wish.by or not wish.why.strip():
        return Refusal(clauses.METER_CHANGE, "name the person who signs, and the reason")
    if book.retired:
        return Refusal(clauses.METER_CHANGE, f"meter {book.id} is retired")
    if isinstance(wish, RetireMeter):
        if not wish.into or wish.into == book.id:
            why = "the money of a meter belongs to the players: name the meter that gets it"
            return Refusal(clauses.METER_CHANGE, why)
        return None
    terms = wish.terms
    if terms == book.terms:
        return Refusal(clauses.METER_CHANGE, "these terms are already in force")
    if Fraction(*terms.share) + Fraction(*terms.reserve_share) > 1 or terms.seed < 0:
        return Refusal(clauses.METER_CHANGE, "a meter and its reserve get at most the stake")
    if terms.cap is not None and terms.cap < book.meter.whole:
        shown, cap = exact(book.meter.whole), exact(terms.cap)
        why = f"the meter shows {shown}: a cap of {cap} would take from it"
        return Refusal(clauses.METER_CHANGE, why)
    return None


def _sign(book: MeterBook, command: SignMeter) -> Moved:
    wish = book.prepared
    if wish is None:
        return Refusal(clauses.METER_CHANGE, "no change waits for a signature")
    if not command.by or command.by == wish.by:
        return Refusal(clauses.METER_CHANGE, "the change needs the signature of a second person")
    if (barred := _bars_wish(book, wish)) is not None:
        return barred
    terms, into = _words(wish)
    signed = MeterChangeApproved(book.id, (wish.by, command.by), wish.why, terms, into)
    book, changed = arrived(msgspec.structs.replace(book, prepared=None, approved=wish))
    return book, (signed, *changed)


def _void(book: MeterBook, command: VoidMeterChange) -> Moved:
    if book.prepared is None:
        return Refusal(clauses.METER_CHANGE, "no change waits for a signature")
    if not command.by or not command.why.strip():
        return Refusal(clauses.METER_CHANGE, "say why the change is void")
    event = MeterChangeVoided(book.id, command.by, command.why)
    return msgspec.structs.replace(book, prepared=None), (event,)


def is_to_be_emptied(book: MeterBook) -> bool:
    """Whether a meter is retired, and nobody plays for it or waits for an award any longer."""
    return isinstance(book.approved, RetireMeter) and not book.tables and not book.wins


def _empty(book: MeterBook, command: EmptyMeter) -> Moved:
    wish = book.approved
    if not isinstance(wish, RetireMeter) or wish.into != command.into:
        return Refusal(clauses.METER_CHANGE, f"nobody has signed to retire meter {book.id}")
    if not is_to_be_emptied(book):
        why = ", ".join(sorted(book.tables)) or "an award that is not paid yet"
        return Refusal(clauses.METER_CHANGE, f"meter {book.id} is still needed: {why}")
    held = book.meter
    event = MeterRetired(
        book.id,
        command.into,
        ratio(held.amount),
        ratio(held.reserve),
        ratio(held.amount),
    )
    empty = held._replace(amount=Fraction(0), reserve=Fraction(0))
    emptied = msgspec.structs.replace(book, meter=empty, approved=None, retired=True)
    return emptied, (event,)


def _fill(book: MeterBook, command: FillMeter) -> Moved:
    if book.retired:
        return Refusal(clauses.METER_CHANGE, f"meter {book.id} is retired")
    held, now = book.meter, book.meter.received(Fraction(*command.amount))
    now = now._replace(reserve=now.reserve + Fraction(*command.reserve))
    event = MeterReceived(
        book.id,
        command.source,
        ratio(now.amount - held.amount),
        ratio(now.reserve - held.reserve),
        ratio(held.amount),
        ratio(now.amount),
    )
    return msgspec.structs.replace(book, meter=now), (event,)
