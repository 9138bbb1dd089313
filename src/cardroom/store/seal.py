"""The seal: the digest of a closed journal, in a file next to it that `sha256sum -c` can read.

The hash chains protect every entry, but not the unused bytes of a page. The seal covers all bytes
of a closed file, so that decay is noticed before it reaches an entry. It is not a signature;
changed entries are detected by chains and checkpoints.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from cardroom.store.errors import StoreError
from cardroom.store.sqlite_file import wal_of


def seal_of(path: Path) -> Path:
    return path.with_name(path.name + ".sha256")


def write_seal(path: Path) -> None:
    """Seal a closed journal, unless a program has it open.

    A program that opens a journal first creates the -wal file and then removes the seal. Here the
    seal is written first, and then the -wal file is looked for. Whichever comes first, no seal
    outlives a change.
    """
    try:
        before = path.stat()
        text = f"{_digest(path)}  {path.name}\n"
        new = seal_of(path).with_name(f".{path.name}.{os.getpid()}.sha256")
        new.write_text(text)
        new.replace(seal_of(path))
        after = path.stat()
    except OSError as error:
        raise StoreError(f"{path}: cannot seal the journal: {error.strerror}") from error
    untouched = (before.st_mtime_ns, before.st_size) == (after.st_mtime_ns, after.st_size)
    if wal_of(path).exists() or not untouched:
        break_seal(path)


def break_seal(path: Path) -> None:
    try:
        seal_of(path).unlink(missing_ok=True)
    except OSError as error:
        raise StoreError(f"{path}: cannot remove its old seal: {error.strerror}") from error


def sealed(path: Path) -> bool | None:
    """Whether the file matches its seal; None if it has no seal."""
    try:
        text = seal_of(path).read_text(errors="replace")
        return text.split(" ")[0] == _digest(path)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise StoreError(f"{path}: cannot read it or its seal: {error.strerror}") from error


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
