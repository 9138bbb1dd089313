"""Contributions to a shuffle: a modulus fixes them, and they are found with or without a prime."""

from __future__ import annotations

import re

import pytest

from cardroom.fairness import contribution
from cardroom.service.settings import PAGE, Pace
from tests.primes import PRIMES

SQUARINGS = 5000
first, second, third = PRIMES[:3]
modulus = first * second


def test_a_prime_opens_what_squaring_finds() -> None:
    assert contribution.acceptable(modulus)
    steps: list[int] = []
    found = contribution.squared_out(modulus, SQUARINGS, steps.append)
    assert steps[-1] == SQUARINGS
    assert contribution.opened(modulus, first, SQUARINGS) == found
    assert contribution.opened(modulus, second, SQUARINGS) == found


def test_the_number_of_squarings_is_part_of_the_value() -> None:
    one, other = (contribution.opened(modulus, first, SQUARINGS + n) for n in (0, 1))
    assert one != other


def test_nothing_but_a_prime_of_the_modulus_opens_it() -> None:
    for wrong in (0, 1, -first, modulus, first + 2, 3):
        assert contribution.opened(modulus, wrong, SQUARINGS) is None


def test_a_factor_that_is_not_prime_does_not_open_another_value() -> None:
    """Otherwise its owner could choose between what it opens and what squaring finds."""
    composite = third
    while composite % 9:
        composite += 2
    assert composite.bit_length() == contribution.PRIME_BITS
    assert contribution.opened(first * composite, first, SQUARINGS) is None
    assert contribution.opened(first * composite, composite, SQUARINGS) is None


def test_a_square_is_refused() -> None:
    """(p - 1)(p - 1) is not the order of a square, so the short way would give another value."""
    assert contribution.opened(first * first, first, SQUARINGS) is None


@pytest.mark.parametrize("modulus", [0, 1, 15, 1 << 1023, (1 << 1024) + 1, (1 << 1023) + 1])
def test_small_even_and_oversized_moduli_are_refused(modulus: int) -> None:
    assert not contribution.acceptable(modulus)


def test_the_page_and_the_service_go_by_the_same_numbers() -> None:
    """A contribution is safe only if nobody can square that often in the time to answer."""
    text = (PAGE / "js/fairness/contribution.js").read_text(encoding="utf-8")
    stated = dict(re.findall(r"^export const (\w+) = ([\d* ]+);", text, re.MULTILINE))
    assert int(stated["ANSWER_MS"]) == contribution.ANSWER_SECONDS * 1000
    assert stated["SQUARINGS"] == "2 ** 25"
    assert contribution.SQUARINGS == 2**25
    assert int(stated["PRIME_BITS"]) == contribution.PRIME_BITS
    assert Pace().contribution_seconds < contribution.ANSWER_SECONDS
