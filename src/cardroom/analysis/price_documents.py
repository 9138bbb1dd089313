"""The prices of a house's wagers as values: what `check` prints and stores."""

from __future__ import annotations

import msgspec


class Price(msgspec.Struct, frozen=True):
    spot: str
    title: str
    edge: float
    """The bank's, per unit of the wager."""
    method: str
    """How it was found, and the error of what was simulated."""


class Prices(msgspec.Struct, frozen=True):
    """The wagers of one posted game."""

    game: str
    digest: str
    wagers: tuple[Price, ...]
    hold: float | None
    """Of a progressive bet in the long run, whatever its meter shows; None without one."""
    fair_meter: float | None
    """Dollars on its meter at which the bet is fair."""
    unpriced: str
    """Why some of it has no price; "" where all has."""
    paid: str = ""
    """The stake and the rounding that the prices are for; "" where every figure is exact."""
