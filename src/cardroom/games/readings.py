"""Where a rule book is silent, and how it is read: data, printed on every rule page."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib.resources import files
from typing import Final

SHARED: Final = {
    "no-bust-joker": "player-banked",
    "no-bust-bonus-ace": "player-banked",
    "double-hand-poker": "player-banked",
    "fortune-pai-gow": "player-banked",
    "three-card-poker": "player-banked",
    "texas-holdem": "poker",
    "omaha": "poker",
    "omaha-hi-lo": "poker",
}
"""Games that share readings with others."""


@lru_cache(maxsize=1)
def _all() -> dict[str, dict[str, list[str]]]:
    text = files("cardroom.games").joinpath("readings.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def readings(game: str) -> tuple[str, ...]:
    """The game's own, those it shares, and those of all games."""
    sections = [game, *([SHARED[game]] if game in SHARED else []), "all"]
    return tuple(line for name in sections for line in _all().get(name, {}).get("readings", []))
