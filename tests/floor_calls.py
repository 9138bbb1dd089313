"""Commands to a floor from a test that has no event loop of its own."""

from __future__ import annotations

import asyncio
import atexit
import threading

from cardroom.play.round import Refusal
from cardroom.table import Actor, Envelope, Table
from cardroom.table.cashier import CashierOrder
from cardroom.table.commands import CloseContributions, LoadShoe, TableCommand
from cardroom.table.floor import HOUSE, Floor, Reply
from cardroom.table.meter_commands import MeterOrder
from cardroom.table.shuffler import committed_shoe


class _ThreadLoop(threading.local):
    """One event loop per thread: a floor belongs to one loop."""

    def __init__(self) -> None:
        self.runner = asyncio.Runner()
        atexit.register(self.runner.close)


_LOOP = _ThreadLoop()


def do(floor: Floor, id: str, envelope: Envelope) -> Reply:
    """Send a command to a table and wait until it is durable."""
    return _LOOP.runner.run(floor.ask(id, envelope))


def do_cashier(floor: Floor, key: str, actor: Actor, command: CashierOrder) -> Reply:
    """The same for the cashier."""
    return _LOOP.runner.run(floor.ask_cashier(key, actor, command))


def do_meter(floor: Floor, id: str, key: str, actor: Actor, command: MeterOrder) -> Reply:
    """The same for a meter."""
    return _LOOP.runner.run(floor.meters.ask(id, key, actor, command))


def shuffling(table: Table) -> tuple[TableCommand, ...]:
    """The house shuffles, and no player contributes."""
    return committed_shoe(table), CloseContributions(), LoadShoe()


def shuffle(floor: Floor, id: str) -> None:
    """Load a table's shoe."""
    table = floor.table(id)
    assert table is not None
    for command in shuffling(table):
        key = f"{id}/shoe-{table.shoe.number + 1}/{type(command).__name__}"
        answer = do(floor, id, Envelope(key, HOUSE, command))
        assert not isinstance(answer, Refusal), answer
