"""All secrets of a service from one seed.

The product reads the operating system's entropy through `secrets` and has no switch for another
source. So the simulation replaces the functions of that module while it runs.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from unittest.mock import patch


class Entropy:
    """Draws from the seed, until the process that draws has died."""

    def __init__(self, seed: str) -> None:
        self.source = Random(seed)

    def token_bytes(self, size: int | None = None) -> bytes:
        return self.source.randbytes(32 if size is None else size)

    def randbelow(self, most: int) -> int:
        return self.source.randrange(most)

    def randbits(self, bits: int) -> int:
        return self.source.getrandbits(bits)

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
        patch.object(secrets, "token_bytes", entropy.token_bytes),
        patch.object(secrets, "randbelow", entropy.randbelow),
        patch.object(secrets, "randbits", entropy.randbits),
    ):
        yield
