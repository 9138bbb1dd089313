"""One worker of a room, as a process of its own: `python -m tests.faults.worker_process`."""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec

from cardroom.service.http.server import listen, serve
from cardroom.service.settings import Pace
from tests.faults.hosts import NETWORK
from tests.service.running_service import SMALL


def main(data: str, database: str, host: str, port: str) -> None:
    settings = msgspec.structs.replace(
        SMALL,
        data=Path(data),
        database=database,
        pace=Pace(contribution_seconds=0.05),
        worker_host=host,
        # A command that is sent on to the owner of its table keeps the name it was sent to.
        hosts=tuple(f"{NETWORK}.{number}" for number in range(10, 20)),
    )
    serve(settings, listen(host, int(port), exactly=True))


if __name__ == "__main__":
    main(*sys.argv[1:])
