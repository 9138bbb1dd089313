"""A kernel is called like a function of Python, and its machine code is kept for the next time."""

from __future__ import annotations

import ast
import os
import shutil
import struct
import subprocess
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from cardroom.analysis.kernels import kernel as kernels
from cardroom.analysis.kernels import stream
from cardroom.analysis.kernels.kernel import Kernel
from cardroom.analysis.kernels.machine_code import OBJECT_HEADER


def test_what_only_kernels_call_refuses_python() -> None:
    with pytest.raises(TypeError, match="mix is called by kernels only"):
        stream.mix(np.uint64(3))


def test_a_kernel_refuses_what_its_signature_does_not_say() -> None:
    words, numbers = np.zeros(3, np.uint64), np.zeros(3, np.int64)
    with pytest.raises(TypeError, match="draw_words does not take"):
        stream.draw_words(np.uint64(1), numbers)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="rows lie one after the other"):
        stream.draw_words(np.uint64(1), np.zeros((3, 2), np.uint64)[:, 0])
    with pytest.raises(TypeError, match="draw_words does not take"):
        stream.draw_words(1.5, words)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="draw_words does not take"):
        stream.draw_words(np.uint64(1), words.reshape(1, 3))
    with pytest.raises(TypeError, match="draw_words does not take"):
        stream.draw_words(np.uint64(1), None)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="draw_words does not take"):
        stream.draw_words(np.uint64(1), words.astype(">u8"))
    with pytest.raises(TypeError, match="draw_words does not take"):
        stream.draw_words(np.uint64(1), words, words)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="aligned"):
        stream.draw_words(np.uint64(1), np.zeros(25, np.uint8)[1:].view(np.uint64))
    with pytest.raises(struct.error):
        stream.draw_words(-1, words)  # type: ignore[arg-type]


def made(tmp_path: Path, function: Callable[..., Any], signature: str = "", **options: bool) -> Any:
    return Kernel(function, tmp_path, signature, options)


class Both(NamedTuple):
    table: np.ndarray[tuple[int, int], np.dtype[np.int64]]
    times: float


def test_a_kernel_takes_numbers_arrays_and_tuples_of_them(tmp_path: Path) -> None:
    def total(both: Both, extra: object, step: int) -> float:
        own = np.zeros(both.table.shape[1])
        for row in range(both.table.shape[0]):
            for column in range(both.table.shape[1]):
                own[column] += both.table[row, column] * both.times
        found = 0.0
        for value in own:
            found += value
        return found + step if extra is None else found

    kernel = made(tmp_path, total)
    both = Both(np.arange(6).reshape(2, 3), 0.5)
    assert kernel(both, None, 1) == 8.5
    assert kernel(both, None, True) == 8.5
    assert kernel.compiled == 2
    again = made(tmp_path, total)
    assert again(both, None, 2) == 9.5
    assert again.compiled == 0


def test_machine_code_that_was_damaged_is_compiled_again(tmp_path: Path) -> None:
    def negated(x: int) -> int:
        return -x

    assert made(tmp_path, negated, "int64(int64)")(3) == -3
    (kept,) = tmp_path.glob("*negated-*.o")
    kept.write_bytes(kept.read_bytes()[:-1])
    kernel = made(tmp_path, negated, "int64(int64)")
    assert (kernel(4), kernel.compiled) == (-4, 1)


def test_a_kernel_works_where_nothing_can_be_kept(tmp_path: Path) -> None:
    def doubled(x: int) -> int:
        return 2 * x

    nowhere = tmp_path / "file"
    nowhere.touch()
    assert made(nowhere / "cache", doubled, "int64(int64)")(3) == 6


def test_a_kernel_that_fails_says_so(tmp_path: Path) -> None:
    def divided(x: int, y: int) -> int:
        return x // y

    with pytest.raises(ArithmeticError, match="divided"):
        made(tmp_path, divided, "int64(int64, int64)")(1, 0)


def test_a_kernel_that_needs_python_is_refused(tmp_path: Path) -> None:
    def shown(x: int) -> None:
        print(x)

    with pytest.raises(TypeError, match="shown calls"):
        made(tmp_path, shown, "void(int64)")(1)


def test_tuples_of_other_lengths_are_other_arguments(tmp_path: Path) -> None:
    def counted(pair: tuple[Any, ...], last: int) -> int:
        return 10 * len(pair) + len(pair[0]) + last

    kernel = made(tmp_path, counted)
    assert kernel(((1, 2),), 100) == 112
    assert kernel(((1,), 2), 100) == 121


def test_numbers_of_python_and_numpy_share_their_machine_code(tmp_path: Path) -> None:
    def halved(x: int) -> float:
        return x / 2

    kernel = made(tmp_path, halved, "float64(int64)")
    assert [kernel(3), kernel(np.int64(3)), kernel(np.uint8(3)), kernel(True)] == [1.5] * 3 + [0.5]
    assert len(kernel.made) == 1


def test_threads_may_call_a_kernel_that_is_not_compiled_yet(tmp_path: Path) -> None:
    def squared(x: int) -> int:
        return x * x

    kernel = made(tmp_path, squared)
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(kernel, range(20))) == [x * x for x in range(20)]
    assert kernel.compiled == 1


def test_a_cache_that_is_deleted_or_full_stops_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def increased(x: int) -> int:
        return x + 1

    def decreased(x: int) -> int:
        return x - 1

    place = tmp_path / "cache"
    assert made(place, increased)(1) == 2
    shutil.rmtree(place)
    assert made(place, decreased)(1) == 0
    assert list(place.glob("*decreased-*.o"))

    def full(**_: object) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr(tempfile, "NamedTemporaryFile", full)
    assert made(place, increased)(1) == 2
    assert not list(place.glob("*increased-*.o"))


def test_machine_code_belongs_to_one_layout_of_arrays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def first(table: Any) -> int:
        return int(table[0])

    table = np.array([7])
    assert made(tmp_path, first)(table) == 7
    # Python without a global lock has longer headers, and the same version.
    monkeypatch.setattr(kernels, "OBJECT_HEADER", OBJECT_HEADER + 16)
    other = made(tmp_path, first)
    assert (other(table), other.compiled) == (7, 1)
    with pytest.raises(ImportError, match="cannot read the arrays of numpy"):
        kernels._check_layout.__wrapped__()


def test_no_kernel_counts_from_the_end_of_an_array() -> None:
    """Machine code does not ask whether an index is negative, and reads in front of the array."""
    assert stream.__file__ is not None
    for path in Path(stream.__file__).parent.glob("*.py"):
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(function, ast.FunctionDef) and "njit" in map(
                _name, function.decorator_list
            ):
                indices = (
                    each.slice for each in ast.walk(function) if isinstance(each, ast.Subscript)
                )
                parts = (part for each in indices for part in getattr(each, "elts", [each]))
                negative = [part for part in parts if isinstance(part, ast.UnaryOp)]
                assert not negative, f"{path.name}:{negative[0].lineno}"


def _name(decorator: ast.expr) -> str:
    return ast.unparse(decorator).partition("(")[0]


@pytest.mark.prove
@pytest.mark.parametrize("question", ["odds safari-21", "simulate maxtime-21 --rounds 20000"])
def test_no_index_leaves_its_array(tmp_path: Path, question: str) -> None:
    """Kernels compiled so that each index is looked at first."""
    environment = {**os.environ, "NUMBA_BOUNDSCHECK": "1", "CARDROOM_CACHE": str(tmp_path)}
    command = [sys.executable, "-m", "cardroom", *question.split()]
    subprocess.run(command, env=environment, check=True, capture_output=True)
