"""Which worker of a room may write which stream: leases and fencing tokens in the room's database.

A worker's lease is renewed several times in its life; one that lets it lapse is taken for dead, by
the clock of the database alone. Each stream of a table has one owner and a token, which grows with
every change of the owner. The token goes into each row that the owner writes, and a row with an old
token is refused: a worker that was stopped, or lost its network, cannot write after another one has
taken its tables.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from threading import Lock
from typing import Any, Final, NamedTuple

import psycopg

from cardroom import __version__
from cardroom.store.postgres_schema import connect, translated

LEASE_SECONDS: Final = 2.0
CHANNEL: Final = "cardroom"

_RENEW: Final = (
    "INSERT INTO cardroom_workers VALUES (%s, %s, %s, clock_timestamp() + %s * interval '1 second')"
    " ON CONFLICT (id) DO UPDATE SET address = excluded.address, until = excluded.until"
)
_OWNERS: Final = (
    "SELECT o.stream, o.worker, o.token FROM cardroom_owners o JOIN cardroom_workers w ON"
    " w.id = o.worker WHERE w.until > clock_timestamp()"
)
_LIVE: Final = "SELECT id, address FROM cardroom_workers WHERE until > clock_timestamp()"
# Tables that were opened before there were owners, or by a worker that died at once.
_ENLIST: Final = (
    "INSERT INTO cardroom_owners SELECT 'table/' || id, NULL, 0 FROM cardroom_tables"
    " WHERE closed_at IS NULL UNION ALL SELECT %s, NULL, 0 ON CONFLICT DO NOTHING"
)
_ORPHANS: Final = (
    "FROM cardroom_owners o LEFT JOIN cardroom_workers w ON w.id = o.worker"
    " WHERE w.id IS NULL OR w.until < clock_timestamp()"
)
# The dead are locked, so that one of them that comes back renews its lease either before this, and
# keeps its streams, or after it, and finds that they are gone.
_CLAIM: Final = (
    "WITH dead AS MATERIALIZED (SELECT id FROM cardroom_workers WHERE until < clock_timestamp()"
    " ORDER BY id FOR UPDATE) UPDATE cardroom_owners SET worker = %s, token = token + 1 WHERE"
    " stream IN (SELECT o.stream FROM cardroom_owners o LEFT JOIN cardroom_workers w ON"
    " w.id = o.worker WHERE w.id IS NULL OR w.id IN (SELECT id FROM dead)"
    " ORDER BY o.stream LIMIT %s FOR UPDATE OF o SKIP LOCKED) RETURNING stream, token"
)
_GIVE: Final = (
    "UPDATE cardroom_owners SET worker = %s, token = token + 1 WHERE stream = %s AND worker = %s"
    " RETURNING token"
)


class Fleet(NamedTuple):
    """What a worker learned from the database: the live workers, and the owner of each stream."""

    workers: Mapping[str, str]
    """Addresses by id."""
    owners: Mapping[str, tuple[str, int]]
    """Worker and token, by stream; streams of dead workers are left out."""


class Ownership:
    """One worker's part. Every method may block; any thread may call it."""

    def __init__(self, address: str, worker: str, at: str, duty: str) -> None:
        """`at` is where other workers reach this one; `duty` is the stream whose owner looks after
        the room as a whole."""
        self._address, self.worker, self.at, self.duty = address, worker, at, duty
        self._lock = Lock()
        self._database: psycopg.Connection[Any] | None = None
        # The event loop changes these while a thread beats, and does not wait for the database.
        self._state = Lock()
        self._seen: dict[str, int] = {}
        """The streams that were this worker's at its last beat, with their tokens."""
        self._held: dict[str, int] = {}
        """Those that it writes."""
        self._given: dict[str, int] = {}
        self._until = 0.0

    def token(self, stream: str) -> int | None:
        """The token with which this worker writes a stream; None if it does not own it."""
        return self._held.get(stream)

    def in_force(self) -> bool:
        """Whether the lease certainly lasts: by this machine's clock, which also runs while the
        process is stopped, from before the database renewed it."""
        return time.monotonic() < self._until

    def beat(self, *, claims: bool) -> Fleet:
        """Renew the lease, take what nobody owns, and look at the others.

        A stream that is this worker's under a new token is not written before it is adopted.
        """
        with self._lock, translated():
            database = self._connected()
            begun = time.monotonic()
            database.execute(_RENEW, (self.worker, self.at, __version__, LEASE_SECONDS))
            if claims:
                database.execute(_ENLIST, (self.duty,))
                self._claim(database)
            owners = {
                stream: (worker, token)
                for stream, worker, token in database.execute(_OWNERS).fetchall()
            }
            workers = dict(database.execute(_LIVE).fetchall())
            mine = {stream: token for stream, (id, token) in owners.items() if id == self.worker}
            with self._state:
                self._seen = mine
                self._held = {
                    name: held
                    for name, held in self._held.items()
                    if mine.get(name) == held and not self.gave(name, held)
                }
                # Only now: before, the lease would be in force for tables that were lost.
                self._until = begun + LEASE_SECONDS
        return Fleet(workers, owners)

    def adopt(self, stream: str, token: int) -> bool:
        """Write a stream with this token from now on: everything that others wrote was read.

        Not if it was lost in the meantime: its new owner may have written more.
        """
        with self._state:
            if self._seen.get(stream) != token or self.gave(stream, token):
                return False
            self._held = {**self._held, stream: token}
        return True

    def _claim(self, database: psycopg.Connection[Any]) -> None:
        (orphans,) = database.execute(f"SELECT count(*) {_ORPHANS}").fetchone() or (0,)
        if not orphans:
            return
        (live,) = database.execute(f"SELECT count(*) FROM ({_LIVE}) AS live").fetchone() or (1,)
        share = -(-orphans // max(1, live))
        for stream, token in database.execute(_CLAIM, (self.worker, share)).fetchall():
            self._tell(database, f"owner {stream} {self.worker} {token}")

    def open(self, stream: str) -> None:
        """Own a stream that is about to begin."""
        with self._lock, translated():
            database = self._connected()
            database.execute(
                "INSERT INTO cardroom_owners VALUES (%s, %s, 1) ON CONFLICT DO NOTHING",
                (stream, self.worker),
            )
            with self._state:
                self._seen = {**self._seen, stream: 1}
            self.adopt(stream, 1)

    def close(self, stream: str) -> None:
        """A stream has ended: nobody owns it any longer."""
        with self._lock, translated():
            self._connected().execute("DELETE FROM cardroom_owners WHERE stream = %s", (stream,))
        self.drop(stream)

    def drop(self, stream: str) -> None:
        with self._state:
            self._seen = {name: token for name, token in self._seen.items() if name != stream}
            self._held = {name: token for name, token in self._held.items() if name != stream}

    def give(self, stream: str, worker: str | None) -> None:
        """Hand a stream over; None leaves it to the first that takes it."""
        self.drop(stream)
        with self._lock, translated():
            database = self._connected()
            for (token,) in database.execute(_GIVE, (worker, stream, self.worker)).fetchall():
                self._given[stream] = token - 1
            self._tell(database, f"owner {stream} {worker or '-'} 0")

    def gave(self, stream: str, token: int) -> bool:
        """Whether this worker has given the stream away since it had this token: a beat that was
        on its way at that moment does not know it yet."""
        return token <= self._given.get(stream, -1)

    def tell(self, text: str) -> None:
        """Notify every worker."""
        with self._lock, translated():
            self._tell(self._connected(), text)

    def leave(self) -> None:
        """End the lease at once: this worker has given everything away."""
        with self._lock, translated():
            database = self._connected()
            database.execute(
                "UPDATE cardroom_owners SET worker = NULL, token = token + 1 WHERE worker = %s",
                (self.worker,),
            )
            database.execute("DELETE FROM cardroom_workers WHERE id = %s", (self.worker,))
            self._tell(database, f"left {self.worker}")
            database.close()
            self._database = None

    def _tell(self, database: psycopg.Connection[Any], text: str) -> None:
        database.execute("SELECT pg_notify(%s, %s)", (CHANNEL, text))

    def _connected(self) -> psycopg.Connection[Any]:
        """The connection; a new one if the database was gone."""
        if self._database is not None:
            if not self._database.closed and not self._database.broken:
                return self._database
            self._database.close()
        self._database = connect(self._address)
        # A beat that hangs must not outlive the lease.
        self._database.execute("SET statement_timeout = '2s'")
        return self._database
