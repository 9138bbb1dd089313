"""The Arrow PyCapsule interface: a table as a stream of one batch, without an Arrow library.

The structures are those of the Arrow C data and stream interfaces. A consumer may move a structure
elsewhere and release it there, so what a structure needs is kept in `_alive` under a number that
the structure carries, until its `release` is called.

https://arrow.apache.org/docs/format/CDataInterface.html
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from ctypes import POINTER, c_char_p, c_int, c_int64, c_void_p, pointer
from itertools import count
from typing import Any, Final

from cardroom.api.buffers import ColumnBuffers, buffers_of
from cardroom.api.frame import Column

NULLABLE: Final = 2
NAME: Final = b"arrow_array_stream"


class ArrowSchema(ctypes.Structure):
    pass


class ArrowArray(ctypes.Structure):
    pass


class ArrowArrayStream(ctypes.Structure):
    pass


ReleaseSchema = ctypes.CFUNCTYPE(None, POINTER(ArrowSchema))
ReleaseArray = ctypes.CFUNCTYPE(None, POINTER(ArrowArray))
ReleaseStream = ctypes.CFUNCTYPE(None, POINTER(ArrowArrayStream))
GetSchema = ctypes.CFUNCTYPE(c_int, POINTER(ArrowArrayStream), POINTER(ArrowSchema))
GetNext = ctypes.CFUNCTYPE(c_int, POINTER(ArrowArrayStream), POINTER(ArrowArray))
GetLastError = ctypes.CFUNCTYPE(c_char_p, POINTER(ArrowArrayStream))

ArrowSchema._fields_ = [
    ("format", c_char_p),
    ("name", c_char_p),
    ("metadata", c_char_p),
    ("flags", c_int64),
    ("n_children", c_int64),
    ("children", POINTER(POINTER(ArrowSchema))),
    ("dictionary", POINTER(ArrowSchema)),
    ("release", ReleaseSchema),
    ("private_data", c_void_p),
]
ArrowArray._fields_ = [
    ("length", c_int64),
    ("null_count", c_int64),
    ("offset", c_int64),
    ("n_buffers", c_int64),
    ("n_children", c_int64),
    ("buffers", POINTER(c_void_p)),
    ("children", POINTER(POINTER(ArrowArray))),
    ("dictionary", POINTER(ArrowArray)),
    ("release", ReleaseArray),
    ("private_data", c_void_p),
]
ArrowArrayStream._fields_ = [
    ("get_schema", GetSchema),
    ("get_next", GetNext),
    ("get_last_error", GetLastError),
    ("release", ReleaseStream),
    ("private_data", c_void_p),
]

_alive: dict[int, Any] = {}
_numbers = count(1)


class _Batch:
    """The columns of a stream, and whether they were taken out of it."""

    def __init__(self, columns: Sequence[tuple[str, ColumnBuffers]]) -> None:
        self.columns = columns
        self.taken = False


def stream(columns: Sequence[Column]) -> object:
    """A capsule that holds an `ArrowArrayStream` of the columns."""
    found = ArrowArrayStream()
    found.get_schema, found.get_next = _GET_SCHEMA, _GET_NEXT
    found.get_last_error, found.release = _NO_ERROR, _RELEASE_STREAM
    batch = [(column.name, buffers_of(column)) for column in columns]
    found.private_data = _keep(_Batch(batch))
    address = ctypes.addressof(found)
    _alive[address] = found
    return _new_capsule(address, NAME, _DESTROY)


def _keep(what: Any) -> int:
    # Addresses are even; odd numbers never collide with one.
    key = 2 * next(_numbers) + 1
    _alive[key] = what
    return key


# --- schema and values --------------------------------------------------------------------------


def _fill_schema(
    schema: Any, name: str, kind: str, children: Sequence[tuple[str, str]] = ()
) -> None:
    inner = [ArrowSchema() for _ in children]
    for child, (column, inside) in zip(inner, children, strict=True):
        _fill_schema(child, column, inside)
    texts = kind.encode(), name.encode()
    pointers = (POINTER(ArrowSchema) * len(inner))(*map(pointer, inner))
    schema.format, schema.name = texts
    schema.metadata, schema.dictionary = None, None
    schema.flags = 0 if children else NULLABLE
    schema.n_children = len(inner)
    schema.children = ctypes.cast(pointers, POINTER(POINTER(ArrowSchema))) if inner else None
    schema.release = _RELEASE_SCHEMA
    schema.private_data = _keep((texts, inner, pointers))


def _fill_array(
    array: Any, length: int, memory: Sequence[Any], missing: int, inner: Sequence[Any] = ()
) -> None:
    """`memory` holds arrays, or None for a buffer that there is none of."""
    addresses = [None if each is None else each.ctypes.data for each in memory]
    buffers = (c_void_p * len(addresses))(*addresses)
    pointers = (POINTER(ArrowArray) * len(inner))(*map(pointer, inner))
    array.length, array.null_count, array.offset = length, missing, 0
    array.n_buffers, array.n_children = len(addresses), len(inner)
    array.buffers = ctypes.cast(buffers, POINTER(c_void_p))
    array.children = ctypes.cast(pointers, POINTER(POINTER(ArrowArray))) if inner else None
    array.dictionary = None
    array.release = _RELEASE_ARRAY
    array.private_data = _keep((memory, buffers, inner, pointers))


def _column_array(found: ColumnBuffers) -> Any:
    memory = [found.validity, found.data]
    if found.offsets is not None:
        memory = [found.validity, found.offsets, found.data]
    array = ArrowArray()
    _fill_array(array, found.length, memory, found.missing)
    return array


# --- what a consumer calls ----------------------------------------------------------------------


def _get_schema(stream: Any, out: Any) -> int:
    columns = _alive[stream.contents.private_data].columns
    fields = [(name, found.format) for name, found in columns]
    _fill_schema(out.contents, "", "+s", fields)
    return 0


def _get_next(stream: Any, out: Any) -> int:
    """The one batch, then an array without `release`: the end."""
    batch = _alive[stream.contents.private_data]
    if batch.taken:
        ctypes.memset(out, 0, ctypes.sizeof(ArrowArray))
        return 0
    columns = batch.columns
    length = columns[0][1].length if columns else 0
    _fill_array(out.contents, length, [None], 0, [_column_array(found) for _, found in columns])
    batch.taken = True
    return 0


def _release(structure: Any) -> None:
    """Release the children that were not moved away, then the structure itself."""
    held = structure.contents
    for place in range(getattr(held, "n_children", 0)):
        child = held.children[place]
        if child.contents.release:
            child.contents.release(child)
    _alive.pop(held.private_data, None)
    held.release = type(held.release)()


def _last_error(stream: Any) -> None:
    """Nothing fails."""
    del stream


def _destroy(capsule: int) -> None:
    """The capsule is gone; if nobody took the stream out of it, release it."""
    address = _capsule_pointer(capsule, NAME)
    found = _alive.pop(address, None)
    if found is not None and found.release:
        found.release(pointer(found))


_GET_SCHEMA: Final = GetSchema(_get_schema)
_GET_NEXT: Final = GetNext(_get_next)
_NO_ERROR: Final = GetLastError(_last_error)
_RELEASE_SCHEMA: Final = ReleaseSchema(_release)
_RELEASE_ARRAY: Final = ReleaseArray(_release)
_RELEASE_STREAM: Final = ReleaseStream(_release)

Destructor = ctypes.PYFUNCTYPE(None, c_void_p)
_DESTROY: Final = Destructor(_destroy)
# Prototypes of our own: those of ctypes.pythonapi are shared with everybody in the process.
_new_capsule = ctypes.PYFUNCTYPE(ctypes.py_object, c_void_p, c_char_p, Destructor)(
    ("PyCapsule_New", ctypes.pythonapi)
)
_capsule_pointer = ctypes.PYFUNCTYPE(c_void_p, c_void_p, c_char_p)(
    ("PyCapsule_GetPointer", ctypes.pythonapi)
)
