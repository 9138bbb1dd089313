"""Signed checkpoints of a running service, so that a shortened journal is noticed."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from pathlib import Path

from cardroom.store import Store, StoreError, checkpoint
from cardroom.store.checkpoint import COPY, Checkpoint
from cardroom.store.keys import SigningKey

_log = logging.getLogger(__name__)


class Checkpointer:
    """Signs with the house's key, and keeps a copy of the last checkpoint in each folder."""

    def __init__(
        self, store: Store, key: SigningKey, folders: tuple[Path, ...], date: Callable[[], int]
    ) -> None:
        self._store, self._key, self._folders, self._date = store, key, folders, date
        self._signed: dict[str, bytes] = {}
        self._begun = False

    def begin_again(self) -> None:
        """The next checkpoint has every stream: another worker may have signed since."""
        self._begun = False

    def sign(self) -> None:
        """Sign what was written since the last checkpoint; the first time, every stream.

        If signing fails, the next attempt includes what this one would have signed, and play
        continues.
        """
        try:
            signed = self._changes() if self._begun else self._all()
            self._begun = True
            if signed is not None:
                self._signed |= {mark.stream: mark.hash for mark in signed.marks}
                self._copy(signed)
        except (StoreError, OSError) as broken:
            _log.warning("the journal has no new checkpoint: %s", broken)

    def _all(self) -> Checkpoint | None:
        heads = self._store.heads()
        last = checkpoint.latest(self._store, heads)
        if last is not None and last.scope == "all" and last.signature.public == self._key.public:
            ends = {name: head.hash for name, head in heads.items() if name != checkpoint.STREAM}
            if ends == {mark.stream: mark.hash for mark in last.marks}:
                return last
        return checkpoint.record(self._store, self._key, self._date())

    def _changes(self) -> Checkpoint | None:
        return checkpoint.record_changes(self._store, self._key, self._date(), self._signed)

    def _copy(self, signed: Checkpoint) -> None:
        for folder in self._folders:
            new = folder / f".{COPY}.{os.getpid()}"
            new.touch(0o600)
            new.write_bytes(checkpoint.encode(signed))
            new.replace(folder / COPY)
