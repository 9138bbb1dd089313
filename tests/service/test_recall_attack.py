"""Past rounds are dear to compute: a guest who asks without end costs the service very little."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from cardroom.service.settings import Rate, Rates
from cardroom.service.view import past_rounds
from cardroom.service.view.past_rounds import RecalledRound
from tests.service.running_service import (
    PATIENCE_SECONDS,
    PLENTY,
    House,
    Table,
    refusal,
    running,
    with_settings,
)
from tests.service.test_crash import Player, Service

SECONDS = 2.0
BURST = Rates().recalls.burst + 2
SHARE_MAX = 0.2
"""Of one processor, for one person who asks without end, above what the service uses by itself."""


def used(process: int) -> float:
    """The processor seconds of a process so far."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processor time is read in /proc")
def test_requests_for_rounds_that_do_not_exist_cost_next_to_nothing(tmp_path: Path) -> None:
    service = Service(tmp_path)
    try:
        player = Player(service.base)
        before = used(service.process.pid)
        time.sleep(SECONDS)
        # A service that has just started still prepares the school and its tables.
        by_itself = (used(service.process.pid) - before) / SECONDS
        asked = 0
        before, until = used(service.process.pid), time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < until:
            player.http.get(f"/api/tables/{player.table}/rounds/{10**9}")
            asked += 1
            if asked == BURST:
                # The first are answered as fast as they come; they are not to be counted.
                before, until = used(service.process.pid), time.monotonic() + SECONDS
        share = (used(service.process.pid) - before) / SECONDS
        player.http.close()
    finally:
        service.kill()
    assert BURST <= asked < BURST + 30 * SECONDS, "the service did not hold what came too fast"
    assert share - by_itself < SHARE_MAX


@pytest.fixture
def house() -> Iterator[House]:
    rates = Rates(PLENTY, PLENTY, PLENTY, PLENTY, Rate(2, 0.01), Rate(3, 0.01), held_seconds=0.1)
    with running(with_settings(rates=rates)) as house:
        yield house


def asks(table: Table) -> str:
    answer = table.guest.http.get(f"{table.url}/rounds/1")
    return "" if answer.status_code == 200 else refusal(answer)


def test_the_guests_of_one_address_share_what_it_may_recall(house: House) -> None:
    table = house.guest().open()
    table.sit()
    table.round()
    assert [asks(table) for _ in range(3)] == ["", "", "service.rate"]
    other = house.guest().at(table)
    assert [asks(other) for _ in range(2)] == ["", "service.rate"], "three for the address"


def test_rounds_are_computed_one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    at_work, most = 0, 0
    compute = past_rounds.recalled

    def counted(*given: Any) -> RecalledRound | None:
        nonlocal at_work, most
        at_work += 1
        most = max(most, at_work)
        time.sleep(0.05)
        at_work -= 1
        return compute(*given)

    monkeypatch.setattr(past_rounds, "recalled", counted)
    with running(with_settings()) as house:
        table = house.guest().open()
        table.sit()
        table.round()
        guests = [house.guest().at(table) for _ in range(4)]
        with ThreadPoolExecutor(len(guests)) as threads:
            assert list(threads.map(asks, guests)) == [""] * len(guests)
    assert most == 1
