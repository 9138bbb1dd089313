"""The messages of a table to its viewers: hello, steps, meters, acknowledgments."""

from __future__ import annotations

from typing import Final

import msgspec

from cardroom.events import Event, encode, visible
from cardroom.service.view.felt import Layout, layout, relaid
from cardroom.service.view.history import Update
from cardroom.service.view.standing import Permissions
from cardroom.service.view.view_types import MeterView, TableView
from cardroom.service.view.views import Moment, ViewContext, audiences, me_at, see
from cardroom.table.table import Table


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


def hello(moment: Moment, standing: Permissions, context: ViewContext) -> Hello:
    return Hello(moment.seq, layout(moment.table.rules), see(moment, standing, context))


def step_message(update: Update, standing: Permissions, context: ViewContext) -> StepMessage:
    """An update as one viewer may see it."""
    moment, rules = update.moment, update.moment.table.rules
    eyes = audiences(moment.table, standing)
    seen = tuple(visible(event, eyes) for event in update.events)
    view = see(moment, standing, context)
    return StepMessage(moment.seq, seen, view, relaid(update.events, rules))


_PLACE: Final = b'"\\u0000me"'


class SharedStep:
    """One update for all who only watch: they see the same, except for their names and wallets.

    It is computed and encoded once, so that a crowd costs the players nothing.
    """

    def __init__(self, update: Update, context: ViewContext, first: Permissions) -> None:
        self._me = me_at(update.moment.table, context)
        message = step_message(update, first, context)
        text = encode(msgspec.structs.replace(message, view=_without_me(message.view)))
        self._head, self._tail = text.split(_PLACE)

    def for_watcher(self, standing: Permissions) -> bytes:
        return self._head + encode(self._me(standing)) + self._tail


def _without_me(view: TableView) -> TableView:
    return msgspec.structs.replace(view, me=msgspec.Raw(_PLACE))


def watches(table: Table, standing: Permissions) -> bool:
    """Whether a viewer has nothing to do with the table but to look at it."""
    works = standing.deals or standing.mends or standing.oversees
    return not (works or standing.name in table.seats.values() or audiences(table, standing))
