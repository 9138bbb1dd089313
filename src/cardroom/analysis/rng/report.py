"""The battery as a document for a test lab: Markdown to read, JSON to process."""

from __future__ import annotations

import platform
from collections.abc import Sequence
from typing import Final

import msgspec
import numpy as np

from cardroom import __version__
from cardroom.analysis.rng.battery import DOUBT, BatteryVerdict, judge
from cardroom.analysis.rng.finding import EXPECTED_MIN, LEVELS, RngFinding
from cardroom.analysis.rng.numbers import BITS, NUMBERS
from cardroom.analysis.rng.shuffle_tests import DEALT_MAX, SIZES

REGULATION: Final = (
    ("chi-square", "most tests below are chi-square tests"),
    ("equidistribution (frequency)", "frequency (monobit), block frequency, frequency"),
    ("gap", "gap"),
    ("overlaps", "overlaps, serial pairs"),
    ("poker", "poker"),
    ("coupon collector", "coupon collector"),
    ("permutation", "permutation"),
    ("Kolmogorov-Smirnov", "Kolmogorov-Smirnov"),
    ("adjacency criterion", "adjacency: neighbors kept, adjacency: step to the next"),
    ("order statistic", "order statistic: largest, order statistic: smallest"),
    ("runs", "runs, runs up"),
    ("interplay correlation", "interplay correlation"),
    ("serial correlation", "serial correlation"),
    ("subsequences", "subsequences"),
    ("Poisson distribution", "Poisson distribution, birthday spacings, collisions"),
)
"""The tests that 58 Pa. Code 810a.5(c) lists, in its order, and ours that cover them."""

METHODS: Final = (
    ("frequency (monobit)", "Ones among all bits; NIST SP 800-22, 2.1."),
    ("block frequency", "Ones in each block of bits; NIST SP 800-22, 2.2."),
    ("runs", "Runs of equal bits, given the share of ones; NIST SP 800-22, 2.3."),
    ("frequency", "How often each number comes; Knuth, TAOCP 3.3.2 A."),
    ("gap", "How long a number stays away; Knuth 3.3.2 C."),
    ("poker", "Different digits among five; Knuth 3.3.2 D, exact by Stirling numbers."),
    ("coupon collector", "Digits until all ten have come; Knuth 3.3.2 E, exact."),
    ("permutation", "The order of sizes of five words in a row; Knuth 3.3.2 F."),
    ("serial pairs", "How often each pair of numbers comes, pairs not overlapping; Knuth 3.3.2 B."),
    ("serial correlation", "Of words with later ones, in a circle; Knuth 3.3.2 K."),
    (
        "birthday spacings",
        "Equal distances between 1,024 numbers below 2^28; Marsaglia. The count is Poisson.",
    ),
    ("Kolmogorov-Smirnov", "Words against the uniform distribution; Knuth 3.3.1 B."),
    (
        "order statistic: largest",
        "The largest of eight words, to the eighth power: uniform; Knuth 3.3.2, maximum of t.",
    ),
    ("order statistic: smallest", "The same for one minus the smallest of eight words."),
    (
        "runs up",
        "Lengths of ascending runs of words; the word after each run is skipped; Knuth 3.3.2 G.",
    ),
    (
        "overlaps",
        (
            "Overlapping groups of numbers, in a circle: the chi-square sum of the groups less "
            "that of groups with one number fewer; Good 1953; NIST SP 800-22, 2.11."
        ),
    ),
    (
        "subsequences",
        "Pairs from every second, fourth, or fifty-second number; Knuth 3.3.2, last section.",
    ),
    (
        "interplay correlation",
        (
            "Correlations between the numbers of 64 shuffles made side by side, over all 2,016 "
            "pairs; their squares, times the draws, add up to a chi-square."
        ),
    ),
    (
        "Poisson distribution",
        "How often one of 104 cards comes in 104 draws, against the exact chances.",
    ),
    ("collisions", "Numbers below 2^28 that were drawn before; Knuth 3.3.2 I."),
    (
        "position: card by place",
        (
            "Each card at each place of the shoe. The table of n by n counts has fixed rows and "
            "columns; its chi-square, times (n - 1) / n, has (n - 1)^2 degrees of freedom."
        ),
    ),
    (
        "adjacency: neighbors kept",
        "Cards still followed by their old neighbor, per shuffle, against the exact chances.",
    ),
    (
        "adjacency: step to the next",
        (
            "The distance before the shuffle between two cards that are neighbors after it; "
            "one pair of each shuffle, so that observations are independent."
        ),
    ),
    (
        "mixing: upper half",
        "Cards of the old upper half in the new one, per shuffle; hypergeometric.",
    ),
    (
        "cut: depth by card",
        (
            "The card at a cut against the depth of the cut, in 13 by 13 bands; the depth is "
            "drawn without regard to the order. If the two are independent, a cut can neither "
            "help nor harm."
        ),
    ),
    (
        "position, as dealt at a table",
        (
            f"Position again, through the function that tables deal from; at most {DEALT_MAX:,} "
            "shuffles, since it makes them one by one."
        ),
    ),
)


