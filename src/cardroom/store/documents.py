"""Documents by their digest, such as the rulesets that rounds name.

A document is a stream with one entry, named after its content. So it is chained, checkpointed,
backed up, and verified like everything else, and storing it twice stores it once.
"""

from __future__ import annotations

import asyncio
from hashlib import sha256
from typing import Final

from cardroom.store.arrivals import durable
from cardroom.store.errors import ConflictError, DamagedError, StoreError
from cardroom.store.journal import chain
from cardroom.store.protocol import Store

PREFIX: Final = "document/"


async def put(store: Store, document: bytes, at: int) -> str:
    """Store a document and return its SHA-256 in hex, the name that `get` takes."""
    name = sha256(document).hexdigest()
    try:
        await durable(store.append(chain({}, [(PREFIX + name, document)], at, blind=store.blind)))
    except ConflictError:
        await asyncio.to_thread(get, store, name)
    return name


def get(store: Store, name: str) -> bytes:
    for entry in store.read(PREFIX + name):
        if sha256(entry.body).hexdigest() != name:
            raise DamagedError(f"document {name} is not the one that was stored")
        return entry.body
    raise StoreError(f"document {name} is not in the journal")
