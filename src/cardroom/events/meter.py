"""Events of a progressive meter: what it gets, pays and takes back."""

from __future__ import annotations

from cardroom.events import Event
from cardroom.money import Exact

NOTHING: Exact = (0, 1)


class MeterAgreed(Event, frozen=True, tag="meter-agreed"):
    """A table joined a meter on these terms, in words; without terms, it left the meter."""

    meter: str
    table: str
    terms: tuple[str, ...] = ()


class MeterSeeded(Event, frozen=True, tag="meter-seeded"):
    """The house put money into a meter.

    As in all events of a meter, `before` and `after` are its amounts, to the fraction of a cent.
    """

    meter: str
    amount: int
    why: str
    table: str = ""
    round: int = 0
    bet: int = 0
    before: Exact = NOTHING
    after: Exact = NOTHING


class MeterFed(Event, frozen=True, tag="meter-fed"):
    """A share of a stake went from the house to a meter or its reserve."""

    meter: str
    stake: int
    share: Exact
    reserve: Exact = NOTHING
    table: str = ""
    round: int = 0
    bet: int = 0
    before: Exact = NOTHING
    after: Exact = NOTHING
    over: Exact = NOTHING
    """Cents of the share that went to the reserve, because the meter is at its cap."""


class MeterPaid(Event, frozen=True, tag="meter-paid"):
    """An award came off the meter; the house makes up what the meter lacks (`topped`).

    From then on the house owes it, not the meter.
    """

    meter: str
    amount: int
    topped: int
    clause: str
    table: str = ""
    round: int = 0
    owner: str = ""
    bet: int = 0
    before: Exact = NOTHING
    after: Exact = NOTHING


class AwardPaid(Event, frozen=True, tag="award-paid"):
    """An earlier award was paid at its table; the meter is unchanged."""

    meter: str
    amount: int
    table: str
    round: int
    bet: int


class ReserveMoved(Event, frozen=True, tag="reserve-moved"):
    """The reserve went into the meter, because the meter restarted; what its cap leaves over
    (`left`) stays."""

    meter: str
    clause: str
    table: str = ""
    round: int = 0
    bet: int = 0
    before: Exact = NOTHING
    after: Exact = NOTHING
    left: Exact = NOTHING


class MeterReversed(Event, frozen=True, tag="meter-reversed"):
    """A change was undone, as far as the meter still held the money.

    `what` is contribution, award, restart, or payment. `amount` and `reserve` are what came in by
    undoing it, or, if negative, what went out.
    """

    meter: str
    what: str
    why: str
    amount: Exact
    reserve: Exact
    table: str
    round: int
    bet: int
    before: Exact = NOTHING
    after: Exact = NOTHING


class MeterChangePrepared(Event, frozen=True, tag="meter-change-prepared"):
    """One person asked for other terms of a meter, or to retire it; nothing has changed yet.

    `terms` are the new terms in words; a meter that is to be retired has none. `into` is the meter
    that will get its money.
    """

    meter: str
    by: str
    why: str
    terms: str = ""
    into: str = ""


class MeterChangeApproved(Event, frozen=True, tag="meter-change-approved"):
    """A second person signed: the tables on the meter get notice of it."""

    meter: str
    by: tuple[str, str]
    why: str
    terms: str = ""
    into: str = ""


class MeterChangeVoided(Event, frozen=True, tag="meter-change-voided"):
    """A change that was prepared is not made."""

    meter: str
    by: str
    why: str


class MeterChanged(Event, frozen=True, tag="meter-changed"):
    """Every table on the meter plays by its new terms."""

    meter: str
    terms: str


class MeterRetired(Event, frozen=True, tag="meter-retired"):
    """No table is on the meter any longer, and what it held went into another one."""

    meter: str
    into: str
    amount: Exact
    reserve: Exact
    before: Exact = NOTHING
    after: Exact = NOTHING


class MeterReceived(Event, frozen=True, tag="meter-received"):
    """What a retired meter held came into this one."""

    meter: str
    source: str
    amount: Exact
    reserve: Exact
    before: Exact = NOTHING
    after: Exact = NOTHING
