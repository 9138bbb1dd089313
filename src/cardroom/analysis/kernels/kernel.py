"""A kernel: a function of numbers and arrays that runs as machine code.

Python calls it like the function it was made from. Arrays must lie in memory row after row, as
numpy makes them, and a kernel with a signature takes nothing else than it says. One without is
compiled for the types it is called with.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import hashlib
import importlib
import os
import re
import struct
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, update_wrapper
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from cardroom.analysis.cache_folder import writable
from cardroom.analysis.kernels.locks import COMPILING, alone
from cardroom.analysis.kernels.machine_code import (
    OBJECT_HEADER,
    Entry,
    MachineCode,
    loaded,
    machine_code,
    prepared,
    processor,
)

SLOT: Final = {"i": "q", "u": "Q", "f": "d", "b": "q"}
"""How an argument of each kind of number is packed: eight bytes each."""


class Pair(ctypes.Structure):
    _fields_ = (("words", ctypes.c_uint64 * 2),)

    @property
    def value(self) -> tuple[int, ...]:
        return tuple(self.words)


RESULTS: Final[Mapping[str, Any]] = {
    "int64": ctypes.c_int64,
    "uint64": ctypes.c_uint64,
    "uint16": ctypes.c_uint64,
    "float64": ctypes.c_double,
    "UniTuple(uint64 x 2)": Pair,
}
PYTHON_NUMBERS: Final[Mapping[type, str]] = {int: "int64", float: "float64", bool: "bool"}
ARGUMENT: Final = re.compile(r"(\w+)(\[[:1, ]*\])?")


class ArrayKind(NamedTuple):
    dtype: np.dtype[Any]
    dimensions: int


class TupleKind(NamedTuple):
    """A tuple of numbers and arrays, by its class."""

    made: type
    kinds: tuple[Any, ...]


class KernelCall(NamedTuple):
    """How a kernel is called with arguments of some types."""

    entry: Entry
    pack: Callable[..., bytes]
    result: Any
    """The type of the result in C; None where there is none."""


class Kernel:
    def __init__(
        self,
        function: Callable[..., Any],
        place: Path,
        signature: str,
        options: Mapping[str, Any],
    ) -> None:
        """`place` is where the machine code is kept: all that decides it decides its name."""
        update_wrapper(self, function)
        self.function, self.place, self.options = function, place, options
        self.written = signature
        self.signature = tuple(_parsed(signature)) if signature else None
        self.calls: dict[tuple[object, ...], KernelCall] = {}
        self.made: dict[tuple[Any, ...], KernelCall] = {}
        self.compiled = 0
        """How often this process had to compile it."""

    def ready(self) -> None:
        """Compile it, or find it compiled, if its signature says for what."""
        if self.signature is not None and self.called_by_python:
            self._machine_code(self.signature)

    @property
    def called_by_python(self) -> bool:
        return not self.options.get("no_cpython_wrapper")

    def __call__(self, *arguments: Any) -> Any:
        slots: list[Any] = []
        types: list[object] = []
        _read(arguments, slots, types)
        call = self.calls.get(key := tuple(types)) or self._call(key, arguments)
        if call.result is None:
            ended = call.entry(call.pack(*slots), None)
            value = None
        else:
            result = call.result()
            ended = call.entry(call.pack(*slots), ctypes.byref(result))
            value = result.value
        if ended:
            raise ArithmeticError(f"{self.function.__name__} ended with code {ended}")
        return value

    @property
    def _numba_type_(self) -> Any:
        """What numba asks where another kernel calls this one."""
        return importlib.import_module("numba.core.types").Dispatcher(self.dispatcher)

    @cached_property
    def dispatcher(self) -> Any:
        import numba  # noqa: PLC0415 - half a second, and only to compile

        return prepared(numba.njit(nogil=True, **self.options)(self.function), self.written)

    def _call(self, key: tuple[object, ...], arguments: Sequence[Any]) -> KernelCall:
        if not self.called_by_python:
            raise TypeError(f"{self.function.__name__} is called by kernels only")
        kinds = tuple(_kind(each) for each in arguments)
        if self.signature is not None:
            if len(kinds) != len(self.signature) or not all(map(_fits, kinds, self.signature)):
                raise TypeError(f"{self.function.__name__} does not take {kinds}")
            kinds = self.signature
        with COMPILING:
            if kinds not in self.made:
                made = self._machine_code(kinds)
                result = None if made.returns == "none" else RESULTS[made.returns]
                pack = struct.Struct("".join(_slots(kinds))).pack
                self.made[kinds] = KernelCall(_loaded(made), pack, result)
            self.calls[key] = self.made[kinds]
            return self.calls[key]

    def _machine_code(self, kinds: Sequence[Any]) -> MachineCode:
        named = repr((kinds, sorted(self.options.items()), processor(), OBJECT_HEADER, _settings()))
        digest = hashlib.sha256(named.encode()).hexdigest()[:16]
        name = f"{self.function.__module__.rpartition('.')[2]}.{self.function.__name__}-{digest}"
        path = self.place / f"{name}.o"
        if (found := _kept(path)) is not None:
            return found
        with alone(self.place), _without_collecting():
            if (found := _kept(path)) is not None:
                return found
            types = [_numba_type(each) for each in kinds]
            made = machine_code(self.dispatcher, types, f"{self.place.name}-{name}")
            self.compiled += 1
            _keep(path, made)
            return made


def _read(arguments: Iterable[Any], slots: list[Any], types: list[object]) -> None:
    """What is packed, and the types that decide which code is called."""
    for each in arguments:
        if isinstance(each, np.ndarray):
            flags = each.flags
            if not (flags.c_contiguous and flags.aligned):
                raise TypeError("a kernel takes aligned arrays whose rows lie one after the other")
            slots.append(id(each))
            types.append(each.dtype)
            types.append(each.ndim)
        elif isinstance(each, tuple):
            types.append(each.__class__)
            types.append(len(each))
            _read(each, slots, types)
        elif each is None:
            types.append(None)
        else:
            slots.append(each)
            types.append(each.__class__)


def _kind(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return ArrayKind(value.dtype, value.ndim)
    if isinstance(value, tuple):
        return TupleKind(type(value), tuple(_kind(each) for each in value))
    if value is None:
        return None
    if isinstance(value, np.generic):
        return value.dtype
    return np.dtype(PYTHON_NUMBERS[type(value)])


def _parsed(signature: str) -> Iterator[Any]:
    """`void(int64, uint8[:, ::1])` as kinds of arguments."""
    inside = signature[signature.index("(", signature.startswith("UniTuple(") * 9) + 1 : -1]
    for name, axes in ARGUMENT.findall(inside):
        dtype = np.dtype(name)
        yield ArrayKind(dtype, axes.count(",") + 1) if axes else dtype


def _fits(given: Any, wanted: Any) -> bool:
    """Numbers of Python and of numpy stand for each other where nothing is lost by it."""
    if isinstance(given, np.dtype) and isinstance(wanted, np.dtype):
        return wanted.kind == "f" or given.kind in "iub"
    return bool(given == wanted)


def _slots(kinds: Iterable[Any]) -> Iterator[str]:
    for each in kinds:
        if isinstance(each, TupleKind):
            yield from _slots(each.kinds)
        elif each is not None:
            yield "q" if isinstance(each, ArrayKind) else SLOT[each.kind]


def _numba_type(kind: Any) -> Any:
    types = importlib.import_module("numba.core.types")
    if kind is None:
        return types.none
    if isinstance(kind, TupleKind):
        inside = [_numba_type(each) for each in kind.kinds]
        return types.BaseTuple.from_types(inside, None if kind.made is tuple else kind.made)
    from_dtype = importlib.import_module("numba.np.numpy_support").from_dtype
    if isinstance(kind, ArrayKind):
        return types.Array(from_dtype(kind.dtype), kind.dimensions, "C")
    return from_dtype(kind)


def _loaded(made: MachineCode) -> Entry:
    _check_layout()
    return loaded(made)


@cache
def _check_layout() -> None:
    """The machine code reads arrays of numpy as they lie in memory: see that they lie so."""
    array = np.zeros((3, 5))
    address, axes = (ctypes.c_int64 * 2).from_address(id(array) + OBJECT_HEADER)
    if (address, axes & 0xFFFFFFFF) == (array.ctypes.data, array.ndim):
        sizes = ctypes.c_void_p.from_address(id(array) + OBJECT_HEADER + 16).value
        if sizes and tuple((ctypes.c_int64 * 2).from_address(sizes)) == array.shape:
            return
    raise ImportError(f"kernels cannot read the arrays of numpy {np.__version__}")


def _settings() -> list[tuple[str, str]]:
    """Of numba's, by which it may compile in another way."""
    return sorted(each for each in os.environ.items() if each[0].startswith("NUMBA_"))


def _kept(path: Path) -> MachineCode | None:
    try:
        head, _, code = path.read_bytes().partition(b"\n")
        entry, digest, returns = head.decode().split(maxsplit=2)
    except (OSError, ValueError):
        return None
    whole = hashlib.sha256(code).hexdigest() == digest
    return MachineCode(entry, returns, code) if whole else None


def _keep(path: Path, made: MachineCode) -> None:
    """For the next process; on a full disk there is nothing for it, and this one goes on."""
    if not writable(path.parent):
        return
    head = f"{made.entry} {hashlib.sha256(made.code).hexdigest()} {made.returns}\n"
    with contextlib.suppress(OSError):
        # Written to another file and renamed: no other process sees half a file.
        with tempfile.NamedTemporaryFile(
            dir=path.parent, prefix=path.stem, suffix=".part", delete=False
        ) as part:
            part.write(head.encode() + made.code)
        Path(part.name).replace(path)


@contextlib.contextmanager
def _without_collecting() -> Iterator[None]:
    """Compiling makes many objects that live to its end: looking for garbage among them takes a
    tenth of the time and finds next to none."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
