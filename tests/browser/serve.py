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
from tests.same_chance import same_chance

PLENTY = Rate(1_000_000, 1_000_000.0)


def main(data: str, port: str, posting: str = "", solver: str = "") -> None:
    """Orders of cards may be given, and nobody is told to slow down.

    The odds have processes only where they are asked for: they would take the browser's time.
    """
    settings = Settings(
        data=Path(data),
        port=int(port),
        rates=Rates(PLENTY, PLENTY, PLENTY, PLENTY, PLENTY, PLENTY, PLENTY, PLENTY),
        # Everybody in the tests comes from one address.
        guests=Guests(tables_address=10**6),
        streams=Streams(address_max=10**6),
        connections=Connections(each_max=10**6),
        hashing=Hashing(1, 64),
        # On a busy machine no page is too slow to contribute, and nobody too slow to bet.
        pace=Pace(betting_seconds=600.0, decision_seconds=600.0, contribution_seconds=10.0),
        solver=bool(solver),
        games=() if solver else None,
        test_shoe=True,
        house=house(posting) if posting else None,
    )
    listener = listen(settings.host, settings.port, exactly=True)
    with same_chance():
        serve(settings, listener, lambda _: print(address_of(listener), flush=True))


if __name__ == "__main__":
    main(*sys.argv[1:])
