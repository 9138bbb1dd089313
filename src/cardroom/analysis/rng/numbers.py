"""The usual tests of bits and numbers (Knuth, TAOCP 3.3.2; NIST SP 800-22; Marsaglia)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Final

import numpy as np

from cardroom.analysis.rng.finding import RngFinding, Subject, chi_square, fit, normal, poisson
from cardroom.analysis.rng.source import NumberSource

BITS: Final = 1 << 23
NUMBERS: Final = 1_000_000
BLOCK: Final = 1 << 13
DIGITS: Final = 10


def number_tests() -> list[Callable[[NumberSource], Iterator[RngFinding]]]:
    """Each draws its own numbers, so that the tests are independent of each other."""
    return [
        bit_tests,
        frequency,
        gap,
        poker,
        coupon_collector,
        permutation,
        serial_pairs,
        serial_correlation,
        birthday_spacings,
    ]


def bit_tests(source: NumberSource) -> Iterator[RngFinding]:
    bits = np.unpackbits(source.words(BITS // 64).view(np.uint8))
    ones = int(bits.sum())
    yield normal(_bits("frequency (monobit)"), (2 * ones - BITS) / math.sqrt(BITS))
    shares = bits.reshape(-1, BLOCK).mean(axis=1)
    statistic = float(4 * BLOCK * ((shares - 0.5) ** 2).sum())
    yield chi_square(_bits(f"block frequency, blocks of {BLOCK:,}"), statistic, BITS // BLOCK)
    runs = 1 + int(np.count_nonzero(bits[1:] != bits[:-1]))
    share = ones / BITS
    spread = 2 * math.sqrt(BITS) * share * (1 - share)
    yield normal(_bits("runs"), (runs - 2 * BITS * share * (1 - share)) / spread)


def _bits(test: str) -> Subject:
    return Subject(test, "bits", BITS)


def frequency(source: NumberSource) -> Iterator[RngFinding]:
    for bound in (DIGITS, 52, 416):
        counts = np.bincount(source.below(bound, NUMBERS), minlength=bound)
        yield fit(
            Subject("frequency", f"numbers below {bound}", NUMBERS), counts, [1 / bound] * bound
        )


def gap(source: NumberSource) -> Iterator[RngFinding]:
    """The gaps between occurrences of one number in thirteen, like a rank in a suit."""
    chance, longest = 1 / 13, 60
    hits = np.flatnonzero(source.below(13, NUMBERS) == 0)
    gaps = np.minimum(np.diff(hits) - 1, longest)
    chances = [chance * (1 - chance) ** n for n in range(longest)] + [(1 - chance) ** longest]
    counts = np.bincount(gaps, minlength=longest + 1)
    yield fit(Subject("gap", "numbers below 13, gaps between 0s", len(gaps)), counts, chances)


def poker(source: NumberSource) -> Iterator[RngFinding]:
    """The number of different digits among five."""
    hand = 5
    hands = np.sort(source.below(DIGITS, NUMBERS).reshape(-1, hand), axis=1)
    different = 1 + np.count_nonzero(np.diff(hands, axis=1), axis=1)
    chances = [math.perm(DIGITS, r) * _stirling(hand, r) / DIGITS**hand for r in range(1, hand + 1)]
    counts = np.bincount(different, minlength=hand + 1)[1:]
    yield fit(Subject("poker", f"digits, hands of {hand}", len(hands)), counts, chances)


def coupon_collector(source: NumberSource) -> Iterator[RngFinding]:
    """The number of digits until all ten have appeared."""
    longest = 80
    lengths: list[int] = []
    seen = start = 0
    whole = (1 << DIGITS) - 1
    for place, digit in enumerate(source.below(DIGITS, NUMBERS).tolist(), start=1):
        seen |= 1 << digit
        if seen == whole:
            lengths.append(min(place - start, longest))
            seen, start = 0, place
    chances = [
        math.factorial(DIGITS) * _stirling(r - 1, DIGITS - 1) / DIGITS**r
        for r in range(DIGITS, longest)
    ]
    chances.append(1 - math.fsum(chances))
    counts = np.bincount(lengths, minlength=longest + 1)[DIGITS:]
    yield fit(Subject("coupon collector", "digits", len(lengths)), counts, chances)


def permutation(source: NumberSource) -> Iterator[RngFinding]:
    """The relative order of five consecutive numbers."""
    group = 5
    groups = source.words(NUMBERS).reshape(-1, group)
    ranks = np.argsort(groups, axis=1)
    codes = ranks @ (group ** np.arange(group))
    _, counts = np.unique(codes, return_counts=True)
    orders = math.factorial(group)
    full = np.zeros(orders, np.int64)
    full[: len(counts)] = counts
    subject = Subject("permutation", f"words, groups of {group}", len(groups))
    yield fit(subject, full, [1 / orders] * orders)


def serial_pairs(source: NumberSource) -> Iterator[RngFinding]:
    bound = 52
    pairs = source.below(bound, NUMBERS).reshape(-1, 2)
    counts = np.bincount(pairs[:, 0] * bound + pairs[:, 1], minlength=bound**2)
    subject = Subject("serial pairs", f"numbers below {bound}, pairs", len(pairs))
    yield fit(subject, counts, [1 / bound**2] * bound**2)


def serial_correlation(source: NumberSource) -> Iterator[RngFinding]:
    """The correlation of each number with the next one, and with later ones."""
    values = (source.words(NUMBERS) >> np.uint64(11)).astype(np.float64) / 2.0**53
    centered = values - values.mean()
    size = len(centered)
    # Knuth 3.3.2 K: mean and variance for independent numbers, taken in a circle.
    mean, deviation = -1 / (size - 1), math.sqrt(size * size / ((size - 1) ** 2 * (size - 2)))
    # Not `@`: the last digits of that depend on the number of processors.
    square = float((centered * centered).sum())
    for lag in (1, 2, 52):
        product = float((centered * np.roll(centered, -lag)).sum()) / square
        subject = Subject("serial correlation", f"words, lag {lag}", size)
        yield normal(subject, (product - mean) / deviation)


def birthday_spacings(source: NumberSource) -> Iterator[RngFinding]:
    """Equal distances between 1,024 birthdays in years of 2**28 days: about one in each year."""
    birthdays, days, years = 1024, 1 << 28, 500
    dates = np.sort(source.below(days, birthdays * years).reshape(years, birthdays), axis=1)
    spacings = np.sort(np.diff(dates, axis=1), axis=1)
    equal = int(np.count_nonzero(spacings[:, 1:] == spacings[:, :-1]))
    # Two of the spacings between birthdays are equal with chance birthdays / (2 * days).
    mean = years * math.comb(birthdays - 1, 2) * birthdays / (2 * days)
    subject = Subject("birthday spacings", f"numbers below {days:,}", birthdays * years)
    yield poisson(subject, equal, mean)


def _stirling(n: int, k: int) -> int:
    """The number of partitions of n things into k parts (Stirling numbers of the second kind)."""
    total = 0
    for i in range(k + 1):
        total += (-1 if i % 2 else 1) * math.comb(k, i) * int((k - i) ** n)
    return total // math.factorial(k)