class RngReport(msgspec.Struct, frozen=True):
    """What was tested, when, and what was found."""

    source: str
    shuffles: int
    made: str
    findings: tuple[RngFinding, ...]
    verdict: BatteryVerdict


def make_report(source: str, shuffles: int, made: str, findings: Sequence[RngFinding]) -> RngReport:
    return RngReport(source, shuffles, made, tuple(findings), judge(findings))


def to_json(report: RngReport) -> bytes:
    """The report with its conclusion spelled out, as JSON."""
    fields = msgspec.to_builtins(report)
    fields["accepted"] = report.verdict.accepted
    fields["version"] = __version__
    return msgspec.json.format(msgspec.json.encode(fields)) + b"\n"


def to_markdown(report: RngReport, machine: str | None = None) -> str:
    """The report as a text; what a seed repeats on any machine leaves the machine out ("")."""
    parts = [
        _head(report, this_machine() if machine is None else machine),
        _summary(report.verdict, len(report.findings)),
        _samples(report),
        _assumptions(len(report.findings)),
        "## Results\n\n" + _table(report.findings),
        "## Methods\n\n" + "\n".join(f"- **{name}**: {text}" for name, text in METHODS),
        _regulation(),
    ]
    return "\n\n".join(parts) + "\n"


def this_machine() -> str:
    return (
        f", Python {platform.python_version()}, numpy {np.__version__}, "
        f"{platform.system()} {platform.release()}"
    )


def _head(report: RngReport, machine: str) -> str:
    return "\n".join(
        [
            "# Random number and shuffle test report",
            "",
            f"- Source: {report.source}",
            f"- Made: {report.made}",
            f"- Program: cardroom {__version__}{machine}",
        ]
    )


def conclusion(verdict: BatteryVerdict) -> str:
    if verdict.accepted:
        return "The results are those of a fair source: no more failures than chance explains."
    return "The results are NOT those of a fair source: chance does not explain these failures."


def _summary(verdict: BatteryVerdict, tests: int) -> str:
    rows = [
        f"| {1 - level.level:.0%} | {tests} | {level.failures} | {level.expected:.1f} "
        f"| {level.chance:.3g} |"
        for level in verdict.levels
    ]
    return "\n".join(
        [
            "## Summary",
            "",
            f"**{conclusion(verdict)}**",
            "",
            "| confidence | tests | failures | expected by chance | chance of this many or more |",
            "|---:|---:|---:|---:|---:|",
            *rows,
            "",
            (
                f"Least p-value times the number of tests: {verdict.smallest:.3g}. The battery is "
                f"rejected if this, or the chance of this many failures, is below {DOUBT}."
            ),
        ]
    )


def _samples(report: RngReport) -> str:
    sizes = ", ".join(str(size) for size in SIZES)
    return "\n".join(
        [
            "## Samples",
            "",
            f"- {BITS:,} bits; up to {NUMBERS:,} numbers for each test of numbers, drawn afresh.",
            f"- {report.shuffles:,} shuffles for each size of shoe: {sizes} cards.",
            (
                "- Numbers are mapped to a range by rejection, never by remainder; shuffles are "
                "those of Fisher and Yates."
            ),
        ]
    )


def _assumptions(tests: int) -> str:
    lines = [
        "p-values are two-sided: results that are too even fail like results that are too uneven.",
        "A test fails at 95% if p < 0.05 and at 99% if p < 0.01. Of a perfect source, "
        + " and ".join(f"{level:.0%} of the tests ({level * tests:.1f})" for level in LEVELS)
        + " fail by chance; a single failure is not a fault, and a source that never fails is"
        + " suspect.",
        (
            "Tests of numbers use separate draws and are independent. The tests of one size of "
            "shoe share its shuffles; they look at different things and are nearly independent."
        ),
        (
            f"Cells expected to hold fewer than {EXPECTED_MIN:.0f} observations are joined with "
            "their neighbors, except in the table of positions, whose cells are all alike."
        ),
        "Cards are told apart by their place before the shuffle, also where faces repeat.",
    ]
    return "## Assumptions\n\n" + "\n".join(f"- {line}" for line in lines)


def _regulation() -> str:
    rows = "\n".join(
        f"| {number}. {name} | {ours} |" for number, (name, ours) in enumerate(REGULATION, start=1)
    )
    return f"## The tests of 58 Pa. Code 810a.5(c)\n\n| test | here |\n|---|---|\n{rows}"


def _table(findings: Sequence[RngFinding]) -> str:
    head = "| test | over | sample | statistic | distribution | p | 95% | 99% |"
    rule = "|---|---|---:|---:|---|---:|---|---|"
    return "\n".join([head, rule, *(_row(finding) for finding in findings)])


def _row(finding: RngFinding) -> str:
    words = ["pass" if finding.passes(level) else "**fail**" for level in LEVELS]
    return (
        f"| {finding.test} | {finding.over} | {finding.sample:,} | {finding.statistic:,.3f} "
        f"| {finding.scale} | {finding.p:.4g} | {' | '.join(words)} |"
    )
