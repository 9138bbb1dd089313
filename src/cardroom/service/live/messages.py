"""The messages of a table to its viewers: hello, steps, meters, acknowledgments."""

from __future__ import annotations

import msgspec

from cardroom.events import Event, visible
from cardroom.service.view.felt import Layout, layout, relaid
from cardroom.service.view.history import Update
from cardroom.service.view.standing import Standing
from cardroom.service.view.view_types import MeterView, TableView
from cardroom.service.view.views import Moment, ViewContext, audiences, see


class Ack(msgspec.Struct, frozen=True, tag_field="type", tag="ack"):
    """The command is stored as entry `seq`. While `waits` names players, the bets stay open until
    they ask for the deal too, and nothing was stored."""

    key: str
    seq: int
    waits: tuple[str, ...] = ()


class Hello(msgspec.Struct, frozen=True, tag_field="type", tag="hello"):
    seq: int
    layout: Layout
    view: TableView


class MetersMessage(msgspec.Struct, frozen=True, tag_field="type", tag="meters"):
    """The table's meters after another table changed them."""

    meters: tuple[MeterView, ...]


class ClosingMessage(msgspec.Struct, frozen=True, tag_field="type", tag="closing"):
    """The table closes after the round in play."""

    why: str


class StepMessage(msgspec.Struct, frozen=True, tag_field="type", tag="step", omit_defaults=True):
    seq: int
    events: tuple[Event, ...]
    view: TableView
    layout: Layout | None = None
    """The new layout, if this step changed the rules."""


def hello(moment: Moment, standing: Standing, context: ViewContext) -> Hello:
    return Hello(moment.seq, layout(moment.table.rules), see(moment, standing, context))


def step_message(update: Update, standing: Standing, context: ViewContext) -> StepMessage:
    """An update as one viewer may see it."""
    moment, rules = update.moment, update.moment.table.rules
    eyes = audiences(moment.table, standing)
    seen = tuple(visible(event, eyes) for event in update.events)
    view = see(moment, standing, context)
    return StepMessage(moment.seq, seen, view, relaid(update.events, rules))
