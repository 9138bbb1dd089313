"""Contributions that nobody opened: what they are, and who is left out for a while."""

from __future__ import annotations

import asyncio

import pytest

from cardroom.fairness import contribution
from cardroom.service.live.unopened import (
    ADDRESS_MAX,
    ADDRESS_SECONDS,
    HERE_MAX,
    LEFT_OUT_SECONDS,
    Unopened,
)
from tests.primes import PRIMES

FIRST, SECOND = PRIMES[:2]


class Watch:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_player_who_opened_nothing_is_left_out_for_a_while() -> None:
    watch = Watch()
    unopened = Unopened(watch)
    assert unopened.asks("ann", "here")
    unopened.note("ann", "here")
    assert not unopened.asks("ann", "here")
    assert not unopened.asks("ann", "elsewhere")
    assert unopened.asks("bob", "here"), "one person may lose a connection; others are not to blame"
    watch.now += LEFT_OUT_SECONDS
    assert unopened.asks("ann", "here")


def test_many_guests_of_one_address_are_left_out_together() -> None:
    watch = Watch()
    unopened = Unopened(watch)
    for number in range(ADDRESS_MAX):
        assert unopened.asks(f"guest-{number}", "here")
        unopened.note(f"guest-{number}", "here")
    assert not unopened.asks("another", "here")
    assert unopened.asks("another", "elsewhere")
    watch.now += ADDRESS_SECONDS
    assert unopened.asks("another", "here")


def test_people_at_other_workers_are_told_apart_by_name_only() -> None:
    unopened = Unopened(Watch())
    for number in range(ADDRESS_MAX):
        unopened.note(f"guest-{number}", "")
    assert unopened.asks("another", "")


@pytest.mark.parametrize("squarings", [HERE_MAX, HERE_MAX + 1])
def test_a_process_of_its_own_finds_the_same_value(squarings: int) -> None:
    unopened = Unopened()
    try:
        found = asyncio.run(unopened.value(f"{FIRST * SECOND:x}", squarings))
    finally:
        unopened.close()
    value = contribution.opened(FIRST * SECOND, FIRST, squarings)
    assert value is not None
    assert found == value.hex()
