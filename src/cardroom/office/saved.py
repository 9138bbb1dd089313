"""Tallies kept between reports, so that a report reads only what is new.

A tally is a cache: it is used only if the journal still has the entry at which it stopped, and it
is computed again from the journal otherwise.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Mapping
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec

from cardroom import __version__
from cardroom.analysis.cache_folder import root, writable
from cardroom.houses.clock import HouseClock
from cardroom.money import Exact, ratio
from cardroom.office.figures import GamePeriod, Hour, MeterSums, Period, Sums, Tally, WagerSums
from cardroom.office.tally import ResumePoint
from cardroom.store import ORIGIN, Reader

FORMAT: Final = f"{__version__} 4"
"""A tally of another version is computed again."""


class Stop(msgspec.Struct, frozen=True):
    """The last entry of a stream that is in the tally."""

    stream: str
    seq: int = 0
    hash: bytes = ORIGIN.hash
    place: ResumePoint = ResumePoint()


class SavedTally(msgspec.Struct, frozen=True):
    format: str = FORMAT
    clock: tuple[str, str, tuple[tuple[str, str], ...]] = ("", "", ())
    stops: tuple[Stop, ...] = ()
    sums: tuple[tuple[Period, Sums], ...] = ()
    wagers: tuple[tuple[Hour, WagerSums], ...] = ()
    meters: tuple[tuple[Hour, Exact, Exact, Exact], ...] = ()
    posted: dict[str, list[GamePeriod]] = {}

    def tally(self) -> Tally:
        meters = {
            hour: MeterSums(*(Fraction(*each) for each in sums)) for hour, *sums in self.meters
        }
        return Tally(dict(self.sums), dict(self.wagers), meters, dict(self.posted))

    def stop(self, stream: str) -> Stop:
        return next((stop for stop in self.stops if stop.stream == stream), Stop(stream))


def saved_file(journal: str, clock: HouseClock) -> Path | None:
    """Where the tally of a journal is kept; None where nothing can be written."""
    folder = root() / "office"
    name = sha256(repr((str(Path(journal).absolute()), _clock(clock))).encode()).hexdigest()[:24]
    return folder / f"{name}.tally" if writable(folder) else None


def load(file: Path, reader: Reader, clock: HouseClock) -> SavedTally:
    """The tally in a file, if it is one of this journal; otherwise an empty one."""
    try:
        found = msgspec.msgpack.decode(file.read_bytes(), type=SavedTally)
    except (OSError, msgspec.DecodeError):
        return SavedTally()
    same = found.format == FORMAT and found.clock == _clock(clock)
    return found if same and all(_there(reader, stop) for stop in found.stops) else SavedTally()


def _there(reader: Reader, stop: Stop) -> bool:
    entry = next(iter(reader.read(stop.stream, stop.seq - 1)), None)
    return entry is not None and (entry.seq, entry.hash) == (stop.seq, stop.hash)


def save(file: Path, clock: HouseClock, tally: Tally, stops: Iterable[Stop]) -> None:
    kept = SavedTally(
        FORMAT,
        _clock(clock),
        tuple(stops),
        tuple(tally.sums.items()),
        tuple(tally.wagers.items()),
        tuple(
            (hour, ratio(each.contributed), ratio(each.awarded), ratio(each.seeded))
            for hour, each in tally.meters.items()
        ),
        tally.posted,
    )
    # Written to another file and renamed: another process never sees half a file.
    with tempfile.NamedTemporaryFile("wb", dir=file.parent, delete=False) as part:
        part.write(msgspec.msgpack.encode(kept))
    Path(part.name).replace(file)


def _clock(clock: HouseClock) -> tuple[str, str, tuple[tuple[str, str], ...]]:
    shifts: Mapping[str, str] = clock.shifts
    return clock.zone, clock.day_starts, tuple(sorted(shifts.items()))
