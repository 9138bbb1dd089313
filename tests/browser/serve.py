"""The service as a process of its own: `python -m tests.browser.serve DATA PORT [HOUSE [SOLVER]]`.

A browser test may kill it and start it again on the same folder and port, as an operator would.
"""

from __future__ import annotations

import sys
from pathlib import Path

from cardroom.houses import house
from cardroom.service.http.server import address_of, listen, serve
from cardroom.service.settings import (
    Connections,
    Guests,
    Hashing,
    Pace,
    Rate,
    Rates,
    Settings,
    Streams,
)

PLENTY = Rate(1_000_000, 1_000_000.0)


def main(data: str, port: str, posting: str = "", solver: str = "") -> None:
    """Orders of cards may be given, and nobody is told to slow down.

    The odds have processes only where they are asked for: they would take the browser's time.
    """
    settings = Settings(
        data=Path(data),
        port=int(port),
        rates=Rates(PLENTY, PLENTY, PLENTY, PLENTY, PLENTY),
        # Everybody in the tests comes from one address.
        guests=Guests(tables_address=10**6),
        streams=Streams(address_max=10**6),
        connections=Connections(each_max=10**6),
        hashing=Hashing(1, 64),
        # A page on a busy machine is not too slow to contribute.
        pace=Pace(contribution_seconds=10.0),
        solver=bool(solver),
        games=() if solver else None,
        test_shoe=True,
        house=house(posting) if posting else None,
    )
    listener = listen(settings.host, settings.port, exactly=True)
    serve(settings, listener, lambda _: print(address_of(listener), flush=True))


if __name__ == "__main__":
    main(*sys.argv[1:])
