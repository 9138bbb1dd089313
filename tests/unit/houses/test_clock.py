"""A house's own clock: gaming days and shifts in its time zone."""

from __future__ import annotations

from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from cardroom.houses import HouseError, house
from cardroom.houses.clock import ClockError, HouseClock

ROOM = HouseClock(
    "America/Los_Angeles", "06:00", {"day": "06:00", "swing": "14:00", "graveyard": "22:00"}
)


def at(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()) * 10**9


@pytest.mark.parametrize(
    ("utc", "day", "shift"),
    [
        ("2026-11-17T13:59:59", date(2026, 11, 16), "graveyard"),
        ("2026-11-17T14:00:00", date(2026, 11, 17), "day"),
        ("2026-11-17T21:59:59", date(2026, 11, 17), "day"),
        ("2026-11-17T22:00:00", date(2026, 11, 17), "swing"),
        ("2026-11-18T06:00:00", date(2026, 11, 17), "graveyard"),
        ("2026-07-17T13:00:00", date(2026, 7, 17), "day"),
    ],
)
def test_a_time_belongs_to_a_gaming_day_and_a_shift(utc: str, day: date, shift: str) -> None:
    assert ROOM.shift(at(utc)) == (day, shift)


def test_a_day_has_25_hours_when_clocks_are_set_back() -> None:
    """On 1 November 2026, at 2:00, it is 1:00 again: in the gaming day of 31 October."""
    hours = (ROOM.begins(date(2026, 11, 1)) - ROOM.begins(date(2026, 10, 31))) // 3600 // 10**9
    assert hours == 25
    assert (ROOM.begins(date(2026, 3, 8)) - ROOM.begins(date(2026, 3, 7))) // 3600 // 10**9 == 23


def test_without_a_clock_a_day_is_a_day_of_utc() -> None:
    assert HouseClock().shift(at("2026-11-17T00:00:00")) == (date(2026, 11, 17), "day")
    assert HouseClock().shift(at("2026-11-16T23:59:59")) == (date(2026, 11, 16), "day")


@pytest.mark.parametrize(
    ("zone", "starts", "shifts", "says"),
    [
        ("Mars", "00:00", {}, "not a time zone"),
        ("UTC", "24:00", {}, "not a time"),
        ("UTC", "06:00", {"late": "14:00"}, "none begins with the day"),
        ("UTC", "06:00", {"a": "06:00", "b": "06:00"}, "same time"),
    ],
)
def test_a_wrong_clock_is_explained(
    zone: str, starts: str, shifts: dict[str, str], says: str
) -> None:
    with pytest.raises(ClockError, match=says):
        HouseClock(zone, starts, shifts)


def test_a_house_posts_its_clock(tmp_path: Path) -> None:
    file = tmp_path / "room.toml"
    text = 'title = "Room"\nzone = "{}"\nday_starts = "05:00"\n[[game]]\ngame = "blackjack"\n'
    file.write_text(text.format("America/New_York"), encoding="utf-8")
    assert house(str(file)).clock == HouseClock("America/New_York", "05:00")
    file.write_text(text.format("New York"), encoding="utf-8")
    with pytest.raises(HouseError, match="zone"):
        house(str(file))
