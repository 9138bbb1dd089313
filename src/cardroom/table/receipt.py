"""What a floor answers: a receipt for a command that was carried out, or a refusal."""

from __future__ import annotations

from typing import Final

import msgspec

from cardroom.events import Event
from cardroom.play.round import Refusal
from cardroom.table.actors import Actor
from cardroom.table.table import Table

HOUSE: Final = Actor("house", "house")


class Receipt(msgspec.Struct, frozen=True):
    """A command was carried out and is durable. `repeated`: it had been carried out before."""

    seq: int
    hash: bytes
    events: tuple[Event, ...]
    repeated: bool = False
    table: Table | None = None
    """The table after the command, if it was just carried out."""


Reply = Receipt | Refusal
