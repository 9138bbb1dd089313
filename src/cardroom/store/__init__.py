"""The journal: hash-chained streams of entries, durable before they are acknowledged."""

from cardroom.store.errors import (
    ConflictError,
    DamagedError,
    KeyFileError,
    KeyTakenError,
    LockedError,
    NewerJournalError,
    NotAJournalError,
    PausedError,
    StoreError,
)
from cardroom.store.journal import ORIGIN, Entry, Fault, Mark, StreamHead, chain, digest
from cardroom.store.opening import open_store
from cardroom.store.protocol import Body, Joined, Reader, Store
from cardroom.store.reading import open_reader

__all__ = [
    "ORIGIN",
    "Body",
    "ConflictError",
    "DamagedError",
    "Entry",
    "Fault",
    "Joined",
    "KeyFileError",
    "KeyTakenError",
    "LockedError",
    "Mark",
    "NewerJournalError",
    "NotAJournalError",
    "PausedError",
    "Reader",
    "Store",
    "StoreError",
    "StreamHead",
    "chain",
    "digest",
    "open_reader",
    "open_store",
]
