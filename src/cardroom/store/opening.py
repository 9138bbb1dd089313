"""Open the store that a name stands for."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Final

from cardroom.store.errors import StoreError
from cardroom.store.journal import Blinding, fresh_blind
from cardroom.store.memory import MemoryStore
from cardroom.store.protocol import Store
from cardroom.store.sqlite import SqliteStore

ADDRESSES: Final = ("postgresql://", "postgres://")


def open_store(name: str, blind: Blinding = fresh_blind) -> Store:
    """`:memory:`, a `postgresql://` address, or a file path; a missing file is created."""
    if name == ":memory:":
        return MemoryStore(blind)
    if is_address(name):
        need_driver()
        # Imported here, because the driver is an extra that most houses do not install.
        from cardroom.store.postgres import PostgresStore  # noqa: PLC0415 - needs an extra

        return PostgresStore(name, blind)
    return SqliteStore(Path(name), blind)


def is_address(name: str) -> bool:
    """Whether the name is a server address; only PostgreSQL is supported."""
    if "://" in name and not name.startswith(ADDRESSES):
        scheme = name.partition("://")[0]
        raise StoreError(
            f"{scheme}:// is not supported; a journal is a file or a postgresql:// address"
        )
    return name.startswith(ADDRESSES)


def need_driver() -> None:
    try:
        import_module("psycopg")
    except ImportError as error:
        raise StoreError(
            "a journal in PostgreSQL needs the driver: pip install 'psycopg[binary]'"
        ) from error
