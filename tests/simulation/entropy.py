"""All secrets of a service from one seed.

The product reads the operating system's entropy through `secrets` and has no switch for another
source. So the simulation replaces the functions of that module while it runs.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random, SystemRandom
from threading import get_ident
from unittest.mock import patch

from tests.same_chance import own_chance


class Entropy:
    """Draws from the seed, until the process that draws has died.

    The service of another test may run on a thread of its own: what it draws is not from the seed.
    """

    def __init__(self, seed: str) -> None:
        self.source = Random(seed)
        self._thread = get_ident()

    def token_bytes(self, size: int | None = None) -> bytes:
        return self._here().randbytes(32 if size is None else size)

    def randbelow(self, most: int) -> int:
        return self._here().randrange(most)

    def randbits(self, bits: int) -> int:
        return self._here().getrandbits(bits)

    def _here(self) -> Random:
        return self.source if get_ident() == self._thread else SystemRandom()

    @contextmanager
    def unused(self) -> Iterator[None]:
        """What a dead process still does draws nothing."""
        kept, self.source = self.source, Random(0)
        try:
            yield
        finally:
            self.source = kept


@contextmanager
def seeded(entropy: Entropy) -> Iterator[None]:
    with (
        own_chance(),
        patch.object(secrets, "token_bytes", entropy.token_bytes),
        patch.object(secrets, "randbelow", entropy.randbelow),
        patch.object(secrets, "randbits", entropy.randbits),
    ):
        yield
