"""Tail probabilities, from series and continued fractions."""

from __future__ import annotations

import math
from typing import Final

_EPSILON: Final = 1e-15
_TERMS_MAX: Final = 1_000_000


def gamma_lower(a: float, x: float) -> float:
    """The regularised lower incomplete gamma function P(a, x)."""
    if x <= 0:
        return 0.0
    return _series(a, x) if x < a + 1 else 1.0 - _fraction(a, x)


def gamma_upper(a: float, x: float) -> float:
    """The regularised upper incomplete gamma function Q(a, x); small values keep their digits."""
    if x <= 0:
        return 1.0
    return 1.0 - _series(a, x) if x < a + 1 else _fraction(a, x)


def _series(a: float, x: float) -> float:
    """P by its power series (Abramowitz and Stegun 6.5.29), which is quick for x < a + 1."""
    term = total = 1.0 / a
    for n in range(1, _TERMS_MAX):
        term *= x / (a + n)
        total += term
        if term < total * _EPSILON:
            break
    return total * _weight(a, x)


def _fraction(a: float, x: float) -> float:
    """Q by its continued fraction (6.5.31), evaluated from the front by Lentz's method."""
    tiny = 1e-300
    b = x + 1.0 - a
    c = 1.0 / tiny
    d = 1.0 / b
    value = d
    for n in range(1, _TERMS_MAX):
        step = -n * (n - a)
        b += 2.0
        d = 1.0 / _away(step * d + b, tiny)
        c = _away(b + step / c, tiny)
        value *= d * c
        if abs(d * c - 1.0) < _EPSILON:
            break
    return value * _weight(a, x)


def _weight(a: float, x: float) -> float:
    return math.exp(a * math.log(x) - x - math.lgamma(a))


def _away(value: float, tiny: float) -> float:
    return value if abs(value) > tiny else tiny


def chi_square_two_sided(statistic: float, degrees: int) -> float:
    """Twice the smaller tail: counts that are too even are as suspect as uneven ones."""
    upper = gamma_upper(degrees / 2, statistic / 2)
    lower = gamma_lower(degrees / 2, statistic / 2)
    return min(1.0, 2 * min(upper, lower))


def normal_two_sided(z: float) -> float:
    return math.erfc(abs(z) / math.sqrt(2))


def poisson_two_sided(count: int, mean: float) -> float:
    """Twice the smaller of P(X <= count) and P(X >= count)."""
    below = gamma_upper(count + 1, mean)
    above = gamma_lower(count, mean) if count else 1.0
    return min(1.0, 2 * min(below, above))


def kolmogorov_two_sided(distance: float, sample: int) -> float:
    """Twice the smaller tail of the largest distance between two distribution functions.

    The limit distribution with Stephens's correction for the size of the sample.
    """
    root = math.sqrt(sample)
    x = distance * (root + 0.12 + 0.11 / root)
    if x < 1:
        # Jacobi's transformation: this series is the quick one for small x, the other for large.
        terms = (math.exp(-((2 * k - 1) ** 2) * math.pi**2 / (8 * x * x)) for k in range(1, 20))
        lower = math.sqrt(2 * math.pi) / x * math.fsum(terms)
        return min(1.0, 2 * min(lower, 1 - lower))
    signs = (2 * (1 if k % 2 else -1) * math.exp(-2 * k * k * x * x) for k in range(1, 20))
    upper = math.fsum(signs)
    return min(1.0, 2 * min(upper, 1 - upper))


def binomial_upper(count: int, trials: int, chance: float) -> float:
    """P(X >= count) for a binomial X, by summing the smaller part of the terms."""
    fewer = math.fsum(_binomial(k, trials, chance) for k in range(count))
    more = math.fsum(_binomial(k, trials, chance) for k in range(count, trials + 1))
    return more if more < fewer else 1.0 - fewer


def _binomial(count: int, trials: int, chance: float) -> float:
    ways = math.comb(trials, count)
    return ways * chance**count * (1 - chance) ** (trials - count)
