"""Work in a thread that computes for long while people play.

A thread that computes keeps the interpreter until its turn is over, and the event loop gives it
away with every message it sends. With turns of the usual length, a command took a tenth of a second
while somebody's rules were checked.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from typing import Final, TypeVar

T = TypeVar("T")

TURN_SECONDS: Final = 0.0005
"""The journal's thread gives the interpreter away for every commit, and waits this long to have it
back from a busy event loop; at Python's 5 ms the waiting took longer than the disk."""
SHORT_TURN_SECONDS: Final = 0.0001
"""Next to a thread that computes. It costs a busy room a fifth of the commands it can carry out, so
it is not the rule."""


async def aside(work: Callable[..., T], *given: object) -> T:
    """The result of the work; everybody else is served meanwhile."""
    sys.setswitchinterval(SHORT_TURN_SECONDS)
    try:
        return await asyncio.to_thread(work, *given)
    finally:
        sys.setswitchinterval(TURN_SECONDS)
