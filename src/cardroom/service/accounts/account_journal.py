"""The stream `accounts` of the journal: written before anything about an account takes effect."""

from __future__ import annotations

from collections.abc import Callable
from threading import RLock
from typing import Final

from cardroom.service.accounts import account_book
from cardroom.service.accounts.account_book import AccountBook
from cardroom.service.accounts.account_events import AnyAccountEvent, body, read
from cardroom.store import ORIGIN, ConflictError, Store, StreamHead, chain
from cardroom.table.journal import ACCOUNTS

TRIES: Final = 32


class BarredError(Exception):
    """The rules of accounts do not allow it; nothing was written."""


class AccountJournal:
    """The book as it is durable. Every method may block; any thread may call it."""

    def __init__(self, store: Store, date: Callable[[], int]) -> None:
        self._store, self._date = store, date
        self._lock = RLock()
        self._head: StreamHead = ORIGIN
        self.book = AccountBook()
        self.reload()

    @property
    def empty(self) -> bool:
        return self._head.seq == 0

    def write(self, event: AnyAccountEvent) -> None:
        """Durable when this returns. `BarredError` says why it may not happen."""
        with self._lock:
            for _ in range(TRIES):
                at = self._date()
                if no := account_book.bars(self.book, event, at):
                    raise BarredError(no)
                heads = {ACCOUNTS: self._head}
                batch = chain(heads, [(ACCOUNTS, body(event))], at, blind=self._store.blind)
                try:
                    (entry,) = self._store.append(batch).result()
                except ConflictError:
                    self.reload()
                    continue
                self.book = account_book.follow(self.book, event, entry.at)
                self._head = entry.head
                return
            raise ConflictError(ACCOUNTS, 0, 0)

    def reload(self) -> None:
        """Follow what another worker has written."""
        with self._lock:
            for entry in self._store.read(ACCOUNTS, self._head.seq):
                self.book = account_book.follow(self.book, read(entry), entry.at)
                self._head = entry.head
