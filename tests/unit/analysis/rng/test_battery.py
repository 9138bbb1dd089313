"""The battery: its numbers are those tables deal from, it accepts fair sources, catches others."""

from __future__ import annotations

import json
import math
import os
import secrets
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise, permutations
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from cardroom.analysis.rng import battery, sequences
from cardroom.analysis.rng.battery import Sample, judge, os_sample, run, stream_sample
from cardroom.analysis.rng.finding import RngFinding, Subject, fit
from cardroom.analysis.rng.report import REGULATION, make_report, to_markdown
from cardroom.analysis.rng.shuffle_tests import half_chances, kept_chances, order_tests, shuffle
from cardroom.analysis.rng.source import (
    Lanes,
    Numbers,
    NumberSource,
    OsSource,
    StreamSource,
    Words,
    bits_below,
)
from cardroom.cards import CARDS, Stream, shuffled
from cardroom.cli.app import build
from cardroom.cli.common import CommandError


def test_the_stream_is_the_simulators() -> None:
    stream, source = Stream(5), StreamSource(5)
    assert [stream.next() for _ in range(20)] == source.words(20).tolist()
    assert [stream.next() for _ in range(7)] == source.words(7).tolist()
    for bound in (2, 13, 52, 432, 3_000_000_000):
        assert [stream.below(bound) for _ in range(50)] == source.below(bound, 50).tolist()


def test_shuffle_number_n_is_that_of_the_simulators_stream_n() -> None:
    source = StreamSource(9)
    orders = shuffle(source.lanes(100, 8), 52, 8)
    for lane in range(8):
        dealt = shuffled(CARDS[:52], Stream(9, 100 + lane).below)
        assert orders[:, lane].tolist() == [card.index for card in dealt]


FIGURES = """
from cardroom.analysis.rng.numbers import serial_correlation
from cardroom.analysis.rng.source import StreamSource
print(list(serial_correlation(StreamSource(1))))
"""


