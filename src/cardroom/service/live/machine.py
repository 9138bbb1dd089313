"""What a room takes from the machine it runs on. A simulation gives it another one."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable

import msgspec

from cardroom.service.live.clock import Clock
from cardroom.store import Store, open_store
from cardroom.store.journal import Blinding


class Machine(msgspec.Struct, frozen=True):
    clock: Callable[[], float] = msgspec.field(default_factory=Clock)
    """Seconds since the epoch, for everything that takes time: ages, waits, sessions."""
    date: Callable[[], int] = time.time_ns
    """The clock on the wall, in nanoseconds: what the entries of the journal are dated by."""
    entropy: Callable[[int], bytes] = secrets.token_bytes
    """For the names of guests, sessions, and everything else that must not be guessed."""
    open_journal: Callable[[str, Blinding], Store] = open_store
