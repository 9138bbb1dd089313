"""Where compiled kernels and their tables are kept between runs.

Numba's own cache looks at the file of the function it compiles and at nothing else: edit a kernel
in another module, or a table that is baked in as a constant, and it returns the old numbers. So the
directory is named after everything a kernel is made of: the sources of all kernels, the versions
that compile them, and the bytes of the tables. Anything that has changed is compiled again;
nothing stale is ever found.

    njit = compiler(TABLE_A, TABLE_B)

    @njit("int64(int64[::1])")
    def kernel(cards): ...

CARDROOM_CACHE names another place than the user's cache directory.
"""

from __future__ import annotations

import hashlib
import importlib
import os
import platform
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar

import numpy as np
import numpy.typing as npt

Function = TypeVar("Function", bound=Callable[..., Any])
Array = npt.NDArray[Any]
Tables = Mapping[str, Array]

HERE: Final = Path(__file__).parent
COVERAGE: Final = HERE.parent.parent / "rules" / "coverage.py"
DIGEST_CHARACTERS: Final = 24


def compiler(*tables: Array) -> Callable[..., Callable[[Function], Function]]:
    """`njit` for one module's kernels, cached under a name that covers these tables."""
    import numba  # noqa: PLC0415 - half a second that --help must not pay

    config: Any = importlib.import_module("numba.core.config")
    place = directory(*tables)

    def njit(*signatures: str, **options: Any) -> Callable[[Function], Function]:
        def compiled(function: Function) -> Function:
            before, config.CACHE_DIR = config.CACHE_DIR, str(place)
            try:
                make = numba.njit(
                    list(signatures) or None,
                    cache=writable(place),
                    nogil=True,
                    **options,
                )
                return make(function)
            finally:
                config.CACHE_DIR = before

        return compiled

    return njit


def directory(*tables: Array) -> Path:
    return root() / digest(kernel_sources(), tables)


def root() -> Path:
    """The user's cache directory, or what CARDROOM_CACHE names."""
    if named := os.environ.get("CARDROOM_CACHE"):
        return Path(named)
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", tempfile.gettempdir()))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "cardroom"


@cache
def writable(place: Path) -> bool:
    """A read-only home compiles at every start, and works."""
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(place, os.W_OK)


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


def kernel_sources() -> list[Path]:
    """All kernels, and the rules that are compiled as they stand."""
    return sorted([*HERE.rglob("*.py"), COVERAGE])


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
    try:
        with np.load(path, allow_pickle=False) as kept:
            return {key: kept[key] for key in kept.files}
    except (OSError, ValueError, KeyError, zipfile.BadZipFile):
        pass
    tables = build()
    if writable(path.parent):
        # Written to another file and renamed: no other process sees half a file.
        with tempfile.NamedTemporaryFile(
            dir=path.parent, prefix=f"{name}-", suffix=".part", delete=False
        ) as part:
            np.savez(part, allow_pickle=False, **tables)
        Path(part.name).replace(path)
    return tables
