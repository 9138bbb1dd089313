"""One interpreter for all games: a round is a frozen value, and each input makes the next.

`cardroom.play(...)` of the library has the name of this package, so the package can be called.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import Any


class _CallablePackage(ModuleType):
    def __call__(self, *given: Any, **named: Any) -> Any:
        """`cardroom.api.rounds.play`, which is above this package: it is named, not imported."""
        return import_module("cardroom.api.rounds").play(*given, **named)


sys.modules[__name__].__class__ = _CallablePackage