def test_the_figures_are_the_same_whatever_threads_the_linear_algebra_has() -> None:
    said = {
        subprocess.run(
            [sys.executable, "-c", FIGURES],
            env={**os.environ, "OPENBLAS_NUM_THREADS": threads},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for threads in ("1", "2")
    }
    assert len(said) == 1


def test_a_lane_that_rejects_draws_again_alone() -> None:
    # A bound just above half of the range rejects nearly every other number.
    bound = (1 << 31) + 1
    drawn = StreamSource(3).lanes(0, 40)
    rows = [drawn(bound).tolist() for _ in range(3)]
    streams = [Stream(3, n) for n in range(40)]
    assert rows == [[stream.below(bound) for stream in streams] for _ in range(3)]


@pytest.mark.parametrize("bound", [1, 2, 3, 52, 255, 256, 257, 432, 70000])
def test_numbers_from_entropy_are_those_of_secrets(
    bound: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    feed = Stream(bound)

    def entropy(count: int) -> bytes:
        return bytes(feed.next() & 0xFF for _ in range(count))

    drawn = bits_below(entropy, bound, 40).tolist()
    feed.state = Stream(bound).state
    monkeypatch.setattr("random._urandom", entropy)
    assert drawn == [secrets.randbelow(bound) for _ in range(40)]


def test_the_vectorised_shuffle_is_the_dealt_one() -> None:
    draws = [[n * 7 % (53 - i) for n in range(5)] for i in range(52)]
    steps = iter(draws)
    orders = shuffle(lambda bound: np.array(next(steps)), 53, 5)
    for lane in range(5):
        column = iter([row[lane] for row in draws])
        dealt = shuffled(CARDS, lambda bound, column=column: next(column))  # type: ignore[misc]
        assert orders[:, lane].tolist() == [card.index for card in dealt]


@pytest.mark.parametrize("size", [3, 4, 6, 7])
def test_the_chances_of_kept_neighbors_and_halves_are_exact(size: int) -> None:
    kept: Counter[int] = Counter()
    halves: Counter[int] = Counter()
    for order in permutations(range(size)):
        kept[sum(b == a + 1 for a, b in pairwise(order))] += 1
        halves[sum(card < size // 2 for card in order[: size // 2])] += 1
    total = math.factorial(size)
    assert kept_chances(size, size - 1) == pytest.approx([kept[k] / total for k in range(size)])
    assert half_chances(size) == pytest.approx([halves[k] / total for k in range(size // 2 + 1)])


def test_small_cells_are_joined() -> None:
    finding = fit(Subject("t", "o", 100), [60, 37, 2, 1], [0.6, 0.36, 0.02, 0.02])
    assert finding.scale == "chi-square, 1 df"


def test_a_fair_source_is_accepted() -> None:
    findings = list(run(stream_sample(2024), 4000))
    assert len(findings) == battery.TESTS
    verdict = judge(findings)
    assert verdict.accepted
    assert [level.level for level in verdict.levels] == [0.05, 0.01]


class Biased:
    """A source made from the simulator's stream by spoiling its words, numbers or lanes."""

    name = "a source that is not fair"

    def __init__(
        self,
        words: Callable[[Words], Words] = lambda words: words,
        numbers: Callable[[Numbers, int], Numbers] = lambda numbers, _: numbers,
    ) -> None:
        self._source, self._words, self._numbers = StreamSource(7), words, numbers

    def words(self, count: int) -> Words:
        return self._words(self._source.words(count))

    def below(self, bound: int, count: int) -> Numbers:
        return self._numbers(self._source.below(bound, count), bound)

    def lanes(self, first: int, count: int) -> Lanes:
        lanes = self._source.lanes(first, count)
        return lambda bound: self._numbers(lanes(bound), bound)


def remainder(numbers: Numbers, bound: int) -> Numbers:
    """A byte or ten bits by remainder instead of rejection: small numbers come too often."""
    source = np.random.default_rng(1).integers(0, 1024, len(numbers))
    return np.asarray(source % bound, np.int64)


def sticky(words: Words) -> Words:
    """One word in a hundred repeats the one before it."""
    changed = words.copy()
    again = np.arange(100, len(words), 100)
    changed[again] = changed[again - 1]
    return changed


def one_bit(words: Words) -> Words:
    """The lowest bit is set slightly too often: a share of 0.5039 instead of 0.5."""
    lowest = np.uint64(1)
    changed = words.copy()
    changed[::128] |= lowest
    return changed | ((words >> np.uint64(9)) & (words >> np.uint64(10)) & np.uint64(1))


def too_even(numbers: Numbers, bound: int) -> Numbers:
    return np.asarray(np.arange(len(numbers)) % bound, np.int64)


@pytest.mark.parametrize(
    "source",
    [
        Biased(numbers=remainder),
        Biased(words=sticky),
        Biased(words=one_bit),
        Biased(numbers=too_even),
    ],
    ids=["remainder", "sticky", "one bit", "too even"],
)
def test_a_biased_source_is_caught(source: NumberSource) -> None:
    """By one finding alone: whatever the later ones are, the battery is not accepted."""
    sample = Sample(source, lambda number: Stream(7, number).below)
    assert any(battery.TESTS * finding.p < battery.DOUBT for finding in run(sample, 2000))


def ascending(words: Words) -> Words:
    """Pairs of words are sorted now and then."""
    changed = words.copy()
    pairs = changed[: len(changed) // 2 * 2].reshape(-1, 2)
    pairs[::4].sort(axis=1)
    return changed


def capped(words: Words) -> Words:
    """Nothing in the highest two hundredth."""
    return words - words // np.uint64(200)


def echo(numbers: Numbers, bound: int) -> Numbers:
    """One number in twenty is the one two places before it."""
    changed = numbers.copy()
    again = np.arange(22, len(numbers), 20)
    changed[again] = changed[again - 2]
    return changed


def copied_lane(numbers: Numbers, bound: int) -> Numbers:
    """The next few numbers drawn side by side follow the first for one draw in four."""
    changed = numbers.copy()
    if changed[0] % 4 == 0:
        changed[1:6] = changed[0]
    return changed


def clustered(numbers: Numbers, bound: int) -> Numbers:
    """Zeros come in twos."""
    changed = numbers.copy()
    changed[np.minimum(np.flatnonzero(numbers == 0) + 1, len(numbers) - 1)] = 0
    return changed


@pytest.mark.parametrize(
    ("test", "source"),
    [
        (sequences.kolmogorov_smirnov, Biased(words=capped)),
        (sequences.order_statistics, Biased(words=capped)),
        (sequences.runs_up, Biased(words=ascending)),
        (sequences.overlaps, Biased(numbers=echo)),
        (sequences.subsequences, Biased(numbers=echo)),
        (sequences.interplay, Biased(numbers=copied_lane)),
        (sequences.rare_events, Biased(numbers=clustered)),
        (sequences.collisions, Biased(numbers=echo)),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_each_test_of_sequences_catches_its_fault(
    test: Callable[[NumberSource], Iterator[RngFinding]], source: NumberSource
) -> None:
    assert min(finding.p for finding in test(source)) < 1e-4
    assert all(finding.p > 1e-4 for finding in test(StreamSource(7)))


def spoiled(change: Callable[[Numbers, int], Numbers]) -> Iterator[RngFinding]:
    return order_tests(Biased(numbers=change), 52, 20_000)


def failures(findings: Iterator[RngFinding]) -> set[str]:
    return {finding.test.split(":")[0] for finding in findings if finding.p < 1e-6}


def test_a_shuffle_that_leaves_cards_where_they_were_is_caught() -> None:
    def lazy(numbers: Numbers, bound: int) -> Numbers:
        changed = numbers.copy()
        changed[::20] = 0
        return changed

    assert failures(spoiled(lazy)) == {"position", "adjacency", "mixing", "cut"}


def test_a_shuffle_that_never_moves_a_card_to_the_last_place_is_caught() -> None:
    def short(numbers: Numbers, bound: int) -> Numbers:
        return numbers % max(1, bound - 1)

    assert "position" in failures(spoiled(short))


def test_the_textbook_error_of_swapping_with_any_card_is_caught() -> None:
    class Naive(Biased):
        def lanes(self, first: int, count: int) -> Lanes:
            source, place = StreamSource(first), iter(range(52))

            def below(bound: int) -> Numbers:
                # As if j were drawn from the whole deck and not from what is left.
                return (source.below(52, count) - next(place)) % 52

            return lambda bound: np.minimum(below(bound), bound - 1)

    found = order_tests(Naive(), 52, 20_000)
    assert "position" in failures(found)


@pytest.fixture(scope="module")
def findings() -> list[RngFinding]:
    return list(run(stream_sample(1), 1000))


def test_the_report_has_what_a_lab_asks_for(findings: list[RngFinding]) -> None:
    text = to_markdown(make_report("a stream", 1000, "2030-01-01", findings))
    for part in ("Source: a stream", "1,000 shuffles", "expected by chance", "Assumptions"):
        assert part in text
    assert "shuffles of 432 cards" in text
    named = {line.split("**")[1] for line in text.splitlines() if line.startswith("- **")}
    tests = {finding.test.split(", blocks")[0] for finding in findings}
    assert tests == named


def test_every_test_of_the_regulation_is_covered_by_tests_that_ran(
    findings: list[RngFinding],
) -> None:
    ran = {finding.test.split(", blocks")[0] for finding in findings}
    assert len(REGULATION) == 15
    for name, ours in REGULATION[1:]:
        assert set(ours.split(", ")) <= ran, name


def invoke(*arguments: str) -> tuple[int, str]:
    command = ["rng-report", *arguments]
    result = CliRunner().invoke(build(command), command)
    if isinstance(result.exception, CommandError):
        return 2, str(result.exception)  # as `cardroom` itself ends
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result.exit_code, result.output


def test_the_command_writes_a_report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[list[int], int]] = []
    findings: list[RngFinding] = []

    def once(sample: Sample, shuffles: int) -> Iterator[RngFinding]:
        """The same question has the same answer."""
        asked.append((sample.source.words(3).tolist(), shuffles))
        if len(asked) == 1:
            findings.extend(run(stream_sample(4), shuffles))
        yield from findings

    monkeypatch.setattr(battery, "run", once)
    out = tmp_path / "report.md"
    options = ("--shuffles", "1000", "--source", "stream", "--seed", "4")
    code, output = invoke(*options, "--out", str(out))
    assert code == 0
    assert "a fair source" in output
    assert out.read_text().startswith("# Random number and shuffle test report\n")
    code, output = invoke(*options, "--json")
    report = json.loads(output[output.index("{") :])
    assert report["accepted"] is True
    assert len(report["findings"]) == battery.TESTS
    assert asked == [(StreamSource(4).words(3).tolist(), 1000)] * 2
    code, output = invoke(*options, "--out", str(tmp_path / "none" / "report.md"))
    assert code == 2
    assert "its folder does not exist" in output


def test_raw_numbers_are_those_of_the_source(tmp_path: Path) -> None:
    out = tmp_path / "numbers.bin"
    options = ("--source", "stream", "--seed", "4", "--raw", str(out), "--raw-bytes", "4004")
    code, output = invoke(*options)
    assert code == 0
    assert "4,000 bytes written" in output
    assert out.read_bytes() == StreamSource(4).words(500).tobytes()
    code, output = invoke(*options[:-3], str(tmp_path / "none" / "numbers.bin"))
    assert code == 2
    assert "its folder does not exist" in output


def test_the_command_ends_with_1_for_a_source_that_is_not_fair(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bad = Sample(Biased(numbers=remainder), lambda number: Stream(7, number).below)
    monkeypatch.setattr(battery, "os_sample", lambda: bad)
    code, output = invoke("--shuffles", "1000")
    assert code == 1
    assert "NOT those of a fair source" in output


def test_entropy_is_accepted() -> None:
    # A fair battery is rejected less than three times in a thousand; twice in a row, never.
    assert any(judge(list(run(os_sample(), 1000))).accepted for _ in range(2))
    assert OsSource().words(3).shape == (3,)
