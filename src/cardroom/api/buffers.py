"""The columns of a table as memory in the layout of Apache Arrow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardroom.api.frame import Column

Memory = NDArray[Any]


class ColumnBuffers(NamedTuple):
    """One column: its values, and which of them there are."""

    format: str
    """Arrow's: "l" whole numbers, "g" floating-point numbers, "U" text with 64-bit offsets."""
    length: int
    missing: int
    data: Memory
    validity: Memory | None
    """A bit for each value, 1 where there is one; None where none is missing."""
    offsets: Memory | None
    """Where each text begins, and where the last one ends."""


def buffers_of(column: Column) -> ColumnBuffers:
    values = column.values
    missing = sum(value is None for value in values)
    validity = _bits(values) if missing else None
    if column.kind == "text":
        coded = [b"" if value is None else str(value).encode() for value in values]
        offsets = np.zeros(len(values) + 1, np.int64)
        np.cumsum([len(text) for text in coded], out=offsets[1:])
        data = np.frombuffer(b"".join(coded) or b"\0", np.uint8)
        return ColumnBuffers("U", len(values), missing, data, validity, offsets)
    kind, code = (np.int64, "l") if column.kind == "whole" else (np.float64, "g")
    data = np.array([0 if value is None else value for value in values], kind)
    return ColumnBuffers(code, len(values), missing, data, validity, None)


def _bits(values: Sequence[object]) -> Memory:
    return np.packbits([value is not None for value in values], bitorder="little")
