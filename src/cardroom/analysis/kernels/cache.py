"""Where compiled kernels and their tables are kept between runs.

Numba's own cache looks at the file of the function it compiles and at nothing else: edit a kernel
in another module, or a table that is baked in as a constant, and it returns the old numbers. So the
directory of a module's kernels is named after everything they are made of: the module and all that
it imports of this package, the versions that compile it, and the bytes of its tables. Anything that
has changed is compiled again, and nothing else; nothing stale is ever found. While one process
compiles a kernel, others that want it wait, and then load it.

    njit = compiler(__file__, TABLE_A, TABLE_B)

    @njit("int64(int64[::1])")
    def kernel(cards): ...

`analysis.cache_folder` says where that is.
"""

from __future__ import annotations

import contextlib
import gc
import hashlib
import importlib
import platform
import tempfile
import threading
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import numpy as np
import numpy.typing as npt

from cardroom.analysis.cache_folder import closure, root, writable

fcntl: Any = None
with contextlib.suppress(ImportError):  # Windows has none
    fcntl = importlib.import_module("fcntl")

Function = TypeVar("Function", bound=Callable[..., Any])
Array = npt.NDArray[Any]
Tables = Mapping[str, Array]

DIGEST_CHARACTERS: Final = 24
INNER: Final[Mapping[str, bool]] = {
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
    "_nrt": False,
}
"""Options of a function that only kernels call: `@njit(**INNER)`. Neither it nor any function that
it calls may make an array. What Python needs to call it, and the code that counts who owns an
array, take a sixth of the time of compiling the solver."""


def compiler(module: str, *tables: Array) -> Callable[..., Callable[[Function], Function]]:
    """`njit` for the kernels of one module, `__file__`, into which these tables are baked."""
    import numba  # noqa: PLC0415 - half a second that --help must not pay

    config: Any = importlib.import_module("numba.core.config")
    place = root() / digest(closure(Path(module)), tables)

    def njit(signature: str = "", **options: Any) -> Callable[[Function], Function]:
        def compiled(function: Function) -> Function:
            before, config.CACHE_DIR = config.CACHE_DIR, str(place)
            try:
                dispatcher: Any = numba.njit(cache=writable(place), nogil=True, **options)(function)
            finally:
                config.CACHE_DIR = before
            (_compile_when_called if signature else _compile_alone)(dispatcher, place, signature)
            if options.get("no_cpython_wrapper"):
                _refuse_python(dispatcher)
            return cast(Function, dispatcher)

        return compiled

    return njit


def _compile_alone(dispatcher: Any, place: Path, _: str) -> None:
    """For whatever types it is called with, but only in one process at a time."""
    compile_now = dispatcher.compile

    def compile_once(types: object) -> object:
        with alone(place), _without_collecting():
            return compile_now(types)

    dispatcher.compile = compile_once


def _compile_when_called(dispatcher: Any, place: Path, signature: str) -> None:
    """For its signature only, at the first call: a command needs a few kernels of a module, and to
    load one takes time, too."""
    compile_now = dispatcher.compile

    def ready(*_: object) -> object:
        with _COMPILING:
            if dispatcher._can_compile:
                with alone(place), _without_collecting():
                    compile_now(signature)
                dispatcher.disable_compile()
        # Called again, with a signature to look its arguments up in.
        return dispatcher

    dispatcher.compile = dispatcher._compile_for_args = dispatcher.ready = ready


def _refuse_python(dispatcher: Any) -> None:
    """Without what Python needs to call it, a call would end the process."""

    def refuse(*_: object) -> object:
        raise TypeError(f"{dispatcher.py_func.__name__} is called by kernels only")

    dispatcher._insert = lambda *_: None
    dispatcher._compile_for_args = refuse


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


_COMPILING: Final = threading.RLock()
"""One thread compiles at a time, as numba itself has it: a kernel may compile those it calls."""
_HELD: Final[set[Path]] = set()


@contextlib.contextmanager
def alone(place: Path) -> Iterator[None]:
    """No other process is in here for the same place; where files cannot be locked, it may be.

    A kernel's own place is locked before those of the modules it imports, never the other way, so
    two processes cannot wait for each other.
    """
    with _COMPILING:
        if fcntl is None or place in _HELD or not writable(place):
            yield
            return
        with (place / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            _HELD.add(place)
            try:
                yield
            finally:
                _HELD.discard(place)


def digest(sources: Iterable[Path], tables: Iterable[Array]) -> str:
    """A name for what is compiled: sources, compiler, processor, and tables to the byte."""
    found = hashlib.sha256()
    for version in (*_versions(), platform.machine(), platform.python_version()):
        found.update(version.encode() + b"\0")
    for path in sorted(sources):
        found.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    for table in tables:
        found.update(f"{table.dtype.str}{table.shape}".encode())
        found.update(np.ascontiguousarray(table).tobytes())
    return found.hexdigest()[:DIGEST_CHARACTERS]


@cache
def _versions() -> tuple[str, ...]:
    from importlib.metadata import version  # noqa: PLC0415

    return tuple(version(name) for name in ("numba", "llvmlite", "numpy"))


def stored(name: str, build: Callable[[], Tables], sources: Iterable[Path]) -> Tables:
    """Tables that take a second to build, kept for the next run.

    `sources` are the files that decide the tables. A kept file that cannot be read is built
    again; one that cannot be written is not kept.
    """
    path = root() / f"{name}-{digest(sources, ())}.npz"
    if (found := _read(path)) is not None:
        return found
    with alone(root() / "locks" / name):
        found = _read(path)
        return found if found is not None else _keep(path, build())


def _read(path: Path) -> Tables | None:
    try:
        with np.load(path, allow_pickle=False) as kept:
            return {key: kept[key] for key in kept.files}
    except (OSError, ValueError, KeyError, zipfile.BadZipFile):
        return None


def _keep(path: Path, tables: Tables) -> Tables:
    if writable(path.parent):
        # Written to another file and renamed: no other process sees half a file.
        with tempfile.NamedTemporaryFile(
            dir=path.parent, prefix=f"{path.stem}-", suffix=".part", delete=False
        ) as part:
            np.savez(part, allow_pickle=False, **tables)
        Path(part.name).replace(path)
    return tables
