"""The same chance in every run: cards, dice, wagers of bots, and questions of the school.

A table's shoes depend only on its game and on the number of the shoe, not on other tables or on
time, so a test that passes once passes always. What must not be guessed (names, sessions, salts)
stays secret, and so do the players' contributions: where pages contribute, cards differ.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from random import Random
from types import SimpleNamespace
from unittest.mock import patch

from cardroom.cards import Card, shuffled
from cardroom.service.live import house_moves, room
from cardroom.service.school import desk, exams, tables
from cardroom.table import shuffler
from cardroom.table.commands import CommitShoe
from cardroom.table.table import Table


class _Shoe(threading.local):
    def __init__(self) -> None:
        self.chance = Random("a shoe that no service shuffles")
        """Also for tests without a service that run in the same process."""


_shoe = _Shoe()


def _same_shoe(table: Table) -> CommitShoe:
    _shoe.chance = Random(f"{table.rules.game} {table.shoe.number}")
    return shuffler.committed_shoe(table)


def _same_order(cards: Sequence[Card]) -> tuple[Card, ...]:
    return shuffled(tuple(cards), _shoe.chance.randrange)


def _same_secret(size: int) -> bytes:
    """Of the dice."""
    return _shoe.chance.randbytes(size)


@contextmanager
def same_chance() -> Iterator[None]:
    """For every service that this process runs."""
    questions = Random("school")
    asks = SimpleNamespace(randbits=questions.getrandbits, token_hex=secrets.token_hex)
    bots = SimpleNamespace(randbits=lambda _bits: 5, token_hex=secrets.token_hex)
    with ExitStack() as patches:
        for where, name, other in (
            (house_moves, "committed_shoe", _same_shoe),
            (shuffler, "fresh_order", _same_order),
            (shuffler, "secrets", SimpleNamespace(token_bytes=_same_secret)),
            (house_moves, "secrets", SimpleNamespace(randbelow=lambda most: most // 2)),
            (room, "secrets", bots),
            (tables, "secrets", asks),
            (exams, "secrets", asks),
            (desk, "_seed", lambda _name: 1),
        ):
            patches.enter_context(patch.object(where, name, other))
        yield
