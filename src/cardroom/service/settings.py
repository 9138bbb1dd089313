"""What an operator may set before the service starts."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import msgspec

import cardroom
from cardroom.fairness.contribution import SQUARINGS
from cardroom.houses import House
from cardroom.table.commands import Help

DATA_VARIABLE: Final = "CARDROOM_DATA"


class Rate(msgspec.Struct, frozen=True):
    """So many at once, and so many per second after that."""

    burst: int
    per_second: float


class Rates(msgspec.Struct, frozen=True):
    """Per client address for those who have no name yet, per person for the rest."""

    doors: Rate = Rate(20, 0.5)
    """New guests, registrations, log-ins: what costs a hash or makes a name."""
    commands: Rate = Rate(120, 40.0)
    reads: Rate = Rate(240, 60.0)
    streams: Rate = Rate(40, 4.0)


class Lockout(msgspec.Struct, frozen=True):
    """After so many wrong passwords a name is locked for a while."""

    failures_max: int = 5
    seconds: int = 900


class Pace(msgspec.Struct, frozen=True):
    """How long people are waited for; None waits for ever."""

    betting_seconds: float | None = 30.0
    """From the first bet of a person until the cards are dealt without a further word."""
    decision_seconds: float | None = 60.0
    """A box that lets it pass has its question lapse."""
    contribution_seconds: float = 0.5
    """For the pages of seated players to contribute to a shuffle, and again to open what they
    contributed. Less than `fairness.contribution.ANSWER_SECONDS`, which the pages allow."""
    squarings: int = SQUARINGS
    """What it takes to find a contribution that was not opened."""
    bots_seconds: float = 0.0
    """A pause before each bot's decision; the page animates, so the service needs none."""


class Guests(msgspec.Struct, frozen=True):
    """Tables of people without an account are kept only so long, and only so many."""

    table_seconds: float = 12 * 3600.0
    idle_seconds: float = 2 * 3600.0
    tables_max: int = 200
    tables_each: int = 4
    wallet: int = 100_000
    """Cents of play money everybody starts with."""


class Streams(msgspec.Struct, frozen=True):
    """What a viewer may leave unread before it is told bye."""

    messages_max: int = 256
    bytes_max: int = 1_000_000
    frame_max: int = 4096
    """Bytes of the largest frame that a viewer may send."""


PAGE: Final = Path(cardroom.__file__).parent / "web" / "static"


class Settings(msgspec.Struct, frozen=True):
    data: Path | None = None
    """The folder of the journal and the accounts; None keeps everything in memory."""
    journal: str = ""
    """A `postgresql://` address, if the journal is not a file in the folder."""
    host: str = "127.0.0.1"
    port: int = 8021
    hosts: tuple[str, ...] = ()
    """Further names under which the service may be called, with their port where it has one."""
    rates: Rates = Rates()
    lockout: Lockout = Lockout()
    pace: Pace = Pace()
    guests: Guests = Guests()
    streams: Streams = Streams()
    session_seconds: int = 30 * 24 * 3600
    games: tuple[str, ...] | None = None
    """Games that have a table of the room itself; None is every game."""
    house: House | None = None
    """A house whose posted games have the tables of the room, on the meters it names."""
    solver: bool = True
    """Whether the odds have a process of their own; without it nothing is computed."""
    help_max: Help = "coach"
    """The most that any table may permit its players: none, charts, coach."""
    page: Path = PAGE
    """The folder of the page's files."""
    test_shoe: bool = False
    """Tables may be opened with a given order of cards. For tests, never where people play."""


def default_data() -> Path:
    """`CARDROOM_DATA`, or `cardroom` in the user's data directory (XDG), not in a checkout."""
    if named := os.environ.get(DATA_VARIABLE):
        return Path(named)
    base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(base) / "cardroom"
