"""The operator's settings for the service."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final, Literal

import msgspec

import cardroom
from cardroom.fairness.contribution import SQUARINGS
from cardroom.houses import House
from cardroom.table.commands import Help

DATA_VARIABLE: Final = "CARDROOM_DATA"


class Rate(msgspec.Struct, frozen=True):
    """A burst of requests, and a rate per second after it."""

    burst: int
    per_second: float


class Rates(msgspec.Struct, frozen=True):
    """Per client address for visitors without a session, per person for others."""

    doors: Rate = Rate(20, 0.5)
    """New guests, registrations and logins."""
    commands: Rate = Rate(120, 40.0)
    reads: Rate = Rate(240, 60.0)
    streams: Rate = Rate(40, 4.0)
    recalls: Rate = Rate(40, 4.0)
    """Past rounds, which are computed again from the journal."""
    address_recalls: Rate = Rate(120, 12.0)
    """Past rounds for all the people of one address: one person can be many guests."""
    openings: Rate = Rate(12, 0.5)
    """Tables opened, or refused because of their options: each is a stream of the journal."""
    address_openings: Rate = Rate(60, 1.0)
    held_seconds: float = 1.0
    """A request above its rate is refused only after its wait, up to this long: refusing at once
    would cost the service more than the one who asks again and again."""


class Lockout(msgspec.Struct, frozen=True):
    """After a few wrong passwords for a name, an address waits before the next one."""

    failures_max: int = 5
    seconds: float = 30.0
    """The first wait. Each further wrong password doubles it."""
    most: float = 3600.0
    forget_seconds: float = 24 * 3600.0
    """From the end of a wait until the count begins again."""


class Hashing(msgspec.Struct, frozen=True):
    """What a password's hash costs (Argon2id)."""

    passes: int = 3
    kibibytes: int = 64 * 1024


class SessionTimes(msgspec.Struct, frozen=True):
    seconds: int = 30 * 24 * 3600
    staff_seconds: int = 12 * 3600
    """A shift. Staff log in again for the next one."""


class Pace(msgspec.Struct, frozen=True):
    """How long a table waits for people; None is without limit."""

    betting_seconds: float | None = 30.0
    """From a person's first bet until the cards are dealt automatically."""
    decision_seconds: float | None = 60.0
    """For a decision; after that it lapses."""
    absence_seconds: float | None = 600.0
    """After that the seat of a player who is gone is released, and the chips go to the wallet."""
    contribution_seconds: float = 0.5
    """For the pages of seated players to contribute to a shuffle, and again to open their
    contributions. Less than `fairness.contribution.ANSWER_SECONDS`, which the pages allow."""
    return_seconds: float = 8.0
    """For the pages of seated players to come back after a restart in the middle of a shuffle."""
    squarings: int = SQUARINGS
    """The squarings needed to find a contribution that was not opened."""
    bots_seconds: float = 0.0
    """A pause before each bot's decision; the page animates, so the service needs none."""


class Guests(msgspec.Struct, frozen=True):
    """The number and the lifetime of guests' tables."""

    table_seconds: float = 12 * 3600.0
    idle_seconds: float = 2 * 3600.0
    tables_max: int = 200
    tables_each: int = 4
    """Open tables of one guest or player."""
    tables_address: int = 40
    """Open tables that come from one address."""
    wallet: int = 100_000
    """The play money every player starts with, in cents; a refill gives the same."""
    refill_below: int = 10_000
    """A player with less than this, all chips counted, may refill."""


class Connections(msgspec.Struct, frozen=True):
    """Connections that say nothing, or too little at a time, are closed."""

    head_seconds: float = 10.0
    """From the first byte a connection could send until a whole request has come."""
    body_seconds: float = 15.0
    each_max: int = 512
    """Open connections of one address, streams not counted; trusted proxies have no limit."""


class Streams(msgspec.Struct, frozen=True):
    """How many streams there may be, and what one may leave unread before it is closed."""

    messages_max: int = 256
    bytes_max: int = 1_000_000
    frame_max: int = 4096
    """Bytes of the largest frame that a viewer may send."""
    each_max: int = 12
    """Open streams of one guest or player."""
    staff_max: int = 200
    address_max: int = 256
    table_max: int = 400
    """Watchers of one table. Its players and the staff always get in."""


PAGE: Final = Path(cardroom.__file__).parent / "web" / "static"


class Settings(msgspec.Struct, frozen=True):
    data: Path | None = None
    """The folder of the journal and the accounts; None keeps everything in memory."""
    database: str = ""
    """A `postgresql://` address, if journal and accounts are not in the folder."""
    log: Literal["plain", "json"] = "plain"
    """The log: lines for people, or JSON for programs."""
    worker_host: str = "127.0.0.1"
    """The address of this machine for workers on other machines."""
    worker_address: str = ""
    """Where other workers of the same database reach this one, as a URL."""
    host: str = "127.0.0.1"
    port: int = 8021
    hosts: tuple[str, ...] = ()
    """Other host names of the service, with the port if there is one."""
    rates: Rates = Rates()
    lockout: Lockout = Lockout()
    pace: Pace = Pace()
    guests: Guests = Guests()
    streams: Streams = Streams()
    connections: Connections = Connections()
    proxies: tuple[str, ...] = ()
    """Addresses of proxies that may say for whom they ask (X-Forwarded-For); nobody by default."""
    certificate: Path | None = None
    """A PEM file with the service's certificate chain; with it, only https is spoken."""
    private_key: Path | None = None
    metrics_from: tuple[str, ...] = ()
    """Addresses that may read /metrics, besides this machine."""
    sessions: SessionTimes = SessionTimes()
    hashing: Hashing = Hashing()
    games: tuple[str, ...] | None = None
    """Games with a table of the room's own; None is every game."""
    house: House | None = None
    """A house whose posted games are the room's own tables, on its meters."""
    drills: Path | None = None
    """A folder of the house's own drills for the school."""
    bots: Literal["seated", "none"] = "seated"
    """Whether bots sit at tables that ask for them."""
    solver: bool = True
    """Whether odds are computed, in separate processes; without it there is no help."""
    help_max: Help = "coach"
    """The most help that any table may permit: none, charts, coach."""
    page: Path = PAGE
    """The folder of the page's files."""
    test_shoe: bool = False
    """Tables may be opened with a given order of cards. For tests only."""


def default_data() -> Path:
    """`CARDROOM_DATA`, or `cardroom` in the user's data directory (XDG), not in a checkout."""
    if named := os.environ.get(DATA_VARIABLE):
        return Path(named)
    base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(base) / "cardroom"
