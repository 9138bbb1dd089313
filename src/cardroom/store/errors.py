"""What can go wrong with a journal, each as one line a person can act on."""

from __future__ import annotations


class StoreError(Exception):
    """Any failure of a journal; `str(error)` is one line for the person in front of it."""


class ConflictError(StoreError):
    """Another writer came first: reload the stream and decide again."""

    def __init__(self, stream: str, expected: int, found: int) -> None:
        self.stream, self.expected, self.found = stream, expected, found
        super().__init__(
            f"{stream} moved on: this entry would be number {expected}, "
            f"but the stream already ends at {found} with other content; reload and decide again"
        )


class KeyTakenError(StoreError):
    """A command id that was already used for a command to other streams."""


class NotAJournalError(StoreError):
    """The file is something else; it was not touched."""


class NewerJournalError(StoreError):
    """The file was written by a newer version; it was not touched."""


class LockedError(StoreError):
    """Another program holds the journal; nothing was written, and trying again is safe."""


class DamagedError(StoreError):
    """The journal can be opened but not read."""


class PausedError(StoreError):
    """Nothing more is acknowledged until `resume()`: the last write may not be durable.

    A batch refused with this error may or may not be stored; after `resume()`,
    `find(key)` says which.
    """


class KeyFileError(StoreError):
    """A signing key that cannot be used."""
