"""Where compiled kernels and their tables are kept between runs.

The directory of a module's kernels is named after everything they are made of: the module and all
that it imports of this package, the versions that compile it, and the bytes of its tables, which
are baked in. Anything that has changed is compiled again, and nothing else; nothing stale is ever
found. While one process compiles a kernel, others that want it wait, and then load it.

    njit = compiler(__file__, TABLE_A, TABLE_B)

    @njit("int64(int64[::1])")
    def kernel(cards): ...

`analysis.cache_folder` says where that is.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import platform
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import numpy as np
import numpy.typing as npt

from cardroom.analysis.cache_folder import closure, root, writable
from cardroom.analysis.kernels.kernel import Kernel
from cardroom.analysis.kernels.locks import alone

Function = TypeVar("Function", bound=Callable[..., Any])
Array = npt.NDArray[Any]
Tables = Mapping[str, Array]

DIGEST_CHARACTERS: Final = 24
LEAN: Final[Mapping[str, bool]] = {"_nrt": False}
"""Options of a kernel that makes no array: `@njit(**LEAN)`. Neither may any function that it calls.
The code that makes arrays and counts their owners takes a third of the time of compiling the
solver."""
INNER: Final[Mapping[str, bool]] = {**LEAN, "no_cpython_wrapper": True}
"""The same for a function that only kernels call."""
INLINED: Final[Mapping[str, bool]] = {**INNER, "forceinline": True}
"""The same for one that is called so often that it counts to hand over arrays: seven words each."""


def compiler(module: str, *tables: Array) -> Callable[..., Callable[[Function], Function]]:
    """`njit` for the kernels of one module, `__file__`, into which these tables are baked."""
    place = root() / digest(closure(Path(module)), tables)

    def njit(signature: str = "", **options: Any) -> Callable[[Function], Function]:
        def made(function: Function) -> Function:
            return cast(Function, Kernel(function, place, signature, options))

        return made

    return njit


def digest(sources: Iterable[Path], tables: Iterable[Array]) -> str:
    """A name for what is compiled: sources, compiler, processor, and tables to the byte."""
    found = hashlib.sha256()
    for version in (_compiler_version(), np.__version__.encode()):
        found.update(version + b"\0")
    for name in (platform.machine(), platform.python_version()):
        found.update(name.encode() + b"\0")
    for path in sorted(sources):
        found.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    for table in tables:
        found.update(f"{table.dtype.str}{table.shape}".encode())
        found.update(np.ascontiguousarray(table).tobytes())
    return found.hexdigest()[:DIGEST_CHARACTERS]


@cache
def _compiler_version() -> bytes:
    """Of numba and of llvmlite, whose versions are files: to import them takes half a second."""
    found = b""
    for name in ("numba", "llvmlite"):
        spec = importlib.util.find_spec(name)
        if spec is None or spec.origin is None:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        found += Path(spec.origin).with_name("_version.py").read_bytes()
    return found


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
    except (OSError, EOFError, ValueError, KeyError, zipfile.BadZipFile):
        return None


def _keep(path: Path, tables: Tables) -> Tables:
    if not writable(path.parent):
        return tables
    with contextlib.suppress(OSError):  # a full disk
        # Written to another file and renamed: no other process sees half a file.
        with tempfile.NamedTemporaryFile(
            dir=path.parent, prefix=f"{path.stem}-", suffix=".part", delete=False
        ) as part:
            np.savez(part, allow_pickle=False, **tables)
        Path(part.name).replace(path)
    return tables
