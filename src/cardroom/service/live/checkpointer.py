"""Signed checkpoints of a running service: what was acknowledged cannot be cut off unseen."""

from __future__ import annotations

import logging
import time
from pathlib import Path

from cardroom.store import Store, StoreError, checkpoint
from cardroom.store.keys import create_key, load_key

_log = logging.getLogger(__name__)


class Checkpointer:
    """Signs with the house's key, which is made with the folder."""

    def __init__(self, store: Store, key: Path) -> None:
        self._store = store
        self._key = load_key(key) if key.exists() else create_key(key)

    def sign(self) -> None:
        """Sign where every stream ends, if anything was written since.

        A checkpoint that fails is tried again at the next; play goes on without it.
        """
        try:
            if checkpoint.due(self._store):
                checkpoint.record(self._store, self._key, time.time_ns())
        except StoreError as broken:
            _log.warning("the journal has no new checkpoint: %s", broken)
