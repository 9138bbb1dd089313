"""What a room measures for its operator."""

from __future__ import annotations

import asyncio
from itertools import chain, repeat

import pytest
from prometheus_client.parser import text_string_to_metric_families

from cardroom.service.live import measures
from cardroom.service.live.measures import Measures


class Nothing:
    def gauges(self) -> dict[str, tuple[str, float]]:
        return {}


def samples(of: Measures) -> dict[str, float]:
    families = text_string_to_metric_families(of.text().decode())
    return {
        sample.name + "".join(sample.labels.values()): sample.value
        for family in families
        for sample in family.samples
    }


def test_commits_are_counted_with_their_time() -> None:
    measured = Measures(Nothing())
    measured.commit(0.004)
    measured.commit(0.3)
    found = samples(measured)
    assert found["cardroom_commit_seconds_count"] == 2
    assert found["cardroom_commit_seconds_bucket0.005"] == 1


def test_a_busy_event_loop_shows_in_the_delay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measures, "WATCH_SECONDS", 0.0)
    clock = chain((0.0, 0.2, 1.0, 1.0), repeat(1.0))
    measured = Measures(Nothing(), lambda: next(clock))

    async def watched() -> None:
        watching = asyncio.create_task(measured.watch_loop())
        while samples(measured)["cardroom_loop_delay_seconds_count"] < 2:
            await asyncio.sleep(0)
        watching.cancel()

    asyncio.run(watched())
    found = samples(measured)
    assert found["cardroom_loop_delay_seconds_sum"] == pytest.approx(0.2)
    assert found["cardroom_loop_delay_seconds_bucket0.1"] == 1


def test_measurements_of_several_workers_keep_their_names() -> None:
    one, two = Measures(Nothing()), Measures(Nothing())
    one.commit(0.004)
    two.commit(0.3)
    two.commit(0.3)
    text = measures.joined({"first": one.text(), "second": two.text()}).decode()
    assert text.count("# TYPE cardroom_commit_seconds histogram") == 1
    assert 'cardroom_commit_seconds_count{worker="first"} 1.0' in text
    assert 'cardroom_commit_seconds_count{worker="second"} 2.0' in text
    assert 'cardroom_commit_seconds_bucket{le="0.005",worker="first"} 1.0' in text
