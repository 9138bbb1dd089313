"""The types of messages and files, made ready before there are threads.

msgspec learns the fields of a type when it first reads one. A second thread that reads the same
type in that moment finds a field without its type, and the whole process crashes.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import msgspec

from cardroom.games import registry


def make_ready() -> None:
    """Of every type that is imported by now, those of all families of games among them."""
    registry.packages()
    for kind in _below(msgspec.Struct):
        # Some hold what is never read, and cannot be.
        with contextlib.suppress(TypeError):
            msgspec.json.Decoder(kind)


def _below(kind: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for each in kind.__subclasses__():
        yield each
        yield from _below(each)
