"""What a table sends to its viewers: hello, steps, meters, acknowledgments."""

from __future__ import annotations

import msgspec

from cardroom.events import Event
from cardroom.service.view.felt import Layout
from cardroom.service.view.view_types import MeterView, TableView


class Ack(msgspec.Struct, frozen=True, tag_field="type", tag="ack"):
    """The command is stored as entry `seq`. While `waits` names players, the bets stay open until
    they ask for the cards too, and nothing was stored."""

    key: str
    seq: int
    waits: tuple[str, ...] = ()


class Hello(msgspec.Struct, frozen=True, tag_field="type", tag="hello"):
    seq: int
    layout: Layout
    view: TableView


class MetersMessage(msgspec.Struct, frozen=True, tag_field="type", tag="meters"):
    """What the meters of the table show after another table changed them."""

    meters: tuple[MeterView, ...]


class StepMessage(msgspec.Struct, frozen=True, tag_field="type", tag="step", omit_defaults=True):
    seq: int
    events: tuple[Event, ...]
    view: TableView
    layout: Layout | None = None
    """The new layout, if this step posted other rules."""
