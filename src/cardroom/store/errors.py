"""What can go wrong with a journal, each as one line that a person can act on."""

from __future__ import annotations


class StoreError(Exception):
    """Any failure of a journal; `str(error)` is one line for the operator."""


class ConflictError(StoreError):
    """Another writer came first: reload the stream and decide again."""

    def __init__(self, stream: str, expected: int, found: int) -> None:
        self.stream, self.expected, self.found = stream, expected, found
        super().__init__(
            f"{stream} has changed: this entry would be number {expected}, "
            f"but the stream already ends at {found} with other content; reload it and decide again"
        )


class KeyTakenError(StoreError):
    """The command id was already used for another command."""


class NotAJournalError(StoreError):
    """The file is not a journal; it was not changed."""


class NewerJournalError(StoreError):
    """The file was written by a newer version; it was not changed."""


class LockedError(StoreError):
    """Another program has locked the journal. Nothing was written; it is safe to try again."""


class DamagedError(StoreError):
    """The journal can be opened but not read."""


class PausedError(StoreError):
    """Nothing more is acknowledged until `resume()`, because the last write may not be durable.

    A batch refused with this error may or may not be stored; after `resume()`,
    `find(key)` tells which.
    """


class FencedError(StoreError):
    """Another worker owns the stream; nothing was written."""


class KeyFileError(StoreError):
    """A signing key that cannot be used."""
