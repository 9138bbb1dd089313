"""Health and measurements, for the programs that watch the service."""

from __future__ import annotations

import httpx
from prometheus_client.parser import text_string_to_metric_families

from tests.service.running_service import House


def measured(house: House) -> dict[str, float]:
    answer = httpx.get(f"{house.base}/metrics")
    assert answer.status_code == 200
    return {
        sample.name + "".join(f"/{value}" for value in sample.labels.values()): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


def test_a_running_service_is_live_and_ready(house: House) -> None:
    for path, status in (
        ("/health/live", "live"),
        ("/health/ready", "ready"),
        ("/health", "ready"),
    ):
        answer = httpx.get(house.base + path)
        assert (answer.status_code, answer.json()) == (200, {"status": status, "why": ""})


def test_commands_and_refusals_are_counted_by_result_and_clause(house: House) -> None:
    before = measured(house)
    table = house.guest().open("blackjack")
    table.sit(3)
    refused = table.send("place-bet", box=3, spot="main", stake=1)
    assert refused.status_code == 409
    clause = refused.json()["refusal"]["clause"]["id"]
    after = measured(house)

    def more(name: str) -> float:
        return after.get(name, 0) - before.get(name, 0)

    assert more(f"cardroom_refusals_total/{clause}") == 1
    assert more("cardroom_commands_total/refused") == 1
    assert more("cardroom_commands_total/accepted") >= 1
    assert more("cardroom_command_seconds_count") == more("cardroom_commands_total/accepted")
    assert more("cardroom_tables") == 1
    assert more("cardroom_journal_entries") > 1
    assert after["cardroom_ready"] == 1


def test_viewers_are_counted_while_their_streams_are_open(house: House) -> None:
    table = house.guest().open("blackjack")
    with table.stream():
        there = measured(house)["cardroom_viewers"]
    assert there >= 1


def test_a_proxy_opens_the_measurements_to_nobody(house: House) -> None:
    answer = httpx.get(f"{house.base}/metrics", headers={"x-forwarded-for": "203.0.113.7"})
    assert answer.status_code == 403
    assert "--metrics-from" in answer.json()["refusal"]["why"]
