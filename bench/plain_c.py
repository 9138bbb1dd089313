"""Plain C programs to compare with: compiled by the system's compiler, called with our tables."""

from __future__ import annotations

import ctypes
import hashlib
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any, Final

from bench.goal import UnmeasurableError

HERE: Final = Path(__file__).parent
BUILD: Final = HERE.parent / "build" / "bench"
OPTIONS: Final = ("-O3", "-march=native", "-shared", "-fPIC")


@cache
def library(name: str) -> ctypes.CDLL:
    """The functions of bench/NAME.c."""
    compiler = shutil.which("cc")
    if compiler is None:
        raise UnmeasurableError("there is no C compiler (cc) to compare with")
    source = HERE / f"{name}.c"
    digest = hashlib.sha256(source.read_bytes()).hexdigest()[:16]
    made = BUILD / f"{name}-{digest}.so"
    if not made.exists():
        BUILD.mkdir(parents=True, exist_ok=True)
        done = subprocess.run(
            [compiler, *OPTIONS, str(source), "-o", str(made)],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise UnmeasurableError(f"cc: {done.stderr.strip().splitlines()[0]}")
    return ctypes.CDLL(str(made))


def address(array: Any) -> ctypes.c_void_p:
    """A numpy array as C takes it."""
    return ctypes.c_void_p(array.ctypes.data)
