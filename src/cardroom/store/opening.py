"""Which store a name means."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Final

from cardroom.store.errors import StoreError
from cardroom.store.memory import MemoryStore
from cardroom.store.protocol import Store
from cardroom.store.sqlite import SqliteStore

ADDRESSES: Final = ("postgresql://", "postgres://")


def open_store(name: str) -> Store:
    """`:memory:`, a `postgresql://` address, or the path of a file, made if there is none."""
    if name == ":memory:":
        return MemoryStore()
    if is_address(name):
        need_driver()
        # Late, because the driver is an extra that most houses do not install.
        from cardroom.store.postgres import PostgresStore  # noqa: PLC0415

        return PostgresStore(name)
    return SqliteStore(Path(name))


def is_address(name: str) -> bool:
    """Whether it is the address of a server; other servers than ours are refused."""
    if "://" in name and not name.startswith(ADDRESSES):
        scheme = name.partition("://")[0]
        raise StoreError(f"{scheme}:// is no journal: it is a file, or a postgresql:// address")
    return name.startswith(ADDRESSES)


def need_driver() -> None:
    try:
        import_module("psycopg")
    except ImportError as error:
        raise StoreError(
            "a journal in PostgreSQL needs its driver: pip install 'psycopg[binary]'"
        ) from error
