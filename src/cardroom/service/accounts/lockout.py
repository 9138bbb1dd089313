"""Wrong passwords make the address that sends them wait, for that name, longer each time.

The count goes by address and name together. So nobody can lock somebody else out from another
address, and a shared address is locked only for the names that were guessed from it.
"""

from __future__ import annotations

import ipaddress
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Final

from cardroom.service.settings import Lockout

PAIRS_MAX: Final = 20_000
"""Pairs that are remembered. Each one costs its sender a hash at the rate of the doors."""

_Pair = tuple[str, str]


class Attempts:
    """`begin` before a password is checked, `succeeded` if it was right.

    An attempt counts as wrong until it has succeeded: sending many at the same time gains nothing.
    """

    def __init__(self, lockout: Lockout, clock: Callable[[], float]) -> None:
        self._lockout, self._clock = lockout, clock
        self._lock = Lock()
        self._pairs: OrderedDict[_Pair, tuple[int, float]] = OrderedDict()
        """The number of wrong passwords, and until when the pair waits."""

    def begin(self, address: str, name: str) -> float:
        """0 if a password may be checked now; otherwise the seconds to wait."""
        pair, now = _pair(address, name), self._clock()
        with self._lock:
            wrong, until = self._pairs.get(pair, (0, 0.0))
            if until > now:
                return until - now
            if until and now - until > self._lockout.forget_seconds:
                wrong = 0
            wrong += 1
            beyond = wrong - self._lockout.failures_max
            wait = 0.0
            if beyond >= 0:
                wait = min(self._lockout.seconds * 2.0 ** min(beyond, 30), self._lockout.most)
            self._pairs[pair] = (wrong, now + wait)
            self._pairs.move_to_end(pair)
            if len(self._pairs) > PAIRS_MAX:
                self._pairs.popitem(last=False)
        return 0.0

    def succeeded(self, address: str, name: str) -> None:
        with self._lock:
            self._pairs.pop(_pair(address, name), None)

    def unlock(self, name: str) -> None:
        """Forget what was sent for a name, from every address."""
        with self._lock:
            for pair in [pair for pair in self._pairs if pair[1] == name.lower()]:
                del self._pairs[pair]

    def locked(self) -> frozenset[str]:
        """Names, in lower case, for which some address has to wait."""
        now = self._clock()
        with self._lock:
            return frozenset(pair[1] for pair, (_, until) in self._pairs.items() if until > now)


def _pair(address: str, name: str) -> _Pair:
    return network_of(address), name.lower()


def network_of(address: str) -> str:
    """An IPv6 customer has 2^64 addresses, so the first half of one is what counts."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped is not None:
            return str(parsed.ipv4_mapped)
        return str(ipaddress.ip_network((int(parsed) >> 64 << 64, 64)))
    return str(parsed)
