"""What an operator watches: commands, refusals, waiting times, tables, viewers, the journal."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Final, Protocol

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily, InfoMetricFamily, Metric
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.registry import Collector

import cardroom
from cardroom.service.errors import ServiceError

WATCH_SECONDS: Final = 0.1
SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)


class Now(Protocol):
    """The state of a room at this moment."""

    def gauges(self) -> dict[str, tuple[str, float]]:
        """A help text and a value, by the name of the gauge."""
        ...


class Measures:
    """One room's measurements, as Prometheus reads them."""

    def __init__(self, now: Now, clock: Callable[[], float] = time.perf_counter) -> None:
        self._clock = clock
        self._registry = CollectorRegistry()
        self._commands = Counter(
            "cardroom_commands", "Commands, by result.", ["result"], registry=self._registry
        )
        self._refusals = Counter(
            "cardroom_refusals",
            "Refused commands, by the clause that refused them.",
            ["clause"],
            registry=self._registry,
        )
        self._seconds = Histogram(
            "cardroom_command_seconds",
            "Time from a command's arrival until it is durable.",
            buckets=SECONDS,
            registry=self._registry,
        )
        self._commits = Histogram(
            "cardroom_commit_seconds",
            "Time of a commit of the journal.",
            buckets=SECONDS,
            registry=self._registry,
        )
        self._delays = Histogram(
            "cardroom_loop_delay_seconds",
            "How late the event loop wakes, ten times per second: something else was using it.",
            buckets=SECONDS,
            registry=self._registry,
        )
        self._registry.register(_Gauges(now))

    @contextmanager
    def command(self) -> Iterator[None]:
        """Count a command and its result; the time is that of accepted ones."""
        started = self._clock()
        try:
            yield
        except ServiceError as no:
            self._commands.labels("refused").inc()
            self._refusals.labels(no.refusal.clause.id).inc()
            raise
        except Exception:
            self._commands.labels("failed").inc()
            raise
        self._commands.labels("accepted").inc()
        self._seconds.observe(self._clock() - started)

    def commit(self, seconds: float) -> None:
        """Count a commit; called from the journal's own thread."""
        self._commits.observe(seconds)

    async def watch_loop(self) -> None:
        """Measure all the time how long everybody waits for the event loop."""
        while True:
            due = self._clock() + WATCH_SECONDS
            await asyncio.sleep(WATCH_SECONDS)
            self._delays.observe(max(0.0, self._clock() - due))

    def text(self) -> bytes:
        return generate_latest(self._registry)


class _Gauges(Collector):
    """Read when somebody asks, so that nothing has to be kept up to date."""

    def __init__(self, now: Now) -> None:
        self._now = now

    def collect(self) -> Iterator[Metric]:
        yield InfoMetricFamily(
            "cardroom", "The running version.", value={"version": cardroom.__version__}
        )
        for name, (about, value) in self._now.gauges().items():
            yield GaugeMetricFamily(f"cardroom_{name}", about, value=value)


class _Families(Collector):
    def __init__(self, families: Iterable[Metric]) -> None:
        self._families = families

    def collect(self) -> Iterable[Metric]:
        return self._families


def joined(texts: Mapping[str, bytes]) -> bytes:
    """The measurements of several workers, each sample with the name of its worker."""
    families: dict[str, Metric] = {}
    for worker, text in texts.items():
        for each in text_string_to_metric_families(text.decode()):
            empty = Metric(each.name, each.documentation, each.type)
            family = families.setdefault(each.name, empty)
            for sample in each.samples:
                family.add_sample(sample.name, {**sample.labels, "worker": worker}, sample.value)
    registry = CollectorRegistry(auto_describe=False)
    registry.register(_Families(families.values()))
    return generate_latest(registry)
