"""The dataframe interchange protocol: a table for any data frame library, without one here.

https://data-apis.org/dataframe-protocol/latest/API.html
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from cardroom.api.buffers import ColumnBuffers, Memory, buffers_of
from cardroom.api.frame import Column

CPU: Final = 1
NOT_NULLABLE, BIT_MASK = 0, 3
DataType = tuple[int, int, str, str]
"""Kind, bits, Arrow's format, byte order; the kinds are those of the protocol."""
TYPES: Final[Mapping[str, DataType]] = {
    "l": (0, 64, "l", "="),
    "g": (2, 64, "g", "="),
    "U": (21, 8, "U", "="),
}
BYTES: Final[DataType] = (1, 8, "C", "=")
BITS: Final[DataType] = (20, 1, "b", "=")
OFFSETS: Final[DataType] = (0, 64, "l", "=")


class InterchangeBuffer(NamedTuple):
    """A piece of memory; the value keeps it alive."""

    memory: Memory

    @property
    def bufsize(self) -> int:
        return int(self.memory.nbytes)

    @property
    def ptr(self) -> int:
        return int(self.memory.ctypes.data)

    def __dlpack__(self) -> Any:
        raise NotImplementedError("the memory is read through its address")

    def __dlpack_device__(self) -> tuple[int, None]:
        return CPU, None


class InterchangeColumn:
    """One column, in one piece."""

    def __init__(self, column: Column) -> None:
        self._buffers: ColumnBuffers = buffers_of(column)

    def size(self) -> int:
        return self._buffers.length

    @property
    def offset(self) -> int:
        return 0

    @property
    def dtype(self) -> DataType:
        return TYPES[self._buffers.format]

    @property
    def describe_categorical(self) -> Any:
        raise TypeError("the column holds no categories")

    @property
    def describe_null(self) -> tuple[int, int | None]:
        """A bit of 0 marks a missing value."""
        return (NOT_NULLABLE, None) if self._buffers.validity is None else (BIT_MASK, 0)

    @property
    def null_count(self) -> int:
        return self._buffers.missing

    @property
    def metadata(self) -> dict[str, Any]:
        return {}

    def num_chunks(self) -> int:
        return 1

    def get_chunks(self, n_chunks: int | None = None) -> Iterable[InterchangeColumn]:
        del n_chunks
        yield self

    def get_buffers(self) -> dict[str, tuple[InterchangeBuffer, DataType] | None]:
        found = self._buffers
        values = BYTES if found.format == "U" else self.dtype
        return {
            "data": (InterchangeBuffer(found.data), values),
            "validity": _maybe(found.validity, BITS),
            "offsets": _maybe(found.offsets, OFFSETS),
        }


def _maybe(memory: Memory | None, kind: DataType) -> tuple[InterchangeBuffer, DataType] | None:
    return None if memory is None else (InterchangeBuffer(memory), kind)


class InterchangeFrame:
    """A table as the protocol describes one."""

    version = 0

    def __init__(self, columns: Sequence[Column]) -> None:
        self._columns = {column.name: column for column in columns}

    def __dataframe__(self, **_: Any) -> InterchangeFrame:
        return self

    @property
    def metadata(self) -> dict[str, Any]:
        return {}

    def num_columns(self) -> int:
        return len(self._columns)

    def num_rows(self) -> int | None:
        return next((len(column.values) for column in self._columns.values()), 0)

    def num_chunks(self) -> int:
        return 1

    def column_names(self) -> list[str]:
        return list(self._columns)

    def get_column(self, i: int) -> InterchangeColumn:
        return InterchangeColumn(list(self._columns.values())[i])

    def get_column_by_name(self, name: str) -> InterchangeColumn:
        return InterchangeColumn(self._columns[name])

    def get_columns(self) -> list[InterchangeColumn]:
        return [InterchangeColumn(column) for column in self._columns.values()]

    def select_columns(self, indices: Sequence[int]) -> InterchangeFrame:
        every = list(self._columns.values())
        return InterchangeFrame([every[i] for i in indices])

    def select_columns_by_name(self, names: Sequence[str]) -> InterchangeFrame:
        return InterchangeFrame([self._columns[name] for name in names])

    def get_chunks(self, n_chunks: int | None = None) -> Iterable[InterchangeFrame]:
        del n_chunks
        yield self
