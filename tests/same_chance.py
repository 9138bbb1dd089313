"""The same chance in every run: cards, dice, wagers of bots, and questions of the school.

A table's shoes depend only on its game and on the number of the shoe, not on other tables or on
time, so a test that passes once passes always. What must not be guessed (names, sessions, salts)
stays secret, and so do the players' contributions: where pages contribute, cards differ.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from random import Random
from types import ModuleType, SimpleNamespace
from typing import Final
from unittest.mock import patch

from cardroom.cards import Card, shuffled
from cardroom.service.live import house_moves, room
from cardroom.service.school import desk, exams, tables
from cardroom.table import shuffler
from cardroom.table.commands import CommitShoe
from cardroom.table.table import Table

_OWN: Final[Mapping[tuple[ModuleType, str], object]] = {
    (where, name): getattr(where, name)
    for where, name in (
        (house_moves, "committed_shoe"),
        (shuffler, "fresh_order"),
        (shuffler, "secrets"),
        (house_moves, "secrets"),
        (room, "secrets"),
        (tables, "secrets"),
        (exams, "secrets"),
        (desk, "_seed"),
    )
}
"""Where the product draws, and with what."""


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
def own_chance() -> Iterator[None]:
    """As the product draws, even if the tests of the service share this process."""
    with ExitStack() as patches:
        for (where, name), own in _OWN.items():
            patches.enter_context(patch.object(where, name, own))
        yield


@contextmanager
def same_chance() -> Iterator[None]:
    """For every service that this process runs."""
    questions = Random("school")
    asks = SimpleNamespace(randbits=questions.getrandbits, token_hex=secrets.token_hex)
    bots = SimpleNamespace(randbits=lambda _bits: 5, token_hex=secrets.token_hex)
    with ExitStack() as patches:
        same = (
            _same_shoe,
            _same_order,
            SimpleNamespace(token_bytes=_same_secret),
            SimpleNamespace(randbelow=lambda most: most // 2),
            bots,
            asks,
            asks,
            lambda _name: 1,
        )
        for (where, name), other in zip(_OWN, same, strict=True):
            patches.enter_context(patch.object(where, name, other))
        yield
