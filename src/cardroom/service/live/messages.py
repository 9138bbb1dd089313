"""What goes out of a table: hello, steps, acknowledgements."""

from __future__ import annotations

import msgspec

from cardroom.events import Event
from cardroom.service.view.felt import Layout
from cardroom.service.view.view_types import MeterView, TableView


class Ack(msgspec.Struct, frozen=True, omit_defaults=True):
    """`seq` is durable. `waits`: the bets stay open until these players are ready too."""

    seq: int
    waits: tuple[str, ...] = ()


class Hello(msgspec.Struct, frozen=True, tag_field="type", tag="hello"):
    seq: int
    layout: Layout
    view: TableView


class MetersMessage(msgspec.Struct, frozen=True, tag_field="type", tag="meters"):
    """What the signs of the table show now, after something at another table."""

    meters: tuple[MeterView, ...]


class StepMessage(msgspec.Struct, frozen=True, tag_field="type", tag="step", omit_defaults=True):
    seq: int
    events: tuple[Event, ...]
    view: TableView
    layout: Layout | None = None
    """Of the rules that this step has posted."""
