"""Tail probabilities against values that are known exactly or printed in tables."""

from __future__ import annotations

import math

import pytest

from cardroom.analysis.rng.special import (
    binomial_upper,
    chi_square_two_sided,
    gamma_lower,
    gamma_upper,
    kolmogorov_two_sided,
    normal_two_sided,
    poisson_two_sided,
)


@pytest.mark.parametrize("x", [0.001, 0.3, 1.0, 2.5, 10.0, 40.0])
def test_incomplete_gamma_where_it_is_elementary(x: float) -> None:
    assert gamma_upper(1, x) == pytest.approx(math.exp(-x), rel=1e-12)
    assert gamma_upper(0.5, x) == pytest.approx(math.erfc(math.sqrt(x)), rel=1e-11)
    assert gamma_upper(3, x) == pytest.approx(math.exp(-x) * (1 + x + x * x / 2), rel=1e-12)


@pytest.mark.parametrize("a", [0.5, 1, 7.5, 100, 5000, 93000])
def test_both_tails_sum_to_one(a: float) -> None:
    for share in (0.5, 0.9, 0.99, 1, 1.01, 1.1, 2):
        assert gamma_lower(a, a * share) + gamma_upper(a, a * share) == pytest.approx(1, abs=1e-9)
    assert gamma_lower(a, 0) == 0
    assert gamma_upper(a, 0) == 1


@pytest.mark.parametrize(
    ("statistic", "degrees", "p"),
    [
        (3.841458820694124, 1, 0.05),
        (6.634896601021214, 1, 0.01),
        (18.307038053275146, 10, 0.05),
        (23.209251158954356, 10, 0.01),
        (124.34211340400407, 100, 0.05),
    ],
)
def test_chi_square_against_printed_tables(statistic: float, degrees: int, p: float) -> None:
    assert gamma_upper(degrees / 2, statistic / 2) == pytest.approx(p, rel=1e-9)


def test_chi_square_with_many_degrees_is_nearly_normal() -> None:
    degrees = 185_761
    for z in (-3.0, -1.0, 0.0, 1.0, 3.0):
        # Wilson and Hilferty: the cube root is normal to many digits.
        third = 2 / (9 * degrees)
        statistic = degrees * (1 - third + z * math.sqrt(third)) ** 3
        upper = math.erfc(z / math.sqrt(2)) / 2
        assert gamma_upper(degrees / 2, statistic / 2) == pytest.approx(upper, rel=1e-3)


def test_too_even_is_as_suspect_as_too_uneven() -> None:
    assert chi_square_two_sided(0.5, 20) < 1e-9
    assert chi_square_two_sided(100, 20) < 1e-9
    assert chi_square_two_sided(19.3, 20) > 0.9


def test_normal_poisson_and_binomial() -> None:
    assert normal_two_sided(1.959963984540054) == pytest.approx(0.05, rel=1e-12)
    assert normal_two_sided(-2.5758293035489004) == pytest.approx(0.01, rel=1e-12)
    below = sum(math.exp(-4) * 4**k / math.factorial(k) for k in range(2))
    assert poisson_two_sided(1, 4) == pytest.approx(2 * below)
    above = 1 - sum(math.exp(-4) * 4**k / math.factorial(k) for k in range(9))
    assert poisson_two_sided(9, 4) == pytest.approx(2 * above)
    assert poisson_two_sided(0, 0.5) == 1
    assert binomial_upper(0, 47, 0.05) == 1
    assert binomial_upper(1, 10, 0.1) == pytest.approx(1 - 0.9**10)


@pytest.mark.parametrize(
    ("x", "p"),
    # Quantiles of the limit distribution: 1%, 5%, 95% and 99% (Smirnov's table).
    [(0.44098, 0.02), (0.51964, 0.1), (1.35810, 0.1), (1.62762, 0.02)],
)
def test_kolmogorov_against_printed_tables(x: float, p: float) -> None:
    many = 10**12
    assert kolmogorov_two_sided(x / math.sqrt(many), many) == pytest.approx(p, rel=2e-3)
    # A small sample: D = 0.409 is the printed 5% point of ten values.
    assert kolmogorov_two_sided(0.40925, 10) == pytest.approx(0.1, rel=0.02)
