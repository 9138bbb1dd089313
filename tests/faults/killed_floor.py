"""A card room that plays at full speed until it is killed: `python -m ... JOURNAL SEED`.

A thread per table. Before a command is sent it is written down beside the journal; the next
process sends it again first, under its id, because nobody knows whether it was stored. Every
acknowledgement is one line on standard output: table, id, number, hash, and 1 if it was repeated.
"""

from __future__ import annotations

import os
import sys
import threading
from itertools import count
from pathlib import Path
from random import Random

import msgspec

from cardroom.events import dec_hook, enc_hook
from cardroom.store.sqlite import SqliteStore
from cardroom.table import Envelope
from cardroom.table import commands as c
from cardroom.table.cashier import Deposit
from cardroom.table.host import HOUSE, CashierEnvelope, Floor, Receipt
from tests.evening import anything

GAMES = ("blackjack", "safari-21", "double-hand-poker", "texas-holdem")
PLAYERS = ["ann", "bob", "cid"]


def play(floor: Floor, game: str, seed: str, intent: Path) -> None:
    chance = Random(f"{seed} {game}")
    if intent.exists() and intent.read_bytes().endswith(b"\n"):
        said = msgspec.json.decode(intent.read_bytes(), type=Envelope, dec_hook=dec_hook)
        send(floor, game, said)
    for number in count():
        table = floor.table(game)
        command: c.TableCommand = c.OpenTable(game, game)
        if table is not None:
            command = anything(table, PLAYERS, chance, trouble=2)
        envelope = Envelope(f"{game}-{seed}-{number}", HOUSE, command)
        intent.write_bytes(msgspec.json.encode(envelope, enc_hook=enc_hook) + b"\n")
        send(floor, game, envelope)


def send(floor: Floor, game: str, envelope: Envelope) -> None:
    answer = floor.do(game, envelope)
    if isinstance(answer, Receipt):
        again = int(answer.repeated)
        told = f"{game} {envelope.key} {answer.seq} {answer.hash.hex()} {again}\n"
        os.write(1, told.encode())


def main(path: Path, seed: str) -> None:
    floor = Floor(SqliteStore(path))
    for player in PLAYERS:
        floor.do_cashier(CashierEnvelope(f"cash-{player}", HOUSE, Deposit(player, 1_000_000_00)))
    for game in GAMES:
        intent = path.with_name(f"{path.stem}-{game}.intent")
        threading.Thread(target=play, args=(floor, game, seed, intent)).start()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
