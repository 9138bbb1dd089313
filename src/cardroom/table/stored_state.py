"""A table, the wallets, or a meter as bytes, for snapshots.

A table is stored between two rounds only. Its rules are stored as their document. What does not
come back equal is not stored at all.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final, TypeVar, get_type_hints

import msgspec

from cardroom import events
from cardroom.events.office import RulingMade
from cardroom.rules.options import OptionFaults
from cardroom.rules.ruleset import Ruleset
from cardroom.table.past_round import PastRound
from cardroom.table.posting import read_document
from cardroom.table.table import Notice, Table

_APART: Final = ("rules", "notice", "shown", "round")
"""Fields of a table that are stored in another way, or that are empty between rounds."""
_hints = get_type_hints(Table)
_Fields: Any = msgspec.defstruct(
    "_Fields",
    [(name, _hints[name]) for name in Table.__struct_fields__ if name not in _APART],
    frozen=True,
)
S = TypeVar("S")


def _write(value: object) -> object:
    return str(value) if isinstance(value, Fraction) else events.enc_hook(value)


def _read(kind: type, value: object) -> object:
    if kind is Fraction and isinstance(value, str):
        return Fraction(value)
    return events.dec_hook(kind, value)


_encoder = msgspec.msgpack.Encoder(enc_hook=_write)


class TableState(msgspec.Struct, frozen=True):
    """A table between two rounds, and the rounds after round `since`, where the snapshot before
    this one was made."""

    table: Table
    since: int = 0
    past: tuple[PastRound, ...] = ()
    rulings: Mapping[int, tuple[RulingMade, ...]] = {}


class _Stored(msgspec.Struct, frozen=True):
    rules: bytes
    notice: tuple[bytes, int] | None
    fields: msgspec.Raw
    since: int
    past: tuple[PastRound, ...]
    rulings: dict[int, tuple[RulingMade, ...]]
    not_before: int = 0
    """The time of the notice."""


def encode_table(state: TableState) -> bytes | None:
    """None for a table that cannot be stored."""
    table = state.table
    if table.round is not None or table.shown is not None or table.set_aside:
        return None
    notice = table.notice
    given = {name: getattr(table, name) for name in Table.__struct_fields__ if name not in _APART}
    try:
        stored = _Stored(
            table.rules.stored,
            None if notice is None else (notice.rules.stored, notice.after),
            msgspec.Raw(_encoder.encode(_Fields(**given))),
            state.since,
            state.past,
            dict(state.rulings),
            0 if notice is None else notice.not_before,
        )
        text = _encoder.encode(stored)
    except (TypeError, ValueError, NotImplementedError):
        return None
    return text if decode_table(text) == state else None


def decode_table(text: bytes) -> TableState | None:
    """None if this version does not understand it."""
    try:
        stored = msgspec.msgpack.decode(text, type=_Stored, dec_hook=_read)
        fields = msgspec.msgpack.decode(stored.fields, type=_Fields, dec_hook=_read)
        rules = _rules(stored.rules)
        notice = None
        if stored.notice is not None:
            notice = Notice(_rules(stored.notice[0]), stored.notice[1], stored.not_before)
    except (msgspec.DecodeError, ValueError, OptionFaults):
        return None
    given = {name: getattr(fields, name) for name in _Fields.__struct_fields__}
    table = Table(rules=rules, notice=notice, **given)
    return TableState(table, stored.since, stored.past, stored.rulings)


def decode_past(text: bytes) -> tuple[int, tuple[PastRound, ...]] | None:
    """The rounds of a snapshot without its table, and the round after which they begin."""
    try:
        stored = msgspec.msgpack.decode(text, type=_Stored, dec_hook=_read)
    except (msgspec.DecodeError, ValueError):
        return None
    return stored.since, stored.past


@lru_cache(256)
def _rules(document: bytes) -> Ruleset:
    return read_document(document)


def encode_value(value: object) -> bytes | None:
    """Of the wallets or a meter."""
    try:
        text = _encoder.encode(value)
    except (TypeError, ValueError, NotImplementedError):
        return None
    return text if decode_value(text, type(value)) == value else None


def decode_value(text: bytes, kind: type[S]) -> S | None:
    try:
        return msgspec.msgpack.decode(text, type=kind, dec_hook=_read)
    except (msgspec.DecodeError, ValueError):
        return None
