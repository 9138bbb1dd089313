"""Which cases of a test run in `make test`, and which only in `make prove`."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import pytest


def later(*values: object) -> Any:
    """A case that only `make prove` runs."""
    return pytest.param(*values, marks=pytest.mark.prove)


def some_now(cases: Sequence[Any], now: Collection[int]) -> list[Any]:
    """All cases in `make prove`, and those at the places `now` in `make test` as well."""
    assert all(place < len(cases) for place in now), now
    return [
        case if place in now else later(*(case if isinstance(case, tuple) else (case,)))
        for place, case in enumerate(cases)
    ]
