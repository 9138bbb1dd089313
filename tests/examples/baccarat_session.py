"""Rounds of baccarat at two tables on a journal: `python -m tests.examples.baccarat_session FILE`.

At the second one a dealer deals real cards, and draws one too many.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from itertools import count

from cardroom.cards import parse_cards
from cardroom.places import BANK
from cardroom.play.inputs import Draw, Intervene, Proceed
from cardroom.store import open_store
from cardroom.table import Actor, Envelope
from cardroom.table import commands as c
from cardroom.table.cashier import Deposit
from cardroom.table.commands import TableCommand
from cardroom.table.floor import HOUSE, Floor, Receipt
from tests.floor_calls import shuffling

ROUNDS = 5
ANN, BOB = Actor("ann"), Actor("bob")
DEALER = Actor("dee", "dealer")
Do = Callable[..., Awaitable[None]]


def at(floor: Floor, id: str) -> Do:
    keys = count(1)

    async def do(command: TableCommand, actor: Actor = HOUSE) -> None:
        answer = await floor.ask(id, Envelope(f"{id}{next(keys)}", actor, command))
        assert isinstance(answer, Receipt), f"{command}: {answer}"

    return do


async def play(floor: Floor) -> None:
    do = at(floor, "t")
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


async def draw_too_many(floor: Floor) -> None:
    """Player stands on 4 and 3, and a third card is drawn for it: it becomes Banker's."""
    do = at(floor, "real")
    await do(c.OpenTable("real", "baccarat", dealing="physical", chips="practice"))
    for seat, actor in enumerate((ANN, BOB), start=1):
        await do(c.SitDown(actor.id, seat), actor)
        await do(c.BuyIn(actor.id, 1_000_00), actor)
    await do(c.LoadShoe(), DEALER)
    await do(c.PostBank(ANN.id, 300_00), ANN)
    await do(c.PlaceBet(BOB.id, 2, "player", 100_00), BOB)
    await do(c.CloseBets(), DEALER)
    *dealt, error = parse_cards("4s Th 3c 2d 3h")
    for card in dealt:
        await do(c.Play(Draw(card)), DEALER)
    await do(c.Play(Intervene("third-card-in-error", card=error)), DEALER)
    await do(c.Play(Draw(error)), DEALER)
    await do(c.Play(Proceed()), DEALER)
    table = floor.table("real")
    assert table is not None
    assert table.round is not None
    assert [card.card for card in table.round.cards[BANK]] == [dealt[1], dealt[3], error]
    assert table.round.over
    await do(c.EndRound(), DEALER)


async def evening(floor: Floor) -> None:
    await play(floor)
    await draw_too_many(floor)


def main(path: str) -> None:
    store = open_store(path)
    asyncio.run(evening(Floor(store)))
    store.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
