"""The whole battery over one source, and the verdict of all its findings together."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Sequence
from typing import Final

import msgspec

from cardroom.analysis.rng.finding import LEVELS, RngFinding
from cardroom.analysis.rng.numbers import number_tests
from cardroom.analysis.rng.sequences import sequence_tests
from cardroom.analysis.rng.shuffle_tests import SIZES, dealt_test, order_tests
from cardroom.analysis.rng.source import NumberSource, OsSource, StreamSource
from cardroom.analysis.rng.special import binomial_upper
from cardroom.cards import Stream

SHUFFLES_MIN: Final = 1000
TESTS: Final = 59
"""How many findings `run` yields; for progress bars, and held true by a test."""

DOUBT: Final = 0.001
"""A battery whose failures chance would produce less often than this is not accepted."""


class Sample(msgspec.Struct, frozen=True):
    """A source for the vectorized tests, and the same source as tables call it."""

    source: NumberSource
    below: Callable[[int], Callable[[int], int]]


def os_sample() -> Sample:
    return Sample(OsSource(), lambda _: secrets.randbelow)


def stream_sample(seed: int) -> Sample:
    return Sample(StreamSource(seed), lambda number: Stream(seed, number).below)


def run(sample: Sample, shuffles: int) -> Iterator[RngFinding]:
    """Every finding, in the order of the report."""
    for test in (*number_tests(), *sequence_tests()):
        yield from test(sample.source)
    for size in SIZES:
        yield from order_tests(sample.source, size, shuffles)
    for size in (52, 53):
        # Shuffles of their own: the numbers after those that were tested above.
        yield dealt_test(lambda n: sample.below(shuffles + n), size, shuffles)


class Level(msgspec.Struct, frozen=True):
    """Failures at one level: how many there are, how many are expected, and how likely that is."""

    level: float
    failures: int
    expected: float
    chance: float


class BatteryVerdict(msgspec.Struct, frozen=True):
    """All findings together. `smallest` is the least p-value times the number of tests."""

    levels: tuple[Level, ...]
    smallest: float

    @property
    def accepted(self) -> bool:
        return self.smallest >= DOUBT and all(level.chance >= DOUBT for level in self.levels)


def judge(findings: Sequence[RngFinding]) -> BatteryVerdict:
    levels = []
    for level in LEVELS:
        failures = sum(not finding.passes(level) for finding in findings)
        chance = binomial_upper(failures, len(findings), level)
        levels.append(Level(level, failures, level * len(findings), chance))
    smallest = min(1.0, len(findings) * min(finding.p for finding in findings))
    return BatteryVerdict(tuple(levels), smallest)
