"""Which store a name means."""

from __future__ import annotations

from pathlib import Path

from cardroom.store.memory import MemoryStore
from cardroom.store.protocol import Store
from cardroom.store.sqlite import SqliteStore


def open_store(name: str) -> Store:
    """`:memory:`, a `postgresql://` address, or the path of a file, made if there is none."""
    if name == ":memory:":
        return MemoryStore()
    if name.startswith(("postgresql://", "postgres://")):
        # Late, because the driver is an extra that most houses do not install.
        from cardroom.store.postgres import PostgresStore  # noqa: PLC0415

        return PostgresStore(name)
    return SqliteStore(Path(name))
