"""A journal as JSON lines, one per entry, that anyone can verify without this program.

docs/journal.md describes the format.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from cardroom.store.errors import DamagedError, StoreError
from cardroom.store.journal import ERASED, Entry
from cardroom.store.survey import WITHHELD, Row

FIRST: Final = b'{"stream":'
"""How every line begins."""
BLOCK: Final = 1 << 20


class ExportLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """An entry; bytes are written in hex. `blind` is absent if parts of the body are withheld, or a
    name was erased from it."""

    stream: str
    seq: int
    at: int
    key: str | None
    part: int
    prev: str
    hash: str
    body: str
    blind: str | None = None


def line_of(entry: Entry, shown: str | None = None) -> bytes:
    """One line of an export. `shown` is the body with its secrets left out."""
    try:
        body = entry.body.decode() if shown is None else shown
    except UnicodeDecodeError as error:
        raise DamagedError(f"{entry.stream} {entry.seq}: its content is not text") from error
    checkable = shown is None and entry.blind != ERASED
    blind = entry.blind.hex() if checkable else None
    prev, hashed = entry.prev.hex(), entry.hash.hex()
    line = ExportLine(
        entry.stream, entry.seq, entry.at, entry.key, entry.part, prev, hashed, body, blind
    )
    return msgspec.json.encode(line) + b"\n"


def is_export(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(len(FIRST)) == FIRST
    except OSError:
        return False


def lines_in(path: Path) -> int:
    """How many entries an export has, without reading what they say."""
    try:
        with path.open("rb") as file:
            return sum(block.count(b"\n") for block in iter(lambda: file.read(BLOCK), b""))
    except OSError as error:
        raise StoreError(f"{path}: cannot be read: {error.strerror}") from error


def rows(path: Path) -> Iterator[Row]:
    """The entries of an export, as `survey_rows` takes them."""
    decoder = msgspec.json.Decoder(ExportLine)
    try:
        with path.open("rb") as file:
            for number, text in enumerate(file, start=1):
                try:
                    yield _row(decoder.decode(text))
                except (msgspec.DecodeError, ValueError) as error:
                    raise DamagedError(f"{path}, line {number}: not an entry: {error}") from error
    except OSError as error:
        raise StoreError(f"{path}: cannot be read: {error.strerror}") from error


def _row(line: ExportLine) -> Row:
    return (
        line.stream.encode(),
        line.seq,
        bytes.fromhex(line.prev),
        line.at,
        None if line.key is None else line.key.encode(),
        line.part,
        line.body.encode(),
        bytes.fromhex(line.hash),
        WITHHELD if line.blind is None else bytes.fromhex(line.blind),
    )
