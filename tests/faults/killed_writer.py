"""A process that writes at full speed until it is killed: `python -m ... JOURNAL stream=acked ...`.

Each stream's commands are numbered; it sends the last acknowledged one again, then goes on. Every
acknowledgment is one line on standard output, written only after the store has given it.
"""

from __future__ import annotations

import os
import sys
import threading
from itertools import count
from pathlib import Path

from cardroom.store.journal import ORIGIN, chain
from cardroom.store.sqlite import SqliteStore


def body(stream: str, number: int) -> bytes:
    # Of changing size, so that pages split and overflow in different places.
    return f"{stream} command {number} ".encode() + b"." * (number * 37 % 900)


def main(path: Path, acknowledged: dict[str, int]) -> None:
    store = SqliteStore(path)
    heads = store.heads()

    def send(stream: str, last: int) -> None:
        head = heads.get(stream, ORIGIN)
        for number in count(max(last, 1)):
            batch = chain({stream: head}, [(stream, body(stream, number))], 1, f"{stream}:{number}")
            for entry in store.append(batch).result():
                head = max(head, entry.head, key=lambda known: known.seq)
            os.write(1, f"{stream} {number}\n".encode())

    for stream, last in acknowledged.items():
        threading.Thread(target=send, args=(stream, last)).start()


if __name__ == "__main__":
    pairs = (argument.split("=") for argument in sys.argv[2:])
    main(Path(sys.argv[1]), {stream: int(last) for stream, last in pairs})
