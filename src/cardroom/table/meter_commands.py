"""Commands of a progressive meter: from the tables on it, and from the people who run it."""

from __future__ import annotations

import msgspec

from cardroom.events import FigureRead, ProgressiveFact, ProgressiveReversed
from cardroom.money import Exact
from cardroom.rules.meter import Terms
from cardroom.rules.options import Value

ReportedFact = ProgressiveFact | ProgressiveReversed | FigureRead


class MeterRequest(
    msgspec.Struct, frozen=True, tag_field="command", omit_defaults=True, forbid_unknown_fields=True
):
    """A request to a meter, which may be refused."""


class Agree(MeterRequest, frozen=True, tag="agree"):
    """A table is on the meter with these terms: today's, and those it has given notice of.

    None takes the table off it.
    """

    table: str
    terms: tuple[Terms, ...] = ()


class Follow(MeterRequest, frozen=True, tag="follow"):
    """What a command did in a table's round, in order, with the meter readings for it."""

    table: str
    round: int
    facts: tuple[ReportedFact, ...]


class ChangeMeter(MeterRequest, frozen=True, tag="change-meter"):
    """Other terms; `options` are those of the tables' games that post them."""

    by: str
    why: str
    terms: Terms
    options: dict[str, Value] = {}
    rounds: int = 1
    """Rounds that every table still plays by the terms before."""


class RetireMeter(MeterRequest, frozen=True, tag="retire-meter"):
    """No table is to be on the meter; what it holds goes into another meter.

    `options` take the bet off the tables.
    """

    by: str
    why: str
    into: str
    options: dict[str, Value] = {}
    rounds: int = 1


class SignMeter(MeterRequest, frozen=True, tag="sign-meter"):
    """The second signature on a change: the tables get notice of it."""

    by: str


class VoidMeterChange(MeterRequest, frozen=True, tag="void-meter-change"):
    """A change that was prepared is not made."""

    by: str
    why: str


class EmptyMeter(MeterRequest, frozen=True, tag="empty-meter"):
    """The last table has left a meter that is retired: its money goes into another one."""

    into: str


class FillMeter(MeterRequest, frozen=True, tag="fill-meter"):
    """The money of a retired meter."""

    source: str
    amount: Exact
    reserve: Exact


Wish = ChangeMeter | RetireMeter
"""A change that needs a second signature, and a notice at the tables."""
SignedMeterCommand = Wish | SignMeter | VoidMeterChange
"""Commands that name the person who signs."""
MeterOrder = SignedMeterCommand | EmptyMeter
"""Commands of people, and of the house for them."""
MeterCommand = Agree | Follow | MeterOrder | FillMeter
