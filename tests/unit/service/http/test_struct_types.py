"""Threads that are the first to read a type do not crash the process."""

from __future__ import annotations

import subprocess
import sys

import pytest

SCRIPT = """
import sys, threading, msgspec
from cardroom.data_file import Source, convert
from cardroom.service.http.struct_types import make_ready
sys.setswitchinterval(1e-6)
text = "".join(f"[f{i}]\\na0 = [1, 2]\\n" for i in range(20))
for _ in range(12):
    fields = [(f"a{i}", tuple[int, ...] | None, None) for i in range(6)]
    parts = [msgspec.defstruct(f"Part{n}", fields) for n in range(8)]
    whole = msgspec.defstruct("Whole", [(f"f{i}", parts[i % 8] | None, None) for i in range(20)])
    source = Source(text, "a file")
    parsed = source.parse()
    meet = threading.Barrier(4)
    def read():
        meet.wait()
        for _ in range(2):
            READ
    threads = [threading.Thread(target=read) for _ in range(4)]
    BEFORE
    for each in threads: each.start()
    for each in threads: each.join()
print("no crash")
"""


@pytest.mark.parametrize(
    ("reads", "before"),
    [("convert(source, whole)", "pass"), ("msgspec.convert(parsed, whole)", "make_ready()")],
)
def test_a_type_is_ready_before_two_threads_read_it(reads: str, before: str) -> None:
    script = SCRIPT.replace("READ", reads).replace("BEFORE", before)
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert (done.returncode, done.stdout.strip()) == (0, "no crash"), done.stderr
