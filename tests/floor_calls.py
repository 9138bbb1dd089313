"""Commands to a floor from a test that has no event loop of its own."""

from __future__ import annotations

import asyncio
import atexit
from typing import Final

from cardroom.table import Actor, Envelope
from cardroom.table.cashier import Deposit, Withdraw
from cardroom.table.floor import Answer, Floor

_LOOP: Final = asyncio.Runner()
atexit.register(_LOOP.close)


def do(floor: Floor, id: str, envelope: Envelope) -> Answer:
    """Send a command to a table and wait until it is durable."""
    return _LOOP.run(floor.ask(id, envelope))


def do_cashier(floor: Floor, key: str, actor: Actor, command: Deposit | Withdraw) -> Answer:
    """The same for the cashier."""
    return _LOOP.run(floor.ask_cashier(key, actor, command))
