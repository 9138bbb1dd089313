"""Something that must never happen has happened."""

from __future__ import annotations


class Violation(AssertionError):
    """What is wrong, in words; the simulation adds the seed and the step."""


def require(holds: object, what: str) -> None:
    if not holds:
        raise Violation(what)
