"""The updates of a live table: the last ones in memory, older ones read from the journal."""

from __future__ import annotations

import asyncio
from collections import deque
from itertools import islice
from typing import Final

from cardroom.service.view.history import Update, fold_on
from cardroom.service.view.views import Moment
from cardroom.store import Store
from cardroom.table.journal import stream_of

KEPT: Final = 48
"""Updates kept in memory for viewers that reconnect soon."""
MARKS: Final = 64
"""Starts of rounds, from which the journal can be replayed."""
CHUNK: Final = 200


class UpdateLog:
    """`now` is the table as read from the journal, or just opened."""

    def __init__(self, store: Store, id: str, now: Moment) -> None:
        self._store, self._id = store, id
        self.now = now
        self._recent: deque[Update] = deque(maxlen=KEPT)
        self._marks: deque[Moment] = deque(maxlen=MARKS)

    def add(self, update: Update) -> None:
        if update.moment.table.number != self.now.table.number:
            self._marks.append(self.now)
        self.now = update.moment
        self._recent.append(update)

    async def moment_at(self, seq: int) -> Moment:
        """The table after this entry."""
        if seq == self.now.seq:
            return self.now
        for update in self._recent:
            if update.moment.seq == seq:
                return update.moment
        known = [mark for mark in self._marks if mark.seq <= seq]
        start = known[-1] if known else None
        if start is not None and start.seq == seq:
            return start
        skipped = seq - (start.seq if start else 0) - 1

        def read() -> Moment:
            return next(islice(fold_on(self._store, self._id, start), skipped, None)).moment

        return await asyncio.to_thread(read)

    async def since(self, at: Moment) -> list[Update]:
        """Updates after a moment, in order, in batches."""
        kept = [update for update in self._recent if update.moment.seq > at.seq]
        if kept and kept[0].moment.seq == at.seq + 1:
            return kept
        return await asyncio.to_thread(
            lambda: list(islice(fold_on(self._store, self._id, at), CHUNK)),
        )

    async def behind(self) -> bool:
        """Whether the journal has anything after `now`."""
        later = self._store.read(stream_of(self._id), self.now.seq)
        return await asyncio.to_thread(lambda: next(later, None) is not None)

    async def stored_since(self) -> list[Update]:
        """Everything in the journal after `now`."""
        return await asyncio.to_thread(lambda: list(fold_on(self._store, self._id, self.now)))
