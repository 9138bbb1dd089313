"""A free port for a process that a test starts."""

from __future__ import annotations

import itertools
import os
import socket
from contextlib import suppress

FIRST, LAST = 20_000, 32_000
"""Below those that the system gives to outgoing connections: one of them could take the port before
the process does."""
_turn = itertools.count(os.getpid())
"""Each is given once, and two processes of the tests begin to look at different places."""


def free_port() -> int:
    for number in itertools.islice(_turn, LAST - FIRST):
        with socket.socket() as probe, suppress(OSError):
            port = FIRST + number % (LAST - FIRST)
            probe.bind(("127.0.0.1", port))
            return port
    raise AssertionError("no port is free")
