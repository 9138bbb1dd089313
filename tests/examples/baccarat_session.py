"""Rounds of baccarat at a table on a journal: `python -m tests.examples.baccarat_session FILE`."""

from __future__ import annotations

import asyncio
import sys
from itertools import count

from cardroom.store import open_store
from cardroom.table import Actor, Envelope
from cardroom.table import commands as c
from cardroom.table.cashier import Deposit
from cardroom.table.commands import TableCommand
from cardroom.table.floor import HOUSE, Floor, Receipt
from tests.floor_calls import shuffling

ROUNDS = 5
ANN, BOB = Actor("ann"), Actor("bob")


async def play(floor: Floor) -> None:
    keys = count(1)

    async def do(command: TableCommand, actor: Actor = HOUSE) -> None:
        answer = await floor.ask("t", Envelope(f"k{next(keys)}", actor, command))
        assert isinstance(answer, Receipt), f"{command}: {answer}"

    await do(c.OpenTable("t", "baccarat"))
    for seat, actor in enumerate((ANN, BOB), start=1):
        paid = await floor.ask_cashier(f"d{seat}", HOUSE, Deposit(actor.id, 1_000_00))
        assert isinstance(paid, Receipt)
        await do(c.SitDown(actor.id, seat), actor)
        await do(c.BuyIn(actor.id, 1_000_00), actor)
    for _ in range(ROUNDS):
        table = floor.table("t")
        assert table is not None
        if table.shoe.due:
            for command in shuffling(table):
                await do(command)
        banker, player = (ANN, BOB) if table.rotation.asked == ANN.id else (BOB, ANN)
        await do(c.PostBank(banker.id, 300_00), banker)
        (box,) = table.seats_of(player.id)
        await do(c.PlaceBet(player.id, box, "banker", 100_00), player)
        await do(c.PlaceBet(player.id, box, "tie", 5_00), player)
        await do(c.CloseBets())
        await do(c.EndRound())


def main(path: str) -> None:
    store = open_store(path)
    asyncio.run(play(Floor(store)))
    store.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
