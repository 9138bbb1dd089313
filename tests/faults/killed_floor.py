"""A card room that plays at full speed until it is killed: `python -m ... JOURNAL SEED`.

A task per table. Before a command is sent it is noted in a second file; the next
process sends it again first, under its id, because nobody knows whether it was stored. Every
acknowledgment is one line on standard output: table, id, number, hash, and 1 if it was repeated.
"""

from __future__ import annotations

import asyncio
import os
import sys
from itertools import count
from pathlib import Path
from random import Random

import msgspec

from cardroom.cards import parse_cards
from cardroom.events import dec_hook, enc_hook
from cardroom.rules.options import Value
from cardroom.store.sqlite import SqliteStore
from cardroom.table import Envelope, Table
from cardroom.table import commands as c
from cardroom.table.cashier import Deposit
from cardroom.table.floor import HOUSE, Floor, Receipt
from tests.random_play import anything

GAMES = ("blackjack", "safari-21", "double-hand-poker", "texas-holdem")
METER = "blaze"
SHARING = ("sevens-1", "sevens-2")
"""Tables on one meter."""
PLAYERS = ["ann", "bob", "cid"]
SEVENS = parse_cards("7c 7d 7h 7s") * 6


async def play(floor: Floor, game: str, seed: str, intent: Path) -> None:
    chance = Random(f"{seed} {game}")
    if intent.exists() and intent.read_bytes().endswith(b"\n"):
        said = msgspec.json.decode(intent.read_bytes(), type=Envelope, dec_hook=dec_hook)
        await send(floor, game, said)
    for number in count():
        table = floor.table(game)
        command: c.TableCommand = opening(game)
        if table is not None:
            command = anything(table, PLAYERS, chance, irregularities=2)
            if game in SHARING and table.round is None and chance.random() < 0.3:
                command = side_bet(table, chance)
        envelope = Envelope(f"{game}-{seed}-{number}", HOUSE, command)
        intent.write_bytes(msgspec.json.encode(envelope, enc_hook=enc_hook) + b"\n")
        await send(floor, game, envelope)


def opening(id: str) -> c.OpenTable:
    if id not in SHARING:
        return c.OpenTable(id, id)
    posted: dict[str, Value] = {"blazing_7s": 1, "blazing_reserve": 7, "burn": 0}
    return c.OpenTable(id, "bet-the-set-21", posted, meter=METER)


def side_bet(table: Table, chance: Random) -> c.TableCommand:
    """A bet on the meter, or the cards that go with it: three sevens for the first box."""
    if table.shoe.due and chance.random() < 0.5:
        sevens = chance.sample(SEVENS, len(SEVENS))
        rest = [card for card in table.rules.deck if card.rank != 7]
        return c.LoadShoe((*sevens, *rest))
    box = chance.choice(sorted(table.seats) or [1])
    return c.PlaceBet(table.seats.get(box, PLAYERS[0]), box, "blazing-7s", 1_00)


async def send(floor: Floor, game: str, envelope: Envelope) -> None:
    answer = await floor.ask(game, envelope)
    if isinstance(answer, Receipt):
        again = int(answer.repeated)
        told = f"{game} {envelope.key} {answer.seq} {answer.hash.hex()} {again}\n"
        os.write(1, told.encode())


async def main(path: Path, seed: str) -> None:
    floor = Floor(SqliteStore(path))
    for player in PLAYERS:
        await floor.ask_cashier(f"cash-{player}", HOUSE, Deposit(player, 1_000_000_00))
    await asyncio.gather(
        *(
            play(floor, game, seed, path.with_name(f"{path.stem}-{game}.intent"))
            for game in (*GAMES, *SHARING)
        )
    )


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2]))
